// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from "vitest"
import { base, mainnet, polygon } from "../../../src/options/networks.ts"
import { type TestModal, testModal } from "../../../src/testing/index.ts"

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
})
