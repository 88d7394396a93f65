import type { DrivenClock } from "./clock.ts"
import { say } from "./dom.ts"
import { exampleOf, show } from "./examples.ts"
import type { Met } from "./gallery/playFault.ts"
import type { Reached } from "./gallery/stage.ts"
import {
  base,
  createModal,
  type Layers,
  layers,
  type Modal,
  mainnet,
  polygon,
  testing,
  trace,
  type VirtualClock,
} from "./packageImports.ts"
import { page } from "./pageButtons.ts"
import { type Parameters, readParameters } from "./parameters.ts"
import { stock } from "./plants.ts"
import { projectWith } from "./project.ts"
import { setTheme } from "./theme.ts"

declare global {
  interface Window {
    portico: Modal
    /** The demo's world. `undefined` until it is created. */
    demoWorld?: Layers.World
    /** The demo's clock, if the URL has `clock=still`. */
    demoClock?: VirtualClock | undefined
    /** Plays another state of the gallery on this page, by the query of its URL. */
    playState?: (search: string) => Promise<Reached | undefined>
    /** Plays it while the service, endpoint or method `name` has the query's fault, and after the fault has ended. */
    playFault?: (search: string, name?: string, healthy?: string) => Promise<Met>
  }
}

/** Creates the playground's modal. The demo's world behind it is created once, by code that loads on first use. */
const beginSite = (parameters: Parameters, clock?: DrivenClock) => {
  const makeWorld = async () => {
    const [{ createWorld, demo, readScript }, { recorder }] = await Promise.all([layers(), trace()])
    const { script, problems } = readScript(parameters.script)
    for (const problem of problems) console.warn(`Playground: ${problem}`)
    const world = createWorld({
      latency: 120,
      // The visitor approves in the modal.
      frame: { sign: "hang" },
      ...(parameters.script === null && { project: projectWith(parameters.project) }),
      ...exampleOf(parameters.open)?.script,
      ...script,
      wallets: { "*": { delay: 700 }, ...exampleOf(parameters.open)?.wallets, ...script.wallets },
    })
    window.demoWorld = world
    const tape = recorder()
    window.demoClock = parameters.clock === "still" ? (await testing()).virtualClock() : undefined
    const clock = window.demoClock && { clock: window.demoClock.layer }
    return { world, tape, layers: { ...demo(world), tracer: tape.tracer, ...clock } }
  }
  let making: ReturnType<typeof makeWorld> | undefined
  const made = () => (making ??= makeWorld())

  const modal = createModal({
    projectId: "fernhill",
    networks: exampleOf(parameters.open)?.networks ?? [base, mainnet, polygon],
    metadata: {
      name: "Fernhill",
      description: "Seeds and saplings from an invented nursery",
      icons: [document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href ?? ""],
    },
    termsConditionsUrl: "https://fernhill.example/terms",
    privacyPolicyUrl: "https://fernhill.example/privacy",
    themeMode: parameters.theme,
    customRpcUrls: parameters.customRpcUrls ?? {},
    ...(parameters.lang !== null && { locale: parameters.lang }),
    ...(parameters.layers === "demo" && { layers: async () => (await made()).layers }),
    ...(clock && { layers: { clock: clock.layer } }),
    ...parameters.options,
    hosts: { ...parameters.hosts, ...parameters.options.hosts },
  })
  window.portico = modal
  setTheme(parameters.theme)
  page(modal)
  stock(modal)
  if (parameters.open !== null) void show(modal, parameters.open)
  return { modal, made }
}

/** Plays a gallery state on this page, replacing the current modal. */
const playState = async (plain: Parameters) => (await stageState(plain)).play()

/** Plays a gallery state while a service is faulty, and after the fault has ended. */
const playFault = async (plain: Parameters, name?: string, healthy?: string) => {
  const { playFault } = await import("./gallery/playFault.ts")
  const { modal, made, play } = await stageState({ ...plain, clock: "still" })
  const { world } = await made()
  if (!window.demoClock) throw new Error("There is no clock to pass")
  return playFault({ modal, world, clock: window.demoClock, play }, name, healthy)
}

const stageState = async (plain: Parameters) => {
  delete window.reached
  await window.portico?.destroy()
  const { stageOf } = await import("./gallery/stage.ts")
  const stage = stageOf(plain.state ?? "", plain)
  const site = beginSite(stage?.parameters ?? plain)
  const play = async () => {
    await stage?.play(site.modal, (await site.made()).world)
    return window.reached
  }
  return { ...site, play }
}

/** Shows the demo's controls once the page is idle. The visitor may open the modal first. */
const showControls = ({ modal, made }: ReturnType<typeof beginSite>) => {
  const load = async () => {
    const [{ world, tape }, { controls }, { panel }, { directory }] = await Promise.all([
      made(),
      import("./demoControls.ts"),
      import("./recorderPanel.ts"),
      import("./galleryLinks.ts"),
    ])
    controls(world, modal)
    panel(tape, modal)
    directory()
    // A page with a script sends no requests by itself.
    if (parameters.script === null) void (await import("./named.ts")).named(modal)
  }
  if (typeof requestIdleCallback === "function") requestIdleCallback(() => void load())
  else setTimeout(load)
}

const parameters = readParameters(location.search)
if (parameters.lang !== null) {
  document.documentElement.lang = parameters.lang
  document.documentElement.dir = /^(ar|dv|fa|he|ps|ur|yi)\b/i.test(parameters.lang) ? "rtl" : "ltr"
}
if (parameters.state === null) {
  const clock = parameters.driven ? (await import("./clock.ts")).drivenClock() : undefined
  if (clock) window.clock = clock
  const site = beginSite(parameters, clock)
  if (parameters.layers === "demo") showControls(site)
} else {
  window.playState = (search) => playState(readParameters(search))
  window.playFault = (search, ...rest) => playFault(readParameters(search), ...rest)
  void playState(parameters)
}

const query = new URLSearchParams(location.search)
if (query.has("seller")) say("The seller's page would open here.")
if (query.has("exchange")) say(`The page of ${query.get("exchange")} would open here.`)
