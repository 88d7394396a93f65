import { EventEmitter } from "node:events"
import { Deferred, Effect, Fiber, type Scope } from "effect"
import { activeSession } from "../../../layers/relay/client/activeSession.ts"
import { handleSignInResponses } from "../../../layers/relay/client/authenticate.ts"
import { type LibraryStorage, open } from "../../../layers/relay/client/libraryStorage.ts"
import { pair } from "../../../layers/relay/client/pairing.ts"
import { readProposalId } from "../../../layers/relay/client/proposal.ts"
import { providerOf } from "../../../layers/relay/client/provider.ts"
import { checkTopic, readEvent, readSession, readTopic } from "../../../layers/relay/client/readSession.ts"
import { replaceSession } from "../../../layers/relay/client/replaceSession.ts"
import { request } from "../../../layers/relay/client/request.ts"
import { isForWallets, optionalNamespaces } from "../../../layers/relay/client/requestedNamespaces.ts"
import * as Library from "../../../layers/relay/client/signClient.ts"
import type { RelayChange } from "../../../services/Relay.ts"
import { textLimits } from "../../../src/core/first-paint/display.ts"
import { isRecord } from "../../../src/options/guards.ts"
import type { Namespace } from "../../../src/options/namespaces.ts"
import {
  bitcoin,
  bitcoinTestnet,
  type CaipNetworkId,
  mainnet,
  polygon,
  solana,
  solanaDevnet,
} from "../../../src/options/networks.ts"
import { asError } from "../../contracts/relay.ts"
import { failing } from "../../fixtures/fails.ts"
import { assert, describe, it, vi } from "../../fixtures/it.ts"
import { eventually } from "../../fixtures/server.ts"
import { keptAs, relay as loopback, networks, pageOn } from "./relayWorld.ts"

const all = [mainnet, polygon, solana, bitcoin]
const one = `0x${"1".repeat(40)}`
const two = `0x${"2".repeat(40)}`
const solanaAccount = "So11111111111111111111111111111111111111112"

const stored = {
  topic: "topic",
  expiry: 1_800_000_000,
  namespaces: {
    eip155: {
      chains: ["eip155:1", "eip155:137"],
      accounts: [`eip155:1:${one}`, `eip155:1:${two}`, `eip155:137:${one}`],
      methods: ["personal_sign"],
      events: [],
    },
  },
  peer: { metadata: { name: "Wallet", url: "https://wallet.example", icons: ["https://wallet.example/icon.png"] } },
}

/** Reads the stored session with some of its fields replaced. */
const read = (given: object = {}) => readSession({ ...stored, ...given }, all)

