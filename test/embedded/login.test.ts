import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { layer as scripted } from "../../layers/browser/withoutWindow.ts"
import type { Eip1193 } from "../../layers/chains/evm/first-paint/eip6963.ts"
import { layer as site } from "../../layers/siwx/site.ts"
import { Frame } from "../../services/Frame.ts"
import { refreshAccount } from "../../src/account/flows.ts"
import { account as accountSlice } from "../../src/account/state/account.ts"
import { refreshBalances } from "../../src/balances/flows/tokens.ts"
import { fetchBalances } from "../../src/balances/operations.ts"
import { balances } from "../../src/balances/state/tokens.ts"
import { connectRows } from "../../src/connect/first-paint/state.ts"
import { connect } from "../../src/connect/operations.ts"
import { connecting } from "../../src/connections/first-paint/state.ts"
import { onTabMessage } from "../../src/connections/flows/externalChanges.ts"
import { connectAgain, learnWallets } from "../../src/connections/flows/profileWallets.ts"
import type { Connection } from "../../src/connections/opening/model.ts"
import { disconnect, providerOf, reconnect } from "../../src/connections/operations/connections.ts"
import { switchConnection, switchToConnection } from "../../src/connections/operations/switchConnection.ts"
import { recents } from "../../src/connections/state/recentConnections.ts"
import {
  isConnected,
  signOut,
  updateEmail,
  updateEmailPrimaryOtp,
  updateEmailSecondaryOtp,
} from "../../src/embedded/endpoints/frameEvents.ts"
import { embeddedConnectorId } from "../../src/embedded/first-paint/model/embeddedConnector.ts"
import { connectFarcaster } from "../../src/embedded/flows/farcaster.ts"
import { setPreferredAccountType, switchAccountType } from "../../src/embedded/operations/accountType.ts"
import { resend, sendEmail, submitCode } from "../../src/embedded/operations/email.ts"
import { logInWith, loginWithSocial } from "../../src/embedded/operations/social.ts"
import { refreshLogin } from "../../src/embedded/steps/login.ts"
import { addNamespace, removeNamespace } from "../../src/namespaces/operations.ts"
import { closeModal, openModal } from "../../src/navigation/opening/flows.ts"
import { switchNetwork } from "../../src/network/operations.ts"
import { base, bitcoin, mainnet, polygon, solana } from "../../src/options/networks.ts"
import { storageKey } from "../../src/persistence/first-paint/model/storageKeys.ts"
import { openBuying } from "../../src/receive/flows.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import type { Needs } from "../../src/runtime/flow.ts"
import * as Router from "../../src/runtime/router.ts"
import { openSend } from "../../src/send/flows.ts"
import { cancelSignIn } from "../../src/siwx/flows/cancelSignIn.ts"
import { snapshot } from "../../src/stub/takeSnapshot.ts"
import { wallets } from "../../src/wallets/first-paint/state/wallets.ts"
import { loggedIn, mailbox, withLogins } from "../fixtures/embedded.ts"
import { changedChains, listening } from "../fixtures/layers.ts"
import { halyard, rest, shelf } from "../fixtures/modal.ts"
import { begun, fails, pass, shownSnack, signedOut, type Visit, visiting } from "../fixtures/visits.ts"

const test = visiting({ script: withLogins, hurried: true })
const twoChains = { options: { networks: [mainnet, solana] } }
const inSolana = connect({ wallet: embeddedConnectorId, namespace: "solana" })
const to = (network: { readonly caipNetworkId: `${string}:${string}` }) =>
  switchNetwork({ network: network.caipNetworkId })
const types = (accounts: readonly { readonly type?: string }[] = []) => accounts.map(({ type }) => type)

/** Sends a request to an EVM provider. A failed request returns its error code. */
const asking = (provider: unknown) => (method: string, params?: readonly unknown[]) =>
  Effect.promise(() =>
    Promise.resolve((provider as Eip1193).request({ method, ...(params && { params }) })).catch(
      (error: { code?: number }) => error.code,
    ),
  )

