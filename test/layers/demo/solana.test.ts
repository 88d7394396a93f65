import { PublicKey, SystemProgram, Transaction, VersionedTransaction } from "@solana/web3.js"
import { Effect } from "effect"
import { fromBase58 } from "../../../layers/chains/solana/transaction.ts"
import { createWorld } from "../../../layers/demo.ts"
import { Chains } from "../../../services/Chains.ts"
import { Relay, type RelayChange } from "../../../services/Relay.ts"
import { formatUnits } from "../../../src/core/amounts.ts"
import { SwitchNotApproved } from "../../../src/errors/index.ts"
import type { SolanaProvider } from "../../../src/namespaces/model/solanaProvider.ts"
import { bitcoin, mainnet, solana, solanaDevnet, solanaTestnet } from "../../../src/options/networks.ts"
import { asError } from "../../contracts/relay.ts"
import { settled } from "../../contracts/settled.ts"
import { assert, describe } from "../../fixtures/it.ts"
import { recentBlockhash, second, siteOf } from "../chains/fakeSolanaWallet.ts"
import { addressOf, chainOf, test } from "./demoParts.ts"

const plover = "example.plover"

describe("the demo's Solana wallets", () => {
  test("are listed if a site has a Solana network", {}, function* () {
    const lists: string[][] = []
    yield* settled((yield* Chains).discover("solana", (connectors) => lists.push(connectors.map(({ id }) => id))))

    assert.deepStrictEqual(lists, [["ID_AUTH"], ["example.halyard.solana", plover, "ID_AUTH"]])
  })

  test("sign and send transactions with the same signature", {}, function* () {
    const chain = yield* chainOf("solana")
    const { accounts } = yield* settled(chain.connect({ connectorId: plover, network: solana }))
    const provider = (yield* settled(chain.provider(plover))) as SolanaProvider
    const { sign, send } = siteOf(provider)
    const [{ address } = { address: "" }] = accounts
    const feePayer = new PublicKey(address)
    const transaction = new Transaction({ feePayer, recentBlockhash }).add(
      SystemProgram.transfer({ fromPubkey: feePayer, toPubkey: second.publicKey, lamports: 1 }),
    )
    const [signed = new Uint8Array()] = yield* Effect.promise(() => sign({ transaction }))
    const sent = yield* Effect.promise(() => send({ transaction }))

    assert.strictEqual(provider.accounts[0]?.address, address)
    assert.deepStrictEqual(VersionedTransaction.deserialize(signed).signatures, [sent])
  })

  test("have the balances of the world's market", {}, function* (world) {
    const address = addressOf(world, plover)
    const units = world.market.units(solana.caipNetworkId, address)
    const balance = yield* settled((yield* chainOf("solana")).balance({ network: solana, address }))

    assert.strictEqual(balance, formatUnits(units, 9))
    assert.isAbove(Number(units), 0)
  })
})

describe("the demo's phone", () => {
  const networks = [mainnet, solana, solanaDevnet, bitcoin]
  const addresses = createWorld({ relay: "scan" }).phone.also("solana")

  test("approves the namespaces in which it has accounts, in one session", { relay: "scan" }, function* () {
    const relay = yield* Relay
    const session = yield* settled(relay.connect({ networks, onUri: () => {} }))
    const { status } = yield* relay.provider("solana")
    const { addresses: shown, caipNetworkId } = yield* Effect.promise(status)

    assert.deepStrictEqual(
      [...session.approvedCaipNetworkIds],
      networks.map((network) => network.caipNetworkId),
    )
    assert.deepStrictEqual([...shown], [...addresses])
    assert.strictEqual(caipNetworkId, solana.caipNetworkId)
    assert.strictEqual((yield* Effect.flip(relay.provider("cosmos")))._tag, "NamespaceNotConfigured")
  })

  test("signs over the relay, and switches among the approved networks", { relay: "scan" }, function* () {
    const changes: RelayChange[] = []
    const relay = yield* Relay
    yield* relay.watch((change) => change.type !== "requested" && changes.push(change))
    yield* settled(relay.connect({ networks, onUri: () => {} }))
    const { request, setDefaultChain, status } = yield* relay.provider("solana")
    const params = { message: "abc", pubkey: addresses[0] }
    const answer = yield* settled(Effect.promise(() => request({ method: "solana_signMessage", params })))
    yield* Effect.promise(() => setDefaultChain(solanaDevnet.caipNetworkId))
    const refused = yield* Effect.flip(
      Effect.tryPromise({ try: () => setDefaultChain(solanaTestnet.caipNetworkId), catch: asError }),
    )

    assert.lengthOf(fromBase58((answer as { signature: string }).signature) ?? [], 64)
    assert.strictEqual((yield* Effect.promise(status)).caipNetworkId, solanaDevnet.caipNetworkId)
    assert.deepStrictEqual(changes, [
      { type: "wallet", namespace: "solana", change: { type: "chain", caipNetworkId: solanaDevnet.caipNetworkId } },
    ])
    assert.strictEqual(refused.message, new SwitchNotApproved(solanaTestnet.id).message)
  })
})