describe("A stored session of the library", () => {
  it("is decoded with its accounts, networks, methods and wallet", () => {
    assert.deepStrictEqual(read()?.session, {
      topic: "topic",
      expiresAt: 1_800_000_000_000,
      accounts: [`eip155:1:${one}`, `eip155:1:${two}`, `eip155:137:${one}`],
      approvedCaipNetworkIds: ["eip155:1", "eip155:137"],
      methods: ["personal_sign"],
      peer: { name: "Wallet", icon: "https://wallet.example/icon.png", url: "https://wallet.example/" },
    })
  })

  it("has a network approved that occurs only in an account, or in a namespace's name", () => {
    const namespaces = {
      eip155: { accounts: [`eip155:137:${one}`], methods: [] },
      "eip155:10": { accounts: [`eip155:10:${one}`], methods: ["eth_sign"] },
    }
    const session = read({ namespaces })?.session

    assert.deepStrictEqual(session?.approvedCaipNetworkIds, ["eip155:137", "eip155:10"])
    assert.deepStrictEqual(session?.methods, ["eth_sign"])
  })

  it("has a network with an older ID, which is used for requests to the wallet", () => {
    const old = solana.deprecatedCaipNetworkId
    const namespaces = {
      solana: { chains: [old], accounts: [`${old}:${solanaAccount}`], methods: ["solana_signMessage"] },
    }
    const held = read({ namespaces })

    assert.deepStrictEqual(held?.session.accounts, [`${solana.caipNetworkId}:${solanaAccount}`])
    assert.deepStrictEqual(held?.session.approvedCaipNetworkIds, [solana.caipNetworkId])
    assert.strictEqual(held?.grants.get("solana")?.chains.get(solana.caipNetworkId), old)
    const both = read({ namespaces: { solana: { ...namespaces.solana, chains: [solana.caipNetworkId, old] } } })
    assert.strictEqual(both?.grants.get("solana")?.chains.get(solana.caipNetworkId), solana.caipNetworkId)
  })

  it("has the wallet's name and picture only after sanitizing", () => {
    const metadata = { name: `\u202e${"W".repeat(10_000)}`, url: "javascript:alert(1)", icons: ["javascript:alert(1)"] }
    const peer = read({ peer: { metadata } })?.session.peer

    assert.deepStrictEqual(Object.keys(peer ?? {}), ["name"])
    assert.match(peer?.name ?? "", /^W+…$/)
    assert.isAtMost(peer?.name.length ?? 0, textLimits.name + 1)
  })

  const nameless = [undefined, null, 7, { metadata: null }]
  it.each([...nameless, { metadata: { name: 7, url: 7, icons: "https://wallet.example" } }])(
    "is used without the wallet's name and picture if its wallet is %j",
    (peer) => assert.deepStrictEqual(read({ peer })?.session.peer, { name: "" }),
  )

  it("omits what its wallet lists under another namespace's name or another chain's", () => {
    const namespaces = {
      eip155: {
        chains: ["eip155:1", solana.caipNetworkId],
        accounts: [`eip155:1:${one}`, `${solana.caipNetworkId}:${solanaAccount}`],
        methods: ["personal_sign"],
      },
      "eip155:10": {
        chains: ["eip155:137"],
        accounts: [`eip155:10:${two}`, `eip155:137:${two}`],
        methods: ["eth_sign"],
      },
      elsewhere: { chains: ["elsewhere:1"], accounts: [`elsewhere:1:${one}`], methods: ["sign"] },
      solana: null,
    }
    const held = read({ namespaces })

    assert.deepStrictEqual(held?.session.accounts, [`eip155:1:${one}`, `eip155:10:${two}`])
    assert.deepStrictEqual(held?.session.approvedCaipNetworkIds, ["eip155:1", "eip155:10"])
    assert.deepStrictEqual([...(held?.grants.keys() ?? [])], ["eip155"])
    const foreign = { eip155: { accounts: [`${solana.caipNetworkId}:${solanaAccount}`], methods: [] } }
    assert.strictEqual(read({ namespaces: foreign }), undefined)
  })

  it("A CAIP address must have 3 non-empty parts and a known namespace, or it is not an account of a session", () => {
    const partial = [`eip155:1:${one}:more`, "eip155:1", "eip155:1:", `:1:${one}`, `eip155::${one}`]
    const accounts = [...partial, `elsewhere:1:${one}`, "eip155:1:0x1", 7, null]
    const good = `eip155:1:${one}`

    const { session } = read({ namespaces: { eip155: { accounts: [...accounts, good], methods: [7] } } }) ?? {}
    assert.deepInclude(session, { accounts: [good], methods: [] })
    assert.strictEqual(read({ namespaces: { eip155: { accounts } } }), undefined)
  })

  const wrong = [{ topic: 7 }, { expiry: "soon" }, { namespaces: [] }].map((field) => ({ ...stored, ...field }))
  const invalid: readonly unknown[] = [undefined, null, 7, "text", [], {}, ...wrong]
  it.each(invalid.map((value) => ({ value })))("is invalid as $value", ({ value }) => {
    assert.isUndefined(readSession(value, all))
  })
})

describe("A topic and a proposal ID", () => {
  const held = read()

  it("A topic must be a string", () => {
    assert.strictEqual(readTopic("topic"), "topic")
    const wrong = [
      [7, "Expected string, received number"],
      [null, "Expected string, received null"],
      [undefined, "Required"],
      ["", "Required"],
      [["topic"], "Expected string, received array"],
    ] as const
    for (const [topic, message] of wrong)
      assert.deepInclude(readTopic(topic), { _tag: "InvalidInput", message, path: "topic" })
    assert.isUndefined(read({ topic: 7 }))
  })

  it("A topic must exist", () => {
    assert.strictEqual(checkTopic(undefined, true, 0)?._tag, "TopicNotFound")
    assert.strictEqual(checkTopic(held, false, 0)?.message, "Session or pairing not found")
    assert.strictEqual(checkTopic(held, true, 0), undefined)
  })

  it("A topic must not be expired", () => {
    const { expiresAt } = held?.session ?? { expiresAt: 0 }
    assert.strictEqual(checkTopic(held, true, expiresAt - 1), undefined)
    assert.strictEqual(checkTopic(held, true, expiresAt)?.message, "Session or pairing expired")
  })

  it("A proposal id must be a number", () => {
    assert.strictEqual(readProposalId(1), 1)
    for (const [wrong, message] of [
      ["1", "Expected number, received string"],
      [null, "Expected number, received null"],
      [undefined, "Required"],
      [Number.NaN, "Expected number, received nan"],
    ] as const)
      assert.deepInclude(readProposalId(wrong), { _tag: "InvalidInput", message, path: "id" })
  })
})

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