describe("Embedded wallet", () => {
  for (const [what, script, offered] of [
    ["offered if a login is on", withLogins, true],
    ["not offered without a login", { project: { features: [] } }, false],
  ] as const)
    test(`is ${what}`, { script, ...twoChains }, function* () {
      const { installed } = yield* slicesOf(wallets)
      const names = installed.peek().flatMap(({ type, name }) => (type === "AUTH" ? [name] : []))
      assert.deepStrictEqual(names, offered ? ["Embedded wallet", "Embedded wallet"] : [])
    })

  const every = ["email", "facebook", "github", "apple", "discord", "farcaster", "x", "google"]
  const project = { features: [{ id: "social_login", isEnabled: true, config: every }] }
  for (const [what, wallets, order] of [
    ["after an installed wallet", {}, ["wallet", "email", "social"]],
    ["before the wallets if none is installed", { "*": "absent" }, ["email", "social", "wallet"]],
  ] as const)
    test(`Logins are offered ${what}, the socials in the default order`, {
      script: { project, wallets },
    }, function* () {
      const { methods, socials } = (yield* slicesOf(connectRows))().ways.value
      assert.deepStrictEqual(methods, order)
      assert.deepStrictEqual(socials, ["google", "x", "farcaster", "discord", "apple", "github", "facebook"])
    })

  test("Other chains for auth login are not shown", {
    options: { networks: [mainnet, solana, bitcoin] },
  }, function* () {
    const { installed } = yield* slicesOf(wallets)
    const chains = installed.peek().flatMap(({ type, chain }) => (type === "AUTH" ? [chain] : []))

    assert.deepStrictEqual(chains, ["eip155", "solana"])
    yield* fails(connect({ wallet: embeddedConnectorId, namespace: "eip155" }), { _tag: "ConnectFailed" })
  })

  test("has no account in providers that the site kept, once signed out in another tab", twoChains, function* () {
    yield* loggedIn()
    yield* loggedIn("solana")
    const evm = (yield* providerOf("eip155")) as Eip1193
    const standard = (yield* providerOf("solana")) as { readonly accounts: readonly unknown[] }
    const ask = asking(evm)
    const told: unknown[] = []
    const on = evm.on as (event: string, heard: (accounts: unknown) => void) => void
    on("accountsChanged", (accounts) => told.push(accounts))
    assert.lengthOf((yield* ask("eth_accounts")) as readonly unknown[], 2)
    assert.lengthOf(standard.accounts, 1)

    yield* onTabMessage({ type: "disconnected", namespace: "eip155", connectorId: embeddedConnectorId })
    assert.deepStrictEqual([yield* ask("eth_accounts"), standard.accounts, told], [[], [], [[]]])
    assert.strictEqual(yield* ask("eth_requestAccounts"), 4100)
    // The message from the other tab does not end a later login.
    assert.isTrue((yield* (yield* Frame).request(isConnected, {})).isConnected)
  })

  test("Embedded wallet connected: sets address, user, smart-account-deployed flag and preferred account type", function* ({
    instance,
  }) {
    yield* slicesOf(accountSlice)
    const entry = () => snapshot(instance).chains.eip155
    const { accounts } = yield* loggedIn()
    assert.deepStrictEqual(types(accounts), ["eoa", "smartAccount"])
    for (const { address } of accounts) assert.match(address, /^0x[\da-fA-F]{40}$/)
    assert.deepInclude(entry()?.accountState as object, {
      status: "connected",
      address: accounts[0]?.address,
      user: { email: mailbox, accounts },
      smartAccountDeployed: false,
      preferredAccountType: "eoa",
    })
    yield* to(base)
    yield* rest

    assert.deepInclude(entry()?.accountState as object, {
      address: accounts[1]?.address,
      preferredAccountType: "smartAccount",
    })
    assert.deepInclude(entry()?.networkState, {
      smartAccountEnabledNetworks: [base.caipNetworkId, polygon.caipNetworkId],
    })
  })

  for (const [type, other] of [
    ["eoa", "smartAccount"],
    ["smartAccount", "eoa"],
  ] as const)
    test(`starts with the account type that the site prefers: ${type}`, {
      options: { networks: [base], defaultAccountTypes: { eip155: type } },
    }, function* () {
      assert.deepStrictEqual(types((yield* loggedIn()).accounts), [type, other])
    })

  test("AccountState fields: currentTab, tokenBalance, smartAccountDeployed, addressLabels, user, preferredAccountType, caipAddress, address, balance", {
    script: { ...withLogins, tick: 0 },
  }, function* ({ instance }) {
    const { tab } = yield* slicesOf(accountSlice)
    yield* slicesOf(balances)
    const { accounts } = yield* loggedIn()
    yield* refreshAccount()
    yield* refreshBalances()
    tab.value = 2
    const held = yield* fetchBalances()
    const { accountState } = snapshot(instance).chains.eip155 ?? {}
    const address = accounts[0]?.address
    const { balance, ...state } = accountState as unknown as Readonly<Record<string, unknown>>

    assert.isNotEmpty(held)
    assert.deepInclude(state, {
      currentTab: 2,
      tokenBalance: held,
      smartAccountDeployed: false,
      addressLabels: {},
      user: { email: mailbox, accounts },
      preferredAccountType: "eoa",
      caipAddress: `eip155:1:${address}`,
      address,
    })
    assert.match(String(balance), /^\d+(\.\d+)?$/)
  })

  const afterwards = function* ({ account }: Visit) {
    yield* rest
    return account()
  }

  test.visits("Embedded wallet not connected: the address is cleared", twoChains, function* ({ storage, visit }) {
    for (const namespace of ["eip155", "solana"] as const) {
      const { accounts } = yield* visit(loggedIn(namespace))
      assert.isNotEmpty(accounts)
      storage.texts.delete(storageKey("demo_frame"))
      const later = visit(function* ({ account }) {
        yield* rest
        return account(namespace)
      })

      assert.deepInclude(yield* later, signedOut, namespace)
    }
  })

  test(
    "Embedded wallet not connected: the address is cleared also during a visit",
    twoChains,
    function* ({ account, core }) {
      for (const namespace of ["eip155", "solana"] as const) {
        yield* loggedIn(namespace)
        assert.isDefined(core.address.value)
        yield* (yield* Frame).request(signOut, undefined)
        yield* fails(reconnect({ namespace, connectorId: embeddedConnectorId }), { _tag: "ConnectFailed" })
        yield* rest
        assert.isEmpty(account(namespace).connections)
        assert.isUndefined(core.address.value)
      }
    },
  )

  test.visits("is restored after a reload while the visitor is logged in", function* ({ visit }) {
    const connections = yield* visit(function* ({ account }) {
      yield* loggedIn()
      return account().connections
    })

    assert.deepInclude(yield* visit(afterwards), { status: "connected", connections })
  })

  test.visits("is disconnected while its frame does not load, and the page still works", function* ({ visit }) {
    yield* visit(loggedIn())
    yield* visit(
      function* ({ account }) {
        assert.strictEqual(account().status, "disconnected")
        yield* connect({ wallet: halyard })
        assert.strictEqual(account().active, halyard)
        yield* disconnect({ connectorId: halyard })
      },
      { script: { ...withLogins, faults: { frame: { offline: true } } } },
    )
    assert.strictEqual((yield* visit(afterwards)).status, "connected")
  })

  test("Reset account: clears all account fields of a login", twoChains, function* ({ instance, storage }) {
    yield* slicesOf(accountSlice)
    yield* loginWithSocial({ provider: "google" }, window())
    const state = () => snapshot(instance).chains.eip155?.accountState
    assert.deepInclude(state(), { status: "connected", socialProvider: "google" })
    assert.isDefined(state()?.user)
    assert.strictEqual(storage.json("connected_social"), "google")
    yield* inSolana
    yield* removeNamespace({ namespace: "eip155" })
    yield* addNamespace({ namespace: "eip155", networks: [mainnet] })
    // The login is still in use on Solana.
    assert.strictEqual(storage.json("connected_social"), "google")
    yield* removeNamespace({ namespace: "solana" })

    assert.deepInclude(state(), {
      status: "disconnected",
      address: undefined,
      user: undefined,
      socialProvider: undefined,
    })
    assert.isFalse(storage.texts.has("connected_social"))
  })

  test("is signed out in every namespace at once", twoChains, function* ({ account }) {
    yield* loggedIn("eip155")
    yield* inSolana
    assert.deepStrictEqual([account().status, account("solana").status], ["connected", "connected"])
    yield* disconnect({ namespace: "solana" })

    yield* fails(connect({ wallet: embeddedConnectorId }), { _tag: "ConnectFailed" })
    assert.isUndefined(account().active)
    assert.isUndefined(account("solana").active)
  })

  const silent = () => {
    const asked: string[] = []
    const { layers } = changedChains(({ namespace }) => ({
      disconnect: () =>
        Effect.andThen(
          Effect.sync(() => void asked.push(namespace)),
          Effect.never,
        ),
    }))
    return { ...twoChains, asked, layers }
  }
  test("is signed out in every namespace even if one does not respond", silent, function* ({ asked }) {
    yield* loggedIn("eip155")
    yield* inSolana
    yield* disconnect({ namespace: "solana" })

    assert.deepStrictEqual(asked, ["solana", "eip155"])
  })

  test(
    "rejects requests of a provider that the site kept, after signing out, without the frame",
    twoChains,
    function* () {
      const changes: unknown[] = []
      yield* (yield* Frame).watch((change) => changes.push(change))
      yield* loggedIn("solana")
      yield* connect({ wallet: embeddedConnectorId, namespace: "eip155" })
      const ask = asking(yield* providerOf("eip155"))
      assert.lengthOf((yield* ask("eth_accounts")) as readonly string[], 2)
      yield* disconnect({ namespace: "solana" })

      assert.deepStrictEqual(yield* ask("eth_accounts"), [])
      assert.strictEqual(yield* ask("personal_sign", ["0x00", "0x00"]), 4100)
      assert.deepStrictEqual(changes, [])
    },
  )

  const onSite = () => {
    const { events, telemetry } = listening()
    const browser = scripted({ page: { origin: "https://site.example" } })
    return {
      events,
      options: { networks: [base] },
      layers: { telemetry, siwx: site({ getRequired: () => false }), browser },
    }
  }
  test("marks analytics events of a smart account", onSite, function* ({ events }) {
    yield* loggedIn()
    for (const type of ["eoa", "smartAccount"] as const) {
      yield* setPreferredAccountType({ type })
      yield* openSend()
      yield* openBuying()
      yield* cancelSignIn()
      yield* rest
    }

    assert.deepStrictEqual(
      events.flatMap(({ event, properties }) =>
        properties && "isSmartAccount" in properties ? [[event, properties.isSmartAccount]] : [],
      ),
      [false, true].flatMap((smart) => [
        ["OPEN_SEND", smart],
        ["SELECT_BUY_CRYPTO", smart],
        ["CLICK_CANCEL_SIWX", smart],
      ]),
    )
  })

  const multiWallet = { id: "multi_wallet", isEnabled: true, config: [] }
  const several = { script: { project: { features: [...withLogins.project.features, multiWallet] } } }
  const onBase = { ...several, options: { defaultNetwork: base } }
  /** Logs in, then out. Returns the account that was not active. */
  const loggedOut = (login: Effect.Effect<Connection, unknown, Needs>) =>
    Effect.gen(function* () {
      const { accounts } = yield* login
      yield* disconnect({})
      yield* pass("31 seconds")
      return { namespace: "eip155", connectorId: embeddedConnectorId, address: accounts[1]?.address ?? "" } as const
    })
  const window = () => ({ closed: false, close: () => undefined, location: { href: "" } }) as unknown as Window
  const withGoogle = Effect.suspend(() => loginWithSocial({ provider: "google" }, window()))
  const logInByEmail = Effect.andThen(sendEmail(mailbox), submitCode("123456"))

  test.visits(
    "Local storage holds: connected social provider, which the next visit restores",
    function* ({ storage, visit }) {
      yield* visit(function* () {
        yield* withGoogle
        yield* connect({ wallet: halyard })
        // Another wallet does not end the login.
        yield* disconnect({ connectorId: halyard })
      })
      assert.strictEqual(storage.json("connected_social"), "google")
      yield* visit(function* ({ account }) {
        yield* rest
        assert.strictEqual(account().connections[0]?.auth?.name, "google")
        yield* disconnect({})
      })
      assert.isNull(storage.json("connected_social"))
    },
  )

  test("is a recent wallet with its login after signing out", several, function* () {
    const { recentConnections } = yield* slicesOf(recents)
    yield* loggedOut(loggedIn())
    const [recent] = recentConnections.peek()

    assert.strictEqual(recent?.name, mailbox)
    assert.deepStrictEqual(recent?.auth, { name: "email" })
    assert.isEmpty((yield* slicesOf(connecting)).recentWallets.peek())
  })

  test("is a recent wallet under a name that is shortened as in the views", several, function* ({ account }) {
    const { recentConnections } = yield* slicesOf(recents)
    const name = () => recentConnections.peek()[0]?.name
    yield* loggedOut(loginWithSocial({ provider: "discord" }, window()))
    assert.strictEqual(name(), "linden#")
    yield* loggedOut(
      Effect.gen(function* () {
        yield* sendEmail("amarguerite@fernhill-books.shop")
        yield* submitCode("123456")
        return account().connections[0] as Connection
      }),
    )
    assert.strictEqual(name(), "amarguerite@fernhill-books....")
  })

  test(
    "Switching a connection, disconnected: re-run the email login flow, then switch the account",
    onBase,
    function* ({ core }) {
      const wanted = yield* loggedOut(loggedIn())
      const switching = yield* begun(switchConnection(wanted))
      assert.deepStrictEqual(core.stack.peek(), [{ name: "EmailLogin", namespace: "eip155" }])
      yield* logInByEmail
      const taken = yield* Fiber.join(switching)

      assert.strictEqual(taken?.auth?.name, "email")
      assert.strictEqual(core.address.peek(), wanted.address)
      assert.isFalse(core.open.peek())
    },
  )

  test(
    "keeps its account if the visitor switches to a smart account on a network without them",
    several,
    function* ({ core, storage }) {
      const { accounts, namespace, connectorId } = yield* loggedIn()
      const [own, smart] = accounts
      assert.deepStrictEqual(types(accounts), ["eoa", "smartAccount"])
      yield* switchConnection({ namespace, connectorId, address: smart?.address ?? "" })

      assert.strictEqual(core.address.peek(), own?.address)
      assert.notNestedProperty(storage.json("connections"), "0.chosen")
    },
  )

  test(
    "Switching a connection, disconnected: re-run the social login flow, then switch the account",
    onBase,
    function* ({ core, instance }) {
      const wanted = yield* loggedOut(withGoogle)
      const windows: Window[] = []
      Object.assign(instance, { openLoginWindow: () => windows.push(window()) && windows[0] })
      const taken = yield* Effect.orElseSucceed(switchConnection(wanted), () => undefined)

      assert.lengthOf(windows, 1)
      assert.strictEqual(taken?.auth?.name, "google")
      assert.strictEqual(core.address.peek(), wanted.address)
    },
  )

  /** Runs a login through Farcaster, whose view is shown. */
  const throughFarcaster = <A, E, R>(login: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const running = yield* begun(login)
      yield* connectFarcaster()
      return yield* Fiber.join(running)
    })
  test(
    "Switching a connection, disconnected: re-run the social login flow in Farcaster's view, then switch the account",
    onBase,
    function* ({ core }) {
      const wanted = yield* loggedOut(throughFarcaster(loginWithSocial({ provider: "farcaster" })))
      const taken = yield* throughFarcaster(switchConnection(wanted))

      assert.strictEqual(taken?.auth?.name, "farcaster")
      assert.strictEqual(core.address.peek(), wanted.address)
    },
  )

  test("Connection class, per namespace: disconnected where it has no login, although it has one in another namespace", {
    ...several,
    ...twoChains,
  }, function* ({ core }) {
    yield* loggedIn("eip155")
    const switching = yield* begun(switchConnection({ namespace: "solana", connectorId: embeddedConnectorId }))

    assert.deepStrictEqual(core.stack.peek(), [{ name: "Connect", namespace: "solana" }])
    yield* closeModal()
    yield* fails(Fiber.join(switching), { message: "Modal closed" })
  })

  test("fails with 'Modal closed' if the login for a switch to it is abandoned", several, function* () {
    const wanted = yield* loggedOut(loggedIn())
    yield* connect({ wallet: halyard })
    const switching = yield* begun(switchConnection(wanted))
    yield* closeModal()

    yield* fails(Fiber.join(switching), { message: "Modal closed" })
  })

  test(
    "can be reconnected from the visitor's wallets, with the same login and the chosen account",
    onBase,
    function* ({ core, storage, views }) {
      const wanted = yield* loggedOut(loggedIn())
      yield* openModal({ view: "ProfileWallets" })
      yield* learnWallets("eip155")
      yield* connectAgain(wanted, mailbox)
      assert.deepStrictEqual(views(), ["ProfileWallets", "EmailLogin"])
      yield* logInByEmail
      yield* rest
      assert.deepStrictEqual(views(), ["ProfileWallets"])
      assert.strictEqual(core.address.peek(), wanted.address)
      assert.deepStrictEqual(storage.json("preferred_account_types"), { eip155: "eoa" })
      const target = { namespace: "eip155", account: wanted.address, untrusted: "" } as const
      for (const logIn of [
        logInWith("google", window(), target),
        Effect.andThen(logInWith("farcaster", undefined, target), connectFarcaster()),
        Effect.gen(function* () {
          yield* Router.push({ name: "EmailLogin", ...target })
          yield* sendEmail(mailbox)
          yield* pass("31 seconds")
          // The frame requires no code for this address.
          yield* resend("known@fernhill.example", "")
        }),
      ]) {
        yield* disconnect({})
        yield* pass("31 seconds")
        yield* openModal({ view: "ProfileWallets" })
        yield* logIn
        yield* rest
        assert.deepStrictEqual(views(), ["ProfileWallets"])
        assert.strictEqual(core.address.peek(), wanted.address)
      }
    },
  )

  const earlier = {
    ...several,
    storage: shelf({
      recent_connections: JSON.stringify([
        { namespace: "eip155", connectorId: embeddedConnectorId, accounts: [{ address: "0x1" }], name: mailbox, at: 1 },
      ]),
    }),
  }
  test("offers every login if an earlier version stored it as recent", earlier, function* ({ core }) {
    const wanted = { namespace: "eip155", connectorId: embeddedConnectorId, address: "0x1" } as const
    yield* Router.reset({ name: "ProfileWallets" })
    yield* connectAgain(wanted, mailbox)
    assert.deepStrictEqual(core.stack.peek().at(-1), { name: "Connect", namespace: "eip155" })
    const switching = yield* begun(switchConnection(wanted))
    assert.deepStrictEqual(core.stack.peek(), [{ name: "Connect", namespace: "eip155" }])
    yield* logInByEmail

    assert.strictEqual((yield* Fiber.join(switching))?.connectorId, embeddedConnectorId)
  })

  const login = (address: string, more: object) => ({
    namespace: "eip155",
    connectorId: embeddedConnectorId,
    accounts: [{ address }],
    name: mailbox,
    at: 1,
    ...more,
  })
  const manyLogins = {
    ...several,
    ...twoChains,
    storage: shelf({
      recent_connections: JSON.stringify([
        login("So1", { namespace: "solana", auth: { name: "farcaster" } }),
        login("0x1", { connectorId: halyard }),
        login("0x1", { auth: { name: "email" } }),
        login("0x2", { auth: { name: "google" } }),
      ]),
    }),
  }
  test("repeats the login of the account, or else the last one in the namespace", manyLogins, function* ({ core }) {
    const on = { namespace: "eip155", connectorId: embeddedConnectorId } as const
    for (const [address, name] of [
      ["0x1", "EmailLogin"],
      ["0x2", "Connect"],
    ] as const) {
      yield* connectAgain({ ...on, address }, mailbox)
      assert.strictEqual(core.route.peek()?.name, name)
    }
    const switching = yield* begun(switchConnection(on))
    assert.strictEqual(core.route.peek()?.name, "EmailLogin")
    yield* logInByEmail

    assert.strictEqual((yield* Fiber.join(switching))?.connectorId, embeddedConnectorId)
    yield* begun(Effect.exit(switchConnection({ ...on, namespace: "solana" })))
    assert.deepStrictEqual(core.route.peek(), { name: "ConnectingFarcaster", namespace: "solana" })
  })

  test("shows an email that was changed elsewhere", function* ({ account }) {
    const frame = yield* Frame
    yield* connect({ wallet: halyard })
    yield* loggedIn()
    const before = account()
    yield* refreshLogin
    assert.strictEqual(account(), before)
    yield* frame.request(updateEmail, { email: "hall@fernhill.example" })
    yield* frame.request(updateEmailPrimaryOtp, { otp: "123456" })
    yield* frame.request(updateEmailSecondaryOtp, { otp: "123456" })
    yield* refreshLogin

    assert.deepStrictEqual(
      account().connections.map(({ auth }) => auth?.email),
      before.connections.map(({ auth }) => auth && "hall@fernhill.example"),
    )
  })

  test("can be connected beside other wallets", function* ({ account, connected }) {
    yield* connect({ wallet: halyard })
    yield* loggedIn()
    assert.strictEqual(account().active, embeddedConnectorId)
    assert.sameMembers([...connected()], [embeddedConnectorId, halyard])
    yield* disconnect({ connectorId: embeddedConnectorId })

    assert.strictEqual(account().active, halyard)
  })
})

