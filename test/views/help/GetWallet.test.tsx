// @vitest-environment happy-dom
import { expect, it } from "vitest"
import { UnknownFailure } from "../../../src/errors/index.ts"
import { wallets } from "../../../src/wallets/first-paint/state/wallets.ts"
import { GetWallet } from "../../../views/help/GetWallet.tsx"
import { instanceOf } from "../../fixtures/modal.ts"
import { mounted } from "../../fixtures/mounted.ts"
import { viewContextOf } from "../../fixtures/viewContext.ts"

const page = mounted()

it("a site's custom wallet comes first among those to get, also while the directory is down", async () => {
  const instance = instanceOf({ customWallets: [{ id: "own", name: "Own Wallet", homepage: "https://own.example/" }] })
  const { directory, recommended } = wallets(instance)
  const rows = async () => {
    await page.show({ ...viewContextOf(instance), whenIdle: () => () => undefined }, <GetWallet />)
    return [...page.place.querySelectorAll("[data-wallet]")].map((row) => [
      row.getAttribute("data-wallet"),
      row.getAttribute("href"),
    ])
  }
  const own = ["own", "https://own.example/"]
  const explorer = "https://walletconnect.com/explorer?type=wallet"
  const all = ["all", explorer]
  directory.value = { status: "failed", error: new UnknownFailure(), last: undefined }
  expect(await rows()).toEqual([own, all])
  expect(page.place.querySelector("[aria-busy=true]")).toBe(null)
  recommended.value = [{ id: "other", name: "Other" }]
  expect(await rows()).toEqual([own, ["other", explorer], all])
})