describe("An event of a wallet", () => {
  const readAs = (name: unknown, data: unknown, chainId: unknown = "eip155:1") =>
    readEvent({ event: { name, data }, chainId }, all)

  it.each([137, "137", "0x89", "eip155:137"])("may name the chain as %j", (data) => {
    assert.deepStrictEqual(readAs("chainChanged", data), {
      namespace: "eip155",
      change: { type: "chain", caipNetworkId: "eip155:137" },
    })
  })

  it.each([solana.id, "a0x1", "0x1z", null])("may name a chain of another namespace by its reference: %s", (data) => {
    const caipNetworkId = data === null ? solana.caipNetworkId : `solana:${data}`
    assert.deepStrictEqual<unknown>(readAs("chainChanged", data, solana.caipNetworkId), {
      namespace: "solana",
      change: { type: "chain", caipNetworkId },
    })
  })

  it.each([-1, 0, 1.5, "0xzz", "137x", "solana:137", "eip155:1:2", {}, null])(
    "falls back to the request's chain if it names the chain as %j",
    (data) => {
      assert.deepStrictEqual(readAs("chainChanged", data)?.change, { type: "chain", caipNetworkId: "eip155:1" })
    },
  )

  it.each([
    ["addresses", [one, two]],
    ["account ids", [`eip155:1:${one}`, `eip155:137:${two}`]],
    [
      "both, with others among them",
      [one, 7, "0x1", solanaAccount, `${solana.caipNetworkId}:0x${"3".repeat(40)}`, `eip155:1:${two}`, one],
    ],
  ])("may list its accounts as %s", (_, data) => {
    assert.deepStrictEqual(readAs("accountsChanged", data)?.change, {
      type: "accounts",
      accounts: [{ address: one }, { address: two }],
    })
  })

  it("is a lock if it lists no accounts, and ignored if it lists no valid ones", () => {
    assert.deepStrictEqual(readAs("accountsChanged", [])?.change, { type: "accounts", accounts: [] })
    assert.strictEqual(readAs("accountsChanged", ["0x1", 7]), undefined)
    assert.strictEqual(readAs("accountsChanged", one), undefined)
  })

  const moved = { name: "chainChanged", data: 1 }
  const other = { event: { name: "message", data: [one] }, chainId: "eip155:1" }
  const nowhere = { event: { name: "accountsChanged", data: [] }, chainId: "eip155" }
  const unnamed = { event: null, chainId: "eip155:1" }
  it.each([[undefined], [null], ["text"], [{}], [unnamed], [{ event: moved, chainId: 1 }], [other], [nowhere]])(
    "is ignored if it is %j",
    (params) => {
      assert.isUndefined(readEvent(params, all))
    },
  )
})

