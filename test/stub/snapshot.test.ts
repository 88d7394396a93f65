import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { expect } from "vitest"
import { refreshAccount } from "../../src/account/flows.ts"
import { account as accountSlice } from "../../src/account/state/account.ts"
import { refreshBalances } from "../../src/balances/flows/tokens.ts"
import { connectExternal } from "../../src/connect/flows/connectExternal.ts"
import { connect } from "../../src/connect/operations.ts"
import { connecting } from "../../src/connections/first-paint/state.ts"
import { disconnect } from "../../src/connections/operations/connections.ts"
import { withConnection } from "../../src/connections/state/connections.ts"
import { recents } from "../../src/connections/state/recentConnections.ts"
import { embeddedConnectorId } from "../../src/embedded/first-paint/model/embeddedConnector.ts"
import { closeModal, openModal } from "../../src/navigation/opening/flows.ts"
import { switchNetwork } from "../../src/network/operations.ts"
import { hideSnack, showSnack } from "../../src/notifications/steps/snack.ts"
import { checkOptions } from "../../src/options/checkOptions.ts"
import { bitcoin, bitcoinTestnet, mainnet, type Network, polygon, solana } from "../../src/options/networks.ts"
import type { ModalOptions } from "../../src/options/options.ts"
import { everyFeature, type RemoteFeatures } from "../../src/options/remoteFeatures.ts"
import { CurrentModal, slicesOf } from "../../src/runtime/currentModal.ts"
import type { Snapshot } from "../../src/stub/snapshot.ts"
import { snapshot, subscribe } from "../../src/stub/takeSnapshot.ts"
import { pairing } from "../../src/walletConnect/opening/state.ts"
import { connectRelay } from "../../src/walletConnect/operations.ts"
import { wallets } from "../../src/wallets/first-paint/state/wallets.ts"
import { refreshWallets } from "../../src/wallets/opening/flows.ts"
import { settled } from "../contracts/settled.ts"
import { loggedIn, withLogins } from "../fixtures/embedded.ts"
import { answering } from "../fixtures/layers.ts"
import { cinderbox, halyard, instanceOf, rest } from "../fixtures/modal.ts"
import { begun, hanging, pass, visiting } from "../fixtures/visits.ts"

const test = visiting({ script: { tick: 0 }, options: { networks: [mainnet, polygon, solana, bitcoin] } })
const now = Effect.map(CurrentModal, snapshot)
const plover = "example.plover"

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
    const named = Object.fromEntries(connectors.map(({ id, name, type, chain }) => [name, `${id} ${type} ${chain}`]))
    assert.deepStrictEqual(named, {
      Cinderbox: "example.cinderbox ANNOUNCED eip155",
      "Embedded wallet": "ID_AUTH AUTH solana",
      Halyard: "example.halyard MULTI_CHAIN eip155",
      Plover: "example.plover ANNOUNCED solana",
      Tessera: "example.tessera ANNOUNCED eip155",
      WalletConnect: "walletConnect WALLET_CONNECT eip155",
    })
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

  test("have the type, public key and path of each account", function* ({ core }) {
    const account = (type: "payment" | "ordinal" | "eoa") => ({
      address: type,
      type,
      publicKey: `${type} key`,
      path: "m/84",
    })
    const accounts = (["payment", "ordinal", "eoa"] as const).map(account)
    core.accounts.bip122.value = withConnection({ namespace: "bip122", connectorId: "own", accounts })(
      core.accounts.bip122.peek(),
    )
    assert.deepStrictEqual((yield* now).connections?.bip122?.[0]?.accounts, accounts)
  })
})

const whole = { options: { basic: true, networks: [mainnet, polygon, solana, bitcoin, bitcoinTestnet] } }
const pictured = { explorerId: "an-id", imageUrl: "https://wallet.example/picture", imageId: "a-picture" }
const listed = { id: "a-wallet", name: "Abroad", image_url: "https://wallet.example/listed", image_id: "another" }

