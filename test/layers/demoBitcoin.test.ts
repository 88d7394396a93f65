import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { addressesOn } from "../../layers/demo/cast.ts"
import { createWorld } from "../../layers/demo.ts"
import { Chains } from "../../services/Chains.ts"
import { Relay, type RelayChange } from "../../services/Relay.ts"
import type { BitcoinProvider } from "../../src/domain/bitcoin.ts"
import { formatUnits } from "../../src/domain/format.ts"
import { bitcoin, bitcoinTestnet, mainnet } from "../../src/domain/networks.ts"
import { settled } from "../contracts/settled.ts"
import { unsignedPsbt } from "../real/parts/bitcoinPsbt.ts"
import { everything, walletOf } from "./demoParts.ts"

const sheepshank = "example.sheepshank"

describe("the demo's phone on Bitcoin", () => {
  it.effect("stands on the first network in a new session, wherever the page had gone in the one before", () =>
    Effect.gen(function* () {
      const relay = yield* Relay
      const connected = settled(relay.connect({ networks: [bitcoin, bitcoinTestnet], paired: () => {} }))
      const stand = Effect.flatMap(relay.provider("bip122"), (provider) => Effect.promise(() => provider.stand()))
      yield* connected
      const provider = yield* relay.provider("bip122")
      yield* Effect.promise(() => provider.moveTo(bitcoinTestnet.caipNetworkId))
      const before = yield* stand
      yield* relay.disconnect
      yield* connected
      const after = yield* stand

      assert.deepStrictEqual(
        [before.caipNetworkId, after.caipNetworkId],
        [bitcoinTestnet.caipNetworkId, bitcoin.caipNetworkId],
      )
    }).pipe(Effect.provide(everything(createWorld({ relay: { connect: "approve" } })))),
  )
})

describe("the demo's Bitcoin wallet", () => {
  it.effect("is told of where a site has a Bitcoin network", () =>
    Effect.gen(function* () {
      const told: string[][] = []
      yield* settled((yield* Chains).discover("bip122", (connectors) => told.push(connectors.map(({ id }) => id))))

      assert.deepStrictEqual(told, [[sheepshank]])
    }).pipe(Effect.provide(everything())),
  )

  it.effect("holds what the world's market says, by its unspent outputs", () => {
    const world = createWorld()
    return Effect.gen(function* () {
      const chain = yield* settled((yield* Chains).get("bip122"))
      const address = walletOf(world, sheepshank).state().addresses[0] ?? ""
      const units = world.market.units(bitcoin.caipNetworkId, address)

      assert.strictEqual(yield* settled(chain.balance({ network: bitcoin, address })), formatUnits(units, 8))
      assert.isAbove(Number(units), 0)
    }).pipe(Effect.provide(everything(world)))
  })

  it.effect("does not connect while it is locked", () => {
    const world = createWorld({ wallets: { [sheepshank]: "lock" } })
    return Effect.gen(function* () {
      const chain = yield* settled((yield* Chains).get("bip122"))
      const error = yield* Effect.flip(settled(chain.connect({ connectorId: sheepshank, network: bitcoin })))

      assert.strictEqual(error._tag, "ConnectFailed")
    }).pipe(Effect.provide(everything(world)))
  })
})

describe("the demo's phone", () => {
  const networks = [mainnet, bitcoin, bitcoinTestnet]
  const [known = ""] = createWorld().phone.also("bip122")
  const [main, test] = [bitcoin, bitcoinTestnet].map(({ caipNetworkId }) => addressesOn(known, caipNetworkId))

  it.effect("has a session with Bitcoin beside EVM: it signs, sends, and has other addresses on another network", () =>
    Effect.gen(function* () {
      const changes: RelayChange[] = []
      const relay = yield* Relay
      yield* relay.follow((change) => change.is !== "asked" && changes.push(change))
      const session = yield* settled(relay.connect({ networks, paired: () => {} }))
      const chain = yield* settled((yield* Chains).get("bip122"))
      const connection = yield* settled(chain.connect({ connectorId: "walletConnect", network: bitcoin }))
      const provider = (yield* settled(chain.provider("walletConnect"))) as BitcoinProvider
      const address = main?.[0] ?? ""
      const psbt = unsignedPsbt([{ address, satoshis: 5_000 }], address)
      const ask = <A>(asking: () => Promise<A>) => settled(Effect.promise(asking))

      assert.includeMembers([...session.accounts], [...(main ?? []).map((one) => `${bitcoin.caipNetworkId}:${one}`)])
      assert.deepStrictEqual(
        connection.accounts.map((account) => [account.address, account.type]),
        [
          [main?.[0], "payment"],
          [main?.[1], "ordinal"],
        ],
      )
      assert.deepStrictEqual(yield* ask(provider.getAccountAddresses), connection.accounts)
      assert.lengthOf(atob(yield* ask(() => provider.signMessage({ address, message: "abc" }))), 65)
      const signed = yield* ask(() => provider.signPsbt({ psbt, signInputs: [{ index: 0, address }], broadcast: true }))
      assert.notStrictEqual(signed.psbt, psbt)
      assert.match(signed.txid ?? "", /^[0-9a-f]{64}$/)
      assert.match(yield* ask(() => provider.sendTransfer({ recipient: address, amount: 1 })), /^[0-9a-f]{64}$/)

      yield* settled(chain.switchNetwork({ connectorId: "walletConnect", network: bitcoinTestnet }))
      assert.deepStrictEqual(
        (yield* ask(provider.getAccountAddresses)).map((account) => account.address),
        test,
      )
      assert.deepStrictEqual(changes, [
        { is: "wallet", namespace: "bip122", change: { is: "chain", caipNetworkId: bitcoinTestnet.caipNetworkId } },
      ])
    }).pipe(Effect.provide(everything(createWorld({ relay: "scan" })))),
  )

  it.effect("refuses over the relay what its holder refuses", () => {
    const world = createWorld({ relay: { connect: "approve", sign: "reject" } })
    return Effect.gen(function* () {
      yield* settled((yield* Relay).connect({ networks, paired: () => {} }))
      const chain = yield* settled((yield* Chains).get("bip122"))
      yield* settled(chain.connect({ connectorId: "walletConnect", network: bitcoin }))
      const address = main?.[0] ?? ""
      const error = yield* Effect.flip(
        settled(chain.signMessage({ connectorId: "walletConnect", address, message: "no" })),
      )

      assert.strictEqual(error._tag, "UserRejectedRequestError")
    }).pipe(Effect.provide(everything(world)))
  })
})
