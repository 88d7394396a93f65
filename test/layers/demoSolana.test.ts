import { assert, describe, it } from "@effect/vitest"
import { PublicKey, SystemProgram, Transaction, VersionedTransaction } from "@solana/web3.js"
import * as Effect from "effect/Effect"
import { fromBase58 } from "../../layers/chains/solana/transaction.ts"
import { createWorld } from "../../layers/demo.ts"
import { Chains } from "../../services/Chains.ts"
import { Relay, type RelayChange } from "../../services/Relay.ts"
import { SwitchNotApproved } from "../../src/domain/errors.ts"
import { formatUnits } from "../../src/domain/format.ts"
import { bitcoin, mainnet, solana, solanaDevnet, solanaTestnet } from "../../src/domain/networks.ts"
import type { SolanaProvider } from "../../src/domain/solana.ts"
import { asError } from "../contracts/relay.ts"
import { settled } from "../contracts/settled.ts"
import { everything, walletOf } from "./demoParts.ts"
import { addressOf, second } from "./fakeSolanaWallet.ts"

const plover = "example.plover"

describe("the demo's Solana wallets", () => {
  it.effect("are told of where a site has a Solana network", () =>
    Effect.gen(function* () {
      const told: string[][] = []
      yield* settled((yield* Chains).discover("solana", (connectors) => told.push(connectors.map(({ id }) => id))))

      assert.deepStrictEqual(told, [["ID_AUTH"], ["example.halyard.solana", plover, "ID_AUTH"]])
    }).pipe(Effect.provide(everything())),
  )

  it.effect("has transactions signed and sent, in a signature that nobody can check", () =>
    Effect.gen(function* () {
      const chain = yield* settled((yield* Chains).get("solana"))
      const { accounts } = yield* settled(chain.connect({ connectorId: plover, network: solana }))
      const { accounts: granted, features } = (yield* settled(chain.provider(plover))) as SolanaProvider
      const [account] = granted
      const feePayer = new PublicKey(account?.address ?? "")
      const transaction = new Transaction({ feePayer, recentBlockhash: addressOf(second) }).add(
        SystemProgram.transfer({ fromPubkey: feePayer, toPubkey: second.publicKey, lamports: 1 }),
      )
      const [signed] = yield* Effect.promise(
        async () => (await features["solana:signTransaction"]?.signTransaction({ transaction })) ?? [],
      )
      const [sent] = yield* Effect.promise(
        async () => (await features["solana:signAndSendTransaction"]?.signAndSendTransaction({ transaction })) ?? [],
      )

      assert.deepStrictEqual([account?.address], [accounts[0]?.address])
      const { signatures } = VersionedTransaction.deserialize(signed?.signedTransaction ?? new Uint8Array())
      assert.deepStrictEqual(signatures, [sent?.signature])
    }).pipe(Effect.provide(everything())),
  )

  it.effect("holds what the world's market says", () => {
    const world = createWorld()
    return Effect.gen(function* () {
      const chain = yield* settled((yield* Chains).get("solana"))
      const address = walletOf(world, plover).state().addresses[0] ?? ""
      const units = world.market.units(solana.caipNetworkId, address)

      assert.strictEqual(yield* settled(chain.balance({ network: solana, address })), formatUnits(units, 9))
      assert.isAbove(Number(units), 0)
    }).pipe(Effect.provide(everything(world)))
  })
})

describe("the demo's phone", () => {
  const scanned = Effect.gen(function* () {
    const changes: RelayChange[] = []
    const relay = yield* Relay
    yield* relay.follow((change) => change.is !== "asked" && changes.push(change))
    const networks = [mainnet, solana, solanaDevnet, bitcoin]
    const session = yield* settled(relay.connect({ networks, paired: () => {} }))
    return { relay, session, changes }
  })
  const phone = createWorld({ relay: "scan" })

  it.effect("approves the namespaces that it has accounts in, in one session", () =>
    Effect.gen(function* () {
      const { relay, session } = yield* scanned
      const provider = yield* relay.provider("solana")
      const stand = yield* Effect.promise(provider.stand)
      const none = yield* Effect.flip(relay.provider("cosmos"))

      assert.deepStrictEqual(
        [...session.approvedCaipNetworkIds],
        [mainnet, solana, solanaDevnet, bitcoin].map(({ caipNetworkId }) => caipNetworkId),
      )
      assert.deepStrictEqual([...stand.addresses], [...phone.phone.also("solana")])
      assert.strictEqual(stand.caipNetworkId, solana.caipNetworkId)
      assert.strictEqual(none._tag, "NamespaceNotConfigured")
    }).pipe(Effect.provide(everything(createWorld({ relay: "scan" })))),
  )

  it.effect("signs over the relay, and switches among the approved networks", () =>
    Effect.gen(function* () {
      const { relay, changes } = yield* scanned
      const provider = yield* relay.provider("solana")
      const [pubkey] = phone.phone.also("solana")
      const answer = yield* settled(
        Effect.promise(() => provider.request({ method: "solana_signMessage", params: { message: "abc", pubkey } })),
      )
      yield* Effect.promise(() => provider.moveTo(solanaDevnet.caipNetworkId))
      const refused = yield* Effect.flip(
        Effect.tryPromise({ try: () => provider.moveTo(solanaTestnet.caipNetworkId), catch: asError }),
      )
      const { caipNetworkId } = yield* Effect.promise(provider.stand)

      assert.lengthOf(fromBase58((answer as { signature: string }).signature) ?? [], 64)
      assert.strictEqual(caipNetworkId, solanaDevnet.caipNetworkId)
      assert.deepStrictEqual(changes, [
        { is: "wallet", namespace: "solana", change: { is: "chain", caipNetworkId: solanaDevnet.caipNetworkId } },
      ])
      assert.strictEqual(refused.message, new SwitchNotApproved(solanaTestnet.id).message)
    }).pipe(Effect.provide(everything(createWorld({ relay: "scan" })))),
  )
})
