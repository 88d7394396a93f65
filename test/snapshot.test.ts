import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { expect } from "vitest"
import type { RemoteFeatures } from "../src/domain/features.ts"
import { bitcoin, mainnet, polygon, solana } from "../src/domain/networks.ts"
import type { ModalOptions } from "../src/domain/options.ts"
import { refreshAccount } from "../src/flows/account.ts"
import { refreshBalances } from "../src/flows/balances.ts"
import { connect, connectExternal } from "../src/flows/connect.ts"
import { closeModal, openModal } from "../src/flows/open.ts"
import { connectRelay } from "../src/flows/relay.ts"
import { say } from "../src/flows/snack.ts"
import { refreshWallets } from "../src/flows/wallets.ts"
import { Modal } from "../src/modal.ts"
import { type Snapshot, snapshot, subscribe } from "../src/snapshot.ts"
import {
  createWorld,
  halyard,
  instanceOf,
  modal,
  rest,
  shelf,
  started,
  visit,
  walletOf,
  withWallet,
} from "./flows/modal.ts"

const options = { networks: [mainnet, polygon, solana, bitcoin] }
const now = Effect.map(Modal, snapshot)

/** A visitor who is connected, has looked at the account and been told something. */
const used = Effect.gen(function* () {
  yield* connect({ wallet: halyard })
  yield* refreshAccount()
  yield* refreshBalances()
  yield* refreshWallets()
  yield* say("Copied")
  yield* Effect.forkChild(connectRelay({}))
  yield* rest
  return yield* now
})

type Json = Readonly<Record<string, unknown>>
const at = (state: Snapshot, ...path: readonly (string | number)[]): Json =>
  path.reduce<unknown>((here, key) => (here as Record<string | number, unknown>)[key], state) as Json

/** Each entity of section 3 that there is so far: where it stands, and the names of its fields. */
const entities: readonly (readonly [rule: string, path: readonly (string | number)[], names: readonly string[]])[] = [
  [
    "Chain entry per namespace: namespace, caipNetworks, networkState, accountState, a connection client and a network client",
    ["chains", "eip155"],
    ["namespace", "caipNetworks", "networkState", "accountState", "connectionClient", "networkClient"],
  ],
  [
    "NetworkState: caipNetwork, supportsAllNetworks, smartAccountEnabledNetworks, approvedCaipNetworkIds, requestedCaipNetworks",
    ["chains", "eip155", "networkState"],
    [
      "caipNetwork",
      "supportsAllNetworks",
      "smartAccountEnabledNetworks",
      "approvedCaipNetworkIds",
      "requestedCaipNetworks",
    ],
  ],
  [
    "AccountState",
    ["chains", "eip155", "accountState"],
    [
      "currentTab",
      "tokenBalance",
      "smartAccountDeployed",
      "addressLabels",
      "user",
      "preferredAccountType",
      "caipAddress",
      "address",
      "balance",
      "balanceSymbol",
      "profileName",
      "profileImage",
      "addressExplorerUrl",
      "connectedWalletInfo",
      "socialProvider",
      "socialWindow",
      "farcasterUrl",
      "status",
    ],
  ],
  ["Network: id, name", ["chains", "eip155", "caipNetworks", 0], ["id", "name"]],
  [
    "Network: nativeCurrency (name, symbol, decimals)",
    ["chains", "eip155", "caipNetworks", 0, "nativeCurrency"],
    ["name", "symbol", "decimals"],
  ],
  ["Network: rpcUrls.default.http", ["chains", "eip155", "caipNetworks", 0, "rpcUrls", "default"], ["http"]],
  [
    "Network: blockExplorers.default (name, url, apiUrl)",
    ["chains", "eip155", "caipNetworks", 0, "blockExplorers", "default"],
    ["name", "url", "apiUrl"],
  ],
  [
    "Network: chainNamespace (eip155, solana or bip122)",
    ["chains", "eip155", "caipNetworks", 0],
    ["chainNamespace", "caipNetworkId"],
  ],
  ["Network: testnet flag", ["chains", "bip122", "caipNetworks", 0], ["testnet"]],
  ["Network: optional deprecatedCaipNetworkId", ["chains", "solana", "caipNetworks", 0], ["deprecatedCaipNetworkId"]],
  [
    "Connection: connectorId, accounts, an optional auth name, and caipNetwork",
    ["connections", "eip155", 0],
    ["connectorId", "accounts", "auth", "caipNetwork"],
  ],
  ["Connection: each account has an address", ["connections", "eip155", 0, "accounts", 0], ["address"]],
  ["Connector: id, name", ["connectors", 1], ["id", "name"]],
  ["Connector: chain, chains", ["connectors", 1], ["chain", "chains"]],
  ["Connector: info.rdns, info.icon", ["connectors", 1, "info"], ["rdns", "icon"]],
  [
    "Connector: explorerId, imageUrl, imageId, provider",
    ["connectors", 1],
    ["explorerId", "imageUrl", "imageId", "provider"],
  ],
  [
    "Wallet: id, name, rdns, installed, display_index, image_url, image_id",
    ["recommended", 0],
    ["id", "name", "rdns", "installed", "display_index", "image_url", "image_id"],
  ],
  ["Wallet used last", ["recentWallet"], ["id", "name", "image_url"]],
  [
    "Token balance: name, symbol, chainId, address, value, price, quantity {decimals, numeric}, iconUrl",
    ["chains", "eip155", "accountState", "tokenBalance", 1],
    ["name", "symbol", "chainId", "address", "value", "price", "quantity", "iconUrl"],
  ],
  [
    "Token balance: quantity",
    ["chains", "eip155", "accountState", "tokenBalance", 1, "quantity"],
    ["decimals", "numeric"],
  ],
  [
    "Snack message: message, variant (success, error, loading), svg, open, autoClose",
    ["snack"],
    ["message", "variant", "svg", "open", "autoClose"],
  ],
  [
    "Connection state: connections, recentConnections, status, wcUri, wcPairingExpiry, wcLinking, recentWallet, wcError, buffering, wcBasic",
    [],
    [
      "connections",
      "recentConnections",
      "status",
      "wcUri",
      "wcPairingExpiry",
      "wcLinking",
      "recentWallet",
      "wcError",
      "buffering",
      "wcBasic",
    ],
  ],
]

