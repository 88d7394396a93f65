import { launch } from "./chromium.ts"
import { startSite } from "./site.ts"
const site = await startSite()
const browser = await launch()
const script = JSON.stringify({ directory: 600, tick: 0, latency: 0 })
const pause = (m: number) => new Promise((r) => setTimeout(r, m))
const act = process.argv[2] ?? "typing"
const all: Record<string, number[]> = {}
const sums: number[] = []
for (let round = 0; round < Number(process.argv[3] ?? 4); round++) {
  const page = await browser.page(`${site.url}/demo?script=${encodeURIComponent(script)}`)
  await page.evaluate(async () => {
    const wait = (m: number) => new Promise((r) => setTimeout(r, m))
    await window.modal.open({ view: "AllWallets" }); await wait(800); await window.modal.close(); await wait(400)
    await window.modal.open(); await wait(800); await window.modal.close(); await wait(400)
    await window.modal.open(); await wait(800)
  })
  const openAll = () => page.evaluate(() => document.querySelector("portico-modal")?.shadowRoot?.querySelector<HTMLElement>('[data-view="Connect"] [data-wallet="all"]')?.click())
  if (act === "typing") { await openAll(); await pause(1200) }
  const events = await browser.trace(["toplevel", "blink.user_timing", ...(process.argv[4] ? [] : ["devtools.timeline", "v8", "disabled-by-default-v8.cpu_profiler"])], async () => {
    await page.evaluate(() => void performance.mark("pressed"))
    if (act !== "typing") { await openAll(); await pause(1200) }
    else {
      await page.evaluate(() => document.querySelector("portico-modal")?.shadowRoot?.querySelector<HTMLElement>('[data-view="AllWallets"] input')?.focus())
      for (const text of "salt") {
        await page.send("Input.dispatchKeyEvent", { type: "keyDown", text, key: text })
        await page.send("Input.dispatchKeyEvent", { type: "keyUp", key: text })
        await pause(60)
      }
      await pause(500)
    }
  })
  const m = events.find(({ name }) => name === "pressed")!
  const mine = events.filter((e) => e.pid === m.pid && e.tid === m.tid && e.dur !== undefined) as any[]
  const tasks = mine.filter((e) => e.name === "ThreadControllerImpl::RunTask" || e.name==="RunTask").sort((a, b) => b.tdur - a.tdur).slice(0, 5)

  if (process.env.NOMIN) {
    const nodes = new Map<number, any>(); const samples: {t:number,id:number}[] = []
    let start = 0, now = 0
    for (const e of events as any[]) if (e.name === "Profile" && e.pid === m.pid) now = start = e.args.data.startTime
    const chunks = (events as any[]).filter((e) => e.name === "ProfileChunk" && e.pid === m.pid).sort((a,b)=>a.ts-b.ts)
    for (const c of chunks) { const d = c.args.data; for (const n of d.cpuProfile?.nodes ?? []) nodes.set(n.id, n); (d.cpuProfile?.samples ?? []).forEach((id: number, i: number) => { now += d.timeDeltas[i]; samples.push({ t: now, id }) }) }
    const task = tasks.filter((t) => t.ts > m.ts)[0]
    const incl: Record<string, number> = {}, self: Record<string, number> = {}
    let n = 0
    samples.forEach(({ t, id }, i) => { if (t < task.ts || t > task.ts + task.dur) return; const w = Math.min(1000, (samples[i+1]?.t ?? t) - t) / 1000; n++
      const seen = new Set<string>(); let at = nodes.get(id); const k0 = at.callFrame.functionName + ":" + (at.callFrame.url||"").split("/").pop() + ":" + at.callFrame.lineNumber; self[k0] = (self[k0] ?? 0) + w
      while (at) { const k = at.callFrame.functionName + ":" + at.callFrame.lineNumber; if (!seen.has(k)) { seen.add(k); incl[k] = (incl[k] ?? 0) + w } at = at.parent === undefined ? undefined : nodes.get(at.parent) } })
    const top = (r: Record<string, number>, c: number) => Object.entries(r).sort((a, b) => b[1] - a[1]).slice(0, c).map(([k, v]) => `${(4*v).toFixed(1)} ${k}`).join("\n   ")
    console.log(n, "samples\nINCL\n  ", top(incl, 45), "\nSELF\n  ", top(self, 25))
  }
  console.log("round", round)
  for (const t of tasks) {
    const inside = mine.filter((e) => e !== t && e.ts >= t.ts && e.ts + e.dur <= t.ts + t.dur)
    const by: Record<string, number> = {}
    for (const e of inside) by[e.name] = (by[e.name] ?? 0) + (e.tdur ?? e.dur) / 1000
    console.log(((t.ts - m.ts) / 1000).toFixed(0).padStart(6), "ms cpu*4", (4 * t.tdur / 1000).toFixed(1), Object.entries(by).filter(([n, v]) => v * 4 > 3 && !/ThreadController|RunTask/.test(n)).sort((a, b) => b[1] - a[1]).slice(0, 14).map(([n, v]) => `${n} ${(4 * v).toFixed(1)}`).join(", "))
  }
  sums.push(4 * tasks[0].tdur / 1000)
  await page.close()
}
console.log(sums.map((x) => x.toFixed(0)).join(" "))
await browser.stop(); await site.stop(); process.exit(0)