describe("An active session", () => {
  /** Watches a session in a library whose events the test emits. Several are only stored. */
  const followedHere = (
    given: typeof stored | readonly unknown[],
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
      networks: () => all,
      emit: (change) => changes.push(change),
    })
    const held = Array.isArray(given) ? undefined : readSession(given, all)
    if (held) own.approved(held, all)
    const event = (name: string, data: unknown, topic: unknown = stored.topic) =>
      library.emit("session_event", { topic, params: { event: { name, data }, chainId: "eip155:1" } })
    return { own, changes, event, library, sign, ended }
  }

  const before = { ...stored, topic: "before", expiry: stored.expiry - 1 }

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
  const narrow = ({ namespaces: { eip155 } }: typeof stored, address: string) =>
    void Object.assign(eip155, { chains: ["eip155:1"], accounts: [`eip155:1:${address}`] })

  it.effect(
    "stays on the chain that the wallet reported last, even if its response to a switch arrives later",
    function* () {
      const session = structuredClone(stored)
      narrow(session, one)
      session.namespaces.eip155.methods.push("wallet_switchEthereumChain")
      const { own, event } = followedHere(session)
      const reportedMeanwhile = (...chains: readonly number[]) =>
        request(
          {
            ...own,
            networks: () => all,
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
    const { own } = followedHere(stored)

    assert.strictEqual(own.chain("eip155"), "eip155:1")
    assert.deepStrictEqual(own.addresses("eip155"), [one, two])
  })

  it("keeps the wallet's account on a network that grants it, and drops it on others", () => {
    const { own, event } = followedHere(stored)
    for (const accounts of [[one], [two], [two, one]]) {
      event("chainChanged", 1)
      event("accountsChanged", accounts)
      event("chainChanged", 1)
      assert.deepStrictEqual(own.addresses("eip155"), accounts)
      event("chainChanged", 137)

      assert.deepStrictEqual(own.addresses("eip155"), [one])
    }
  })

  it("is locked when the wallet lists no accounts, until it lists some", () => {
    const { own, event, changes } = followedHere(stored)
    event("accountsChanged", [])
    assert.deepStrictEqual(own.addresses("eip155"), [])
    event("accountsChanged", [two, one])

    assert.deepStrictEqual(own.addresses("eip155"), [two, one])
    assert.deepStrictEqual(changes, [toAccounts(), toAccounts(two, one)])
  })

  it("follows an update, which clears the wallet's earlier choice and emits what changed", () => {
    const session = structuredClone(stored)
    const { own, event, changes, library } = followedHere(session)
    event("chainChanged", 137)
    event("accountsChanged", [one])
    narrow(session, two)
    library.emit("session_update", { topic: "topic" })

    assert.strictEqual(own.chain("eip155"), "eip155:1")
    assert.deepStrictEqual(own.addresses("eip155"), [two])
    const renewed = readSession(session, all)?.session
    assert.isDefined(renewed)
    assert.deepStrictEqual(changes.slice(3), [{ type: "session", session: renewed }, toAccounts(two)])
  })

  it("follows an extension, which emits no accounts because they are the same", () => {
    const session = structuredClone(stored)
    const { own, changes, library } = followedHere(session, undefined, [before, session])
    assert.deepStrictEqual([own.knows("topic"), own.knows("other")], [true, false])
    session.expiry += 604_800
    library.emit("session_extend", { topic: "topic" })

    assert.deepStrictEqual<unknown>(changes, [{ type: "session", session: read({ expiry: session.expiry })?.session }])
  })

  it("ends by an update that leaves it no account", () => {
    const session = structuredClone(stored)
    const { own, changes, library } = followedHere(session)
    session.namespaces.eip155.accounts = []
    library.emit("session_update", { topic: "topic" })

    assert.deepStrictEqual(changes, [{ type: "ended" }])
    assert.isUndefined(own.held())
  })

  it("emits no accounts on a chain where the wallet has none", () => {
    const { changes, event } = followedHere(stored)
    event("chainChanged", 10)

    assert.deepStrictEqual(
      changes.map((change) => change.type === "wallet" && change.change.type),
      ["chain"],
    )
  })

  it("is released once", () => {
    const { own } = followedHere(stored)

    assert.deepStrictEqual([own.release(), own.release()], ["topic", undefined])
  })

  const next = { ...stored, topic: "next" }
  const approvals: readonly (readonly [
    what: string,
    session: unknown,
    before: typeof stored | readonly [],
    ends: object,
  ])[] = [
    ["ends the one before it", next, stored, { ended: ["topic"], held: "next" }],
    ["is the first one", next, [], { ended: [], held: "next" }],
    ["is ended if it has no account", { ...next, namespaces: {} }, stored, { ended: ["next"], held: "topic" }],
    ["is ignored if it has no topic", { ...next, topic: 7 }, stored, { ended: [], held: "topic" }],
    ["is ignored if it is nothing", undefined, stored, { ended: [], held: "topic" }],
  ]
  it.effect.each(approvals)("that a wallet approves %s", function* ([, session, before, expected]) {
    const { own, sign, ended } = followedHere(before)
    const holder = { sign, own, networks: () => all }
    const signed = [{ message: "signed" }] as never
    const result = yield* Effect.result(
      replaceSession(holder, { session, signed }, { networks: [mainnet], onUri: () => undefined }),
    )
    const held = own.held()?.session

    assert.deepStrictEqual<object>({ ended, held: held?.topic }, expected)
    if (result._tag === "Failure") assert.propertyVal(result.failure, "_tag", "ConnectorSupportsNoChain")
    else assert.deepStrictEqual(result.success, { ...read(next)?.session, signed } as never)
    assert.strictEqual(result._tag, held?.topic === "next" ? "Success" : "Failure")
  })

  it("starts on the first network of the latest proposal that it grants", () => {
    const { own } = followedHere(stored)
    const held = readSession(stored, all)
    if (held) own.approved(held, [solana, polygon, mainnet])

    assert.strictEqual(own.chain("eip155"), "eip155:137")
    assert.isUndefined(own.chain("solana"))
    assert.deepStrictEqual(own.addresses("solana"), [])
  })

  const longest = { ...stored, topic: "longest", expiry: stored.expiry + 1 }
  const restorations: readonly (readonly [
    title: string,
    chains: unknown,
    sessions: readonly unknown[],
    expected: unknown,
  ])[] = [
    [
      "that expires last, on its chain",
      { eip155: "eip155:137", solana: solana.caipNetworkId },
      [before, longest, stored],
      ["longest", "eip155:137"],
    ],
    ["on its first network if none is stored", undefined, [stored], ["topic", "eip155:1"]],
    ["on its first network if what is stored is no list", "text", [stored], ["topic", "eip155:1"]],
    [
      "on its first network if it does not grant the stored one",
      { eip155: "eip155:10" },
      [stored],
      ["topic", "eip155:1"],
    ],
    ["unless it has expired", undefined, [{ ...stored, expiry: 1 }], [undefined, undefined]],
    ["unless it cannot be read", undefined, [{ topic: "topic" }], [undefined, undefined]],
  ]
  it.effect.each(restorations)("is restored %s", function* ([, chains, sessions, expected]) {
    const store = open(pageOn({ url: "" }).storage)
    const { own } = followedHere(sessions, store)
    yield* Effect.promise(() => store.library.setItem("default-chains", chains))
    yield* Effect.promise(() => own.restore(stored.expiry * 1000 - 2000))

    assert.deepStrictEqual([own.held()?.session.topic, own.chain("eip155")], expected)
  })

  it.effect("is restored on the network where it was approved, or on the one it switched to", function* () {
    const { storage } = pageOn({ url: "" })
    const store = open(storage)
    const held = readSession(stored, all)
    const first = followedHere([], store).own
    if (held) first.approved(held, [polygon, mainnet])
    const chainRestored = Effect.gen(function* () {
      yield* Effect.promise(() => store.library.setItem("flushed", 1))
      const { own } = followedHere([stored], open(storage))
      yield* Effect.promise(() => own.restore(0))
      return own.chain("eip155")
    })
    assert.strictEqual(yield* chainRestored, "eip155:137")

    first.switched("eip155", "eip155:1")
    assert.strictEqual(first.chain("eip155"), "eip155:1")
    assert.strictEqual(yield* chainRestored, "eip155:1")
  })

  it("ignores events of other sessions, of namespaces it does not grant, or in another shape", () => {
    const { changes, event, library } = followedHere(stored)
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
    const session = structuredClone(stored)
    const { own, event, changes, library } = followedHere(session)
    for (const _ of [1, 2]) event("chainChanged", 137)
    assert.deepStrictEqual(changes.splice(0), [toPolygon, toAccounts(one), toPolygon, toAccounts(one)])

    // The update that revokes this chain's accounts arrives before the wallet reports that it is on the chain.
    narrow(session, one)
    for (const _ of [1, 2]) library.emit("session_update", { topic: "topic" })
    event("chainChanged", 137)
    assert.strictEqual(own.chain("eip155"), "eip155:137")
    assert.deepStrictEqual(own.addresses("eip155"), [])

    changes.splice(0)
    for (const late of ["session_delete", "session_update", "session_extend", "session_delete", "session_expire"])
      library.emit(late, { topic: "topic" })
    event("accountsChanged", [two])
    assert.deepStrictEqual(changes, [{ type: "ended" }])
    assert.isUndefined(own.held())
  })

  it.each([
    ["session_delete", { type: "ended" }],
    ["session_expire", { type: "expired", wallet: "Wallet" }],
  ] as const)("ends at once by %s", (event, change) => {
    const { own, changes, library } = followedHere(stored)
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
  const accounts = { type: "accounts", accounts: [{ address: one }] } as const
  const changes: readonly RelayChange[] = [
    ...[moved("eip155:10"), moved(solana.caipNetworkId)],
    { type: "wallet", namespace: "eip155", change: accounts },
    { type: "requested", topic: "t", id: 1, method: "personal_sign" },
    { type: "back" },
    ...[{ type: "ended" as const }, { type: "expired" as const, wallet: "Wallet" }],
  ]
  const over = ["disconnect", "The session has ended"]
  const emitted: readonly (readonly [Namespace, unknown])[] = [
    ["eip155", [["chainChanged", "0xa"], ["accountsChanged", [one]], over, over]],
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

describe("A proposal", () => {
  it("Default wallet-relay methods list includes eth signing, send and wallet_* calls (full list not shown)", () => {
    const methods = optionalNamespaces([mainnet]).eip155?.methods ?? []

    const named = ["personal_sign", "eth_signTypedData_v4", "eth_sendTransaction", "wallet_switchEthereumChain"]
    assert.includeMembers(methods, named)
    assert.lengthOf(new Set(methods), methods.length)
  })

  it("Request method lists per namespace: contents not shown", () => {
    const asked = optionalNamespaces(all)

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
    const asked = optionalNamespaces(all)

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
