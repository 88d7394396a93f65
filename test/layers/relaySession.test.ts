import { EventEmitter } from "node:events"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { signInAnswers } from "../../layers/relay/authenticate.ts"
import { holding } from "../../layers/relay/holding.ts"
import * as Library from "../../layers/relay/library.ts"
import { pair } from "../../layers/relay/pairing.ts"
import { isForWallets, optionalNamespaces } from "../../layers/relay/proposal.ts"
import { checkTopic, readEvent, readProposalId, readSession, readTopic } from "../../layers/relay/session.ts"
import { open } from "../../layers/relay/store.ts"
import type { RelayChange } from "../../services/Relay.ts"
import { foreignText } from "../../src/domain/display.ts"
import { bitcoin, mainnet, polygon, solana } from "../../src/domain/networks.ts"
import { assert, describe, it } from "../fixtures/it.ts"
import { keptAs, relay as loopback, networks, pageOn } from "./relayWorld.ts"
import { eventually } from "./server.ts"

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

describe("A session as the library stores it", () => {
  it("is read with its accounts, networks, methods and its wallet", () => {
    assert.deepStrictEqual(readSession(stored, all)?.session, {
      topic: "topic",
      expiresAt: 1_800_000_000_000,
      accounts: [`eip155:1:${one}`, `eip155:1:${two}`, `eip155:137:${one}`],
      approvedCaipNetworkIds: ["eip155:1", "eip155:137"],
      methods: ["personal_sign"],
      peer: { name: "Wallet", icon: "https://wallet.example/icon.png", url: "https://wallet.example/" },
    })
  })

  it("counts a network as approved that shows in an account only, or in the namespace's own name", () => {
    const namespaces = {
      eip155: { accounts: [`eip155:137:${one}`], methods: [] },
      "eip155:10": { accounts: [`eip155:10:${one}`], methods: ["eth_sign"] },
    }
    const session = readSession({ ...stored, namespaces }, all)?.session

    assert.deepStrictEqual(session?.approvedCaipNetworkIds, ["eip155:137", "eip155:10"])
    assert.deepStrictEqual(session?.methods, ["eth_sign"])
  })

  it("knows a network by its older id, and asks the wallet by that one", () => {
    const old = solana.deprecatedCaipNetworkId
    const namespaces = {
      solana: { chains: [old], accounts: [`${old}:${solanaAccount}`], methods: ["solana_signMessage"] },
    }
    const held = readSession({ ...stored, namespaces }, all)

    assert.deepStrictEqual(held?.session.accounts, [`${solana.caipNetworkId}:${solanaAccount}`])
    assert.deepStrictEqual(held?.session.approvedCaipNetworkIds, [solana.caipNetworkId])
    assert.strictEqual(held?.grants.get("solana")?.chains.get(solana.caipNetworkId), old)
  })

  it("is shown with a wallet's name and picture only as far as they are fit to be shown", () => {
    const metadata = { name: `\u202e${"W".repeat(10_000)}`, url: "javascript:alert(1)", icons: ["javascript:alert(1)"] }
    const peer = readSession({ ...stored, peer: { metadata } }, all)?.session.peer

    assert.deepStrictEqual(Object.keys(peer ?? {}), ["name"])
    assert.match(peer?.name ?? "", /^W+…$/)
    assert.isAtMost(peer?.name.length ?? 0, foreignText.name + 1)
  })

  it("has nothing of what its wallet lists under another namespace's name, or another chain's", () => {
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
    }
    const held = readSession({ ...stored, namespaces }, all)

    assert.deepStrictEqual(held?.session.accounts, [`eip155:1:${one}`, `eip155:10:${two}`])
    assert.deepStrictEqual(held?.session.approvedCaipNetworkIds, ["eip155:1", "eip155:10"])
    assert.deepStrictEqual([...(held?.grants.keys() ?? [])], ["eip155"])
    const foreign = { eip155: { accounts: [`${solana.caipNetworkId}:${solanaAccount}`], methods: [] } }
    assert.strictEqual(readSession({ ...stored, namespaces: foreign }, all), undefined)
  })

  it("A CAIP address must have 3 non-empty parts and a known namespace, or it is no account of a session", () => {
    const accounts = [
      `eip155:1:${one}:more`,
      "eip155:1",
      "eip155:1:",
      `:1:${one}`,
      `elsewhere:1:${one}`,
      "eip155:1:0x1",
      7,
      null,
    ]
    const session = readSession(
      { ...stored, namespaces: { eip155: { accounts: [...accounts, `eip155:1:${one}`] } } },
      all,
    )?.session

    assert.deepStrictEqual(session?.accounts, [`eip155:1:${one}`])
    assert.strictEqual(readSession({ ...stored, namespaces: { eip155: { accounts } } }, all), undefined)
  })

  it.each([
    [undefined],
    [null],
    [7],
    ["text"],
    [[]],
    [{}],
    [{ ...stored, topic: 7 }],
    [{ ...stored, expiry: "soon" }],
    [{ ...stored, namespaces: [] }],
  ])("is none when it is %j", (value) => {
    assert.strictEqual(readSession(value, all), undefined)
  })
})

