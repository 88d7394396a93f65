import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type { World } from "../../layers/demo.ts"
import { Storage } from "../../services/Storage.ts"
import { movedBalanceEndpoint } from "../../src/balances/endpoints/balances.ts"
import { UnknownFailure } from "../../src/errors/index.ts"
import { base, mainnet } from "../../src/options/networks.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import { sending } from "../../src/send/limits.ts"
import type { PastReceiver } from "../../src/send/model/receiver.ts"
import type { SentTransfer, TransferOutcome } from "../../src/send/model/transfer.ts"
import { transfers } from "../../src/send/state/transfers.ts"
import {
  loadSentTransfers,
  markOutcomeShown,
  markReported,
  recordAbandoned,
  recordSent,
  recordSwap,
  recordUnresolved,
  reportOutcomes,
} from "../../src/send/steps/outcomes.ts"
import { settled } from "../contracts/settled.ts"
import { changed } from "../fixtures/layers.ts"
import { halyard, rest, shelf } from "../fixtures/modal.ts"
import { ansel, exchangeWith, type Setup, type Steps, sendingWith, whenConnected } from "../fixtures/scenes.ts"
import { begun, pass, shownSnack, type Visit } from "../fixtures/visits.ts"
import "../../layers/chains/evm/transfers.ts"

const marguerite = "0xdbC7d4ef0007fA387aE67cC789e95be1BEC727C9"
const contract = `0x${"7".repeat(40)}`
const coin = `0x${"e".repeat(40)}`

const transferOf = (id: string, more: Partial<SentTransfer> = {}): SentTransfer => ({
  ...{ id, connectorId: halyard, network: "eip155:1", from: marguerite, to: ansel, amount: "0.1", symbol: "ETH" },
  ...{ units: "100000000000000000", at: 0, status: "pending" },
  ...more,
})
const swap = { amount: "2", symbol: "USDC", token: contract, data: "0x", value: "0" }

interface Scene extends Visit {
  /** Outcomes that the nodes report, by ID. They fail for other IDs. */
  readonly outcomes: Map<string, TransferOutcome>
  /** Transfers whose outcome was requested so far, as "network id". */
  readonly asked: string[]
  /** Tokens whose balances were requested without caches so far. */
  readonly moved: unknown[]
  readonly stored: () => readonly SentTransfer[] | null
}

const test = (title: string, steps: Steps<Scene>, setup: Setup = {}) =>
  it.effect(title, () => {
    const outcomes: Scene["outcomes"] = new Map()
    const [asked, moved]: [string[], unknown[]] = [[], []]
    const storage = setup.storage ?? shelf()
    const layers = (world: World) => ({
      ...(typeof setup.layers === "function" ? setup.layers(world) : setup.layers),
      ...sendingWith(world, () => ({
        outcome: ({ id, network }) =>
          Effect.suspend(() => {
            asked.push(`${network.caipNetworkId} ${id}`)
            const outcome = outcomes.get(id)
            return outcome ? Effect.succeed(outcome) : Effect.fail(new UnknownFailure())
          }),
      })),
      ...exchangeWith(movedBalanceEndpoint, (response, { forceUpdate }: { forceUpdate: unknown }) => {
        moved.push(forceUpdate)
        return response
      })(world),
    })
    const stored = () => storage.json("sent_transfers") as ReturnType<Scene["stored"]>
    return whenConnected({ ...setup, storage, layers }, (visit) => steps({ ...visit, outcomes, asked, moved, stored }))
  })

const state = slicesOf(transfers)
const ids = (list: readonly { readonly id: string }[] | null) => list?.map(({ id }) => id)
const sentIds = Effect.map(state, ({ sent }) => ids(sent.peek()))
const oneOf = (id: string) => Effect.map(state, ({ sent }) => sent.peek().find((one) => one.id === id))

const said = ({ amount, to }: { readonly amount: string; readonly to: string }) => `${amount} for "${to}"`
const messages = {
  sent: { confirmed: said, failed: () => "failed", replaced: () => "replaced", different: () => "different" },
  swapped: {
    confirmed: (of: Parameters<typeof said>[0]) => `swapped ${said(of)}`,
    failed: String,
    replaced: String,
    different: String,
  },
}

