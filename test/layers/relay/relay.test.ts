import { Deferred, Effect, Fiber, Tracer } from "effect"
import { TestClock } from "effect/testing"
import { type Hex, isHex, verifyMessage } from "viem"
import { open, persistedSession } from "../../../layers/relay/client/libraryStorage.ts"
import { optionalNamespaces as proposed } from "../../../layers/relay/client/requestedNamespaces.ts"
import { Relay, type RelayChange } from "../../../services/Relay.ts"
import { base, bitcoin, mainnet, polygon, solana } from "../../../src/options/networks.ts"
import { relayWait } from "../../../src/walletConnect/limits.ts"
import { speaker } from "../../attacks/relay/wire.ts"
import { addressOf, followed, relayContract, until } from "../../contracts/relay.ts"
import { fails } from "../../fixtures/fails.ts"
import { assert, describe, it, vi } from "../../fixtures/it.ts"
import { eventually } from "../../fixtures/server.ts"
import { ended } from "../../fixtures/time.ts"
import {
  accounts,
  ask,
  coded,
  connect,
  holdingTimersFrom,
  keptAs,
  relay as loopback,
  networks,
  pageOn,
  type RelayPage,
  relayTest,
  signed,
  walletOn,
  worldWith,
} from "./relayWorld.ts"

relayContract(
  "live",
  Effect.gen(function* () {
    const relay = yield* loopback
    const wallet = yield* walletOn(relay)
    const signing = yield* walletOn(relay, [1, 137], { signsIn: true })
    return {
      layer: pageOn(relay).layer,
      networks: [mainnet, polygon],
      approve: (uri) => void wallet.pair(uri),
      approveAndSign: (uri) => void signing.pair(uri),
      reject: (uri) => {
        wallet.person.next("reject")
        void wallet.pair(uri)
      },
      disconnectFromWallet: () => void wallet.disconnect(),
      changeAccount: () => {
        void wallet.switchAccount(1)
        return accounts[1].address
      },
      changeChain: () => {
        void wallet.switchChain(polygon.id)
        return polygon.caipNetworkId
      },
    }
  }),
)

const test = relayTest()
const isBack = ({ type }: RelayChange) => type === "back"
const kindsOf = (changes: readonly RelayChange[]) => changes.map(({ type }) => type)
const restored = Effect.flatMap(Relay, ({ restore }) => restore)
const disconnected = Effect.flatMap(Relay, ({ disconnect }) => disconnect)

