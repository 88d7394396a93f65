import type { Hex } from "viem"
import { verifyMessage } from "viem"
import { getAddress } from "viem/utils"
import { expect, it } from "vitest"
import { bitcoin, mainnet, polygon, solana } from "../../src/options/networks.ts"
import { type Outcome, testModal, type ZooWallet, zoo } from "../../src/testing/index.ts"

/** Expects an operation to end as the profile says. Returns its result, if it has one. */
const ends = async <A>(expected: Outcome = "ok", operation: Promise<A>): Promise<A | undefined> => {
  const ended = await operation.then(
    (result) => ({ outcome: "ok", result }),
    (error) => ({ outcome: error._tag ?? String(error), result: undefined }),
  )
  expect(ended.outcome).toBe(expected)
  return ended.result
}

const visit = ({ namespace, id, script }: ZooWallet) => {
  const networks = namespace === "solana" ? [solana] : [mainnet, polygon, bitcoin, solana]
  const test = testModal({ networks: [...networks], script })
  return { ...test, user: id === "walletConnect" ? test.phone : test.wallet(id === "injected" ? undefined : id) }
}

it("has at least 25 wallets, each with its own name and a public report", () => {
  expect(zoo.length).toBeGreaterThanOrEqual(25)
  expect(new Set(zoo.map(({ name }) => name)).size).toBe(zoo.length)
  for (const { source } of zoo) expect(source).toMatch(/^https:\/\/github\.com\/[\w.-]+\/[\w.-]+\/(issues|pull)\/\d+$/)
})

for (const wallet of zoo)
  it(`${wallet.name}: ${wallet.deviation}`, async () => {
    const { modal, user, destroy } = visit(wallet)
    const { outcome } = wallet
    const { address, network } = modal.state
    const connected = modal.connect({ wallet: wallet.id })
    if (outcome.connect === "pending") {
      await expect.poll(() => user.state().openPrompts).toEqual(["connect"])
      // The visitor is free to choose another wallet.
      await modal.connect({ wallet: "example.cinderbox" })
      expect(modal.state.connection.value?.connectorId).toBe("example.cinderbox")
      connected.catch(() => {})
      return destroy()
    }
    await ends(outcome.connect, connected)
    if (outcome.connect !== undefined) {
      expect(address.value).toBe(undefined)
      return destroy()
    }
    expect(modal.state.connection.value?.connectorId).toBe(wallet.id)
    expect(address.value).toBe(getAddress(user.state().addresses[0] ?? ""))
    expect(network.value?.caipNetworkId).toBe("eip155:1")

    await ends(outcome.switchNetwork, modal.switchNetwork({ network: "eip155:137" }))
    expect(network.value?.caipNetworkId).toBe(outcome.switchNetwork ? "eip155:1" : "eip155:137")

    const receiverAddress = "0x5f6Cab578FF76D79b15ACD9a9631A465D56Da7B3"
    if (outcome.signMessage === "pending") modal.signMessage({ message: "Hello" }).catch(() => {})
    else {
      const signature = await ends(outcome.signMessage, modal.signMessage({ message: "Hello" }))
      if (signature !== undefined) {
        const signed = { address: address.value as Hex, message: "Hello", signature: signature as Hex }
        expect(await verifyMessage(signed)).toBe(true)
        expect(signature).toMatch(/1[bc]$/)
      }
      await ends(outcome.send, modal.send({ token: "native", sendTokenAmount: "0.001", receiverAddress }))
    }

    user.move(1)
    await expect.poll(() => network.value?.caipNetworkId).toBe("eip155:1")
    for (const other of wallet.others ?? []) {
      await modal.connect({ wallet: other })
      expect(modal.state.connection.value?.connectorId).toBe(other)
    }
    await ends(outcome.disconnect, modal.disconnect())
    expect(address.value).toBe(undefined)
    await destroy()
  })