/** A visitor who has used everything whose state is empty otherwise. */
const usedAll = Effect.gen(function* () {
  yield* used
  const { installed, featured, recommended } = yield* slicesOf(wallets)
  installed.value = installed.value.map((one) =>
    one.id === cinderbox
      ? { ...one, ...pictured, chains: ["eip155:1"], info: { rdns: cinderbox, icon: "https://wallet.example/icon" } }
      : one,
  )
  featured.value = [{ ...listed, rdns: cinderbox, display_index: 7 }]
  recommended.value = recommended.peek().slice(0, 3)
  const { error, linking } = yield* slicesOf(pairing)
  error.value = new Error("No relay")
  linking.value = { href: "example:", name: "Fathom" }
  const { progress, recentWallets } = yield* slicesOf(connecting)
  recentWallets.value = [...recentWallets.peek(), { id: "earlier", name: "Earlier" }]
  progress.value = { status: "loading", last: undefined }
  yield* showSnack("Copied", "error", { svg: "copy", autoClose: false })
  yield* pass(150)
  return yield* now
})

const entry = (status: string, client: string | undefined, ...caipNetworks: readonly Network[]) => ({
  namespace: caipNetworks[0]?.chainNamespace,
  caipNetworks,
  networkState: { caipNetwork: caipNetworks[0] },
  accountState: { status },
  connectionClient: client,
  networkClient: caipNetworks[0]?.caipNetworkId,
})

/** Each entity of section 3: its path in the state, and what it holds. */
const entities: readonly (readonly [rule: string, path: readonly (string | number)[], holds: object])[] = [
  [
    "Chain entry per namespace: namespace, caipNetworks, networkState, accountState, a connection client and a network client",
    ["chains"],
    {
      eip155: entry("connected", halyard, mainnet, polygon),
      solana: entry("disconnected", undefined, solana),
      bip122: entry("disconnected", undefined, bitcoin, bitcoinTestnet),
    },
  ],
  [
    "NetworkState: caipNetwork, supportsAllNetworks, smartAccountEnabledNetworks, approvedCaipNetworkIds, requestedCaipNetworks",
    ["chains", "eip155", "networkState"],
    {
      caipNetwork: mainnet,
      supportsAllNetworks: true,
      smartAccountEnabledNetworks: [],
      approvedCaipNetworkIds: undefined,
      requestedCaipNetworks: [mainnet, polygon],
    },
  ],
  [
    "Network: id, name",
    ["chains"],
    {
      eip155: {
        caipNetworks: [
          { id: 1, name: "Ethereum" },
          { id: 137, name: "Polygon" },
        ],
      },
      solana: { caipNetworks: [{ id: "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", name: "Solana" }] },
    },
  ],
  [
    "Network: nativeCurrency (name, symbol, decimals)",
    ["chains", "bip122", "caipNetworks", 0, "nativeCurrency"],
    { name: "Bitcoin", symbol: "BTC", decimals: 8 },
  ],
  [
    "Network: rpcUrls.default.http",
    ["chains", "eip155", "caipNetworks", 1, "rpcUrls", "default"],
    { http: polygon.rpcUrls.default.http },
  ],
  [
    "Network: blockExplorers.default (name, url, apiUrl)",
    ["chains", "eip155", "caipNetworks", 0, "blockExplorers", "default"],
    { name: "Etherscan", url: "https://etherscan.io", apiUrl: "https://api.etherscan.io/api" },
  ],
  ["Network: testnet flag", ["chains", "bip122", "caipNetworks"], [{ testnet: false }, { testnet: true }]],
  [
    "Network: optional deprecatedCaipNetworkId",
    ["chains", "solana", "caipNetworks", 0],
    { deprecatedCaipNetworkId: "solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ" },
  ],
  [
    "Connection: connectorId, accounts, an optional auth name, and caipNetwork",
    ["connections", "eip155", 0],
    { connectorId: halyard, accounts: [{}, {}], auth: undefined, caipNetwork: mainnet },
  ],
  [
    "Connection: each account has an address",
    ["connections", "eip155", 0],
    {
      accounts: [
        { address: "0xdbC7d4ef0007fA387aE67cC789e95be1BEC727C9" },
        { address: "0xf5DA480810628F1D16c01DC30CE7A0C9bEEcCbA0" },
      ],
    },
  ],
  ["Connector: id, name", ["connectors", 2], { id: cinderbox, name: "Cinderbox" }],
  ["Connector: chain, chains", ["connectors", 2], { chain: "eip155", chains: ["eip155:1"] }],
  [
    "Connector: info.rdns, info.icon",
    ["connectors", 2, "info"],
    { rdns: cinderbox, icon: "https://wallet.example/icon" },
  ],
  ["Connector: explorerId, imageUrl, imageId, provider", ["connectors", 2], { ...pictured, provider: undefined }],
  [
    "Wallet: id, name, rdns, installed, display_index, image_url, image_id",
    [],
    {
      featured: [{ ...listed, rdns: cinderbox, installed: true, display_index: 7 }],
      recommended: [
        { name: "Halyard", rdns: halyard, installed: true, display_index: 0, image_id: "sail-0" },
        { name: "Cinderbox", installed: true, display_index: 1 },
        { name: "Fathom", installed: false, display_index: 2 },
      ],
    },
  ],
  [
    "Token balance: name, symbol, chainId, address, value, price, quantity {decimals, numeric}, iconUrl",
    ["chains", "eip155", "accountState"],
    {
      tokenBalance: expect.arrayContaining([
        {
          name: "Ether",
          symbol: "ETH",
          chainId: "eip155:1",
          value: 4090.1566,
          price: 3397.14,
          quantity: { decimals: "18", numeric: "1.204" },
          iconUrl: expect.stringMatching(/^data:image/),
        },
        {
          name: "USD Coin",
          symbol: "USDC",
          chainId: "eip155:1",
          address: "eip155:1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
          value: 3120.44,
          price: 1,
          quantity: { decimals: "6", numeric: "3120.44" },
          iconUrl: expect.stringMatching(/^data:image/),
        },
      ]),
    },
  ],
  [
    "Snack message: message, variant (success, error, loading), svg, open, autoClose",
    ["snack"],
    { message: "Copied", variant: "error", svg: "copy", open: true, autoClose: false },
  ],
  [
    "Connection state: connections, recentConnections, status, wcUri, wcPairingExpiry, wcLinking, recentWallet, wcError, buffering, wcBasic",
    [],
    {
      connections: { eip155: [{ connectorId: halyard }], solana: [] },
      recentConnections: { eip155: [], solana: [] },
      status: "connected",
      wcUri: expect.stringMatching(/^wc:/),
      wcPairingExpiry: expect.closeTo(242_000, -5),
      wcLinking: { href: "example:", name: "Fathom" },
      recentWallet: { id: halyard, name: "Halyard", image_url: expect.stringMatching(/^data:image/) },
      wcError: true,
      buffering: true,
      wcBasic: true,
    },
  ],
]