describe("A topic and a proposal id", () => {
  const held = readSession(stored, all)

  it("A topic must be a string", () => {
    assert.strictEqual(readTopic("topic"), "topic")
    for (const [wrong, message] of [
      [7, "Expected string, received number"],
      [null, "Expected string, received null"],
      [undefined, "Required"],
      ["", "Required"],
      [["topic"], "Expected string, received array"],
    ] as const)
      assert.deepInclude(readTopic(wrong), { _tag: "InvalidInput", message, path: "topic" })
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

describe("What a wallet tells of itself", () => {
  const told = (name: unknown, data: unknown, chainId: unknown = "eip155:1") =>
    readEvent({ event: { name, data }, chainId }, all)

  it.each([137, "137", "0x89", "eip155:137"])("may name the chain as %j", (data) => {
    assert.deepStrictEqual(told("chainChanged", data), {
      namespace: "eip155",
      change: { is: "chain", caipNetworkId: "eip155:137" },
    })
  })

  it.each([-1, 0, 1.5, "0xzz", "solana:1", "eip155:1:2", {}, null])(
    "falls back on the request's chain when it names it as %j",
    (data) => {
      assert.deepStrictEqual(told("chainChanged", data)?.change, { is: "chain", caipNetworkId: "eip155:1" })
    },
  )

  it.each([
    ["addresses", [one, two]],
    ["account ids", [`eip155:1:${one}`, `eip155:137:${two}`]],
    ["both, with others among them", [one, 7, "0x1", solanaAccount, `eip155:1:${two}`, one]],
  ])("may list its accounts as %s", (_, data) => {
    assert.deepStrictEqual(told("accountsChanged", data)?.change, {
      is: "accounts",
      accounts: [{ address: one }, { address: two }],
    })
  })

  it("is locked when it lists no account, and says nothing when none can be read", () => {
    assert.deepStrictEqual(told("accountsChanged", [])?.change, { is: "accounts", accounts: [] })
    assert.strictEqual(told("accountsChanged", ["0x1", 7]), undefined)
    assert.strictEqual(told("accountsChanged", one), undefined)
  })

  it.each([
    [undefined],
    [null],
    ["text"],
    [{}],
    [{ event: null }],
    [{ event: { name: "chainChanged", data: 1 }, chainId: 1 }],
  ])("is ignored when it is %j", (params) => {
    assert.strictEqual(readEvent(params, all), undefined)
  })

  it("is ignored when it is any other event", () => {
    assert.strictEqual(told("message", [one]), undefined)
  })
})

describe("A session that is held", () => {
  /** The library, as far as a session is followed in it, and what is told of it. */
  const followedHere = (session: typeof stored) => {
    const library = new EventEmitter()
    const changes: RelayChange[] = []
    const sign = Object.assign(library, { session: { getAll: () => [session], update: async () => undefined } })
    const own = holding({
      sign: sign as never,
      store: open(pageOn({ url: "" }).storage),
      networks: () => all,
      tell: (change) => changes.push(change),
    })
    const held = readSession(session, all)
    if (held) own.approved(held, all)
    const event = (name: string, data: unknown, topic: unknown = session.topic) =>
      library.emit("session_event", { topic, params: { event: { name, data }, chainId: "eip155:1" } })
    return { own, changes, event, library }
  }

  it("stands on the first network that the site asked for, with the accounts there", () => {
    const { own } = followedHere(stored)

    assert.strictEqual(own.chain("eip155"), "eip155:1")
    assert.deepStrictEqual(own.addresses("eip155"), [one, two])
  })

  it("keeps the account that the wallet chose where that one is granted too, and leaves it elsewhere", () => {
    const { own, event } = followedHere(stored)
    event("accountsChanged", [one])
    event("chainChanged", 137)
    assert.deepStrictEqual(own.addresses("eip155"), [one])

    event("chainChanged", 1)
    event("accountsChanged", [two])
    event("chainChanged", 137)
    assert.deepStrictEqual(own.addresses("eip155"), [one])
  })

  it("is locked by a wallet that lists no account, until it lists some", () => {
    const { own, event, changes } = followedHere(stored)
    event("accountsChanged", [])
    assert.deepStrictEqual(own.addresses("eip155"), [])
    event("accountsChanged", [two, one])

    assert.deepStrictEqual(own.addresses("eip155"), [two, one])
    assert.lengthOf(changes, 2)
  })

  it("is renewed by an update, which clears what the wallet chose before and tells what changed", () => {
    const session = structuredClone(stored)
    const { own, event, changes, library } = followedHere(session)
    event("chainChanged", 137)
    session.namespaces.eip155.chains = ["eip155:1"]
    session.namespaces.eip155.accounts = [`eip155:1:${two}`]
    library.emit("session_update", { topic: "topic" })

    assert.strictEqual(own.chain("eip155"), "eip155:1")
    const renewed = readSession(session, all)?.session
    assert.isDefined(renewed)
    assert.deepStrictEqual(changes.slice(2), [
      { is: "session", session: renewed },
      { is: "wallet", namespace: "eip155", change: { is: "accounts", accounts: [{ address: two }] } },
    ])
  })

  it("hears nothing of other sessions, of namespaces it does not grant, or in another shape", () => {
    const { changes, event, library } = followedHere(stored)
    event("chainChanged", 137, "other")
    event("chainChanged", 137, 7)
    library.emit("session_event", {
      topic: "topic",
      params: { event: { name: "accountsChanged", data: [] }, chainId: "solana:1" },
    })
    library.emit("session_event", undefined)
    library.emit("session_event", { topic: "topic" })
    library.emit("session_delete", { topic: "other" })
    library.emit("session_expire", null)

    assert.deepStrictEqual(changes, [])
  })

  it("takes a message that comes twice, late or out of turn without harm", () => {
    const session = structuredClone(stored)
    const { own, event, changes, library } = followedHere(session)
    for (const _ of [1, 2]) event("chainChanged", 137)
    const [there, accounts, ...again] = changes.splice(0)
    assert.deepStrictEqual(there, {
      is: "wallet",
      namespace: "eip155",
      change: { is: "chain", caipNetworkId: "eip155:137" },
    })
    assert.deepStrictEqual(accounts, {
      is: "wallet",
      namespace: "eip155",
      change: { is: "accounts", accounts: [{ address: one }] },
    })
    assert.deepStrictEqual(again, [there, accounts])

    // The update that no account of this chain is granted any more comes before the wallet tells that it goes there.
    session.namespaces.eip155.chains = ["eip155:1"]
    session.namespaces.eip155.accounts = [`eip155:1:${one}`]
    for (const _ of [1, 2]) library.emit("session_update", { topic: "topic" })
    event("chainChanged", 137)
    assert.strictEqual(own.chain("eip155"), "eip155:137")
    assert.deepStrictEqual(own.addresses("eip155"), [])

    changes.splice(0)
    library.emit("session_delete", { topic: "topic" })
    for (const late of ["session_update", "session_extend", "session_delete", "session_expire"])
      library.emit(late, { topic: "topic" })
    event("accountsChanged", [two])
    assert.deepStrictEqual(changes, [{ is: "ended" }])
    assert.strictEqual(own.held(), undefined)
  })

  it.each(["session_delete", "session_expire"])("is over at once by %s", (event) => {
    const { own, changes, library } = followedHere(stored)
    library.emit(event, { topic: "topic" })
    library.emit(event, { topic: "topic" })

    assert.strictEqual(own.held(), undefined)
    assert.deepStrictEqual(changes, [
      event === "session_delete" ? { is: "ended" } : { is: "expired", wallet: "Wallet" },
    ])
  })
})

describe("What a wallet is asked for", () => {
  it("Default wallet-relay methods list includes eth signing, send and wallet_* calls (full list not shown)", () => {
    const methods = optionalNamespaces([mainnet]).eip155?.methods ?? []

    assert.includeMembers(methods, [
      "personal_sign",
      "eth_signTypedData_v4",
      "eth_sendTransaction",
      "wallet_switchEthereumChain",
    ])
    assert.lengthOf(new Set(methods), methods.length)
  })

  it("Request method lists per namespace: contents not shown", () => {
    const asked = optionalNamespaces(all)

    assert.deepStrictEqual(asked.eip155?.methods, [
      ...["eth_accounts", "eth_requestAccounts", "eth_sendRawTransaction", "eth_sign", "eth_signTransaction"],
      ...["eth_signTypedData", "eth_signTypedData_v3", "eth_signTypedData_v4", "eth_sendTransaction", "personal_sign"],
      ...[
        "wallet_switchEthereumChain",
        "wallet_addEthereumChain",
        "wallet_getPermissions",
        "wallet_requestPermissions",
      ],
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

  it("names every network of a namespace, its older id too, with a node for each", () => {
    const asked = optionalNamespaces(all)

    assert.deepStrictEqual(Object.keys(asked), ["eip155", "solana", "bip122"])
    assert.deepStrictEqual(asked.eip155?.chains, ["eip155:1", "eip155:137"])
    assert.deepStrictEqual(asked.eip155?.events, ["accountsChanged", "chainChanged"])
    assert.deepStrictEqual(asked.eip155?.rpcMap, {
      1: mainnet.rpcUrls.default.http[0],
      137: polygon.rpcUrls.default.http[0],
    })
    assert.deepStrictEqual(asked.solana?.chains, [solana.caipNetworkId, solana.deprecatedCaipNetworkId])
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

describe("Time", () => {
  const proposed = Effect.gen(function* () {
    const relay = yield* loopback
    const page = pageOn(relay)
    const { sign } = yield* Library.start({
      id: "expiry",
      projectId: "test",
      relayUrl: relay.url,
      metadata: { name: "", description: "", url: "http://localhost", icons: [] },
      store: open(page.storage),
      vouch: async () => "",
      socket: () => undefined,
    })
    const code = yield* Deferred.make<string>()
    const waiting = yield* Effect.forkChild(
      pair(sign, signInAnswers(sign), { networks, paired: (uri) => Deferred.doneUnsafe(code, Effect.succeed(uri)) }),
    )
    yield* Deferred.await(code)
    return { sign, page, waiting }
  })

  it.live("Proposals expire and are then deleted", function* () {
    const { sign, page, waiting } = yield* proposed
    const [proposal] = sign.proposal.getAll()
    sign.core.expirer.set(proposal?.id ?? 0, 0)

    assert.propertyVal(yield* Effect.flip(Fiber.join(waiting)), "_tag", "TopicExpired")
    assert.deepStrictEqual(sign.proposal.getAll(), [])
    yield* eventually(() => JSON.stringify(keptAs(page, "proposal")) === "[]")
  })

  it.live("a session that is gone already is ended again without harm", function* () {
    const { sign } = yield* proposed
    const engine = sign.engine as unknown as { deleteSession(session: { topic: string }): Promise<void> }
    yield* Effect.promise(() => engine.deleteSession({ topic: "gone" }))

    assert.deepStrictEqual(sign.session.getAll(), [])
  })

  it.live("Pairings expire and are then deleted", function* () {
    const { sign, page } = yield* proposed
    const [pairing] = sign.core.pairing.pairings.getAll()
    sign.core.expirer.set(pairing?.topic ?? "", 0)

    yield* eventually(() => JSON.stringify(keptAs(page, "pairing")) === "[]")
    assert.deepStrictEqual(sign.core.pairing.pairings.getAll(), [])
  })
})
