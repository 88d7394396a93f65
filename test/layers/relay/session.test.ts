import { EventEmitter } from "node:events"
import { Effect } from "effect"
import { activeSession } from "../../../layers/relay/client/activeSession.ts"
import { open } from "../../../layers/relay/client/libraryStorage.ts"
import { providerOf } from "../../../layers/relay/client/provider.ts"
import { readSession } from "../../../layers/relay/client/readSession.ts"
import { replaceSession } from "../../../layers/relay/client/replaceSession.ts"
import { request } from "../../../layers/relay/client/request.ts"
import type { RelayChange } from "../../../services/Relay.ts"
import type { Namespace } from "../../../src/options/namespaces.ts"
import { type CaipNetworkId, mainnet, polygon, solana } from "../../../src/options/networks.ts"
import { assert, describe, it } from "../../fixtures/it.ts"
import { pageOn } from "./relayWorld.ts"
import { allNetworks, firstAddress, readStored, secondAddress, storedSession } from "./sessionSteps.ts"

describe("An active session", () => {
  /** Watches a session in a library whose events the test emits. Several are only stored. */
  const followedHere = (
    given: typeof storedSession | readonly unknown[],
    store = open(pageOn({ url: "" }).storage),
    sessions: readonly unknown[] = [given].flat(),
  ) => {
    const library = new EventEmitter()
    const changes: RelayChange[] = []
    const ended: unknown[] = []
    const sign = Object.assign(library, {
      session: { getAll: () => sessions, update: async () => undefined },
      disconnect: async ({ topic }: { topic: unknown }) => void ended.push(topic),
    }) as never
    const own = activeSession({
      sign,
      store,
      networks: () => allNetworks,
      emit: (change) => changes.push(change),
    })
    const held = Array.isArray(given) ? undefined : readSession(given, allNetworks)
    if (held) own.approved(held, allNetworks)
    const event = (name: string, data: unknown, topic: unknown = storedSession.topic) =>
      library.emit("session_event", { topic, params: { event: { name, data }, chainId: "eip155:1" } })
    return { own, changes, event, library, sign, ended }
  }

  const before = { ...storedSession, topic: "before", expiry: storedSession.expiry - 1 }

  const toAccounts = (...addresses: readonly string[]): RelayChange => ({
    type: "wallet",
    namespace: "eip155",
    change: { type: "accounts", accounts: addresses.map((address) => ({ address })) },
  })
  const toPolygon: RelayChange = {
    type: "wallet",
    namespace: "eip155",
    change: { type: "chain", caipNetworkId: "eip155:137" },
  }
  /** The wallet grants only this account, on the first network. */
  const narrow = ({ namespaces: { eip155 } }: typeof storedSession, address: string) =>
    void Object.assign(eip155, { chains: ["eip155:1"], accounts: [`eip155:1:${address}`] })

  it.effect(
    "stays on the chain that the wallet reported last, even if its response to a switch arrives later",
    function* () {
      const session = structuredClone(storedSession)
      narrow(session, firstAddress)
      session.namespaces.eip155.methods.push("wallet_switchEthereumChain")
      const { own, event } = followedHere(session)
      const reportedMeanwhile = (...chains: readonly number[]) =>
        request(
          {
            ...own,
            networks: () => allNetworks,
            rpc: undefined as never,
            bundled: () => Effect.void,
            expired: () => undefined,
            requestWallet: () => Effect.sync(() => chains.map((chain) => event("chainChanged", chain))),
          },
          "eip155",
          { method: "wallet_switchEthereumChain", params: [{ chainId: "0x89" }] },
          undefined,
        )

      yield* reportedMeanwhile(137, 1)
      assert.strictEqual(own.chain("eip155"), "eip155:1")
      yield* reportedMeanwhile(1)
      assert.strictEqual(own.chain("eip155"), "eip155:137")
    },
  )

  it("starts on the first requested network, with the accounts there", () => {
    const { own } = followedHere(storedSession)

    assert.strictEqual(own.chain("eip155"), "eip155:1")
    assert.deepStrictEqual(own.addresses("eip155"), [firstAddress, secondAddress])
  })

  it("keeps the wallet's account on a network that grants it, and drops it on others", () => {
    const { own, event } = followedHere(storedSession)
    for (const accounts of [[firstAddress], [secondAddress], [secondAddress, firstAddress]]) {
      event("chainChanged", 1)
      event("accountsChanged", accounts)
      event("chainChanged", 1)
      assert.deepStrictEqual(own.addresses("eip155"), accounts)
      event("chainChanged", 137)

      assert.deepStrictEqual(own.addresses("eip155"), [firstAddress])
    }
  })

  it("is locked when the wallet lists no accounts, until it lists some", () => {
    const { own, event, changes } = followedHere(storedSession)
    event("accountsChanged", [])
    assert.deepStrictEqual(own.addresses("eip155"), [])
    event("accountsChanged", [secondAddress, firstAddress])

    assert.deepStrictEqual(own.addresses("eip155"), [secondAddress, firstAddress])
    assert.deepStrictEqual(changes, [toAccounts(), toAccounts(secondAddress, firstAddress)])
  })

  it("follows an update, which clears the wallet's earlier choice and emits what changed", () => {
    const session = structuredClone(storedSession)
    const { own, event, changes, library } = followedHere(session)
    event("chainChanged", 137)
    event("accountsChanged", [firstAddress])
    narrow(session, secondAddress)
    library.emit("session_update", { topic: "topic" })

    assert.strictEqual(own.chain("eip155"), "eip155:1")
    assert.deepStrictEqual(own.addresses("eip155"), [secondAddress])
    const renewed = readSession(session, allNetworks)?.session
    assert.isDefined(renewed)
    assert.deepStrictEqual(changes.slice(3), [{ type: "session", session: renewed }, toAccounts(secondAddress)])
  })

  it("follows an extension, which emits no accounts because they are the same", () => {
    const session = structuredClone(storedSession)
    const { own, changes, library } = followedHere(session, undefined, [before, session])
    assert.deepStrictEqual([own.knows("topic"), own.knows("other")], [true, false])
    session.expiry += 604_800
    library.emit("session_extend", { topic: "topic" })

    assert.deepStrictEqual<unknown>(changes, [
      { type: "session", session: readStored({ expiry: session.expiry })?.session },
    ])
  })

  it("ends by an update that leaves it no account", () => {
    const session = structuredClone(storedSession)
    const { own, changes, library } = followedHere(session)
    session.namespaces.eip155.accounts = []
    library.emit("session_update", { topic: "topic" })

    assert.deepStrictEqual(changes, [{ type: "ended" }])
    assert.isUndefined(own.held())
  })

  it("emits no accounts on a chain where the wallet has none", () => {
    const { changes, event } = followedHere(storedSession)
    event("chainChanged", 10)

    assert.deepStrictEqual(
      changes.map((change) => change.type === "wallet" && change.change.type),
      ["chain"],
    )
  })

  it("is released once", () => {
    const { own } = followedHere(storedSession)

    assert.deepStrictEqual([own.release(), own.release()], ["topic", undefined])
  })

  const next = { ...storedSession, topic: "next" }
  const approvals: readonly (readonly [
    what: string,
    session: unknown,
    before: typeof storedSession | readonly [],
    ends: object,
  ])[] = [
    ["ends the one before it", next, storedSession, { ended: ["topic"], held: "next" }],
    ["is the first one", next, [], { ended: [], held: "next" }],
    ["is ended if it has no account", { ...next, namespaces: {} }, storedSession, { ended: ["next"], held: "topic" }],
    ["is ignored if it has no topic", { ...next, topic: 7 }, storedSession, { ended: [], held: "topic" }],
    ["is ignored if it is nothing", undefined, storedSession, { ended: [], held: "topic" }],
  ]
  it.effect.each(approvals)("that a wallet approves %s", function* ([, session, before, expected]) {
    const { own, sign, ended } = followedHere(before)
    const holder = { sign, own, networks: () => allNetworks }
    const signed = [{ message: "signed" }] as never
    const result = yield* Effect.result(
      replaceSession(holder, { session, signed }, { networks: [mainnet], onUri: () => undefined }),
    )
    const held = own.held()?.session

    assert.deepStrictEqual<object>({ ended, held: held?.topic }, expected)
    if (result._tag === "Failure") assert.propertyVal(result.failure, "_tag", "ConnectorSupportsNoChain")
    else assert.deepStrictEqual(result.success, { ...readStored(next)?.session, signed } as never)
    assert.strictEqual(result._tag, held?.topic === "next" ? "Success" : "Failure")
  })

  it("starts on the first network of the latest proposal that it grants", () => {
    const { own } = followedHere(storedSession)
    const held = readSession(storedSession, allNetworks)
    if (held) own.approved(held, [solana, polygon, mainnet])

    assert.strictEqual(own.chain("eip155"), "eip155:137")
    assert.isUndefined(own.chain("solana"))
    assert.deepStrictEqual(own.addresses("solana"), [])
  })

  const longest = { ...storedSession, topic: "longest", expiry: storedSession.expiry + 1 }
  const restorations: readonly (readonly [
    title: string,
    chains: unknown,
    sessions: readonly unknown[],
    expected: unknown,
  ])[] = [
    [
      "that expires last, on its chain",
      { eip155: "eip155:137", solana: solana.caipNetworkId },
      [before, longest, storedSession],
      ["longest", "eip155:137"],
    ],
    ["on its first network if none is stored", undefined, [storedSession], ["topic", "eip155:1"]],
    ["on its first network if what is stored is no list", "text", [storedSession], ["topic", "eip155:1"]],
    [
      "on its first network if it does not grant the stored one",
      { eip155: "eip155:10" },
      [storedSession],
      ["topic", "eip155:1"],
    ],
    ["unless it has expired", undefined, [{ ...storedSession, expiry: 1 }], [undefined, undefined]],
    ["unless it cannot be read", undefined, [{ topic: "topic" }], [undefined, undefined]],
  ]
  it.effect.each(restorations)("is restored %s", function* ([, chains, sessions, expected]) {
    const store = open(pageOn({ url: "" }).storage)
    const { own } = followedHere(sessions, store)
    yield* Effect.promise(() => store.library.setItem("default-chains", chains))
    yield* Effect.promise(() => own.restore(storedSession.expiry * 1000 - 2000))

    assert.deepStrictEqual([own.held()?.session.topic, own.chain("eip155")], expected)
  })

  it.effect("is restored on the network where it was approved, or on the one it switched to", function* () {
    const { storage } = pageOn({ url: "" })
    const store = open(storage)
    const held = readSession(storedSession, allNetworks)
    const first = followedHere([], store).own
    if (held) first.approved(held, [polygon, mainnet])
    const chainRestored = Effect.gen(function* () {
      yield* Effect.promise(() => store.library.setItem("flushed", 1))
      const { own } = followedHere([storedSession], open(storage))
      yield* Effect.promise(() => own.restore(0))
      return own.chain("eip155")
    })
    assert.strictEqual(yield* chainRestored, "eip155:137")

    first.switched("eip155", "eip155:1")
    assert.strictEqual(first.chain("eip155"), "eip155:1")
    assert.strictEqual(yield* chainRestored, "eip155:1")
  })

  it("ignores events of other sessions, of namespaces it does not grant, or in another shape", () => {
    const { changes, event, library } = followedHere(storedSession)
    event("chainChanged", 137, "other")
    event("chainChanged", 137, 7)
    const elsewhere = { event: { name: "accountsChanged", data: [] }, chainId: "solana:1" }
    for (const said of [{ topic: "topic", params: elsewhere }, undefined, { topic: "topic" }])
      library.emit("session_event", said)
    library.emit("session_delete", { topic: "other" })
    library.emit("session_expire", null)

    assert.deepStrictEqual(changes, [])
  })

  it("accepts messages that are repeated, late or out of order", () => {
    const session = structuredClone(storedSession)
    const { own, event, changes, library } = followedHere(session)
    for (const _ of [1, 2]) event("chainChanged", 137)
    assert.deepStrictEqual(changes.splice(0), [
      toPolygon,
      toAccounts(firstAddress),
      toPolygon,
      toAccounts(firstAddress),
    ])

    // The update that revokes this chain's accounts arrives before the wallet reports that it is on the chain.
    narrow(session, firstAddress)
    for (const _ of [1, 2]) library.emit("session_update", { topic: "topic" })
    event("chainChanged", 137)
    assert.strictEqual(own.chain("eip155"), "eip155:137")
    assert.deepStrictEqual(own.addresses("eip155"), [])

    changes.splice(0)
    for (const late of ["session_delete", "session_update", "session_extend", "session_delete", "session_expire"])
      library.emit(late, { topic: "topic" })
    event("accountsChanged", [secondAddress])
    assert.deepStrictEqual(changes, [{ type: "ended" }])
    assert.isUndefined(own.held())
  })

  it.each([
    ["session_delete", { type: "ended" }],
    ["session_expire", { type: "expired", wallet: "Wallet" }],
  ] as const)("ends at once by %s", (event, change) => {
    const { own, changes, library } = followedHere(storedSession)
    library.emit(event, { topic: "topic" })
    assert.deepStrictEqual(changes, [change])
    library.emit(event, { topic: "topic" })
    own.expired()

    assert.isUndefined(own.held())
    assert.deepStrictEqual(own.addresses("eip155"), [])
    assert.deepStrictEqual(changes, [change])
  })
})

