import type { EventEmitter } from "node:events"
import { Deferred, Effect, Fiber, type Scope } from "effect"
import { handleSignInResponses } from "../../../layers/relay/client/authenticate.ts"
import { type LibraryStorage, open } from "../../../layers/relay/client/libraryStorage.ts"
import { pair } from "../../../layers/relay/client/pairing.ts"
import { isForWallets, optionalNamespaces } from "../../../layers/relay/client/requestedNamespaces.ts"
import * as Library from "../../../layers/relay/client/signClient.ts"
import { isRecord } from "../../../src/options/guards.ts"
import { bitcoin, bitcoinTestnet, mainnet, polygon, solana, solanaDevnet } from "../../../src/options/networks.ts"
import { asError } from "../../contracts/relay.ts"
import { failing } from "../../fixtures/fails.ts"
import { assert, describe, it, vi } from "../../fixtures/it.ts"
import { eventually } from "../../fixtures/server.ts"
import { keptAs, relay as loopback, networks, pageOn } from "./relayWorld.ts"
import { allNetworks } from "./sessionSteps.ts"

/** Runs the steps, which must leave no uncaught error and no unhandled rejection. */
const unhandledIn = Effect.fnUntraced(function* (steps: () => Effect.fn.Return<void, unknown, Scope.Scope>) {
  const uncaught: unknown[] = []
  const note = (error: unknown) => void uncaught.push(error)
  process.on("uncaughtException", note).on("unhandledRejection", note)
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => process.off("uncaughtException", note).off("unhandledRejection", note)),
  )
  yield* Effect.gen(steps)
  yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
  assert.deepStrictEqual(uncaught, [])
})

const checks = ["isValidUpdate", "isValidExtend", "isValidPing", "isValidDisconnect", "isValidEmit"] as const

/** Internals of the library that Portico replaces. */
interface Internals {
  readonly publisher: { readonly queue: Map<string, unknown>; checkQueue(): void }
  readonly provider: { readonly events: EventEmitter }
  unregisterProviderListeners(): void
}

interface Engine extends Record<(typeof checks)[number], (params: unknown) => Promise<void>> {
  processRequest(event: { readonly topic: string; readonly payload: object }): Promise<void>
  onSessionDeleteRequest(topic: string, request: object): Promise<void>
}

describe("The library's pairing code", () => {
  const rows = [
    [undefined, 1, "topic"],
    ["wc:@2?", 1, "topic"],
    ["x wc:00@2?", 1, "topic"],
    ["wc:00@2?", "1", "id"],
    ["wc:00@2?", undefined, "id"],
  ] as const
  it.effect("is shown only if its topic is a string and its proposal's ID a number", function* () {
    for (const [uri, id, path] of rows) {
      const connect = async () => ({ uri, approval: () => new Promise(() => undefined) })
      const sign = { connect, proposal: { getAll: () => [{ id, pairingTopic: "00" }] } }
      const proposal = { networks: [mainnet], onUri: () => assert.fail("a code") }
      const error = yield* Effect.flip(pair(sign as never, undefined as never, proposal))

      assert.nestedPropertyVal(error, "cause.path", path)
    }
  })
})

