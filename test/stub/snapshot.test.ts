import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { expect } from "vitest"
import { refreshAccount } from "../../src/account/flows.ts"
import { refreshBalances } from "../../src/balances/flows/tokens.ts"
import { connectExternal } from "../../src/connect/flows/connectExternal.ts"
import { connect } from "../../src/connect/operations.ts"
import { closeModal, openModal } from "../../src/navigation/opening/flows.ts"
import { showSnack } from "../../src/notifications/steps/snack.ts"
import type { RemoteFeatures } from "../../src/options/features.ts"
import { bitcoin, mainnet, polygon, solana } from "../../src/options/networks.ts"
import type { ModalOptions } from "../../src/options/options.ts"
import { CurrentModal } from "../../src/runtime/currentModal.ts"
import type { Snapshot } from "../../src/stub/snapshot.ts"
import { snapshot, subscribe } from "../../src/stub/takeSnapshot.ts"
import { connectRelay } from "../../src/walletConnect/operations.ts"
import { embeddedConnectorId } from "../../src/wallets/first-paint/model/wallet.ts"
import { refreshWallets } from "../../src/wallets/opening/flows.ts"
import { loggedIn, withLogins } from "../fixtures/embedded.ts"
import { answering } from "../fixtures/layers.ts"
import { halyard, instanceOf, rest } from "../fixtures/modal.ts"
import { begun, hanging, pass, visiting } from "../fixtures/visits.ts"

const test = visiting({ script: { tick: 0 }, options: { networks: [mainnet, polygon, solana, bitcoin] } })
const now = Effect.map(CurrentModal, snapshot)

/** A visitor who is connected, has viewed the account and has been shown a snack. */
const used = Effect.gen(function* () {
  yield* connect({ wallet: halyard })
  yield* refreshAccount()
  yield* refreshBalances()
  yield* refreshWallets()
  yield* showSnack("Copied")
  yield* Effect.forkChild(connectRelay({}))
  yield* rest
  return yield* now
})

type Json = Readonly<Record<string, unknown>>
const at = (state: Snapshot, ...path: readonly (string | number)[]): Json =>
  path.reduce<unknown>((here, key) => (here as Record<string | number, unknown>)[key], state) as Json

describe("Connectors in the state", () => {
  const given = { script: { tick: 0, ...withLogins }, options: { networks: [mainnet, solana] } }
  test("have the type ANNOUNCED, MULTI_CHAIN, AUTH, or a walletConnect type", given, function* () {
    const { connectors = [] } = yield* used
    assert.sameMembers(
      [...new Set(connectors.map(({ type }) => type))],
      ["ANNOUNCED", "MULTI_CHAIN", "AUTH", "WALLET_CONNECT"],
    )
  })
})

describe("Connections in the state", () => {
  const given = { script: { tick: 0, ...withLogins }, options: { networks: [mainnet, solana] } }
  test("have the values of connectorId, accounts, an optional auth name, and caipNetwork", given, function* () {
    const { connectorId } = yield* connect({ wallet: halyard, namespace: "solana" })
    yield* loggedIn("eip155")
    const { connections = {} } = yield* now
    const shown = Object.values(connections)
      .flat()
      .map(({ connectorId, accounts, auth, caipNetwork }) => [
        connectorId,
        accounts.length > 0 && accounts.every(({ address }) => address !== ""),
        auth?.name,
        caipNetwork?.caipNetworkId,
      ])
    assert.deepStrictEqual(shown, [
      [embeddedConnectorId, true, "email", mainnet.caipNetworkId],
      [connectorId, true, undefined, solana.caipNetworkId],
    ])
  })
})

/** The names that a rule lists after its colon. */
const listedIn = (rule: string) => rule.replace(/^[^:]*: /, "").split(", ")

