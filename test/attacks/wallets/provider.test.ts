// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from "vitest"
import { createWorld, demo } from "../../../layers/demo.ts"
import { base, mainnet, polygon } from "../../../src/options/networks.ts"
import { type TestModal, testModal } from "../../../src/testing/index.ts"
import { rejecting } from "../../fixtures/hostile.ts"
import { liveChains } from "../../layers/chains/chainScene.ts"
import { fakeWallet, meta } from "../../layers/chains/fakeWallet.ts"

const open: TestModal[] = []
afterEach(async () => {
  for (const test of open.splice(0)) await test.destroy()
})

const begin = async () => {
  const test = testModal({ networks: [mainnet, base] })
  open.push(test)
  await test.modal.connect({ wallet: "example.halyard" })
  return test
}

describe("A request to the modal's provider", () => {
  it("reaches the wallet as it was checked, whatever its fields return later", async () => {
    const { modal, wallet } = await begin()
    wallet("example.halyard").move(polygon.id)
    await expect.poll(() => modal.getState().caipNetworkId).toBe("eip155:137")
    const methods = ["eth_chainId", "personal_sign", "personal_sign"]
    const asked = {
      get method() {
        return methods.shift() ?? "personal_sign"
      },
      params: ["0x48", wallet("example.halyard").state().addresses[0]],
    }
    expect(await modal.provider.request(asked as never)).toBe("0x89")
    expect(methods).toHaveLength(2)
  })

  it("fails with an error of the catalogue, whatever the fields of the wallet's error return later", async () => {
    let left = 0
    const error = {
      get code() {
        if (left > 0) return left-- && 4001
        throw new Error("hostile")
      },
    }
    const lying = fakeWallet({}, { personal_sign: rejecting(error) })
    const leave = lying.announce()
    const chains = liveChains({ networks: [mainnet] })
    const test = testModal({ networks: [mainnet], layers: () => ({ ...demo(createWorld({ tick: 0 })), chains }) })
    open.push(test)
    await test.modal.connect({ wallet: meta.rdns })
    const params = ["0x48", lying.state.accounts[0]]
    for (const reads of [0, 1, 2, 3, 4, 8]) {
      left = reads
      const asked = test.modal.provider.request({ method: "personal_sign", params } as never)
      const failed: unknown = await asked.catch((thrown: unknown) => thrown)
      left = 0
      expect(failed).toMatchObject({ code: reads === 0 ? -32603 : 4001, message: expect.stringMatching(/./) })
    }
    leave()
  })
})
