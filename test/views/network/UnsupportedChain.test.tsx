// @vitest-environment happy-dom
import { expect, it } from "vitest"
import { celo, mainnet, polygon } from "../../../src/options/networks.ts"
import { UnsupportedChain } from "../../../views/network/UnsupportedChain.tsx"
import { instanceOf } from "../../fixtures/modal.ts"
import { mounted } from "../../fixtures/mounted.ts"
import { viewContextOf } from "../../fixtures/viewContext.ts"

const page = mounted()

it("offers for a swap only the networks that have swaps, and otherwise all of them", async () => {
  const here = viewContextOf(instanceOf({ networks: [mainnet, celo, polygon] }))
  const offered = () =>
    [...page.place.querySelectorAll("[data-network]")].map((one) => one.getAttribute("data-network"))

  await page.show(here, <UnsupportedChain name="UnsupportedChain" />)
  expect(offered()).toEqual(["eip155:1", "eip155:42220", "eip155:137"])
  await page.show(here, <UnsupportedChain name="UnsupportedChain" swap={true} />)
  expect(offered()).toEqual(["eip155:1", "eip155:137"])
})
