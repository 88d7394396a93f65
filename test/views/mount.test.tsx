// @vitest-environment happy-dom
import { signal } from "@preact/signals-core"
import * as Effect from "effect/Effect"
import { afterEach, expect, it, vi } from "vitest"
import { dialogElementOf } from "../../layers/dialog/first-paint/dialogElement.ts"
import { connectRows } from "../../src/connect/first-paint/state.ts"
import { bitcoin, mainnet, solana } from "../../src/options/networks.ts"
import type { ModalOptions } from "../../src/options/options.ts"
import type { Flow } from "../../src/runtime/flow.ts"
import { createElement } from "../../src/stub/element.ts"
import type { Engine } from "../../src/stub/instance.ts"
import { fetchOpening } from "../../src/stub/opening.ts"
import { wallets } from "../../src/wallets/first-paint/state/wallets.ts"
import { mount, paint } from "../../views/mount.tsx"
import { instanceOf, modal } from "../fixtures/modal.ts"
import { fakeWallet } from "../layers/chains/fakeWallet.ts"

const page = (options: Partial<ModalOptions> = {}) => {
  const host = createElement("test")
  return { ...instanceOf({ networks: [bitcoin, mainnet, solana], ...options }), element: () => host }
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

it("the first view shows before the engine is loaded, with the wallets the page knows", async () => {
  const instance = page()
  await paint(instance)
  expect(
    wallets(instance)
      .installed.peek()
      .map(({ id, chain }) => [id, chain]),
  ).toEqual([
    ["walletConnect", "eip155"],
    ["ID_AUTH", "eip155"],
    ["ID_AUTH", "solana"],
  ])
})

it("preloading adds a dialog only to modals that show their first view before the engine is loaded", async () => {
  // The test files of a worker share a page, and another one may have left a connection to restore.
  localStorage.clear()
  const dialogsOf = async (options: Partial<ModalOptions>) => {
    const instance = page(options)
    await fetchOpening(instance)
    return instance.element().shadowRoot?.childElementCount
  }
  expect(await dialogsOf({})).toBe(1)
  for (const option of ["enableEmbedded", "basic", "manualWCControl"])
    expect(await dialogsOf({ [option]: true }), option).toBe(0)
})

it("The modal element is not injected if append is disabled, not even for a first view that does not wait for the engine", async () => {
  const withAppend = page()
  await paint(withAppend)
  expect(withAppend.element().isConnected).toBe(true)
  const without = page({ disableAppend: true })
  await paint(without)
  expect(without.element().shadowRoot?.querySelector("dialog")).not.toBeNull()
  expect(without.element().isConnected).toBe(false)
})

it("the site sets whether the row of all wallets shows on a desktop", async () => {
  const shows = async (options: Partial<ModalOptions>) => {
    const instance = page(options)
    await paint(instance)
    return connectRows(instance)().all.value !== undefined
  }
  expect(await shows({ allWallets: "SHOW" })).toBe(true)
  expect(await shows({ allWallets: "HIDE" })).toBe(false)
  expect(await shows({ allWallets: "ONLY_MOBILE" })).toBe(false)
  expect(await shows({ features: { allWallets: false } })).toBe(false)
})

const onIos = "iPhone; CPU iPhone OS 18_0 like Mac OS X"
const onMac = "Macintosh; Intel Mac OS X 10_15_7"
const onAndroid = "Linux; Android 15"

const socialsOn = async (system: string, globals: object) => {
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue(`Mozilla/5.0 (${system}) AppleWebKit/605.1.15`)
  const instance = page()
  await paint(instance)
  const { socials } = connectRows(instance)().ways.value
  return [...socials].sort()
}
const seven = ["apple", "discord", "facebook", "farcaster", "github", "google", "x"]

it.each([
  ["Telegram social list on iOS: google removed, in the first view", onIos, ["google"]],
  ["Telegram social list on Mac: x removed, in the first view", onMac, ["x"]],
  ["Telegram social list on Android: facebook and x removed, in the first view", onAndroid, ["facebook", "x"]],
  ["all social logins are in the first view on other systems", "Windows NT 10.0; Win64; x64", []],
])("%s", async (_, system, removed) => {
  const left = seven.filter((one) => !removed.includes(one))
  expect(await socialsOn(system, { Telegram: {} })).toEqual(left)
})

it("all social logins are in the first view outside Telegram", async () => {
  for (const system of [onIos, onMac, onAndroid]) expect(await socialsOn(system, {}), system).toEqual(seven)
})

it.each([
  ["of WalletConnect, announced or embedded", {}, ["walletConnect", "io.meta", "ID_AUTH", "ID_AUTH"]],
  [
    "but not of WalletConnect if enableWalletConnect is off",
    { enableWalletConnect: false },
    ["io.meta", "ID_AUTH", "ID_AUTH"],
  ],
  ["but not announced if enableEIP6963 is off", { enableEIP6963: false }, ["walletConnect", "ID_AUTH", "ID_AUTH"]],
] as const)("the first view has wallets %s", async (_, options, ids) => {
  const stop = fakeWallet().announce()
  const instance = page(options)
  await paint(instance)
  stop()
  const { installed } = wallets(instance)
  expect(installed.peek().map(({ id }) => id)).toEqual(ids)
})

/** Dispatches an event and returns whether it was handled. */
const dispatch = (target: Element | null | undefined, event: Event) => {
  target?.dispatchEvent(event)
  return event.defaultPrevented
}

const press = (dialog: Element | null | undefined, key: string) =>
  dispatch(dialog, new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }))