describe("Sent transfers", () => {
  test("are recorded once each, the newest first, and the newest 32 are kept", function* ({ storage, stored }) {
    assert.isEmpty((yield* state).receivers.peek())
    yield* recordSent(transferOf("a"))
    yield* recordSent(transferOf("a"))
    assert.deepStrictEqual<unknown>((yield* state).receivers.peek(), [
      { namespace: "eip155", address: ansel, times: 1 },
    ])
    assert.deepStrictEqual(stored(), [transferOf("a")])
    const swaps = Array.from({ length: 33 }, (_, index) => transferOf(`swap ${index}`, { swap }))
    for (const one of swaps) yield* recordSwap(one)
    const newest = ids(swaps.toReversed().slice(0, 32))
    assert.deepStrictEqual([yield* sentIds, ids(stored())], [newest, newest])
    const writes = storage.writes()
    yield* recordSwap(transferOf("swap 32"))
    assert.deepStrictEqual([yield* sentIds, storage.writes()], [newest, writes])
  })

  test("count per recipient, the latest first, and 64 recipients are kept", function* ({ storage }) {
    const others = Array.from(
      { length: 70 },
      (_, index): PastReceiver => ({ namespace: "solana", address: `${index}`, times: 1 }),
    )
    const same: PastReceiver = { namespace: "solana", address: ansel, times: 5 }
    storage.texts.set("past_receivers", JSON.stringify([same, ...others]))
    yield* recordSent(transferOf("a"))
    yield* recordSent(transferOf("b", { to: ansel.toLowerCase(), name: "ansel.eth" }))
    yield* recordSent(transferOf("c", { to: contract }))
    const known = [
      { namespace: "eip155", address: contract, times: 1 },
      { namespace: "eip155", address: ansel.toLowerCase(), name: "ansel.eth", times: 2 },
      ...[same, ...others].slice(0, 62),
    ]
    assert.deepStrictEqual<unknown>((yield* state).receivers.peek(), known)
    assert.deepStrictEqual(storage.json("past_receivers"), known)
  })

  test(
    "of earlier visits are loaded once; the pending ones are tracked",
    function* ({ storage, asked, stored }) {
      const [pending, confirmed] = [
        transferOf("p", { network: base.caipNetworkId }),
        transferOf("c", { status: "confirmed" }),
      ]
      storage.texts.set("sent_transfers", JSON.stringify([pending, confirmed]))
      yield* loadSentTransfers
      const { sent, unreported } = yield* state
      assert.deepStrictEqual(sent.peek(), [pending, confirmed])
      assert.deepStrictEqual(unreported.peek(), ["c"])
      storage.texts.set("sent_transfers", JSON.stringify([transferOf("d")]))
      yield* loadSentTransfers
      assert.deepStrictEqual(yield* sentIds, ["p", "c"])
      yield* pass("4 seconds")
      assert.deepStrictEqual(asked, [`${base.caipNetworkId} p`])
      assert.deepStrictEqual(ids(stored()), ["d"])
    },
    { options: { networks: [mainnet, base] } },
  )

  test("and recipients of earlier visits are loaded up to the limits", function* ({ storage }) {
    const list = <A>(entry: (index: number) => A) =>
      JSON.stringify(Array.from({ length: 100 }, (_, index) => entry(index)))
    storage.texts.set(
      "sent_transfers",
      list((index) => transferOf(`${index}`, { status: "failed" })),
    )
    storage.texts.set(
      "past_receivers",
      list((index) => ({ namespace: "solana", address: `${index}` })),
    )
    yield* loadSentTransfers
    const { sent, unreported, receivers } = yield* state
    assert.deepStrictEqual(
      [sent, unreported, receivers].map((one) => one.peek().length),
      [32, 32, 64],
    )
  })

  test("can be recorded if what earlier visits stored is malformed", function* ({ storage, stored }) {
    for (const key of ["sent_transfers", "past_receivers"]) storage.texts.set(key, "{}")
    yield* recordSent(transferOf("a"))
    assert.deepStrictEqual([yield* sentIds, ids(stored())], [["a"], ["a"]])
  })

  const [kept, busy] = [shelf(), { times: 1 }]
  const slow = changed(Storage, kept.layer, ({ read }) => ({
    read: (key) => (key === "past_receivers" && busy.times-- > 0 ? Effect.delay(read(key), "1 second") : read(key)),
  }))
  test(
    "are recorded once while those of earlier visits are loading",
    function* () {
      const loading = yield* begun(loadSentTransfers)
      const recording = yield* begun(recordSent(transferOf("a")))
      yield* settled(Fiber.join(loading))
      yield* settled(Fiber.join(recording))
      assert.deepStrictEqual(yield* sentIds, ["a"])
    },
    { storage: kept, layers: { storage: slow } },
  )

  test(
    "stay pending while the network is not one of the site's",
    function* ({ asked, core }) {
      yield* recordSent(transferOf("a", { network: base.caipNetworkId }))
      yield* pass("8 seconds")
      assert.isEmpty(asked)
      assert.strictEqual((yield* oneOf("a"))?.status, "pending")
      core.networks.value = [mainnet, base]
      yield* pass("4 seconds")
      assert.lengthOf(asked, 1)
    },
    { options: { networks: [mainnet] } },
  )
})