/** What a site sets, under the rule that names it; each value is not the default. */
const settings: readonly (readonly [rule: string, given: Partial<ModalOptions>])[] = [
  ["Options: features, remoteFeatures", { features: { send: false }, remoteFeatures: { activity: false } }],
  ["Options: projectId, sdkType, sdkVersion", { projectId: "other", sdkType: "own", sdkVersion: "2.0.0" }],
  ["Options: defaultAccountTypes", { defaultAccountTypes: { eip155: "eoa" } }],
  ["Options: customWallets", { customWallets: [{ id: "mine", name: "Mine" }] }],
  [
    "Options: lists of wallet ids to include, exclude and feature",
    { includeWalletIds: ["a"], excludeWalletIds: ["b"], featuredWalletIds: ["c"] },
  ],
  ["Options flag: enableEmbedded", { enableEmbedded: true }],
  ["Options flag: allowUnsupportedChain", { allowUnsupportedChain: true }],
  ["Options flag: manualWCControl", { manualWCControl: true }],
  ["Options flag: enableNetworkSwitch", { enableNetworkSwitch: false }],
  ["Options flag: enableReconnect", { enableReconnect: false }],
  ["Options flag: enableWalletConnect", { enableWalletConnect: false }],
  ["Options flag: enableEIP6963", { enableEIP6963: false }],
  [
    "Options: termsConditionsUrl, privacyPolicyUrl",
    { termsConditionsUrl: "https://site.example/terms", privacyPolicyUrl: "https://site.example/privacy" },
  ],
]