const click = (target: Element | null | undefined, detail = 1) => {
  dispatch(target, new PointerEvent("pointerdown", { bubbles: true }))
  return dispatch(target, new MouseEvent("click", { bubbles: true, cancelable: true, detail }))
}

it.each<[string, (dialog: Element | null | undefined) => boolean, (dialog: Element | null | undefined) => boolean]>([
  ["Escape", (dialog) => press(dialog, "Escape"), (dialog) => press(dialog, "a")],
  ["a click beside the card", click, (dialog) => click(dialog?.querySelector("h1"))],
  // As by a double-click on the page's own button.
  ["a click beside the card, but not a second one,", click, (dialog) => click(dialog, 2)],
])("%s closes the first view once the engine is loaded", async (_, attempt, other) => {
  const running = signal<Engine | undefined>(undefined)
  const instance = { ...page(), running }
  const run = (flow: Flow) => void Effect.runFork(Effect.provide(flow, modal({}, { instance })))
  const engine = { run } as unknown as Engine
  await paint({ ...instance, engine: () => Promise.resolve(engine) })
  const { open } = instance.core
  const dialog = instance.element().shadowRoot?.querySelector("dialog")

  expect(other(dialog)).toBe(false)
  expect(open.peek()).toBe(true)
  expect(attempt(dialog)).toBe(true)
  await expect.poll(() => open.peek()).toBe(false)

  // The engine starts up: its dialog may not listen yet.
  open.value = true
  running.value = engine
  expect(attempt(dialog)).toBe(true)
  await expect.poll(() => open.peek()).toBe(false)
})

it("Close closes the first view once the engine is loaded", async () => {
  const instance = page()
  let load = (_: Engine) => {}
  const engine = new Promise<Engine>((resolve) => {
    load = resolve
  })
  await paint({ ...instance, engine: () => engine })
  const close = () => instance.element().shadowRoot?.querySelector<HTMLElement>('dialog button[aria-label="Close"]')
  await expect.poll(close).toBeTruthy()
  const { open } = instance.core
  close()?.click()
  expect(open.peek()).toBe(true)

  const run = (flow: Flow) => void Effect.runFork(Effect.provide(flow, modal({}, { instance })))
  load({ run } as unknown as Engine)
  await expect.poll(() => open.peek()).toBe(false)
})

it("the first view has the default theme until a site's own is loaded", async () => {
  const host = createElement("test")
  const instance = {
    ...instanceOf({ themeMode: "dark", themeVariables: { "--portico-accent": "#7a3ff2" } }),
    element: () => host,
  }
  const { slots } = dialogElementOf(host, true)
  mount(instance, slots)

  expect(host.dataset.theme).toBe("dark")
  const { length } = host.style
  expect(length).toBeGreaterThan(0)
  const accent = () => Object.values(host.style).some((name) => host.style.getPropertyValue(`${name}`) === "#7a3ff2")
  expect(accent()).toBe(false)
  await expect.poll(accent).toBe(true)
  for (const end of [...instance.ending]) end()
})

it("the first view keeps the wallets an engine has found in the meantime", async () => {
  const instance = page()
  const { installed } = wallets(instance)
  installed.value = [{ id: "Loopback", name: "Loopback", type: "ANNOUNCED", chain: "solana" }]
  await paint(instance)
  expect(installed.peek().map(({ id }) => id)).toEqual(["Loopback"])
})
