// @vitest-environment happy-dom
import { expect, it } from "vitest"
import { celo, defineNetwork, mainnet } from "../../../src/options/networks.ts"
import { UnsupportedChain } from "../../../views/network/UnsupportedChain.tsx"
import { instanceOf } from "../../fixtures/modal.ts"
import { mounted } from "../../fixtures/mounted.ts"
import { viewContextOf } from "../../fixtures/viewContext.ts"

const page = mounted()

it("offers for a swap only the networks that have swaps, and otherwise all of them", async () => {
  const twelve = [1, 42161, 10, 324, 8453, 56, 137, 100, 43114, 250, 8217, 1313161554]
  const networks = [celo.id, ...twelve].map((id) => defineNetwork({ ...mainnet, id, name: `Chain ${id}` }))
  const here = viewContextOf(instanceOf({ networks }))
  const offered = () =>
    [...page.place.querySelectorAll("[data-network]")].map((one) => one.getAttribute("data-network"))

  await page.show(here, <UnsupportedChain name="UnsupportedChain" />)
  expect(offered()).toEqual([celo.id, ...twelve].map((id) => `eip155:${id}`))
  await page.show(here, <UnsupportedChain name="UnsupportedChain" swap={true} />)
  expect(offered()).toEqual(twelve.map((id) => `eip155:${id}`))
})