describe("The provider of a namespace", () => {
  const moved = (caipNetworkId: CaipNetworkId): RelayChange => ({
    type: "wallet",
    namespace: caipNetworkId === solana.caipNetworkId ? "solana" : "eip155",
    change: { type: "chain", caipNetworkId },
  })
  const accounts = { type: "accounts", accounts: [{ address: firstAddress }] } as const
  const changes: readonly RelayChange[] = [
    ...[moved("eip155:10"), moved(solana.caipNetworkId)],
    { type: "wallet", namespace: "eip155", change: accounts },
    { type: "requested", topic: "t", id: 1, method: "personal_sign" },
    { type: "back" },
    ...[{ type: "ended" as const }, { type: "expired" as const, wallet: "Wallet" }],
  ]
  const over = ["disconnect", "The session has ended"]
  const emitted: readonly (readonly [Namespace, unknown])[] = [
    ["eip155", [["chainChanged", "0xa"], ["accountsChanged", [firstAddress]], over, over]],
    ["solana", [["chainChanged", solana.id], over, over]],
  ]
  it.each(emitted)(
    "emits changes of %s and the end of the session, until a listener is removed",
    (namespace, expected) => {
      const { provider, emitChange } = providerOf(namespace, {} as never)
      const seen: unknown[] = []
      const events = ["chainChanged", "accountsChanged", "disconnect", "elsewhere" as never] as const
      const listeners = events.map((event) => {
        const listener = (value: unknown) => void seen.push([event, value instanceof Error ? value.message : value])
        provider.on(event, listener)
        return () => provider.removeListener(event, listener)
      })
      for (const change of changes) emitChange(change)
      for (const remove of listeners) remove()
      for (const change of changes) emitChange(change)

      assert.deepStrictEqual(seen, expected)
    },
  )
})