/** Options of a site, by the rule that names them. Each value differs from the default. */
const settings: readonly (readonly [rule: string, given: Partial<ModalOptions>])[] = [
  ["Options: features, remoteFeatures", { features: { send: false }, remoteFeatures: { activity: false } }],
  ["Options: projectId, sdkType, sdkVersion", { projectId: "other", sdkType: "own", sdkVersion: "2.0.0" }],
  ["Options: defaultAccountTypes", { defaultAccountTypes: { eip155: "eoa" } }],
  ["Options: customWallets", { customWallets: ["one", "two"].map((id) => ({ id, name: `Wallet ${id}` })) }],
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
    ["Remote feature flag: email", "social_login", ["other", "email"], { email: true }],
    ["Remote feature flag: socials", "social_login", ["github"], { socials: ["github"] }],
    ["Remote feature flag: swaps", "swap", ["1inch"], { swaps: ["1inch"] }],
    ["Remote feature flag: onramp", "onramp", ["meld"], { onramp: ["meld"] }],
    ["Remote feature flag: activity", "activity", [], { activity: true }],
    ["Remote feature flag: reownBranding", "reown_branding", [], { reownBranding: true }],
    ["Remote feature flag: multiWallet", "multi_wallet", [], { multiWallet: true }],
    ["Remote feature flag: emailCapture", "email_capture", ["other", "required"], { emailCapture: ["required"] }],
    ["Remote feature flag: payWithExchange", "fund_from_exchange", [], { payWithExchange: true }],
    ["Remote feature flag: payments", "payments", [], { payments: true }],
    ["Remote feature flag: reownAuthentication", "reown_authentication", [], { reownAuthentication: true }],
  ]

const allOff = everyFeature(() => false)