/** Each entity of section 3: its path in the state, and its field names if its rule does not just list them. */
const entities: readonly (readonly [rule: string, path: readonly (string | number)[], names?: readonly string[]])[] = [
  [
    "Chain entry per namespace: namespace, caipNetworks, networkState, accountState, a connection client and a network client",
    ["chains", "eip155"],
    ["namespace", "caipNetworks", "networkState", "accountState", "connectionClient", "networkClient"],
  ],
  [
    "NetworkState: caipNetwork, supportsAllNetworks, smartAccountEnabledNetworks, approvedCaipNetworkIds, requestedCaipNetworks",
    ["chains", "eip155", "networkState"],
  ],
  ["Network: id, name", ["chains", "eip155", "caipNetworks", 0]],
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
  ["Network: testnet flag", ["chains", "bip122", "caipNetworks", 0], ["testnet"]],
  ["Network: optional deprecatedCaipNetworkId", ["chains", "solana", "caipNetworks", 0], ["deprecatedCaipNetworkId"]],
  [
    "Connection: connectorId, accounts, an optional auth name, and caipNetwork",
    ["connections", "eip155", 0],
    ["connectorId", "accounts", "auth", "caipNetwork"],
  ],
  ["Connection: each account has an address", ["connections", "eip155", 0, "accounts", 0], ["address"]],
  ["Connector: id, name", ["connectors", 1]],
  ["Connector: chain, chains", ["connectors", 1]],
  ["Connector: info.rdns, info.icon", ["connectors", 1, "info"], ["rdns", "icon"]],
  ["Connector: explorerId, imageUrl, imageId, provider", ["connectors", 1]],
  ["Wallet: id, name, rdns, installed, display_index, image_url, image_id", ["recommended", 0]],
  ["Wallet used last: id, name, image_url", ["recentWallet"]],
  [
    "Token balance: name, symbol, chainId, address, value, price, quantity {decimals, numeric}, iconUrl",
    ["chains", "eip155", "accountState", "tokenBalance", 1],
    ["name", "symbol", "chainId", "address", "value", "price", "quantity", "iconUrl"],
  ],
  ["Quantity: decimals, numeric", ["chains", "eip155", "accountState", "tokenBalance", 1, "quantity"]],
  [
    "Snack message: message, variant (success, error, loading), svg, open, autoClose",
    ["snack"],
    ["message", "variant", "svg", "open", "autoClose"],
  ],
  [
    "Connection state: connections, recentConnections, status, wcUri, wcPairingExpiry, wcLinking, recentWallet, wcError, buffering, wcBasic",
    [],
  ],
]

/** Options of a site, by the rule that names them. Each value differs from the default. */
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

/** The project's only entry, by rule, and the features that are on in the state. */
const flags: readonly (readonly [rule: string, id: string, config: readonly string[], on: Partial<RemoteFeatures>])[] =
  [
    ["Remote feature flag: email", "social_login", ["email"], { email: true }],
    ["Remote feature flag: socials", "social_login", ["github"], { socials: ["github"] }],
    ["Remote feature flag: swaps", "swap", ["1inch"], { swaps: ["1inch"] }],
    ["Remote feature flag: onramp", "onramp", ["meld"], { onramp: ["meld"] }],
    ["Remote feature flag: activity", "activity", [], { activity: true }],
    ["Remote feature flag: reownBranding", "reown_branding", [], { reownBranding: true }],
    ["Remote feature flag: multiWallet", "multi_wallet", [], { multiWallet: true }],
    ["Remote feature flag: emailCapture", "email_capture", ["required"], { emailCapture: ["required"] }],
    ["Remote feature flag: payWithExchange", "fund_from_exchange", [], { payWithExchange: true }],
    ["Remote feature flag: payments", "payments", [], { payments: true }],
    ["Remote feature flag: reownAuthentication", "reown_authentication", [], { reownAuthentication: true }],
  ]