describe("The outcome of a transfer", () => {
  test("is requested every 4 seconds until it is final, even after a node failed", function* ({
    outcomes,
    asked,
    moved,
    world,
  }) {
    yield* recordSent(transferOf("a", { token: contract }))
    yield* recordSent(transferOf("other"))
    yield* recordUnresolved("a")
    const look = (outcome: TransferOutcome) => {
      outcomes.set("a", outcome)
      return Effect.andThen(pass("4 seconds"), oneOf("a"))
    }
    yield* pass("4 seconds")
    const { unreported } = yield* state
    assert.deepStrictEqual<unknown>(yield* oneOf("a"), transferOf("a", { token: contract }))
    const count = () => asked.filter((one) => one.endsWith(" a")).length
    assert.strictEqual(count(), 1)
    assert.deepInclude(yield* look({ status: "pending", nonce: 7 }), { status: "pending", nonce: 7 })
    assert.isEmpty(moved)
    const balances = world.faults.requestCount("eth_getBalance")
    assert.deepStrictEqual<unknown>(
      yield* look({ status: "confirmed", settled: false }),
      transferOf("a", { token: contract, nonce: 7, status: "confirmed" }),
    )
    assert.deepStrictEqual(moved, [[`eip155:1:${coin}`, `eip155:1:${contract}`]])
    assert.isAbove(world.faults.requestCount("eth_getBalance"), balances)
    assert.deepStrictEqual(unreported.peek(), ["a"])
    // A reorganization.
    assert.deepInclude(yield* look({ status: "pending" }), { status: "pending" })
    assert.deepStrictEqual([unreported.peek(), moved.length], [[], 1])
    assert.deepInclude(yield* look({ status: "confirmed", settled: true }), { status: "confirmed" })
    assert.deepStrictEqual([unreported.peek(), moved.length, count()], [["a"], 2, 5])
    assert.deepStrictEqual<unknown>(yield* oneOf("other"), transferOf("other"))
    yield* pass("1 minute")
    assert.strictEqual(count(), 5)
    yield* recordUnresolved("a")
    yield* pass("4 seconds")
    assert.strictEqual(count(), 6)
  })

  test("is stored only when it changes", function* ({ outcomes, storage, stored }) {
    yield* recordSent(transferOf("a"))
    outcomes.set("a", { status: "pending", nonce: 7 })
    yield* pass("4 seconds")
    assert.deepStrictEqual(stored(), [transferOf("a", { nonce: 7 })])
    const writes = storage.writes()
    yield* pass("4 seconds")
    outcomes.set("a", { status: "pending" })
    yield* pass("4 seconds")
    assert.strictEqual(storage.writes(), writes)
    assert.deepInclude(yield* oneOf("a"), { nonce: 7 })
  })

  for (const outcome of [{ status: "failed" }, { status: "replaced" }, { status: "different" }] as const)
    test(`is final once it is ${outcome.status}`, function* ({ outcomes, asked }) {
      yield* recordSent(transferOf("a"))
      outcomes.set("a", outcome)
      yield* pass("1 minute")
      assert.lengthOf(asked, 1)
      assert.deepStrictEqual<unknown>(yield* oneOf("a"), transferOf("a", outcome))
    })

  test("is requested for a day", function* ({ outcomes, asked }) {
    yield* recordSent(transferOf("a"))
    outcomes.set("a", { status: "pending" })
    yield* pass(sending.watchFor + 60_000)
    assert.lengthOf(asked, sending.watchFor / sending.watch)
  })

  const confirmed = { status: "confirmed", settled: true } as const
  test("is replaced if its hash is the ID of another transfer, of this tab or another", function* ({
    outcomes,
    storage,
    stored,
  }) {
    for (const id of ["a", "b", "c", "d"]) yield* recordSent(transferOf(id))
    storage.texts.set("sent_transfers", JSON.stringify([...(stored() ?? []), transferOf("elsewhere")]))
    outcomes.set("a", { ...confirmed, hash: "b" })
    outcomes.set("b", confirmed)
    outcomes.set("c", { ...confirmed, hash: "elsewhere" })
    outcomes.set("d", { ...confirmed, hash: "d" })
    yield* pass("4 seconds")
    for (const [id, status] of [
      ["a", "replaced"],
      ["b", "confirmed"],
      ["c", "replaced"],
      ["d", "confirmed"],
    ] as const)
      assert.strictEqual((yield* oneOf(id))?.status, status, id)
    assert.sameMembers((yield* state).unreported.peek() as string[], ["a", "b", "c", "d"])
    yield* recordSent(transferOf("e"))
    outcomes.set("e", { ...confirmed, hash: "faster" })
    yield* pass("4 seconds")
    assert.deepInclude(yield* oneOf("e"), { status: "confirmed", hash: "faster" })
  })
})