describe("getState() carries every entity and field name of specification section 3", () => {
  for (const [rule, path, holds] of entities)
    test(rule, whole, function* () {
      expect(at(yield* usedAll, ...path)).toMatchObject(holds)
    })

  for (const [rule, given] of settings)
    it(rule, () => {
      const before = snapshot(instanceOf())
      const { options: carried } = snapshot(instanceOf(given))

      expect(carried).toMatchObject(given)
      expect(before.options).not.toMatchObject(given)
    })

  for (const [rule, id, config, on] of flags)
    test.visits(rule, function* ({ visit }) {
      for (const isEnabled of [true, false]) {
        const { options } = yield* visit(now, { script: { project: { features: [{ id, isEnabled, config }] } } })
        const flagged = Object.entries(options.remoteFeatures).filter(([, value]) => value)
        assert.deepStrictEqual(Object.fromEntries(flagged), isEnabled ? on : {})
      }
      // A project without entries leaves the choice to the site.
      for (const own of [on, {}]) {
        const site = { script: { project: { features: null } }, options: { remoteFeatures: { ...allOff, ...own } } }
        assert.deepStrictEqual<object>((yield* visit(now, site)).options.remoteFeatures, { ...allOff, ...own })
      }
    })

  test("Snack message: each variant, and its defaults", function* () {
    for (const variant of ["success", "error", "loading"] as const) {
      yield* showSnack("Copied", variant)
      yield* pass(150)
      const autoClose = variant !== "loading"
      const { snack } = yield* now
      assert.deepStrictEqual(snack, { message: "Copied", variant, svg: undefined, open: true, autoClose })
    }
    yield* hideSnack()
    assert.deepInclude((yield* now).snack, { message: "Copied", variant: "loading", open: false })
    yield* showSnack("Copied")
    assert.deepInclude((yield* now).snack, { variant: "success", open: true, autoClose: true })
  })

  const several = { script: { project: { features: [{ id: "multi_wallet", isEnabled: true }] } } }
  test("Connection state: recent connections, under the namespace of each", several, function* () {
    yield* slicesOf(recents)
    yield* connect({ wallet: plover, namespace: "solana" })
    yield* connect({ wallet: cinderbox })
    yield* disconnect()
    const { recentConnections } = yield* now
    const ids = Object.entries(recentConnections ?? {}).flatMap(([of, list]) =>
      list.map((one) => [of, one.connectorId]),
    )
    assert.sameDeepMembers(ids, [
      ["eip155", cinderbox],
      ["solana", plover],
    ])
  })

  test("Connection state: before anything is connected", function* () {
    yield* slicesOf(pairing)
    yield* slicesOf(connecting)
    const none = { eip155: [], solana: [], bip122: [] }
    expect(yield* now).toMatchObject({
      connections: none,
      recentConnections: none,
      status: "disconnected",
      wcUri: undefined,
      wcPairingExpiry: undefined,
      wcLinking: undefined,
      recentWallet: undefined,
      wcError: false,
      buffering: false,
      wcBasic: false,
    })
  })

  test("Network: chainNamespace (eip155, solana or bip122)", function* () {
    const { chains } = yield* now
    const networks = Object.values(chains).flatMap(({ caipNetworks }) => caipNetworks)
    assert.deepStrictEqual(
      networks.map(({ chainNamespace, name }) => [chainNamespace, name]),
      [
        ["eip155", "Ethereum"],
        ["eip155", "Polygon"],
        ["solana", "Solana"],
        ["bip122", "Bitcoin"],
      ],
    )
    assert.deepStrictEqual(Object.keys(chains), ["eip155", "solana", "bip122"])
    const others = ["polkadot", "cosmos"].map((chainNamespace) => ({
      ...solana,
      chainNamespace: chainNamespace as "solana",
    }))
    assert.deepStrictEqual(checkOptions({ projectId: "demo", networks: others }).options.networks, [])
  })

  it("Options: metadata, siwx", () => {
    const metadata = { name: "Site", icons: ["https://site.example/icon.png"] }
    const [first, other] = [instanceOf({ metadata, siwx: { getSessions: () => [] } }), instanceOf()]

    // The site's sign-in is an object, so the state only contains whether there is one.
    expect(snapshot(first).options).toMatchObject({ metadata, siwx: true })
    expect(snapshot(other).options).toMatchObject({ siwx: false })
  })

  test("with the values of the account", function* ({ core }) {
    const { identity } = yield* slicesOf(accountSlice)
    yield* used
    const own = { of: String(core.address.value), name: "marguerite.eth", avatar: "https://marguerite.example/me" }
    identity.value = { status: "loaded", value: own }
    const state = yield* now
    const address = "0xdbc7d4ef0007fa387ae67cc789e95be1bec727c9"
    const account = at(state, "chains", "eip155", "accountState")
    assert.strictEqual(String(account.address).toLowerCase(), address)
    assert.strictEqual(String(account.caipAddress).toLowerCase(), `eip155:1:${address}`)
    assert.deepInclude(account, {
      balance: "1.204",
      balanceSymbol: "ETH",
      profileName: own.name,
      profileImage: own.avatar,
    })
    assert.strictEqual(account.addressExplorerUrl, `https://etherscan.io/address/${own.of}`)
    expect(account.connectedWalletInfo).toEqual({ name: "Halyard", icon: expect.stringMatching(/^data:image/) })
  })

  test("The network client of a chain entry is its active network", function* () {
    yield* connect({ wallet: halyard })
    yield* settled(switchNetwork({ network: polygon.caipNetworkId }))
    yield* switchNetwork({ network: bitcoin.caipNetworkId })

    const { chains, connections } = yield* now
    assert.strictEqual(connections?.eip155?.[0]?.caipNetwork?.caipNetworkId, "eip155:137")
    assert.deepStrictEqual(
      Object.values(chains).map(({ networkClient }) => networkClient),
      [polygon, solana, bitcoin].map(({ caipNetworkId }) => caipNetworkId),
    )
  })

  test("Each chain entry has the fields of its own namespace's connection, not of the active one", function* ({
    core,
  }) {
    const { installed } = yield* slicesOf(wallets)
    const onSolana = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"
    installed.value = installed.value.map((one) => (one.id === plover ? { ...one, chains: [onSolana] } : one))
    yield* connect({ wallet: plover, namespace: "solana" })
    yield* used
    assert.strictEqual(core.namespace.value, "eip155")

    const { chains } = yield* now
    const { eip155, bip122 } = chains
    assert.deepInclude(eip155?.networkState, { supportsAllNetworks: true, approvedCaipNetworkIds: undefined })
    expect(eip155?.accountState).toMatchObject({ balanceSymbol: "ETH", connectedWalletInfo: { name: "Halyard" } })
    assert.strictEqual(eip155?.connectionClient, "example.halyard")
    const address = "BjSMME56N22XUGKZBaLH1RYm42iW1ro9eYm68kZo4Zwi"
    expect(chains.solana).toMatchObject({
      connectionClient: "example.plover",
      networkState: { supportsAllNetworks: false, approvedCaipNetworkIds: [onSolana] },
      accountState: {
        status: "connected",
        address,
        caipAddress: `${onSolana}:${address}`,
        balance: undefined,
        balanceSymbol: "SOL",
        addressExplorerUrl: `https://solscan.io/address/${address}`,
        connectedWalletInfo: { name: "Plover" },
        preferredAccountType: "eoa",
        tokenBalance: [],
      },
    })
    expect(bip122).toMatchObject({
      connectionClient: undefined,
      accountState: {
        status: "disconnected",
        address: undefined,
        caipAddress: undefined,
        balance: undefined,
        balanceSymbol: "BTC",
        addressExplorerUrl: undefined,
        connectedWalletInfo: undefined,
        preferredAccountType: "payment",
        tokenBalance: [],
      },
    })
  })

  test("as plain data that JSON can represent", function* () {
    const state = yield* used
    expect(JSON.parse(JSON.stringify(state))).toEqual(state)
  })

  test("Connection status (per namespace): disconnected, connecting, connected", {
    script: { wallets: { ...hanging("connect").script.wallets, [plover]: { connect: "hang" } } },
  }, function* ({ core, wallet }) {
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

    const inactive = yield* begun(connect({ wallet: plover, namespace: "solana" }))
    assert.strictEqual(core.namespace.value, "eip155")
    assert.deepStrictEqual(yield* statuses, { ...others, eip155: "connected", solana: "connecting" })
    assert.isTrue((yield* now).loading)
    wallet(plover).approve()
    yield* Fiber.join(inactive)
    assert.deepStrictEqual(yield* statuses, { ...others, eip155: "connected", solana: "connected" })
    assert.isFalse((yield* now).loading)
  })

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

  test("reports nothing after unsubscribing, not even an earlier change", function* ({ core, instance }) {
    const told: boolean[] = []
    const end = subscribe(instance, ({ open }) => told.push(open))
    core.open.value = true
    end()
    yield* rest

    assert.isEmpty(told)
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