describe("getState() carries every entity and field name of specification section 3", () => {
  for (const [rule, path, names = listedIn(rule)] of entities)
    test(rule, function* () {
      assert.containsAllKeys(at(yield* used, ...path), [...names])
    })

  for (const [rule, given] of settings)
    it(rule, () => {
      const before = snapshot(instanceOf())
      const { options: carried } = snapshot(instanceOf(given))

      expect(carried).toMatchObject(given)
      expect(before.options).not.toMatchObject(given)
    })

  for (const [rule, id, config, on] of flags)
    test(rule, { script: { project: { features: [{ id, isEnabled: true, config }] } } }, function* () {
      const { remoteFeatures } = (yield* now).options
      assert.deepStrictEqual(Object.fromEntries(Object.entries(remoteFeatures).filter(([, value]) => value)), on)
    })

  test("Network: chainNamespace (eip155, solana or bip122)", function* () {
    const { chains } = yield* now
    const networks = Object.values(chains).flatMap(({ caipNetworks }) => caipNetworks)
    assert.deepStrictEqual(
      networks.map(({ chainNamespace, caipNetworkId }) => [chainNamespace, caipNetworkId]),
      [mainnet, polygon, solana, bitcoin].map(({ chainNamespace, caipNetworkId }) => [chainNamespace, caipNetworkId]),
    )
    assert.deepStrictEqual(Object.keys(chains), ["eip155", "solana", "bip122"])
  })

  it("Options: metadata, siwx", () => {
    const metadata = { name: "Site", icons: ["https://site.example/icon.png"] }
    const [first, other] = [instanceOf({ metadata, siwx: { getSessions: () => [] } }), instanceOf()]

    // The site's sign-in is an object, so the state only contains whether there is one.
    expect(snapshot(first).options).toMatchObject({ metadata, siwx: true })
    expect(snapshot(other).options).toMatchObject({ siwx: false })
  })

  test("with their values", function* () {
    const state = yield* used
    const address = "0xdbc7d4ef0007fa387ae67cc789e95be1bec727c9"
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
  })

  test("as plain data that JSON can represent", function* () {
    const state = yield* used
    expect(JSON.parse(JSON.stringify(state))).toEqual(state)
  })

  test(
    "Connection status (per namespace): disconnected, connecting, connected",
    hanging("connect"),
    function* ({ wallet }) {
      const statuses = Effect.map(now, ({ chains }) =>
        Object.fromEntries(Object.entries(chains).map(([name, entry]) => [name, entry?.accountState.status])),
      )
      const others = { solana: "disconnected", bip122: "disconnected" } as const
      assert.deepStrictEqual(yield* statuses, { eip155: "disconnected", ...others })
      const asked = yield* begun(connect({ wallet: halyard }))
      assert.deepStrictEqual(yield* statuses, { eip155: "connecting", ...others })
      wallet().approve()
      yield* Fiber.join(asked)

      assert.deepStrictEqual(yield* statuses, { eip155: "connected", ...others })
    },
  )

  test(
    "Modal state: open or closed, and loading: during a wallet's prompt, until it responds or the visitor leaves",
    hanging("connect"),
    function* ({ wallet }) {
      const loading = Effect.map(now, (state) => state.loading)
      const asked = begun(connectExternal(halyard))
      assert.isFalse(yield* loading)
      const first = yield* asked
      assert.isTrue(yield* loading)
      yield* Fiber.interrupt(first)
      assert.isFalse(yield* loading)
      const second = yield* asked
      wallet().reject()
      yield* Fiber.join(second)
      assert.isFalse(yield* loading)
      const third = yield* asked
      assert.isTrue(yield* loading)
      wallet().approve()
      yield* Fiber.join(third)

      assert.isFalse(yield* loading)
      assert.deepInclude(at(yield* now, "chains", "eip155", "accountState"), { status: "connected" })
    },
  )

  test.visits(
    "Modal state: open or closed, and loading: while a connection of the last visit is restored",
    function* ({ visit }) {
      yield* visit(connect({ wallet: halyard }))
      yield* visit(
        function* () {
          assert.deepInclude(yield* now, { loading: true, open: false })
          yield* pass("1 second")

          assert.deepInclude(yield* now, { loading: false, open: false })
          assert.deepInclude(at(yield* now, "chains", "eip155", "accountState"), { status: "connected" })
        },
        { world: answering("eth_accounts", (own) => Effect.delay(own, 1_000)), starting: true },
      )
    },
  )

  test("Modal state: open or closed, and the current view", function* () {
    assert.deepInclude(yield* now, { open: false, view: undefined, initialized: true })
    yield* openModal({ view: "Networks" })
    assert.deepInclude(yield* now, { open: true, view: "Networks" })
    yield* closeModal()
    assert.deepInclude(yield* now, { open: false, view: undefined })
  })
})

describe("The current view of an embedded modal", () => {
  test("is in the state even while the modal is not open", { options: { enableEmbedded: true } }, function* () {
    assert.deepInclude(yield* now, { open: false, view: "Connect" })
    yield* openModal({ view: "Networks" })
    yield* closeModal()
    assert.deepInclude(yield* now, { open: false, view: "Connect" })
  })
})

describe("subscribe", () => {
  test("reports a topic that is added later, too", function* ({ instance }) {
    const told: unknown[] = []
    const end = subscribe(instance, ({ snack }) => told.push((snack as { message: string } | undefined)?.message))
    yield* showSnack("Copied")
    yield* rest
    assert.strictEqual(told.at(-1), "Copied")
    end()
  })

  test("reports each new state after the change, until unsubscribed", function* ({ core, instance }) {
    const told: boolean[] = []
    const end = subscribe(instance, ({ open }) => told.push(open))
    core.open.value = true
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
  })
})