describe("A WalletConnect session", () => {
  test("Wallet-relay connect with optional namespaces", function* ({ page, wallet }) {
    const live = yield* Relay
    yield* live.connect({ networks: [...networks, solana, bitcoin], onUri: (uri) => void wallet.pair(uri) })
    type Proposed = Record<string, Record<string, { chains: unknown; methods: readonly string[] }>>
    const [{ requiredNamespaces, optionalNamespaces = {} } = {}] = keptAs(page, "session") as readonly Proposed[]

    assert.deepStrictEqual(requiredNamespaces, {})
    assert.deepStrictEqual(optionalNamespaces.eip155?.chains, ["eip155:1", "eip155:137", "eip155:8453"])
    // The lists themselves are in the tests of the proposal.
    const wanted = proposed([mainnet, solana, bitcoin])
    for (const [namespace, method] of [
      ["eip155", "personal_sign"],
      ["solana", "solana_signMessage"],
      ["bip122", "signPsbt"],
    ] as const) {
      assert.include(optionalNamespaces[namespace]?.methods ?? [], method)
      assert.deepStrictEqual(optionalNamespaces[namespace]?.methods, wanted[namespace]?.methods)
    }
  })

  it.live("reports the name by which the relay knows the page, the same on the next visit", function* () {
    const names: string[] = []
    const { page, wallet } = yield* worldWith({ introduced: (name) => names.push(name) })
    yield* Effect.provide(connect(wallet), page.layer)
    yield* Effect.provide(restored, page.layer)

    assert.match(names[0] ?? "", /^did:key:z/)
    assert.deepStrictEqual(names, [names[0], names[0]])
  })

  test("Only one wallet-session storage prefix is used", function* ({ page, wallet }) {
    yield* connect(wallet)
    const names = [...page.kept.keys()].flatMap((key) => [...key.matchAll(/^(.*)wc@2:(core|client):[\d.]+(.*)\/\//g)])

    assert.deepStrictEqual([...new Set(names.map(([, place]) => place))], ["relay:"])
    assert.deepStrictEqual([...new Set(names.map(([, , part]) => part))].sort(), ["client", "core"])
    const [prefix, ...others] = new Set(names.map(([, , , prefix]) => prefix))
    assert.match(String(prefix), /^:page-\d+$/)
    assert.isEmpty(others)
  })

  test("lets the modal open a wallet's link", function* ({ page, wallet }) {
    yield* connect(wallet)
    const kept = () => (keptAs(page, "session") as readonly { sessionConfig?: { disableDeepLink: boolean } }[])[0]

    yield* eventually(() => kept()?.sessionConfig?.disableDeepLink === true)
  })

  it.live("is restored by the next visit on its chain, ready for requests", function* () {
    const { page, wallet } = yield* worldWith()
    const visit = Effect.tap(connect(wallet), () => ask("wallet_switchEthereumChain", [{ chainId: "0x89" }]))
    const before = yield* Effect.provide(visit, page.layer)

    yield* Effect.gen(function* () {
      const changes = yield* followed
      assert.deepStrictEqual(yield* restored, before)
      assert.strictEqual(yield* ask("eth_chainId"), "0x89")
      const [{ address }] = accounts
      const signature = (yield* ask("personal_sign", ["0x706f727469636f", address])) as Hex
      assert.isTrue(yield* Effect.promise(() => verifyMessage({ address, message: "portico", signature })))
      assert.deepStrictEqual(kindsOf(changes), ["requested"])
    }).pipe(Effect.provide(page.layer))
  })

  test("sends a request again, once, if the library chose the ID of an earlier one", function* ({ wallet }) {
    yield* connect(wallet)
    const changes = yield* followed
    // The library computes IDs from the time and a random number.
    const now = Date.now()
    const time = vi.spyOn(Date, "now").mockImplementation(() => now)
    const random = vi.spyOn(Math, "random").mockReturnValue(0.5)
    yield* Effect.addFinalizer(() => Effect.sync(() => void [time, random].map((one) => one.mockRestore())))
    const [{ address }] = accounts
    yield* ask("personal_sign", ["0x01", address])
    // Each request takes two numbers: the first is in its ID.
    random.mockReturnValueOnce(0.5).mockReturnValueOnce(0.5).mockReturnValue(0.25)
    assert.isTrue(isHex(yield* ask("personal_sign", ["0x02", address])))
    const ids = changes.flatMap((change) => (change.type === "requested" ? [change.id] : []))
    assert.deepStrictEqual([ids.length, new Set(ids).size], [2, 2])

    yield* fails(ask("personal_sign", ["0x03", address]), { message: "The library chose the ID of an earlier request" })
  })

  it.live("is deleted with all that is stored if the library cannot start with it", function* () {
    const names: string[] = []
    const { page, wallet } = yield* worldWith({ introduced: (name) => names.push(name) })
    yield* Effect.provide(connect(wallet), page.layer)
    const [key = "", text = ""] = [...page.kept].find(([name]) => name.endsWith("//keychain")) ?? []
    page.kept.set(key, text.replace(/("client_ed25519_seed":)"\w+"/, '$1"none"'))

    yield* Effect.gen(function* () {
      assert.isUndefined(yield* restored)
      assert.isAbove((yield* connect(wallet)).accounts.length, 0)
    }).pipe(Effect.provide(page.layer))
    assert.lengthOf(new Set(names), 2)
  })

  it.live("is traced: each method, and each request to the wallet", function* () {
    const { page, wallet } = yield* worldWith()
    const spans: string[] = []
    const span: Tracer.Tracer["span"] = (options) => {
      spans.push(`${options.name}, ${options.kind}`)
      return new Tracer.NativeSpan(options)
    }
    yield* Effect.gen(function* () {
      yield* connect(wallet)
      yield* restored
      yield* signed
      const error = yield* Effect.flip((yield* Relay).provider("solana"))
      assert.propertyVal(error, "details", "The session over the relay does not have solana")
      yield* disconnected
      yield* eventually(() => wallet.sessions().length === 0)
    }).pipe(Effect.provide(page.layer), Effect.provideService(Tracer.Tracer, Tracer.make({ span })))

    const methods = ["connect, client", "restore, internal", "provider, internal", "disconnect, internal"]
    assert.includeMembers(spans, [...methods.map((method) => `Relay.${method}`), "relay personal_sign, client"])
  })

  it.live("is not restored once it has expired: Sessions expire and are then deleted", function* () {
    const { page, wallet } = yield* worldWith()
    yield* Effect.provide(connect(wallet), page.layer)
    const [key = "", text = ""] = [...page.kept].find(([name]) => name.endsWith("//session")) ?? []
    page.kept.set(key, text.replace(/"expiry":\d+/, '"expiry":1'))

    yield* Effect.gen(function* () {
      const changes = yield* followed
      assert.isUndefined(yield* restored)
      assert.isUndefined(yield* restored)

      assert.deepStrictEqual(changes, [{ type: "expired", wallet: "Loopback Wallet" }])
      assert.strictEqual(page.kept.size, 0)
      assert.isAbove((yield* connect(wallet)).accounts.length, 0)
    }).pipe(Effect.provide(page.layer))
  })

  test("replaces the one before it, which ends in the wallet", function* ({ wallet }) {
    const first = yield* connect(wallet)
    const second = yield* connect(wallet)
    yield* eventually(() => wallet.sessions().length === 1)

    assert.notStrictEqual(second.topic, first.topic)
    assert.deepStrictEqual(wallet.sessions(), [second.topic])
    assert.deepStrictEqual(yield* restored, second)
  })

  test("lasts longer once its wallet extends it", function* ({ wallet }) {
    const session = yield* connect(wallet)
    const changes = yield* followed
    yield* Effect.promise(() => wallet.extend())
    yield* until(changes, ({ type }) => type === "session")
    const renewed = yield* restored

    assert.isAtLeast(renewed?.expiresAt ?? 0, session.expiresAt)
    assert.deepStrictEqual<unknown>(changes, [{ type: "session", session: renewed }])
  })

  test("ends here at once when the visitor disconnects, then in the wallet", function* ({ page, wallet }) {
    yield* connect(wallet)
    const provider = yield* (yield* Relay).provider("eip155")
    const errors: unknown[] = []
    provider.on("disconnect", (error) => errors.push(error))
    yield* disconnected

    assert.strictEqual(page.kept.size, 0)
    assert.propertyVal(errors[0], "_tag", "ProviderDisconnectedError")
    yield* fails((yield* Relay).provider("eip155"), { message: "Please call connect() before request()" })
    yield* eventually(() => wallet.sessions().length === 0)
  })

  test("of one instance is unaffected by another on the same page", function* ({ relay, wallet }) {
    yield* connect(wallet)
    yield* Effect.gen(function* () {
      assert.isUndefined(yield* restored)
      yield* connect(wallet)
      yield* disconnected
    }).pipe(Effect.provide(pageOn(relay).layer))

    assert.isTrue(isHex(yield* signed))
  })

  test.effect("Disconnect waits at most 3000 ms", function* ({ page, relay, wallet }) {
    yield* connect(wallet)
    yield* Effect.promise(() => relay.stop())
    const leaving = yield* Effect.forkChild(disconnected)
    yield* eventually(() => relay.connections() === 0)
    yield* TestClock.adjust(2_999)
    assert.isAbove(page.kept.size, 0)
    yield* TestClock.adjust(1)
    yield* ended(leaving)

    assert.strictEqual(page.kept.size, 0)
    assert.isUndefined(yield* restored)
  })

  test("survives the loss of its socket", function* ({ relay, wallet }) {
    yield* connect(wallet)
    const changes = yield* followed
    relay.dropAll()
    yield* until(changes, isBack)

    assert.deepStrictEqual(kindsOf(changes), ["lost", "back"])
    assert.isTrue(isHex(yield* signed))
  })

  const returns: readonly (readonly [title: string, act: (page: RelayPage) => Effect.Effect<void, never, Relay>])[] = [
    ["the page is visible again", (page) => Effect.sync(() => page.change("visible"))],
    ["the page is online again", (page) => Effect.sync(() => page.change("online"))],
    ["the modal asks for it", () => Effect.flatMap(Relay, ({ revive }) => revive)],
  ]
  for (const [title, act] of returns)
    test(`reopens its socket as soon as ${title}, and only one`, function* ({ page, relay, wallet }) {
      yield* connect(wallet)
      yield* Effect.promise(() => wallet.stop())
      const changes = yield* followed
      const held = yield* holdingTimersFrom(500)
      relay.closeWith(1001)
      relay.dropAll()
      // After one rejection the library waits a second before it tries again.
      const sleeping = () => held.find(({ ms }) => ms === 1_000)
      yield* eventually(() => sleeping() !== undefined)
      relay.closeWith(undefined)
      yield* act(page)
      yield* until(changes, isBack)
      const calls = relay.log.length
      sleeping()?.ring()
      yield* eventually(() => relay.log.length > calls)

      assert.strictEqual(relay.connections(), 1)
      assert.deepStrictEqual(kindsOf(changes), ["lost", "back"])
    })

  test("is lost as soon as the page is offline, and back when it is online", function* ({ page, wallet }) {
    yield* connect(wallet)
    const changes = yield* followed
    for (const change of ["hidden", "blurred", "focused", "visible"] as const) page.change(change)
    assert.isEmpty(changes)
    for (const change of ["offline", "offline"] as const) page.change(change)
    assert.deepStrictEqual(kindsOf(changes), ["lost"])
    const provider = yield* (yield* Relay).provider("eip155")
    yield* Effect.promise(() => provider.setDefaultChain(polygon.caipNetworkId))
    page.change("online")
    yield* until(changes, isBack)

    assert.deepStrictEqual(kindsOf(changes), ["lost", "wallet", "wallet", "back"])
    assert.isTrue(isHex(yield* signed))
  })

  it.live("reports no socket without a session, and starts nothing to restore or revive it", function* () {
    const names: string[] = []
    const { relay, page } = yield* worldWith({ introduced: (name) => names.push(name) })
    yield* Effect.gen(function* () {
      const { revive } = yield* Relay
      yield* revive
      yield* restored
      yield* disconnected
      yield* revive
      page.change("online")
      assert.strictEqual(relay.connections(), 0)
      assert.isEmpty(names)
      const changes = yield* followed
      yield* coded
      const calls = relay.log.length
      yield* Effect.promise(() => relay.dropAll())
      yield* eventually(() => relay.log.length > calls)

      assert.deepStrictEqual(changes, [])
    }).pipe(Effect.provide(page.layer))
  })

  test.effect("A topic must not be expired", function* ({ page, wallet }) {
    yield* TestClock.setTime(Date.now())
    const { expiresAt } = yield* connect(wallet)
    const changes = yield* followed
    yield* TestClock.setTime(expiresAt)

    assert.propertyVal(yield* Effect.flip(ask("eth_accounts")), "_tag", "TopicExpired")
    assert.deepStrictEqual(changes, [{ type: "expired", wallet: "Loopback Wallet" }])
    yield* eventually(() => JSON.stringify(keptAs(page, "session")) === "[]")
  })
})

describe("A relay session's provider", () => {
  test("sends granted requests to the wallet, and all others to the network's nodes", function* ({ page, wallet }) {
    yield* connect(wallet)
    yield* signed
    const params = [accounts[0].address, "latest"]

    assert.strictEqual(yield* ask("eth_getBalance", params), "0x2a")
    assert.strictEqual(yield* ask("eth_blockNumber", undefined, "eip155:137"), "0x2a")
    assert.deepStrictEqual(wallet.person.asked, ["session_proposal", "personal_sign"])
    assert.deepStrictEqual(page.nodeCalls, [
      { network: mainnet, method: "eth_getBalance", params },
      { network: polygon, method: "eth_blockNumber", params: [] },
    ])
  })

  test("sends nothing to a node that only a wallet may see", function* ({ page, wallet }) {
    yield* connect(wallet)
    yield* fails(ask("eth_sign", [accounts[0].address, "0x00"]), { code: 4100 })
    assert.deepStrictEqual(page.nodeCalls, [])
  })

  test("fails with the code of the wallet's rejection", function* ({ wallet }) {
    yield* connect(wallet)
    wallet.person.next("reject")
    yield* fails(signed, { _tag: "UserRejectedRequestError", code: 4001 })
  })

  test("requests a chain from the wallet that it has not approved", function* ({ wallet }) {
    yield* connect(wallet)
    const changes = yield* followed
    assert.isNull(yield* ask("wallet_switchEthereumChain", [{ chainId: "0x2105" }]))

    assert.strictEqual(yield* ask("eth_chainId"), "0x2105")
    assert.deepStrictEqual(wallet.person.asked, ["session_proposal", "wallet_switchEthereumChain"])
    const [session] = changes.flatMap((one) => (one.type === "session" ? [one.session] : []))
    assert.include(session?.approvedCaipNetworkIds ?? [], base.caipNetworkId)
  })

  // The wallet's library handles one request per second.
  test("fails with the code of a wallet that does not support a chain", function* ({ wallet }) {
    yield* connect(wallet)

    assert.propertyVal(yield* Effect.flip(ask("wallet_switchEthereumChain", [{ chainId: "0x3e7" }])), "code", 4902)
  })

  for (const [sentence, method, params] of [
    ["Missing address parameter in wallet_getCapabilities request", "wallet_getCapabilities", []],
    ["Fetching call status not approved by the wallet.", "wallet_getCallsStatus", ["0x1"]],
  ] as const)
    test(`Error: '${sentence}'`, function* ({ wallet }) {
      yield* connect(wallet)

      assert.strictEqual((yield* Effect.flip(ask(method, params))).message, sentence)
    })
})

describe("A proposal", () => {
  test("is deleted with its pairing and keys when its caller leaves", function* ({ page, relay }) {
    const { waiting } = yield* coded
    assert.lengthOf(keptAs(page, "proposal") as readonly unknown[], 1)
    yield* Fiber.interrupt(waiting)
    yield* eventually(() => relay.log.some(({ method }) => method === "irn_unsubscribe"))

    for (const name of ["proposal", "pairing", "expirer"]) assert.deepStrictEqual(keptAs(page, name), [], name)
    assert.lengthOf(Object.keys(keptAs(page, "keychain") as object), 1)
  })

  test("is deleted when its caller leaves before there is a pairing URI", function* ({ page, relay }) {
    const { connect } = yield* Relay
    const waiting = yield* Effect.forkChild(connect({ networks, onUri: () => assert.fail("a code") }))
    yield* eventually(() => JSON.stringify(keptAs(page, "pairing") ?? []) !== "[]")
    yield* Fiber.interrupt(waiting)
    yield* eventually(() => relay.log.some(({ method }) => method === "irn_unsubscribe"))

    for (const name of ["proposal", "pairing", "expirer"]) assert.deepStrictEqual(keptAs(page, name), [], name)
  })

  const answers = [
    [5000, "ConnectionRejected"],
    [5100, "ConnectorSupportsNoChain"],
    [5104, "ConnectorSupportsNoChain"],
    [-32000, "ConnectFailed"],
  ] as const
  it.live.each(answers)("fails after the wallet returns the error %i: %s", function* ([code, tag]) {
    const relay = yield* loopback
    const wallet = yield* speaker(relay)
    const clients: string[] = []
    yield* Effect.gen(function* () {
      const { code: uri, waiting } = yield* coded
      const { id, pairing } = yield* Effect.promise(() => wallet.scan(uri))
      yield* Effect.promise(() => wallet.tell(pairing, { id, jsonrpc: "2.0", error: { code, message: "No" } }))

      const error = yield* Effect.flip(Fiber.join(waiting))
      assert.propertyVal(error, "_tag", tag)
      assert.nestedPropertyVal(error, "cause.code", code)
      yield* coded
      // Only after an unknown failure does the next attempt start another client.
      assert.lengthOf(new Set(clients), tag === "ConnectFailed" ? 2 : 1)
    }).pipe(Effect.provide(pageOn(relay, { introduced: (client) => clients.push(client) }).layer))
  })

  it.live("that fails leaves another one pending", function* () {
    const relay = yield* loopback
    const wallet = yield* speaker(relay)
    const approving = yield* walletOn(relay)
    yield* Effect.gen(function* () {
      const kept = yield* coded
      const failing = yield* coded
      const { id, pairing } = yield* Effect.promise(() => wallet.scan(failing.code))
      yield* Effect.promise(() => wallet.tell(pairing, { id, jsonrpc: "2.0", error: { code: -32000, message: "No" } }))
      yield* Effect.flip(Fiber.join(failing.waiting))
      yield* Effect.promise(() => approving.pair(kept.code))

      assert.isAbove((yield* Fiber.join(kept.waiting)).accounts.length, 0)
    }).pipe(Effect.provide(pageOn(relay).layer))
  })

  test("shares nothing with another one pending at the same time", function* ({ wallet }) {
    const one = yield* coded
    const other = yield* coded
    assert.notStrictEqual(one.code, other.code)
    wallet.person.next("reject", "approve")
    yield* Effect.promise(() => wallet.pair(other.code))
    assert.strictEqual((yield* Effect.flip(Fiber.join(other.waiting)))._tag, "ConnectionRejected")
    yield* Effect.promise(() => wallet.pair(one.code))

    assert.deepStrictEqual(
      (yield* Fiber.join(one.waiting)).accounts.map(addressOf).slice(0, 2),
      accounts.map(({ address }) => address),
    )
  })

  it.effect("fails if the relay provides no pairing URI in time", function* () {
    const relay = yield* loopback
    yield* Effect.promise(() => relay.stop())
    const page = pageOn(relay)
    const proposed = Effect.flatMap(Relay, (live) => live.connect({ networks, onUri: () => assert.fail("a code") }))
    const failed = yield* Effect.forkChild(Effect.flip(Effect.provide(proposed, page.layer)))
    yield* eventually(() => JSON.stringify(keptAs(page, "pairing") ?? []) !== "[]")
    yield* TestClock.adjust(relayWait)

    assert.strictEqual((yield* Fiber.join(failed))._tag, "ConnectFailed")
    assert.strictEqual(page.kept.size, 0)
  })
})

describe("Storage of a WalletConnect session", () => {
  test("that is full loses the next visit's session, not the current one", function* ({ page, wallet }) {
    page.full = true
    yield* connect(wallet)

    assert.isTrue(isHex(yield* signed))
    assert.strictEqual(page.kept.size, 0)
  })

  const foreign = ["null", "{}", "7", '"text"', "[null]", "[[]]", "[{}]", '[{"topic":7}]', "{", '{"a":1}']
  it.live.each(foreign)("that has %s under every key does not prevent a visitor from connecting", function* (text) {
    const { page, wallet } = yield* worldWith()
    yield* Effect.provide(connect(wallet), page.layer)
    for (const key of page.kept.keys()) if (key !== "relay") page.kept.set(key, text)

    yield* Effect.gen(function* () {
      assert.isUndefined(yield* restored)
      assert.isAbove((yield* connect(wallet)).accounts.length, 0)
    }).pipe(Effect.provide(page.layer))
  })

  const record = {}
  const entries: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    session: { topic: "t", expiry: 1, namespaces: record, self: record },
    proposal: { id: 1, expiryTimestamp: 1, pairingTopic: "t", proposer: record },
    pairing: { topic: "t", expiry: 1 },
    subscription: { topic: "t", id: "i", relay: { protocol: "irn" } },
    expirer: { target: "t", expiry: 1 },
    history: { id: 1, topic: "t", request: record },
  }
  it.effect.each(Object.entries(entries))("omits each %s with an invalid field", function* ([name, entry]) {
    const { library } = open(pageOn({ url: "" }).storage)
    const broken = Object.keys(entry).map((field) => ({ ...entry, [field]: null }))
    const invalid = [...broken, { ...entry, relay: { protocol: 7 } }].slice(0, name === "subscription" ? undefined : -1)
    const key = `wc@2:client:0.3//${name}`
    yield* Effect.promise(() => library.setItem(key, [...invalid, null, "text", entry]))

    assert.deepStrictEqual(yield* Effect.promise(() => library.getItem(key)), [entry])
    yield* Effect.promise(() => library.setItem(key, record))
    assert.isUndefined(yield* Effect.promise(() => library.getItem(key)))
  })

  it.effect.each(["keychain", "messages", "messages_withoutClientAck"])("omits %s in another shape", function* (name) {
    const { library } = open(pageOn({ url: "" }).storage)
    for (const [value, expected] of [
      ["text", undefined],
      [{ a: 1 }, { a: 1 }],
    ]) {
      yield* Effect.promise(() => library.setItem(`wc@2:core:0.3//${name}`, value))
      assert.deepStrictEqual(yield* Effect.promise(() => library.getItem(`wc@2:core:0.3//${name}`)), expected)
    }
  })

  it.effect("lists its items, which the next client of the instance reads again", function* () {
    const { storage, kept } = pageOn({ url: "" })
    const store = open(storage)
    const { library } = store
    yield* Effect.promise(async () => {
      await Promise.all([library.setItem("a", { amount: 1n }), library.setItem("b", 2), library.setItem("b", 3)])
      await library.removeItem("c")
      await library.removeItem("b")
      assert.deepStrictEqual(await library.getKeys(), ["a"])
      assert.deepStrictEqual(await library.getEntries(), [["a", { amount: "1" }]])
      store.close()
      await library.setItem("d", 4)
      await library.removeItem("a")
    })

    assert.deepStrictEqual([...kept.keys()], ["relay", "relay:a"])
    assert.strictEqual(kept.get("relay"), '["a","b","c"]')
    const next = open(storage)
    assert.deepStrictEqual(yield* Effect.promise(() => next.library.getItem("a")), { amount: "1" })
    yield* Effect.promise(() => next.library.setItem("b", 5))
    assert.strictEqual(kept.get("relay"), '["a","b","c"]')
  })

  it.effect("reads each item once", function* () {
    const { storage } = pageOn({ url: "" })
    const keys: string[] = []
    const { library } = open({
      ...storage,
      read: (key) =>
        Effect.tap(
          storage.read(key),
          Effect.sync(() => keys.push(key)),
        ),
    })
    for (const key of ["a", "b", "a"]) yield* Effect.promise(() => library.getItem(key))

    assert.deepStrictEqual(keys, ["relay:a", "relay:b"])
  })

  it.effect("returns what was written during a slow read", function* () {
    const { storage } = pageOn({ url: "" })
    const gate = yield* Deferred.make<string>()
    const { library } = open({
      ...storage,
      read: (key) => (key === "relay" ? storage.read(key) : Deferred.await(gate)),
    })
    const reading = library.getItem("a")
    yield* Effect.promise(() => library.setItem("a", 2))
    yield* Deferred.succeed(gate, "1")

    assert.strictEqual(yield* Effect.promise(() => reading), 2)
  })

  const valid = { expiry: 2, peer: { metadata: { name: "Wallet" } } }
  const expired = { ...valid, expiry: 1 }
  const held = { type: "held" }
  const kinds: readonly (readonly [title: string, sessions: unknown, expected: unknown])[] = [
    ["a valid session", [valid], held],
    ["a valid session among expired ones", [expired, valid], held],
    ["a session that cannot be read", [{ expiry: "1" }], held],
    ["an entry that is no session", [null], held],
    ["only expired ones", [expired, expired], { type: "expired", wallet: "Wallet" }],
    ["no session", [], undefined],
    ["no list", record, undefined],
  ]
  it.effect.each(kinds)("is known to hold %s without the library", function* ([, sessions, expected]) {
    const { storage } = pageOn({ url: "" })
    const { library } = open(storage)
    yield* Effect.promise(() => library.setItem("wc@2:core:0.3//pairing", [valid]))
    yield* Effect.promise(() => library.setItem("wc@2:client:0.3//session", sessions))

    assert.deepStrictEqual(yield* persistedSession(storage, 1000), expected)
  })
})
