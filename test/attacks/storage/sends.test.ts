import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { refreshActivity } from "../../../src/activity/operations.ts"
import { activity } from "../../../src/activity/state.ts"
import { slicesOf } from "../../../src/runtime/currentModal.ts"
import { findReceiver } from "../../../src/send/flows.ts"
import { send } from "../../../src/send/state/form.ts"
import { transfers } from "../../../src/send/state/transfers.ts"
import { loadSentTransfers, reportOutcomes } from "../../../src/send/steps/outcomes.ts"
import { settled } from "../../contracts/settled.ts"
import { type Draw, draws } from "../../fixtures/draws.ts"
import { shelf } from "../../fixtures/modal.ts"
import { whenConnected } from "../../fixtures/scenes.ts"
import { attacks, seed, tell } from "../cases.ts"

const recipient = `0x${"2".repeat(40)}`
const transfer = {
  id: `0x${"a".repeat(64)}`,
  connectorId: "example.halyard",
  network: "eip155:1",
  to: recipient,
  amount: "0.1",
  symbol: "ETH",
  units: "100000000000000000",
  at: 1_700_000_000_000,
  nonce: 1,
  name: "ansel.example",
  iconUrl: "https://pictures.example/eth.png",
  token: `0x${"3".repeat(40)}`,
  status: "pending",
  swap: { amount: "1", symbol: "USDC", data: "0x", value: "0", token: `0x${"4".repeat(40)}` },
}
const receiver = { namespace: "eip155", address: recipient, name: "ansel.example", times: 3 }

const odd: readonly unknown[] = [
  ...[1e20, -1e20, 8.64e15, 8.64e15 + 1, -1, 1.5, Number.MAX_VALUE, Number.MAX_SAFE_INTEGER, 0],
  ...["", " ", "-1", "1e400", "0x", "NaN", "\u202e\u{e0001}", "\ud800", "eip155:", "tron:1", "javascript:alert(1)"],
  ...["9".repeat(10_000), "a".repeat(100_000), "{amount}", "$&", "__proto__", "constructor"],
  ...[null, true, false, [], {}, [[]], { length: 1e9 }, [null], { toString: 1 }],
]

/** The entry with one or two of its values replaced, or replaced as a whole. */
const broken = (entry: object, draw: Draw): unknown => {
  if (draw.upTo(9) === 0) return draw.oneOf(odd)
  const entries = Object.entries(entry)
  const names = [0, draw.upTo(1)].map(() => draw.oneOf(entries)[0])
  return Object.fromEntries(
    entries.map(([key, value]) => [
      key,
      names.includes(key) ? (key === "swap" && draw.upTo(1) ? broken(value, draw) : draw.oneOf(odd)) : value,
    ]),
  )
}

const perVisit = 10
const said = ({ amount, to }: { readonly amount: string; readonly to: string }) => `${amount} ${to}`
const told = { confirmed: said, failed: said, replaced: said, different: said }

describe(`Stored transfers and recipients (${attacks} cases of seed ${seed})`, () => {
  it.effect(
    "lose only the broken entries",
    () =>
      Effect.gen(function* () {
        const drawn = draws(attacks, seed)
        for (let from = 0; from < attacks; from += perVisit) {
          const batch = drawn.slice(from, from + perVisit)
          const storage = shelf()
          yield* whenConnected({ storage }, function* ({ core }) {
            const own = core.address.peek()
            // Connects a wallet before reading its transfers.
            const kept = batch.map((draw, index) => broken({ ...transfer, from: own, id: `0x${index}` }, draw))
            storage.texts.set("sent_transfers", JSON.stringify([...kept, { ...transfer, from: own }]))
            const known = batch.map((draw) => broken(receiver, draw))
            storage.texts.set("past_receivers", JSON.stringify([...known, receiver]))

            yield* loadSentTransfers
            yield* settled(refreshActivity())
            yield* settled(reportOutcomes({ sent: told, swapped: told }))
            const { transactions, months } = yield* slicesOf(activity)
            const { receivers } = yield* slicesOf(transfers)
            assert.include(
              transactions.peek().map(({ metadata }) => metadata.hash),
              transfer.id,
            )
            assert.isAbove(months.peek().length, 0)
            assert.deepInclude(receivers.peek() as readonly object[], receiver)

            const form = yield* slicesOf(send)
            form.receiver.value = recipient
            yield* settled(findReceiver())
            assert.notStrictEqual(form.found.peek().status, "failed")
          })
        }
        tell("Stored transfers and recipients", attacks, [])
      }),
    60_000 + attacks * 100,
  )
})
