import { getTransactionDecoder, lamports } from "@solana/kit"
import { Keypair, PublicKey, SystemProgram, Transaction } from "@solana/web3.js"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { FailedTransactionMetadata, LiteSVM } from "litesvm"
import { describe, expect, it } from "vitest"
import { keyOf } from "../../../layers/demo/keys/testKeys.ts"
import { createWorld } from "../../../layers/demo.ts"
import { solana } from "../../../src/options/networks.ts"
import { addressOf } from "./demoParts.ts"

const chain = solana.caipNetworkId
const sender = addressOf(createWorld(), "example.plover")
const payer = Keypair.fromSeed(keyOf(sender) as Uint8Array)
const receiver = Keypair.fromSeed(new Uint8Array(32).fill(9))
const empty = Keypair.fromSeed(new Uint8Array(32).fill(8))

const createNode = () => {
  const world = createWorld({ tick: 0 })
  let now = Date.parse("2026-03-01T12:00:00Z")
  const ask = (method: string, ...params: readonly unknown[]): Promise<unknown> =>
    Effect.runPromise(
      Effect.provide(Effect.andThen(TestClock.setTime(now), world.node(chain, method, params)), TestClock.layer()),
    )
  const blockhash = async () => {
    const { value } = (await ask("getLatestBlockhash")) as { readonly value: { readonly blockhash: string } }
    return value.blockhash
  }
  const pass = (time: number) => {
    now += time
  }
  const held = (address: string) => world.market.units(chain, address)
  return { ask, blockhash, held, pass }
}

/** A transfer of lamports in wire format, signed by its sender. */
const transferOf = (recentBlockhash: string, units: bigint, from = payer) => {
  const transaction = new Transaction({ feePayer: from.publicKey, recentBlockhash })
  transaction.add(SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: receiver.publicKey, lamports: units }))
  transaction.sign(from)
  return transaction.serialize()
}

const forged = (wire: Uint8Array) => {
  const bytes = Uint8Array.from(wire)
  bytes[1] = (bytes[1] ?? 0) ^ 1
  return bytes
}

const send = ({ ask }: Pick<ReturnType<typeof createNode>, "ask">, wire: Uint8Array) =>
  ask("sendTransaction", Buffer.from(wire).toString("base64"), { encoding: "base64" })

describe("The demo's Solana node", () => {
  const node = createNode()
  const much = node.held(sender)

  it.each<{ readonly what: string; readonly wireOf: (blockhash: string) => Uint8Array }>([
    { what: "a transfer", wireOf: (blockhash) => transferOf(blockhash, 1_000_000n) },
    { what: "a transfer of all but the fee", wireOf: (blockhash) => transferOf(blockhash, much - 5_000n) },
    { what: "a transfer of all, which leaves no fee", wireOf: (blockhash) => transferOf(blockhash, much) },
    { what: "a transfer of more than there is", wireOf: (blockhash) => transferOf(blockhash, much * 2n) },
    { what: "a transfer from an account without anything", wireOf: (blockhash) => transferOf(blockhash, 1n, empty) },
    { what: "a forged signature", wireOf: (blockhash) => forged(transferOf(blockhash, 1_000_000n)) },
    { what: "an unknown blockhash", wireOf: () => transferOf(receiver.publicKey.toBase58(), 1_000_000n) },
  ])("accepts and executes what litesvm does: $what", async ({ wireOf }) => {
    const svm = new LiteSVM()
    svm.airdrop(sender as never, lamports(much) as never)
    const transaction = getTransactionDecoder().decode(wireOf(svm.latestBlockhash()))
    // A node simulates a transaction before it accepts it.
    const isAccepted = !(svm.simulateTransaction(transaction) instanceof FailedTransactionMetadata)
    if (isAccepted) svm.sendTransaction(transaction)

    const demo = createNode()
    const sent = await send(demo, wireOf(await demo.blockhash())).then(
      () => true,
      () => false,
    )
    demo.pass(3_000)
    await demo.ask("getSlot")
    expect(sent).toBe(isAccepted)
    for (const address of [sender, receiver.publicKey.toBase58()])
      expect(demo.held(address)).toBe(svm.getBalance(address as never) ?? 0n)
  })

  it("names the reason as nodes do, and executes a transaction once", async () => {
    const demo = createNode()
    const blockhash = await demo.blockhash()
    const wire = transferOf(blockhash, 1_000_000n)
    const signature = await send(demo, wire)
    expect(await demo.ask("getSignatureStatuses", [signature])).toMatchObject({ value: [null] })
    await expect(send(demo, wire)).rejects.toMatchObject({ code: -32002, message: /already been processed/ })
    await expect(send(demo, forged(wire))).rejects.toMatchObject({ code: -32003 })
    await expect(send(demo, transferOf(blockhash, much * 2n))).rejects.toThrow(/custom program error: 0x1/)
    await expect(send(demo, transferOf(blockhash, 1n, empty))).rejects.toThrow(/no record of a prior credit/)
    demo.pass(61_000)
    expect(await demo.ask("isBlockhashValid", blockhash)).toMatchObject({ value: false })
    await expect(send(demo, transferOf(blockhash, 2n))).rejects.toThrow(/Blockhash not found/)
    expect(await demo.ask("getSignatureStatuses", [signature])).toMatchObject({ value: [{ err: null }] })
    expect(demo.held(new PublicKey(receiver.publicKey).toBase58())).toBe(1_000_000n)
  })
})
