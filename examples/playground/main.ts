import { say } from "./dom.ts"
import { exampleOf, show } from "./examples.ts"
import { page, setTheme } from "./page.ts"
import { readParameters } from "./parameters.ts"
import {
  base,
  createModal,
  type Layers,
  layers,
  type Modal,
  type ModalOptions,
  mainnet,
  polygon,
  trace,
} from "./portico.ts"
import { stock } from "./shelf.ts"

declare global {
  interface Window {
    portico: Modal
    /** The demo's world, once it is made. */
    demoWorld?: Layers.World
  }
}

const plain = readParameters(location.search)
/** What the gallery shows here, if the address names one of its states. */
const stage = plain.state === null ? undefined : (await import("./gallery/stage.ts")).stageOf(plain.state, plain)
const asked = stage?.asked ?? plain

/** The project of a demo that no script describes: all that there is to see is on, logins too. */
const project: Layers.Script["project"] = {
  features: [
    {
      id: "social_login",
      isEnabled: true,
      config: ["email", "google", "x", "discord", "farcaster", "github", "apple", "facebook"],
    },
    { id: "swap", isEnabled: true, config: ["1inch"] },
    { id: "onramp", isEnabled: true, config: ["meld"] },
    { id: "activity", isEnabled: true, config: null },
    { id: "reown_branding", isEnabled: true, config: null },
    { id: "multi_wallet", isEnabled: true, config: null },
    { id: "fund_from_exchange", isEnabled: true, config: null },
    { id: "payments", isEnabled: true, config: null },
  ],
}

/** The demo's world: made once, with code that is fetched by whoever needs it first. */
const makeWorld = async () => {
  const [{ createWorld, demo, readScript }, { recorder }] = await Promise.all([layers(), trace()])
  const { script, problems } = readScript(asked.script)
  for (const problem of problems) console.warn(`Playground: ${problem}`)
  const world = createWorld({
    latency: 120,
    // The visitor approves in the modal.
    frame: { sign: "hang" },
    ...(asked.script === null && { project }),
    ...exampleOf(asked.open)?.script,
    ...script,
    wallets: { "*": { delay: 700 }, ...exampleOf(asked.open)?.wallets, ...script.wallets },
  })
  window.demoWorld = world
  const tape = recorder()
  return { world, tape, leaves: { ...demo(world), tracer: tape.tracer } }
}
let making: ReturnType<typeof makeWorld> | undefined
const made = () => (making ??= makeWorld())
const isDemo = asked.layers === "demo"

const options: ModalOptions = {
  projectId: "fernhill",
  networks: exampleOf(asked.open)?.networks ?? [base, mainnet, polygon],
  metadata: {
    name: "Fernhill",
    description: "Seeds and saplings from an invented nursery",
    url: location.origin,
    icons: [document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href ?? ""],
  },
  termsConditionsUrl: "https://fernhill.example/terms",
  privacyPolicyUrl: "https://fernhill.example/privacy",
  themeMode: asked.theme,
  hosts: asked.hosts ?? {},
  customRpcUrls: asked.customRpcUrls ?? {},
  ...(asked.lang !== null && { locale: asked.lang }),
  ...(isDemo && { layers: async () => (await made()).leaves }),
  ...asked.options,
}

setTheme(asked.theme)
if (plain.lang !== null) {
  document.documentElement.lang = plain.lang
  document.documentElement.dir = /^(ar|dv|fa|he|ps|ur|yi)\b/i.test(plain.lang) ? "rtl" : "ltr"
}

const modal = createModal(options)
window.portico = modal
page(modal)
stock(modal)
if (asked.open !== null) void show(modal, asked.open)
const query = new URLSearchParams(location.search)
if (query.has("seller")) say("Here would be the page of who sells.")
if (query.has("exchange")) say(`Here would be the page of ${query.get("exchange")}.`)

const showControls = async () => {
  const [{ world, tape }, { controls }, { panel }] = await Promise.all([
    made(),
    import("./controls.ts"),
    import("./panel.ts"),
  ])
  controls(world, modal)
  panel(tape, modal)
}
if (stage) void made().then(({ world }) => stage.play(modal, world))
else if (isDemo) {
  // The visitor may open the modal first.
  if (typeof requestIdleCallback === "function") requestIdleCallback(() => void showControls())
  else setTimeout(showControls)
}
