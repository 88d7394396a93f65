// @vitest-environment happy-dom
import { afterEach, expect, it } from "vitest"
import { bitcoin, mainnet, solana } from "../../src/options/networks.ts"
import { createElement } from "../../src/stub/element.ts"
import { wallets } from "../../src/wallets/first-paint/state/wallets.ts"
import { paint } from "../../views/mount.tsx"
import { instanceOf } from "../fixtures/modal.ts"

const page = () => {
  const host = createElement("test")
  return { ...instanceOf({ networks: [bitcoin, mainnet, solana] }), element: () => host }
}

afterEach(() => {
  document.body.replaceChildren()
})

it("the first view shows before the engine is loaded, with the wallets the page knows", async () => {
  const instance = page()
  await paint(instance)
  expect(
    wallets(instance)
      .installed.peek()
      .map(({ id, chain }) => [id, chain]),
  ).toEqual([
    ["walletConnect", "eip155"],
    ["ID_AUTH", "eip155"],
    ["ID_AUTH", "solana"],
  ])
})

it("the first view keeps the wallets an engine has found in the meantime", async () => {
  const instance = page()
  const { installed } = wallets(instance)
  installed.value = [{ id: "Loopback", name: "Loopback", type: "ANNOUNCED", chain: "solana" }]
  await paint(instance)
  expect(installed.peek().map(({ id }) => id)).toEqual(["Loopback"])
})