describe("Outcomes", () => {
  test("are shown once each, those of swaps with what was received", function* ({ storage }) {
    const list = [
      ...[transferOf("p"), transferOf("s", { status: "confirmed", swap }), transferOf("f", { status: "failed" })],
      ...[transferOf("c", { status: "confirmed" }), transferOf("shown", { status: "confirmed", amount: "0.2" })],
    ]
    storage.texts.set("sent_transfers", JSON.stringify(list))
    yield* loadSentTransfers
    yield* markOutcomeShown("shown")
    yield* markOutcomeShown("p")
    assert.deepStrictEqual((yield* state).unreported.peek(), ["s", "f", "c"])
    const { unreported } = yield* state
    for (const [id, variant, message] of [
      ["s", "success", `swapped 0.1 ETH for "2 USDC"`],
      ["f", "error", "failed"],
      ["c", "success", `0.1 ETH for ""`],
    ] as const) {
      unreported.value = [id]
      yield* settled(reportOutcomes(messages))
      yield* rest
      assert.deepInclude(yield* shownSnack, { variant, message })
      yield* pass("1 minute")
    }
    const writes = storage.writes()
    yield* settled(reportOutcomes(messages))
    yield* markOutcomeShown("c")
    yield* rest
    assert.isFalse((yield* shownSnack).open)
    assert.strictEqual(storage.writes(), writes)
  })

  test("that arrive together are shown one after the other, for 2.5 seconds each", function* ({ storage, stored }) {
    const list = [transferOf("f", { status: "failed" }), transferOf("c", { status: "confirmed" })]
    storage.texts.set("sent_transfers", JSON.stringify(list))
    const reporting = yield* begun(reportOutcomes(messages))
    assert.deepInclude(yield* shownSnack, { open: true, message: "failed" })
    assert.deepStrictEqual([(yield* state).unreported.peek(), ids(stored())], [["c"], ["c"]])
    yield* pass(2_499)
    assert.deepInclude(yield* shownSnack, { open: true, message: "failed" })
    yield* pass(1)
    assert.deepInclude(yield* shownSnack, { open: true, message: `0.1 ETH for ""` })
    yield* Fiber.join(reporting)
    assert.deepStrictEqual([(yield* state).unreported.peek(), stored()], [[], null])
  })

  test("that the caller shows are recorded, and not shown again", function* ({ moved, stored }) {
    for (const id of ["a", "b", "c"]) yield* recordSwap(transferOf(id, { swap }))
    yield* settled(markReported("b", { status: "confirmed", settled: true, hash: "faster" }))
    yield* settled(markReported("c", { status: "failed" }))
    const { sent, unreported } = yield* state
    assert.deepStrictEqual<unknown>(sent.peek(), [
      transferOf("c", { swap, status: "failed" }),
      transferOf("b", { swap, status: "confirmed", hash: "faster" }),
      transferOf("a", { swap }),
    ])
    assert.isEmpty(unreported.peek())
    assert.deepStrictEqual(moved[0], [`eip155:1:${coin}`, `eip155:1:${contract}`])
    assert.deepStrictEqual(ids(stored()), ["a"])
  })

  test("of swaps are tracked only on request, by their nonce if it is known", function* ({ asked, stored }) {
    for (const id of ["a", "b"]) yield* recordSwap(transferOf(id, { swap }))
    yield* pass("4 seconds")
    assert.isEmpty(asked)
    yield* recordUnresolved("a", 7)
    yield* recordUnresolved("unknown", 8)
    const list = [transferOf("b", { swap }), transferOf("a", { swap, nonce: 7 })]
    assert.deepStrictEqual([(yield* state).sent.peek(), stored()], [list, list])
    yield* recordUnresolved("b")
    assert.deepStrictEqual((yield* state).sent.peek(), list)
    yield* pass("4 seconds")
    assert.sameMembers(asked, ["eip155:1 a", "eip155:1 b"])
  })

  test("no longer belong to a payment that the visitor makes in another way", function* ({ stored }) {
    yield* recordSwap(transferOf("a", { payment: "p1" }))
    yield* recordSwap(transferOf("b", { payment: "p2" }))
    yield* recordSwap(transferOf("c"))
    yield* recordAbandoned("p1")
    const list = [transferOf("c"), transferOf("b", { payment: "p2" }), transferOf("a")]
    assert.deepStrictEqual([(yield* state).sent.peek(), stored()], [list, list])
  })
})
