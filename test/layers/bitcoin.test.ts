// @vitest-environment happy-dom

import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { Api } from "../../services/Api.ts"
import { Chains } from "../../services/Chains.ts"
import { bitcoinChainOf, bitcoinChains } from "../../src/domain/bitcoin.ts"
import { bitcoin, bitcoinSignet, bitcoinTestnet } from "../../src/domain/networks.ts"
import type { Connector } from "../../src/domain/wallets.ts"
import { type BitcoinCase, bitcoinContract } from "../contracts/bitcoin.ts"
import { bitcoinCase, chainsContract } from "../contracts/chains.ts"
import { settled } from "../contracts/settled.ts"
import { assert, describe, it } from "../fixtures/it.ts"
import { leatherWallet, okxWallet, satsConnectWallet, standardWallet, unisatWallet } from "../real/parts/bitcoinApis.ts"
import { type Holder, holder } from "../real/parts/bitcoinHolder.ts"
import { keysOf } from "../real/parts/bitcoinKeys.ts"
import { liveBitcoin, onWindow } from "./bitcoin/live.ts"

const satsConnectId = "FernhillProviders.Bitcoin"

const putSatsConnect = (holder: Holder) => {
  const away = [
    onWindow("FernhillProviders", { Bitcoin: satsConnectWallet(holder) }),
    onWindow("btc_providers", [{ id: satsConnectId, name: "Fernhill", icon: "data:image/svg+xml,<svg/>" }]),
  ]
  return () => {
    for (const one of away) one()
  }
}

const putLeather = (holder: Holder) => onWindow("LeatherProvider", leatherWallet(holder))

/** Unspent outputs of 123456 and 1000 satoshis, of whoever is asked about. */
const coins = Layer.succeed(Api, {
  call: () => Effect.succeed([{ value: 123_456 }, { value: 1_000 }] as never),
  image: () => "",
})

/** A case over a wallet that `put` puts into the page, for as long as the test lasts. */
const caseOf = (
  connectorId: string,
  put: (holder: Holder) => () => void,
  can: Partial<BitcoinCase["can"]> = {},
): Effect.Effect<BitcoinCase, never, Scope.Scope> =>
  Effect.gen(function* () {
    const person = holder()
    yield* Effect.acquireRelease(
      Effect.sync(() => put(person)),
      (away) => Effect.sync(away),
    )
    return {
      layer: liveBitcoin(),
      connectorId,
      can: {
        move: true,
        ordinals: true,
        publicKeys: true,
        paths: false,
        networks: [bitcoinTestnet, bitcoinSignet],
        protocols: true,
        broadcast: true,
        transfer: true,
        events: true,
        ...can,
      },
      keys: true,
      sent: () => person.sent,
      answer: (how) => {
        person.answers = how
      },
      prompts: () => person.asked.length,
      select: () => person.select(1),
      moveTo: ({ caipNetworkId }) => person.move(bitcoinChainOf(caipNetworkId) ?? "mainnet"),
      lock: person.lock,
      leave: person.leave,
    }
  })

describe("Chains, live, Bitcoin", () =>
  chainsContract(
    Effect.gen(function* () {
      const person = holder()
      const [payment, ordinals] = keysOf(0, "mainnet")
      yield* Effect.acquireRelease(
        Effect.sync(() => putSatsConnect(person)),
        (away) => Effect.sync(away),
      )
      return {
        ...bitcoinCase,
        layer: liveBitcoin(undefined, coins),
        connectorId: satsConnectId,
        addresses: [payment.address, ordinals.address],
        addressesThere: keysOf(0, "test").map(({ address }) => address),
        nextAddress: keysOf(1, "mainnet")[0].address,
        answer: (how) => {
          person.answers = how
        },
        select: () => person.select(1),
        moveTo: ({ caipNetworkId }) => person.move(bitcoinChainOf(caipNetworkId) ?? "mainnet"),
        lock: person.lock,
      }
    }),
  ))