describe("A proposal", () => {
  it("Default wallet-relay methods list includes eth signing, send and wallet_* calls (full list not shown)", () => {
    const methods = optionalNamespaces([mainnet]).eip155?.methods ?? []

    const named = ["personal_sign", "eth_signTypedData_v4", "eth_sendTransaction", "wallet_switchEthereumChain"]
    assert.includeMembers(methods, named)
    assert.lengthOf(new Set(methods), methods.length)
  })

  it("Request method lists per namespace: contents not shown", () => {
    const asked = optionalNamespaces(allNetworks)

    assert.deepStrictEqual(asked.eip155?.methods, [
      ...["eth_accounts", "eth_requestAccounts", "eth_sendRawTransaction", "eth_sign", "eth_signTransaction"],
      ...["eth_signTypedData", "eth_signTypedData_v3", "eth_signTypedData_v4", "eth_sendTransaction", "personal_sign"],
      ...["wallet_switchEthereumChain", "wallet_addEthereumChain"],
      ...["wallet_getPermissions", "wallet_requestPermissions"],
      ...["wallet_registerOnboarding", "wallet_watchAsset", "wallet_scanQRCode", "wallet_getCallsStatus"],
      ...["wallet_showCallsStatus", "wallet_sendCalls", "wallet_getCapabilities", "wallet_grantPermissions"],
      ...["wallet_revokePermissions", "wallet_getAssets"],
    ])
    assert.deepStrictEqual(asked.solana?.methods, [
      ...["solana_signMessage", "solana_signTransaction", "solana_requestAccounts", "solana_getAccounts"],
      ...["solana_signAllTransactions", "solana_signAndSendTransaction"],
    ])
    assert.deepStrictEqual(asked.bip122?.methods, ["sendTransfer", "signMessage", "signPsbt", "getAccountAddresses"])
    assert.deepStrictEqual(optionalNamespaces([]), {})
  })

  it("lists every network of a namespace, also by its older ID, with a node for each", () => {
    const asked = optionalNamespaces(allNetworks)

    assert.deepStrictEqual(Object.keys(asked), ["eip155", "solana", "bip122"])
    assert.deepStrictEqual(asked.eip155?.chains, ["eip155:1", "eip155:137"])
    assert.deepStrictEqual(asked.eip155?.events, ["accountsChanged", "chainChanged"])
    assert.deepStrictEqual(asked.eip155?.rpcMap, {
      1: mainnet.rpcUrls.default.http[0],
      137: polygon.rpcUrls.default.http[0],
    })
    assert.deepStrictEqual(asked.solana?.chains, [solana.caipNetworkId, solana.deprecatedCaipNetworkId])
    for (const pair of [
      [solana, solanaDevnet],
      [bitcoin, bitcoinTestnet],
    ] as const) {
      const [{ chainNamespace }] = pair
      const { chains = [], rpcMap } = optionalNamespaces([mainnet, ...pair])[chainNamespace] ?? {}
      assert.includeMembers(chains, [pair[0].caipNetworkId, pair[1].caipNetworkId])
      assert.hasAllKeys(rpcMap, [pair[0].id, pair[1].id])
    }
    const rpcUrls = { default: { http: [] } }
    assert.deepStrictEqual(optionalNamespaces([{ ...mainnet, rpcUrls }]).eip155?.rpcMap, {})
  })

  it.each([
    ["personal_sign", true],
    ["wallet_somethingNew", true],
    ["signPsbt", true],
    ["eth_sendRawTransaction", false],
    ["eth_call", false],
    ["getBalance", false],
  ])("%s is for wallets only: %s", (method, only) => {
    assert.strictEqual(isForWallets(method), only)
  })
})