/** What the project says of a remote feature; each value is not the default. */
const flags: readonly (readonly [rule: string, said: Partial<RemoteFeatures>])[] = [
  ["Remote feature flag: email", { email: false }],
  ["Remote feature flag: socials", { socials: ["github"] }],
  ["Remote feature flag: swaps", { swaps: false }],
  ["Remote feature flag: onramp", { onramp: false }],
  ["Remote feature flag: activity", { activity: false }],
  ["Remote feature flag: reownBranding", { reownBranding: false }],
  ["Remote feature flag: multiWallet", { multiWallet: true }],
  ["Remote feature flag: emailCapture", { emailCapture: true }],
  ["Remote feature flag: payWithExchange", { payWithExchange: true }],
  ["Remote feature flag: payments", { payments: true }],
  ["Remote feature flag: reownAuthentication", { reownAuthentication: true }],
]

describe("getState() carries every entity and field name of specification section 3", () => {
  for (const [rule, path, names] of entities)
    it.effect(rule, () =>
      visit(
        createWorld({ tick: 0 }),
        Effect.map(used, (state) => assert.containsAllKeys(at(state, ...path), [...names])),
        { options },
      ),
    )

  for (const [rule, given] of settings)
    it(rule, () => {
      const before = snapshot(instanceOf())
      const { options: carried } = snapshot(instanceOf(given))

      expect(carried).toMatchObject(given)
      expect(before.options).not.toMatchObject(given)
    })

  for (const [rule, said] of flags)
    it(rule, () => {
      const instance = instanceOf()
      const carried = () => at(snapshot(instance), "options").remoteFeatures
      expect(carried()).not.toMatchObject(said)
      instance.core.remoteFeatures.value = { ...instance.core.remoteFeatures.value, ...said }

      expect(carried()).toMatchObject(said)
    })

  it("Options: metadata, siwx", () => {
    const metadata = { name: "Site", icons: ["https://site.example/icon.png"] }
    const [first, other] = [instanceOf({ metadata, siwx: { getSessions: () => [] } }), instanceOf()]

    // What signs in is the site's own object, so that the state only says that there is one.
    expect(snapshot(first).options).toMatchObject({ metadata, siwx: true })
    expect(snapshot(other).options).toMatchObject({ siwx: false })
  })

  it.effect("with what they hold", () =>
    visit(
      createWorld({ tick: 0 }),
      Effect.map(used, (state) => {
        const address = "0x7a3f6b0e2c915d84f7a0e6c35b1d28f04e9c41d2"
        const account = at(state, "chains", "eip155", "accountState")
        assert.strictEqual(String(account.address).toLowerCase(), address)
        assert.strictEqual(String(account.caipAddress).toLowerCase(), `eip155:1:${address}`)
        assert.deepInclude(account, { balance: "1.204", balanceSymbol: "ETH", profileName: "marguerite.eth" })
        assert.match(String(account.addressExplorerUrl), /\/address\/0x/)
        assert.strictEqual(at(state, "chains", "eip155").connectionClient, halyard)
        assert.strictEqual(at(state, "chains", "eip155", "networkState", "caipNetwork").caipNetworkId, "eip155:1")
        assert.deepInclude(at(state, "recentWallet"), { id: halyard, name: "Halyard" })
        assert.match(String(state.wcUri), /^wc:/)
        assert.strictEqual(at(state, "snack").message, "Copied")
        assert.deepInclude(at(state, "connectors", 1, "info"), { rdns: halyard })
        assert.deepInclude(at(state, "recommended", 0), { name: "Halyard", installed: true, display_index: 0 })
        assert.deepInclude(at(state, "recommended", 2), { name: "Fathom", installed: false, display_index: 2 })
      }),
      { options },
    ),
  )

  it.effect("as plain data, which JSON can carry", () =>
    visit(
      createWorld(),
      Effect.map(used, (state) => expect(JSON.parse(JSON.stringify(state))).toEqual(state)),
      { options },
    ),
  )

  it.effect("Connection status (per namespace): disconnected, connecting, connected", () => {
    const world = createWorld({ wallets: { [halyard]: { connect: "hang", chain: 1 } } })
    const statuses = Effect.map(now, ({ chains }) =>
      Object.fromEntries(Object.entries(chains).map(([name, entry]) => [name, entry?.accountState.status])),
    )
    const others = { solana: "disconnected", bip122: "disconnected" } as const
    const run = Effect.gen(function* () {
      assert.deepStrictEqual(yield* statuses, { eip155: "disconnected", ...others })
      const asked = yield* Effect.forkChild(connect({ wallet: halyard }))
      yield* rest
      assert.deepStrictEqual(yield* statuses, { eip155: "connecting", ...others })
      walletOf(world).approve()
      yield* Fiber.join(asked)

      assert.deepStrictEqual(yield* statuses, { eip155: "connected", ...others })
    })
    return visit(world, run, { options })
  })

  it.effect(
    "Modal state: open or closed, and loading: while a wallet is asked, until it answers or the visitor leaves",
    () => {
      const world = createWorld({ wallets: { [halyard]: { connect: "hang", chain: 1 } } })
      const loading = Effect.map(now, (state) => state.loading)
      const asked = Effect.tap(Effect.forkChild(connectExternal(halyard)), () => rest)
      const run = Effect.gen(function* () {
        assert.isFalse(yield* loading)
        const first = yield* asked
        assert.isTrue(yield* loading)
        yield* Fiber.interrupt(first)
        assert.isFalse(yield* loading)
        const second = yield* asked
        walletOf(world).reject()
        yield* Fiber.join(second)
        assert.isFalse(yield* loading)
        const third = yield* asked
        assert.isTrue(yield* loading)
        walletOf(world).approve()
        yield* Fiber.join(third)

        assert.isFalse(yield* loading)
        assert.deepInclude(at(yield* now, "chains", "eip155", "accountState"), { status: "connected" })
      })
      return visit(world, run, { options })
    },
  )

  it.effect("Modal state: open or closed, and loading: while a connection of the last visit is brought back", () => {
    const { leaf } = shelf()
    const leaves = { storage: leaf }
    const slow = withWallet(createWorld(), halyard, ({ request }) => ({
      request: (input) => (input.method === "eth_accounts" ? Effect.delay(request(input), 1_000) : request(input)),
    }))
    const run = Effect.gen(function* () {
      yield* Effect.forkScoped(started)
      yield* rest
      assert.deepInclude(yield* now, { loading: true, open: false })
      yield* TestClock.adjust(1_000)
      yield* rest

      assert.deepInclude(yield* now, { loading: false, open: false })
      assert.deepInclude(at(yield* now, "chains", "eip155", "accountState"), { status: "connected" })
    })
    return Effect.andThen(
      visit({}, connect({ wallet: halyard }), { leaves }),
      run.pipe(Effect.scoped, Effect.provide(modal(slow, { leaves }))),
    )
  })

  it.effect("Modal state: open or closed, and the view that is shown", () =>
    visit(
      {},
      Effect.gen(function* () {
        assert.deepInclude(yield* now, { open: false, view: undefined, initialized: true })
        yield* openModal({ view: "Networks" })
        assert.deepInclude(yield* now, { open: true, view: "Networks" })
        yield* closeModal()
        assert.deepInclude(yield* now, { open: false, view: undefined })
      }),
    ),
  )
})

describe("subscribe", () => {
  it.effect("tells of a topic that comes after it, too", () =>
    visit(
      {},
      Effect.gen(function* () {
        const told: unknown[] = []
        const end = subscribe(yield* Modal, ({ snack }) =>
          told.push((snack as { message: string } | undefined)?.message),
        )
        yield* say("Copied")
        yield* rest
        assert.strictEqual(told.at(-1), "Copied")
        end()
      }),
    ),
  )

  it.effect("tells each new state after the change, until it is ended", () =>
    visit(
      {},
      Effect.gen(function* () {
        const told: boolean[] = []
        const modal = yield* Modal
        const end = subscribe(modal, ({ open }) => told.push(open))
        modal.core.open.value = true
        assert.isEmpty(told)
        yield* rest
        assert.strictEqual(told.at(-1), true)
        yield* closeModal()
        yield* rest
        assert.strictEqual(told.at(-1), false)
        const count = told.length
        end()
        yield* openModal()
        yield* rest

        assert.lengthOf(told, count)
      }),
    ),
  )
})
