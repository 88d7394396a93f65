// @vitest-environment happy-dom
import { expect, it } from "vitest"
import { embeddedConnector } from "../../../src/embedded/first-paint/model/embeddedConnector.ts"
import { wallets } from "../../../src/wallets/first-paint/state/wallets.ts"
import { ConnectSocials } from "../../../views/embedded/ConnectSocials.tsx"
import { instanceOf } from "../../fixtures/modal.ts"
import { mounted } from "../../fixtures/mounted.ts"
import { viewContextOf } from "../../fixtures/viewContext.ts"

const page = mounted()

it("Socials order: google, x, farcaster, discord, apple, github, facebook, in the view of all", async () => {
  const instance = instanceOf()
  wallets(instance).installed.value = [embeddedConnector("eip155")]
  await page.show(viewContextOf(instance), <ConnectSocials />)

  const names = [...page.place.querySelectorAll("button")].map((row) => row.textContent)
  expect(names).toEqual(["Google", "X", "Farcaster", "Discord", "Apple", "GitHub", "Facebook"])
})