describe("A client of the library", () => {
  const startedAt = Effect.fnUntraced(function* (url: string, replaced: Partial<LibraryStorage> = {}) {
    const page = pageOn({ url })
    const store = open(page.storage)
    const states: string[] = []
    const library = yield* Library.start({
      id: "expiry",
      projectId: "test",
      relayUrls: [url],
      trying: () => () => undefined,
      metadata: { name: "", description: "", url: "http://localhost", icons: [] },
      store: { ...store, library: { ...store.library, ...replaced } },
      vouch: async () => "",
      socket: (state) => states.push(state),
    })
    return { ...library, storing: page, states }
  })

  const proposed = Effect.gen(function* () {
    const relay = yield* loopback
    const library = yield* startedAt(relay.url)
    const { sign, storing } = library
    const code = yield* Deferred.make<string>()
    const waiting = yield* Effect.forkChild(
      pair(sign, handleSignInResponses(sign), {
        networks,
        onUri: (uri) => Deferred.doneUnsafe(code, Effect.succeed(uri)),
      }),
    )
    yield* Deferred.await(code)
    const deleted = (name: string) => eventually(() => JSON.stringify(keptAs(storing, name)) === "[]")
    return { ...library, relay, waiting, deleted }
  })

  it.live("reads only responses and messages on a topic from the relay", function* () {
    const { sign, relay } = yield* proposed
    const frame = (change: object) => ({ id: 1, jsonrpc: "2.0", result: null, ...change })
    const letter = (params: unknown) => frame({ result: undefined, method: "irn_subscription", params })
    const message = { topic: "t", message: "m" }
    const readable = [
      frame({}),
      frame({ id: "12" }),
      frame({ result: undefined, error: { code: 1 } }),
      letter({ data: message }),
    ]
    const unreadable: readonly unknown[] = [
      ...[null, 7, [], "text", frame({ jsonrpc: "1.0" }), frame({ jsonrpc: undefined })],
      ...["x1", "1x", null, 1.5, undefined].map((id) => frame({ id })),
      ...[frame({ result: undefined }), frame({ result: undefined, error: "text" })],
      ...[undefined, null, {}, { data: "text" }, { data: { ...message, topic: 7 } }].map(letter),
      letter({ data: { ...message, message: 7 } }),
    ]
    const read: unknown[] = []
    sign.core.relayer.provider.on("payload", (payload: unknown) => read.push(payload))
    relay.shout("{")
    for (const one of [...unreadable, ...readable, frame({ id: 99 })]) relay.shout(JSON.stringify(one))
    yield* eventually(() => read.some((one) => isRecord(one) && one.id === 99))

    assert.deepStrictEqual(read.slice(0, -1), JSON.parse(JSON.stringify(readable)))
  })

  it.live("reads a message only if it is sealed with a key that the relay does not know", function* () {
    const { sign } = yield* proposed
    const { crypto, pairing, relayer } = sign.core
    const { shouldIgnoreMessageEvent } = relayer as unknown as {
      shouldIgnoreMessageEvent(letter: object): Promise<boolean>
    }
    const [{ topic = "" } = {}] = pairing.pairings.getAll()
    const withoutKey = "ab".repeat(32)
    const rows = yield* Effect.promise(async () => {
      await relayer.subscribe(withoutKey)
      const keys = {
        senderPublicKey: await crypto.generateKeyPair(),
        receiverPublicKey: await crypto.generateKeyPair(),
      }
      const [byTopic, byKeys, open] = await Promise.all(
        [0, 1, 2].map((type) => crypto.encode(topic, { id: 1, jsonrpc: "2.0", result: true }, { type, ...keys })),
      )
      const messages = { byTopic, byKeys, open, empty: "", invalid: "\u00e9" }
      return Promise.all(
        [topic, withoutKey].map(async (on) => {
          const ignored = Object.entries(messages).map(async ([name, message]) =>
            (await shouldIgnoreMessageEvent({ topic: on, message })) ? [] : [name],
          )
          return (await Promise.all(ignored)).flat()
        }),
      )
    })

    assert.deepStrictEqual(rows, [["byTopic"], ["byTopic", "byKeys"]])
  })

  it.live("reports its socket when that opens, and each time that it is lost and back", function* () {
    const { sign, page, states } = yield* proposed
    const { relayer } = sign.core
    yield* eventually(() => states.length === 1)
    page("offline")
    page("offline")
    assert.deepStrictEqual(states, ["back", "lost"])
    yield* eventually(() => !relayer.connected)
    page("online")
    yield* eventually(() => states.length === 3)

    assert.deepStrictEqual(states, ["back", "lost", "back"])
  })

  it.live("opens its socket only for a request, and can close before that", function* () {
    const relay = yield* loopback
    const { page, states } = yield* Effect.scoped(startedAt(relay.url))
    page("offline")

    assert.strictEqual(relay.connections(), 0)
    assert.deepStrictEqual(states, [])
  })

  it.live("repeats what could not be sent, and has no failure of its own", function* () {
    yield* unhandledIn(function* () {
      const { sign } = yield* proposed
      const sent: unknown[] = []
      const relayer = sign.core.relayer as unknown as Internals
      const rpcPublish = async (...letter: readonly unknown[]) => {
        sent.push(letter)
        throw new Error("Not sent")
      }
      Object.assign(relayer.publisher, { rpcPublish })
      relayer.publisher.queue.set("1", { request: "request", opts: "options" })
      relayer.publisher.checkQueue()
      const { provider } = relayer
      relayer.unregisterProviderListeners()
      provider.events.emit("error", new Error("Late"))

      assert.deepStrictEqual(sent, [["request", "options"]])
    })
  })

  it.live("acts only on what wallets send to pages", function* () {
    yield* unhandledIn(function* () {
      const { sign } = yield* proposed
      const engine = sign.engine as unknown as Engine
      const metadata = { name: "", description: "", url: "", icons: [] }
      const params = {
        ...{ requiredNamespaces: {}, optionalNamespaces: {}, relays: [{ protocol: "irn" }], pairingTopic: "t" },
        proposer: { publicKey: "ab".repeat(32), metadata },
      }
      const payload = { id: 1, jsonrpc: "2.0", method: "wc_sessionPropose", params }
      yield* Effect.promise(() => engine.processRequest({ topic: "t", payload }))
      yield* Effect.promise(() => engine.onSessionDeleteRequest("gone", { id: 2, params: {} }))
      const invalid = () => checks.map((name) => engine[name]({}))
      // The library does not await some of them.
      void invalid()
      for (const { status } of yield* Effect.promise(() => Promise.allSettled(invalid())))
        assert.strictEqual(status, "rejected")

      assert.lengthOf(sign.proposal.getAll(), 1)
    })
  })

  it.live("sends its vendor no telemetry", function* () {
    const { sign } = yield* startedAt("ws://127.0.0.1:9")
    assert.propertyVal(sign.core.eventClient, "telemetryEnabled", false)
  })

  it.live("fails to start with the library's reason", function* () {
    const cause = new Error("No keys")
    const getItem = async (key: string) => {
      if (key.endsWith("//keychain")) throw cause
      return undefined
    }
    const error = yield* Effect.flip(Effect.scoped(startedAt("ws://127.0.0.1:9", { getItem })))

    assert.deepInclude(error, { _tag: "ConnectFailed", cause })
  })

  it.live("reopens its socket at a pulse of the library, and when the page is visible again", function* () {
    const { sign, page, reopen } = yield* proposed
    const { heartbeat, relayer } = sign.core
    const pulse = () => heartbeat.events.emit("heartbeat_pulse")
    const opened = eventually(() => relayer.connected && !relayer.connecting)
    const closed = Effect.promise(() => relayer.transportClose())
    yield* opened
    reopen()
    assert.isFalse(relayer.connecting)
    yield* closed
    pulse()
    yield* opened
    for (const act of [() => page("online"), () => page("visible")]) {
      page("hidden")
      yield* closed
      for (const nothing of [pulse, () => page("blurred"), () => page("focused")]) {
        nothing()
        assert.isFalse(relayer.connecting || relayer.connected)
      }
      act()
      yield* opened
    }
    for (const change of ["blurred", "focused", "online"] as const) page(change)
    yield* closed
    pulse()
    yield* opened
  })

  it.live("a closed client sends nothing, and waits for no response", function* () {
    const { sign, reopen } = yield* Effect.scoped(proposed)
    const { publisher } = sign.core.relayer
    reopen()
    assert.isFalse(sign.core.relayer.connecting)
    const { createProvider } = sign.core.relayer as unknown as { createProvider(): Promise<void> }
    assert.propertyVal(
      yield* Effect.flip(Effect.tryPromise({ try: createProvider, catch: asError })),
      "_tag",
      "ConnectFailed",
    )

    yield* Effect.promise(() => publisher.publish("topic", "message"))
    yield* Effect.promise(() => publisher.publishCustom({ payload: {}, opts: { publishMethod: "wc_proposeSession" } }))
  })

  it.live("Proposals expire and are then deleted", function* () {
    const { sign, waiting, deleted } = yield* proposed
    const [proposal] = sign.proposal.getAll()
    const id = proposal?.id ?? 0
    assert.isTrue(sign.core.expirer.has(id), "without an end")
    assert.strictEqual(sign.core.expirer.get(id).expiry, proposal?.expiryTimestamp)
    sign.core.expirer.set(id, 0)

    yield* deleted("proposal")
    yield* eventually(() => waiting.pollUnsafe() !== undefined)
    const error = yield* failing(Fiber.join(waiting))
    assert.propertyVal(error, "_tag", "TopicExpired")
    assert.nestedPropertyVal(error, "cause.message", "Proposal expired")
    assert.deepStrictEqual(sign.proposal.getAll(), [])
    assert.deepStrictEqual(sign.core.pairing.pairings.getAll(), [])
  })

  it.live("a session that is already gone can be ended again", function* () {
    const { sign } = yield* proposed
    const engine = sign.engine as unknown as { deleteSession(session: { topic: string }): Promise<void> }
    yield* Effect.promise(() => engine.deleteSession({ topic: "gone" }))

    assert.deepStrictEqual(sign.session.getAll(), [])
  })

  it.live("Pairings expire and are then deleted", function* () {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
    yield* Effect.addFinalizer(() => Effect.sync(() => vi.useRealTimers()))
    const { sign, deleted } = yield* proposed
    const [pairing] = sign.core.pairing.pairings.getAll()
    // The library deletes what has expired at its next heartbeat.
    const topic = pairing?.topic ?? ""
    Object.assign(sign.core.expirer.get(topic), { expiry: 0 })
    vi.advanceTimersByTime(5_000)

    assert.isFalse(sign.core.expirer.has(topic))
    yield* deleted("pairing")
    assert.deepStrictEqual(sign.core.pairing.pairings.getAll(), [])
  })
})
