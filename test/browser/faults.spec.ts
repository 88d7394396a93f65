import { mkdir, writeFile } from "node:fs/promises"
import { idOf, type State, states } from "../../examples/playground/gallery/states.ts"
import type { Script } from "../../layers/demo/script.ts"
import { allEndpoints } from "../fixtures/endpoints.ts"
import { expect, test } from "./playground.ts"

// The matrix of faults: each fault of each service that a state of the gallery uses. All of it in `npm run test:faults`, a sample otherwise.
test.describe.configure({ mode: "parallel" })
// Tests share one page, because loading it takes longer than a fault.
test.use({ keepsPage: true })

const isWhole = process.env.PORTICO_FAULTS !== undefined

/** Faults of a service. `once` fails the first request only, and `late` delays it beyond those after it. */
const faults: Readonly<Record<string, NonNullable<Script["faults"]>[string]>> = {
  refused: { status: 403 },
  limited: { status: 429 },
  broken: { status: 500 },
  once: { status: 500, times: 1 },
  offline: { offline: true },
  slow: { delay: 4_000 },
  silent: { delay: 180_000 },
  late: { delay: 4_000, times: 1 },
  truncated: { body: "truncated" },
  mistyped: { body: "mistyped" },
  huge: { body: "huge" },
  misplaced: { body: "misplaced" },
  stale: { body: "stale" },
}
/** Faults of `npm test`. Each service of a state has one of them, in turn. */
const sampleFaults = ["once", "offline", "mistyped"]
/** Whether a service can have a fault: only JSON-RPC has IDs, and a wallet of the browser sends no text that could be truncated or too large. */
const canHave = (service: string, kind: string): boolean =>
  kind === "misplaced" ? service === "rpc" : service !== "abilities" || !["truncated", "huge"].includes(kind)

/** Requested by every view as the modal starts up, and not shown: two states are enough. */
const background = ["analyticsConfig", "config", "origins", "supportedChains"]

/** Faults after which a view stays as it is, and why. The state's name begins like the key. */
const lasting: Readonly<Record<string, string>> = {
  "Connect config": "A late configuration applies at the next opening, because visible rows do not move",
  "FundWallet exchanges": "A press on the row requests the exchanges again",
  "OnRamp onrampOptions": "The built-in currencies stay until the visitor presses Try again in the list of providers",
  "Pay abilities": "A capability that the wallet did not report counts as missing, so the visitor pays the fee",
  "PayLoading payUrl": "After the payment ended, a press in the previous view starts it again",
  "WalletSendPreview abilities": "The review keeps the values it was opened with",
  "WalletSendPreview balance": "The review keeps the values it was opened with",
}
const reasonOf = (state: State, name: string): string | undefined =>
  Object.entries(lasting).find(([key]) => {
    const [view = "", service] = key.split(" ")
    return state.name.startsWith(view) && service === name
  })?.[1]

/** Whether a state can be played without a fault of its own, and does not depend on today's date. */
const isHealthy = ({ name, visit, phone, blocked }: State) =>
  !visit.script?.faults && !phone && !blocked && !name.startsWith("SmartSessionList")
/** States of `npm test`. `allWallets.spec.ts` plays the directory's fault. */
const sample = ["Account", "Swap, quote"]
const played = states.filter((state) => isHealthy(state) && (isWhole || sample.includes(state.name)))

for (const [place, state] of played.entries()) {
  test(`every fault shows a way on, and the view recovers when it ends: ${state.name}`, async ({
    playground,
    page,
  }) => {
    const known = new Set([...(await allEndpoints()).map(({ name }) => name), "rpc", "abilities"])
    const play = (faults: Script["faults"], name?: string, healthy?: string) => {
      const query = new URLSearchParams({ state: idOf(state), theme: "light", faults: JSON.stringify(faults) })
      return page.evaluate(
        ([search, name, healthy]) => window.playFault?.(search, name ?? undefined, healthy ?? undefined),
        [`?${query}`, name ?? null, healthy ?? null] as const,
      )
    }
    await playground.reach(idOf(state), { theme: "light", lang: "en" })
    // Slow parts may still be missing from one of two plays, but not from both in the same way.
    let healthy = await play({})
    await expect(async () => {
      const before = healthy?.text
      healthy = await play({})
      expect(healthy?.failed, "without faults").toBe(undefined)
      expect(healthy?.text).toBe(before)
    }).toPass()
    const used = await page.evaluate(
      (all) => all.filter((name) => (window.demoWorld?.faults.requestCount(name) ?? 0) > 0),
      [...known].filter((name) => (isWhole && place < 2) || !background.includes(name)),
    )
    const rows: string[] = []
    for (const [turn, name] of used.entries())
      for (const [kind, fault] of Object.entries(faults)) {
        const isWanted = isWhole || kind === sampleFaults[(place + turn) % sampleFaults.length]
        if (!canHave(name, kind) || !isWanted) continue
        const met = await play({ [name]: fault }, name, healthy?.text)
        const told = `${name} ${kind}`
        expect.soft(met?.isDeadEnd, `${told}: nothing leads on or back from "${met?.text}"`).toBe(false)
        expect.soft(met?.text, told).not.toMatch(/undefined|\[object|NaN|Error:|mistyped/)
        const reason = reasonOf(state, name)
        const after = met?.healed?.text ?? met?.text
        if (reason === undefined) {
          expect.soft(after, `${told}: after the fault`).toBe(healthy?.text)
          expect.soft(met?.failed, `${told}: after the fault`).toBe(undefined)
        }
        const pressed = met?.healed?.pressed
        const outcome = !met?.healed ? "unaffected" : pressed ? `after "${pressed}"` : "by itself"
        rows.push([state.name, name, kind, after === healthy?.text ? outcome : (reason ?? "not")].join("\t"))
      }
    if (!isWhole) return
    await mkdir("test-results/faults", { recursive: true })
    await writeFile(`test-results/faults/${idOf(state)}.tsv`, rows.map((row) => `${row}\n`).join(""))
  })
}
