import { benchAccount } from "./account.ts"
import { blame } from "./blame.ts"
import { type Chromium, interpreted, launch } from "./chromium.ts"
import { benchFrames } from "./frames.ts"
import { benchMemory } from "./memory.ts"
import { benchOpen } from "./open.ts"
import { benchPress } from "./press.ts"
import { type Findings, heading, isOver, lineOf } from "./report.ts"
import { benchRpc } from "./rpc.ts"
import { benchSearch } from "./search.ts"
import { type Site, startSite } from "./site.ts"
import { benchTick } from "./tick.ts"

// `npm run bench`: ratios to a baseline of the same run, with their budgets. `npm run bench -- open memory` runs only these parts. `blame`
// shows what the time of an opening is spent on, and runs automatically if an opening is over its budget. Exit code 1: a figure is over its
// budget, or a part failed.
type Part = (browser: Chromium, site: Site) => Promise<Findings>

const rpc: Part = async () => {
  const { calls, requests, viem, viemOnOurs, fibers, ratio, ratioWithoutViem } = await benchRpc()
  return {
    figures: [
      { name: `rpc: requests for ${calls} reads at a time`, unit: "", value: requests, budget: 3 },
      {
        name: "rpc: CPU a call, through viem / viem's own batching",
        unit: "µs",
        value: viemOnOurs,
        baseline: viem,
        ratio,
        budget: 1,
      },
      {
        name: "rpc: CPU a call, by the service itself",
        unit: "µs",
        value: fibers,
        baseline: viem,
        ratio: ratioWithoutViem,
      },
    ],
  }
}
const parts: Readonly<Record<string, Part>> = {
  open: benchOpen,
  press: benchPress,
  memory: benchMemory,
  blame,
  frames: benchFrames,
  search: benchSearch,
  tick: benchTick,
  account: benchAccount,
  rpc,
}

const asked = process.argv.slice(2)
const chosen = asked.length === 0 ? Object.keys(parts).filter((name) => name !== "blame") : [...asked]
const site = await startSite()
console.log(heading)
let failed = 0
for (const name of chosen) {
  const part = parts[name]
  const began = Date.now()
  const browser = await launch(part === benchMemory ? interpreted : [])
  try {
    if (part === undefined) throw new Error(`the parts are ${Object.keys(parts).join(", ")}`)
    const { figures, notes = [] } = await part(browser, site)
    for (const figure of figures) console.log(lineOf(figure))
    for (const note of notes) console.log(note)
    failed += figures.filter(isOver).length
    if (name === "open" && figures.some(isOver) && !chosen.includes("blame")) chosen.push("blame")
  } catch (cause) {
    console.log(`${name} broke: ${cause instanceof Error ? cause.stack : cause}`)
    failed += 1
  } finally {
    await browser.stop()
    console.log(`(${name}: ${Math.round((Date.now() - began) / 1_000)} s)`)
  }
}
await site.stop()
if (failed > 0) console.log(`\n${failed} over budget or broken`)
process.exit(failed === 0 ? 0 : 1)