describe("A Bitcoin connection", () => {
  const connected = (put: ReturnType<typeof caseOf>) =>
    Effect.gen(function* () {
      const { layer, connectorId } = yield* put
      const context = yield* Layer.build(layer)
      const chain = yield* Effect.provide(
        Effect.flatMap(Chains, (chains) => settled(chains.get("bip122"))),
        context,
      )
      return (yield* settled(chain.connect({ connectorId, network: bitcoin }))).accounts
    })
  const [payment, ordinals] = keysOf(0, "mainnet")

  it.effect("Bitcoin account index 0: payment", function* () {
    const [first] = yield* connected(caseOf(satsConnectId, putSatsConnect))
    assert.deepStrictEqual(first, { address: payment.address, type: "payment", publicKey: payment.publicKey })
  })

  it.effect("Bitcoin account index 1: ordinal", function* () {
    const [, second, ...more] = yield* connected(caseOf(satsConnectId, putSatsConnect))
    assert.deepStrictEqual(second, { address: ordinals.address, type: "ordinal", publicKey: ordinals.publicKey })
    assert.deepStrictEqual(more, [])
  })

  it.effect("Connection: an account may also have a type (payment, ordinal or eoa), publicKey and path", function* () {
    const accounts = yield* connected(caseOf("LeatherProvider", putLeather))
    assert.deepStrictEqual(
      accounts,
      [payment, ordinals].map(({ address, publicKey, path }, index) => ({
        address,
        type: index === 0 ? "payment" : "ordinal",
        publicKey,
        path,
      })),
    )
  })
})

const standardFor = (holder: Holder) => {
  const wallet = standardWallet(holder)
  const register = (event: Event) => (event as CustomEvent<{ register(wallet: object): void }>).detail.register(wallet)
  window.addEventListener("wallet-standard:app-ready", register)
  return () => window.removeEventListener("wallet-standard:app-ready", register)
}

describe("The connector of a wallet", () => {
  const { mainnet, testnet, signet } = bitcoinChains
  const cases: readonly (readonly [
    name: string,
    put: (holder: Holder) => () => void,
    chains: readonly string[] | undefined,
  ])[] = [
    ["Leather", putLeather, [mainnet, testnet]],
    ["OKX Wallet", (holder) => onWindow("okxwallet", okxWallet(holder)), [mainnet, testnet, signet]],
    ["OKX Wallet", (holder) => onWindow("okxwallet", { bitcoin: okxWallet(holder).bitcoin }), [mainnet]],
    ["Standard", standardFor, [mainnet, testnet, signet]],
    ["Fernhill", putSatsConnect, undefined],
    ["UniSat Wallet", (holder) => onWindow("unisat", unisatWallet(holder)), undefined],
  ]
  for (const [index, [name, put, chains]] of cases.entries())
    it.effect(`names the networks that the wallet serves, where it says so: ${name}, ${index}`, function* () {
      yield* Effect.acquireRelease(
        Effect.sync(() => put(holder())),
        (away) => Effect.sync(away),
      )
      const found: Connector[] = []
      const context = yield* Layer.build(liveBitcoin())
      yield* Effect.provide(
        Effect.flatMap(Chains, (all) => settled(all.discover("bip122", (connectors) => found.push(...connectors)))),
        context,
      )
      assert.deepStrictEqual(
        found.map((connector) => [connector.name, connector.chains]),
        [[name, chains]],
      )
    })
})

describe("A sats-connect wallet", () => bitcoinContract(caseOf(satsConnectId, putSatsConnect)))

describe("Leather", () =>
  bitcoinContract(
    caseOf("LeatherProvider", putLeather, {
      paths: true,
      networks: [bitcoinTestnet],
      events: false,
    }),
  ))

describe("OKX", () =>
  bitcoinContract(
    caseOf("okxwallet", (holder) => onWindow("okxwallet", okxWallet(holder)), { ordinals: false, move: false }),
  ))

describe("UniSat", () =>
  bitcoinContract(caseOf("unisat", (holder) => onWindow("unisat", unisatWallet(holder)), { ordinals: false })))

describe("A wallet of the Wallet Standard", () =>
  bitcoinContract(caseOf("Standard", standardFor, { protocols: false, broadcast: false, transfer: false })))
