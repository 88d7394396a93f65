import { mkdirSync, writeFileSync } from "node:fs"
import { chromium, type Page } from "@playwright/test"
import { idOf, type State, states } from "../examples/playground/gallery/states.ts"
import { isDeadEnd } from "../examples/playground/gallery/ways.ts"
import { chromiumArguments, findChromium } from "./real/parts/browser.ts"
import { serve } from "./serve.ts"

// Takes a picture of every state of the gallery's build: `npm run pictures`, or of some: `npm run pictures -- Connect Swap`. They are in
// .cache/pictures: one per state and look, and sheets with all of them side by side. `npm run pictures -- readme` makes the README's
// picture instead.

/** The looks in which a state is shown. */
interface Look {
  readonly name: string
  readonly theme: "dark" | "light"
  readonly width: number
  readonly lang: "en" | "ar"
}

const looks: readonly Look[] = [
  { name: "dark", theme: "dark", width: 460, lang: "en" },
  { name: "light", theme: "light", width: 460, lang: "en" },
  { name: "phone", theme: "dark", width: 360, lang: "en" },
  { name: "rtl", theme: "light", width: 460, lang: "ar" },
]
const height = 760
const folder = ".cache/pictures"
const [wantedLooks, wanted] = [
  process.argv.slice(2).filter((one) => looks.some(({ name }) => name === one)),
  process.argv.slice(2).filter((one) => !looks.some(({ name }) => name === one)),
]

const site = await serve("playground")
const browser = await chromium.launch({ executablePath: findChromium(), args: [...chromiumArguments] })
mkdirSync(folder, { recursive: true })

const take = async (page: Page, state: State, look: Look): Promise<string> => {
  const { theme, lang, width } = look
  await page.setViewportSize({ width, height })
  await page.goto(`${site.url}/?${new URLSearchParams({ state: idOf(state), theme, ...(lang !== "en" && { lang }) })}`)
  const reached = await (await page.waitForFunction(() => window.reached)).jsonValue()
  if (reached && "failed" in reached) console.log(`${state.name}, ${look.name}: ${reached.failed}`)
  else if (reached && isDeadEnd(reached.ways)) console.log(`${state.name}: leads nowhere`)
  await page.waitForTimeout(250)
  const path = `${folder}/${idOf(state)}-${look.name}.png`
  await page.screenshot({ path })
  return path
}

/** Pictures side by side, with their names. */
const sheet = async (look: Look, place: number, taken: readonly (readonly [State, string])[]) => {
  const page = await browser.newPage({ viewport: { width: 4 * (look.width + 8), height: 100 } })
  const cells = taken.map(
    ([{ name }, path]) =>
      `<figure><figcaption>${name}</figcaption><img src="file://${process.cwd()}/${path}" width="${look.width}" height="${height}"></figure>`,
  )
  const path = `${folder}/sheet-${look.name}-${place}.html`
  writeFileSync(
    path,
    `<meta charset=utf-8><style>body{margin:0;display:flex;flex-wrap:wrap;gap:8px;background:#777;font:12px sans-serif}figure{margin:0}figcaption{background:#ff8;padding:2px 4px}</style>${cells.join("")}`,
  )
  await page.goto(`file://${process.cwd()}/${path}`)
  await page.screenshot({ path: path.replace(/html$/, "png"), fullPage: true })
  await page.close()
}

/** The cards of four views, for README.md. */
const readme = async () => {
  const page = await browser.newPage()
  await page.emulateMedia({ reducedMotion: "reduce" })
  const cards: string[] = []
  for (const [name, look] of shown) {
    const state = states.find((one) => one.name === name)
    const as = looks.find((one) => one.name === look)
    if (!state || !as) throw new Error(`The gallery has no ${name}, ${look}`)
    await take(page, state, as)
    const card = page.locator("portico-modal [data-bar]").locator("..")
    cards.push((await card.screenshot()).toString("base64"))
  }
  await page.setViewportSize({ width: 1640, height: 760 })
  const pictures = cards.map((card) => `<img src="data:image/png;base64,${card}">`).join("")
  await page.setContent(`<style>
    body { display: flex; align-items: center; justify-content: center; gap: 32px; margin: 0; block-size: 100vh; background: #8f9aa8 }
    img { border-radius: 24px; box-shadow: 0 24px 64px -12px rgb(16 24 40 / 45%), 0 4px 12px rgb(16 24 40 / 12%) }
  </style>${pictures}`)
  await page.screenshot({ path: "examples/playground/portico.png" })
}
const shown = [
  ["Connect, wallets and logins", "dark"],
  ["Account", "light"],
  ["WalletSendPreview", "dark"],
  ["Swap, quote", "light"],
] as const

if (wanted.includes("readme")) {
  await readme()
  wanted[0] = "nothing else"
}

const chosen = states.filter(
  ({ name }) => wanted.length === 0 || wanted.some((one) => name === one || name.startsWith(one)),
)
for (const look of looks) {
  if (wantedLooks.length > 0 && !wantedLooks.includes(look.name)) continue
  const left = [...chosen]
  const taken: (readonly [State, string])[] = []
  await Promise.all(
    [0, 1, 2].map(async () => {
      const page = await browser.newPage()
      for (let state = left.shift(); state; state = left.shift()) taken.push([state, await take(page, state, look)])
      await page.close()
    }),
  )
  taken.sort(([one], [two]) => chosen.indexOf(one) - chosen.indexOf(two))
  for (let at = 0; at < taken.length; at += 8) await sheet(look, at / 8 + 1, taken.slice(at, at + 8))
  console.log(`${look.name}: ${taken.length} pictures`)
}
await browser.close()
await site.stop()
