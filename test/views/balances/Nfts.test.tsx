// @vitest-environment happy-dom
import { expect, it } from "vitest"
import { nfts } from "../../../src/balances/state/nfts.ts"
import { Nfts } from "../../../views/balances/Nfts.tsx"
import { instanceOf } from "../../fixtures/modal.ts"
import { mounted } from "../../fixtures/mounted.ts"
import { viewContextOf } from "../../fixtures/viewContext.ts"

const page = mounted()

it("an empty view has one next step: without NFTs, to receive, if the site has receiving on", async () => {
  for (const [receive, steps] of [
    [true, ["Receive"]],
    [false, []],
  ] as const) {
    const instance = instanceOf({ features: { receive } })
    nfts(instance).refresh.value = { status: "loaded", value: true }
    await page.show(viewContextOf(instance), <Nfts />)

    expect(page.place.textContent).toContain("No NFTs yet")
    expect([...page.place.querySelectorAll("button")].map((one) => one.textContent)).toEqual(steps)
  }
})
