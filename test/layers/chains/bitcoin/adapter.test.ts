// @vitest-environment happy-dom

import { Effect, Layer, type Scope } from "effect"
import { Api } from "../../../../services/Api.ts"
import { bitcoinChainOf, bitcoinChains } from "../../../../src/namespaces/model/bitcoinProvider.ts"
import { bitcoin, bitcoinSignet, bitcoinTestnet } from "../../../../src/options/networks.ts"
import { type BitcoinCase, bitcoinContract } from "../../../contracts/bitcoin.ts"
import { bitcoinCase, chainsContract } from "../../../contracts/chains.ts"
import { settled } from "../../../contracts/settled.ts"
import { hanging } from "../../../fixtures/hostile.ts"
import { assert, describe, it } from "../../../fixtures/it.ts"
import { taking } from "../../../fixtures/time.ts"
import {
  leatherWallet,
  okxWallet,
  satsConnectWallet,
  standardWallet,
  unisatWallet,
} from "../../../real/parts/bitcoinApis.ts"
import { type Holder, holder } from "../../../real/parts/bitcoinHolder.ts"
import { keysOf } from "../../../real/parts/bitcoinKeys.ts"
import { placed } from "../chainScene.ts"
import { bitcoinOn, bitcoinWallets, liveBitcoin, onWindow } from "./live.ts"

const satsConnectId = "FernhillProviders.Bitcoin"

/** Injects a wallet into the page. Returns a function that removes it. */
type Put = (holder: Holder) => () => void

const putSatsConnect: Put = (holder) => {
  const away = [
    onWindow("FernhillProviders", { Bitcoin: satsConnectWallet(holder) }),
    onWindow("btc_providers", [{ id: satsConnectId, name: "Fernhill", icon: "data:image/svg+xml,<svg/>" }]),
  ]
  return () => {
    for (const one of away) one()
  }
}

const putLeather: Put = (holder) => onWindow("LeatherProvider", leatherWallet(holder))
const putOkx: Put = (holder) => onWindow("okxwallet", okxWallet(holder))
const putUnisat: Put = (holder) => onWindow("unisat", unisatWallet(holder))
const putStandard: Put = (holder) => registered(standardWallet(holder))

/** Registers a wallet of the Wallet Standard. Returns a function that removes it. */
const registered = (wallet: object) => {
  const register = (event: Event) => (event as CustomEvent<{ register(wallet: object): void }>).detail.register(wallet)
  window.addEventListener("wallet-standard:app-ready", register)
  return () => window.removeEventListener("wallet-standard:app-ready", register)
}

/** Every address has unspent outputs of 123456 and 1000 satoshis. */
const coins = Layer.succeed(Api, {
  call: () => Effect.succeed([{ value: 123_456 }, { value: 1_000 }] as never),
  image: () => "",
})

/** A case with a wallet that `put` injects into the page for the duration of the test. */
const caseOf = (
  connectorId: string,
  put: Put,
  can: Partial<BitcoinCase["can"]> = {},
): Effect.Effect<BitcoinCase, never, Scope.Scope> =>
  Effect.gen(function* () {
    const person = holder()
    yield* placed(() => put(person))
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
      yield* placed(() => putSatsConnect(person))
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
  const accountsOf = Effect.fnUntraced(function* (connectorId: string, put: Put) {
    yield* placed(() => put(holder()))
    return (yield* settled((yield* bitcoinOn(connectorId)).connect(bitcoin))).accounts
  })
  const [payment, ordinals] = keysOf(0, "mainnet")

  it.effect("Bitcoin account index 0: payment", function* () {
    const [first] = yield* accountsOf(satsConnectId, putSatsConnect)
    assert.deepStrictEqual(first, { address: payment.address, type: "payment", publicKey: payment.publicKey })
  })

  it.effect("Bitcoin account index 1: ordinal", function* () {
    const [, second, ...more] = yield* accountsOf(satsConnectId, putSatsConnect)
    assert.deepStrictEqual(second, { address: ordinals.address, type: "ordinal", publicKey: ordinals.publicKey })
    assert.deepStrictEqual(more, [])
  })

  it.effect("Connection: an account may also have a type (payment, ordinal or eoa), publicKey and path", function* () {
    const known = ({ address, publicKey, path }: typeof payment) => ({ address, publicKey, path })
    assert.deepStrictEqual(yield* accountsOf("LeatherProvider", putLeather), [
      { ...known(payment), type: "payment" },
      { ...known(ordinals), type: "ordinal" },
    ])
  })
})

describe("disconnect", () => {
  it.effect("Disconnect waits at most 3000 ms", function* () {
    const wallet = standardWallet(holder())
    wallet.features["standard:disconnect"].disconnect = hanging
    yield* placed(() => registered(wallet))
    yield* taking(3_000, (yield* bitcoinOn("Standard")).disconnect)
  })
})

describe("The connector of a wallet", () => {
  const { mainnet, testnet, signet } = bitcoinChains
  const putOldOkx: Put = (holder) => onWindow("okxwallet", { bitcoin: okxWallet(holder).bitcoin })
  const cases: readonly (readonly [name: string, put: Put, chains: readonly string[] | undefined, type: string])[] = [
    ["Leather", putLeather, [mainnet, testnet], "INJECTED"],
    ["OKX Wallet", putOkx, [mainnet, testnet, signet], "INJECTED"],
    ["OKX Wallet", putOldOkx, [mainnet], "INJECTED"],
    ["Standard", putStandard, [mainnet, testnet, signet], "ANNOUNCED"],
    ["Fernhill", putSatsConnect, undefined, "ANNOUNCED"],
    ["UniSat Wallet", putUnisat, undefined, "INJECTED"],
  ]
  it.effect.each(cases)("Connector type: ANNOUNCED or INJECTED: %s, %#", function* ([, put, , type]) {
    yield* placed(() => put(holder()))
    assert.deepStrictEqual(
      (yield* bitcoinWallets).flat().map((connector) => connector.type),
      [type],
    )
  })

  it.effect.each(cases)("lists the networks that the wallet reports: %s, %#", function* ([name, put, chains]) {
    yield* placed(() => put(holder()))

    assert.deepStrictEqual(
      (yield* bitcoinWallets).flat().map((connector) => [connector.name, connector.chains]),
      [[name, chains]],
    )
  })
})

describe("A sats-connect wallet", () => bitcoinContract(caseOf(satsConnectId, putSatsConnect)))

describe("Leather", () =>
  bitcoinContract(caseOf("LeatherProvider", putLeather, { paths: true, networks: [bitcoinTestnet], events: false })))

describe("OKX", () => bitcoinContract(caseOf("okxwallet", putOkx, { ordinals: false, move: false })))

describe("UniSat", () => bitcoinContract(caseOf("unisat", putUnisat, { ordinals: false })))

describe("A wallet of the Wallet Standard", () =>
  bitcoinContract(caseOf("Standard", putStandard, { protocols: false, broadcast: false, transfer: false })))
