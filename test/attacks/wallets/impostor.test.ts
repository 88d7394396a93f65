// @vitest-environment happy-dom

import * as Effect from "effect/Effect"
import { discover } from "../../../layers/chains/evm/first-paint/eip6963.ts"
import { pageWallets } from "../../../layers/chains/pageWallets.ts"
import { discover as discoverSolana } from "../../../layers/chains/solana/discovery.ts"
import { type ConnectInput, connectorOrder, walletRows } from "../../../src/connect/first-paint/model/walletRows.ts"
import { connectorOf, mergeConnectors } from "../../../src/wallets/first-paint/model/connector.ts"
import type { Wallet } from "../../../src/wallets/first-paint/model/wallet.ts"
import { walletConnectConnector } from "../../../src/wallets/first-paint/state/walletConnectConnector.ts"
import { isCertified } from "../../../src/wallets/model/isCertified.ts"
import { type Draw, draws } from "../../fixtures/draws.ts"
import { assert, describe, it } from "../../fixtures/it.ts"
import { fakeSolanaWallet } from "../../layers/chains/fakeSolanaWallet.ts"
import { fakeWallet } from "../../layers/chains/fakeWallet.ts"
import { attacks, seed, tell } from "../cases.ts"

const genuine = { name: "MetaMask", rdns: "io.metamask", uuid: "11111111-1111-4111-8111-111111111111" }

/** The directory's entry for the genuine wallet. */
const listed = (draw: Draw): Wallet => ({
  id: "certified",
  name: genuine.name,
  badge_type: "certified",
  ...(draw.upTo(3) > 0 && { rdns: genuine.rdns }),
})

/** Announcement of an extension with another identity. */
const claims = (draw: Draw) => ({
  name: draw.oneOf([genuine.name, genuine.name.toUpperCase(), "Other"]),
  rdns: draw.oneOf([genuine.rdns, "", "io.other"]),
  uuid: draw.oneOf(["22222222-2222-4222-8222-222222222222", "", genuine.uuid]),
})

const input = (connectors: ConnectInput["connectors"], featured: Wallet): ConnectInput => ({
  ...{ connectors, featured: [featured], recommended: [], recent: [], custom: [], excluded: [], connected: [] },
  ...{ chosen: false, order: connectorOrder, mobile: false, namespace: undefined, relayConnected: false },
})

/** The wallet list if these are announced in this order. */
const visit = (announced: readonly object[], wallet: Wallet) =>
  Effect.gen(function* () {
    const page = yield* pageWallets(() => discover({ enableInjected: false }))
    const fakes = announced.map((info) => {
      const fake = fakeWallet()
      fake.announce(info)()
      return fake.provider
    })
    const connectors = mergeConnectors([walletConnectConnector, ...page.list()])
    const rows = walletRows(input(connectors, wallet))
    const of = (provider: object | undefined) => page.list().find(({ id }) => page.find(id) === provider)?.id
    return { fakes, connectors, rows, of }
  }).pipe(Effect.scoped)

const cases = draws(attacks, seed)

describe("An extension that claims to be another wallet", () => {
  it.effect("does not hide it, whichever comes first, and both are marked", function* () {
    for (const draw of cases) {
      const impostor = claims(draw)
      // A script that also copies the uuid has to come later, since the uuid changes on every visit.
      const late = impostor.uuid === genuine.uuid || draw.upTo(1) === 0
      const order = late ? [genuine, impostor] : [impostor, genuine]
      const wallet = listed(draw)
      const { fakes, rows, of } = yield* visit(order, wallet)
      const rowOf = (provider: object | undefined) =>
        rows.find(({ connectorId }) => connectorId !== undefined && connectorId === of(provider))
      const [own, other] = [rowOf(fakes[late ? 0 : 1]), rowOf(fakes[late ? 1 : 0])]
      assert.isDefined(own, JSON.stringify(order))
      const same =
        impostor.rdns === genuine.rdns || impostor.name.toLowerCase() === genuine.name.toLowerCase()
          ? "unverified"
          : "installed"
      assert.strictEqual(own?.tag, other ? same : "installed", JSON.stringify(order))
      if (other) assert.strictEqual(other.tag, same)
    }
    tell("Impostors in the list of wallets", attacks, [])
  })

  it.effect("is not reached through the directory's entry of a wallet that is also installed", function* () {
    for (const draw of cases) {
      const impostor = claims(draw)
      const late = impostor.uuid === genuine.uuid || draw.upTo(1) === 0
      const wallet = listed(draw)
      const { fakes, connectors, rows, of } = yield* visit(late ? [genuine, impostor] : [impostor, genuine], wallet)
      const reached = connectorOf(wallet, connectors, false)
      const its = of(fakes[late ? 1 : 0])
      if (its !== undefined) assert.notStrictEqual(reached?.id, its)
      const row = rows.find(({ walletId }) => walletId === wallet.id)
      if (row) assert.deepStrictEqual(row.route, { name: "ConnectingWalletConnect", wallet: wallet.id })
      else assert.strictEqual(reached?.id, of(fakes[late ? 0 : 1]))
    }
    tell("Impostors behind an entry of the directory", attacks, [])
  })

  it.effect("gets no certified mark, and does not replace an entry by its name", function* () {
    for (const draw of cases) {
      const impostor = claims(draw)
      const wallet = listed(draw)
      const { connectors, rows } = yield* visit([impostor], wallet)
      const reached = connectorOf(wallet, connectors, false)
      assert.strictEqual(isCertified(wallet, connectors, false), reached === undefined)
      if (impostor.rdns !== genuine.rdns || wallet.rdns === undefined) {
        assert.isUndefined(reached)
        assert.isDefined(rows.find(({ walletId }) => walletId === wallet.id))
      }
    }
    tell("Impostors under a certified name", attacks, [])
  })

  it.effect("does not hide a Wallet Standard wallet, nor join its group", function* () {
    const [own, other] = [fakeSolanaWallet().wallet, fakeSolanaWallet().wallet]
    for (const order of [
      [own, other],
      [other, own],
    ]) {
      const page = discoverSolana()
      for (const wallet of order)
        window.dispatchEvent(
          new CustomEvent("wallet-standard:register-wallet", {
            detail: ({ register }: { register: (wallet: object) => void }) => register(wallet),
          }),
        )
      const found = page.list()
      assert.deepStrictEqual(
        found.map(({ id }) => page.find(id)),
        order,
      )
      const evm = { id: "io.lantern", name: found[0]?.name ?? "", type: "ANNOUNCED", chain: "eip155" } as const
      const merged = mergeConnectors([evm, ...found])
      assert.deepStrictEqual(
        merged.map(({ type, disputed = false }) => [type, disputed]),
        [
          ["ANNOUNCED", false],
          ["ANNOUNCED", true],
          ["ANNOUNCED", true],
        ],
      )
      page.stop()
    }
  })
})