describe("Preferred account type", () => {
  const test = visiting({ script: withLogins, options: { defaultNetwork: base }, hurried: true })
  const setEoa = setPreferredAccountType({ type: "eoa" })
  const setSmart = setPreferredAccountType({ type: "smartAccount" })

  test("Preferred account type: after it is set, the connection reconnects", function* ({ account, storage }) {
    const { accounts } = yield* loggedIn()
    assert.deepStrictEqual(types(accounts), ["smartAccount", "eoa"])
    yield* setEoa
    assert.deepStrictEqual(types(account().connections[0]?.accounts), ["eoa", "smartAccount"])
    assert.deepStrictEqual(storage.json("preferred_account_types"), { eip155: "eoa" })
    yield* setSmart

    assert.deepStrictEqual(account().connections[0]?.accounts, accounts)
  })

  test.visits(
    "Local storage holds: preferred account types, one per namespace, which the next visit restores",
    function* ({ storage, visit }) {
      yield* visit(function* () {
        yield* loggedIn()
        const invalid = { bip122: "ordinal", fernhill: "eoa" }
        storage.texts.set("preferred_account_types", JSON.stringify({ solana: "eoa", ...invalid }))
        yield* setEoa
      })
      assert.deepStrictEqual(storage.json("preferred_account_types"), { solana: "eoa", eip155: "eoa" })
      yield* visit(function* ({ account }) {
        yield* rest
        assert.deepStrictEqual(types(account().connections[0]?.accounts), ["eoa", "smartAccount"])
      })
    },
  )

  test("Preferred account type (eoa or smartAccount): can be set for auth connections", function* () {
    yield* fails(setEoa, { _tag: "NotConnectedToEmailOrSocial" })
    yield* connect({ wallet: halyard })
    yield* fails(setEoa, { _tag: "NotConnectedToEmailOrSocial" })
    yield* loggedIn()
    const message = "Expected 'eoa' | 'smartAccount'"
    yield* fails(setPreferredAccountType({ type: "ordinal" as "eoa" }), { _tag: "InvalidInput", message, path: "type" })

    assert.deepStrictEqual(types((yield* setEoa).accounts), ["eoa", "smartAccount"])
  })

  test("Smart account switching is allowed only when the network supports smart accounts and the current type is eoa", function* () {
    yield* loggedIn()
    yield* setEoa
    yield* to(mainnet)
    yield* fails(setSmart, { _tag: "ChainNotSupported" })
    yield* to(polygon)

    assert.deepStrictEqual(types((yield* setSmart).accounts), ["smartAccount", "eoa"])
  })

  test("shows the visitor whether a switch succeeded", function* () {
    const told = { done: "Account switched", failed: "Failed to switch account" }
    yield* loggedIn()
    yield* switchAccountType("eoa", told)
    assert.strictEqual((yield* shownSnack).message, "Account switched")
    yield* to(mainnet)
    yield* switchAccountType("smartAccount", told)
    yield* rest

    assert.deepInclude(yield* shownSnack, { message: "Failed to switch account", variant: "error" })
  })

  test("is the site's default again after signing out", function* () {
    yield* loggedIn()
    yield* setEoa
    yield* disconnect({})

    assert.deepStrictEqual(types((yield* loggedIn()).accounts), ["smartAccount", "eoa"])
  })

  const noting = () => {
    const { events, telemetry } = listening()
    return { events, layers: { telemetry } }
  }
  test(
    "Switching a connection, connected or active: an auth connection only switches the account type",
    noting,
    function* ({ account, connected, events }) {
      const { accounts } = yield* loggedIn()
      yield* connect({ wallet: halyard })
      const [smart, plain] = accounts
      for (const { address } of [plain, smart] as Required<typeof accounts>[number][]) {
        const taken = yield* switchToConnection({ namespace: "eip155", connectorId: embeddedConnectorId, address })
        assert.strictEqual(account().active, embeddedConnectorId)
        assert.strictEqual(taken.accounts[0]?.address, address)
        // The secure frame stores the choice.
        assert.isUndefined(taken.chosen)
      }
      assert.include(connected(), halyard)
      assert.deepStrictEqual(
        events.flatMap(({ event, properties }) => (event === "CONNECT_SUCCESS" ? [properties] : [])) as object[],
        [
          { method: "email", name: "Embedded wallet" },
          { method: "browser", name: "Halyard" },
        ],
      )
    },
  )
})
