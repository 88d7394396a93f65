// @vitest-environment happy-dom
import { Effect } from "effect"
import { act, type ReactNode } from "react"
import { createRoot, type Root } from "react-dom/client"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { createWorld, demo, type Script, type World, withoutPage } from "../../layers/demo.ts"
import { defineElements } from "../../src/elements.ts"
import { base, mainnet } from "../../src/options/networks.ts"
import { AccountButton, ConnectButton, ModalProvider, NetworkButton } from "../../src/react.tsx"
import { createModal } from "../../src/stub/createModal.ts"
import type { Modal, ModalOptions } from "../../src/stub/modal.ts"
import { changedChains } from "../fixtures/layers.ts"

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const halyard = "example.halyard"
let made = 0
let root: Root
let reacts: HTMLElement
let place: HTMLElement
const ends: (() => unknown)[] = []

const modalOf = (options: Partial<ModalOptions> = {}, script: Script | World = {}): Modal => {
  const modal = createModal({
    id: `elements-${++made}`,
    projectId: "a-project",
    networks: [mainnet, base],
    layers: () => ({ ...withoutPage(), ...demo(script) }),
    ...options,
  })
  ends.push(defineElements(modal), () => modal.destroy())
  return modal
}

const task = () => act(() => new Promise((resolve) => setTimeout(resolve)))

/** Runs the page's tasks until `check` passes. */
const eventually = (holds: () => void) =>
  vi.waitFor(
    async () => {
      await task()
      holds()
    },
    { timeout: 20_000, interval: 0 },
  )

/** An element as text, regardless of the order of its attributes. */
const written = (element: Element): string => {
  const attributes = [...element.attributes].map(({ name, value }) => `${name}="${value}"`).sort()
  const inside = [...element.childNodes].map((node) =>
    node instanceof Element || "attributes" in node ? written(node as Element) : (node.textContent ?? ""),
  )
  return `<${[element.tagName.toLowerCase(), ...attributes].join(" ")}>${inside.join("")}</>`
}

const buttonIn = (name: string) => place.querySelector(`${name} > button`) as HTMLButtonElement | null

beforeEach(() => {
  reacts = document.createElement("div")
  place = document.createElement("div")
  document.body.replaceChildren(reacts, place)
  root = createRoot(reacts)
})

afterEach(async () => {
  localStorage.clear()
  await act(async () => root.unmount())
  for (const end of ends.splice(0)) await end()
})

describe("the elements", () => {
  const both = async (modal: Modal) => {
    const node: ReactNode = (
      <ModalProvider modal={modal}>
        <ConnectButton /> <AccountButton /> <NetworkButton />
      </ModalProvider>
    )
    await act(async () => root.render(node))
    place.innerHTML =
      "<portico-button></portico-button><portico-account-button></portico-account-button><portico-network-button></portico-network-button>"
    return () => {
      const [ours, theirs] = [place, reacts].map((one) => [...one.querySelectorAll("button")].map(written))
      expect(ours).toEqual(theirs)
      return ours?.join("\n") ?? ""
    }
  }

  it("are the same buttons that React renders before, during and after a connection", async () => {
    const world = createWorld({ wallets: { [halyard]: { delay: 50 } } })
    const modal = modalOf({}, world)
    const same = await both(modal)

    expect(same()).toContain("Connect Wallet")
    let connected: Promise<unknown> | undefined
    await act(async () => {
      connected = modal.connect({ wallet: halyard })
    })
    await eventually(() => expect(same()).toContain('aria-busy="true"'))
    await act(() => connected)
    await eventually(() => expect(same()).toContain("portico-balance"))
    expect(same()).not.toContain("Connect Wallet")
    await act(async () => modal.setThemeMode("light"))
    expect(same()).toContain('data-theme="light"')
    await act(async () => void (await modal.disconnect()))
    await eventually(() => expect(same()).toContain("Connect Wallet"))
  })

  it("are busy until start-up has looked for the connections of an earlier visit", async () => {
    for (const id of ["restored", "restored-never"]) localStorage.setItem(`portico:${id}:restore`, "1")
    place.innerHTML = "<portico-button></portico-button>"
    expect(modalOf({ id: "restored-never", enableReconnect: false }).state.restoring.value).toBe(false)
    await Promise.all(ends.splice(0).map((end) => end()))
    const modal = modalOf({ id: "restored" })
    const busy = () => buttonIn("portico-button")?.getAttribute("aria-busy")
    expect([busy(), modal.state.restoring.value]).toEqual(["true", true])

    await eventually(() => expect([busy(), modal.state.restoring.value]).toEqual(["false", false]))
    expect(modal.state.initialized.value).toBe(true)
    localStorage.setItem("portico:restored:restore", "1")
    expect(modalOf({ id: "restored" }).state.restoring.value).toBe(false)
  })

  it("stop being busy if the engine fails", async () => {
    localStorage.setItem("portico:broken:restore", "1")
    const modal = modalOf({ id: "broken", layers: () => Promise.reject(new Error("offline")) })
    expect(modal.state.restoring.value).toBe(true)
    await eventually(() => expect(modal.state.restoring.value).toBe(false))
  })

  it("keep the focus while their content changes", async () => {
    const modal = modalOf()
    await modal.connect({ wallet: halyard })
    place.innerHTML = "<portico-account-button></portico-account-button>"
    const before = buttonIn("portico-account-button")
    before?.focus()
    await eventually(() => expect(before?.querySelector(".portico-balance")).not.toBe(null))
    modal.setThemeMode("light")

    expect(buttonIn("portico-account-button")).toBe(before)
    expect(document.activeElement).toBe(before)
  })

  it("show the balance. Balance display is floored to 3 decimals", async () => {
    const world = createWorld()
    const { layers } = changedChains(() => ({ balance: () => Effect.succeed("1.2049") }))
    const modal = modalOf({ layers: () => ({ ...withoutPage(), ...demo(world), ...layers(world) }) })
    await modal.connect({ wallet: halyard })
    place.innerHTML = "<portico-account-button></portico-account-button>"

    await eventually(() => expect(place.querySelector(".portico-balance")?.textContent).toBe("1.204 ETH"))
  })

  it("leave out the balance and the picture on request", async () => {
    const modal = modalOf()
    await modal.connect({ wallet: halyard })
    place.innerHTML = "<portico-account-button no-balance></portico-account-button>"
    const host = place.firstElementChild
    await eventually(() => expect(buttonIn("portico-account-button")).not.toBe(null))

    host?.toggleAttribute("no-avatar", true)
    expect(place.querySelector(".portico-avatar, .portico-balance")).toBe(null)
    host?.toggleAttribute("no-balance", false)
    host?.toggleAttribute("no-avatar", false)
    await eventually(() => expect(place.querySelectorAll(".portico-avatar, .portico-balance")).toHaveLength(2))
  })

  it("open the modal, unless the page prevents it or they are disabled", async () => {
    const modal = modalOf()
    place.innerHTML = '<portico-button namespace="eip155"></portico-button>'
    const host = place.firstElementChild
    const prevent = (event: Event) => event.preventDefault()

    host?.addEventListener("portico-open", prevent)
    buttonIn("portico-button")?.click()
    host?.toggleAttribute("disabled", true)
    host?.removeEventListener("portico-open", prevent)
    buttonIn("portico-button")?.click()
    await task()
    expect(modal.getState().open).toBe(false)

    host?.setAttribute("disabled", "false")
    buttonIn("portico-button")?.click()
    await eventually(() => expect(modal.state.route.value).toEqual({ name: "Connect", namespace: "eip155" }))
    await modal.close()
  })

  it("find their modal by its ID among several, wait for one that is not created yet, and release one when removed", async () => {
    const first = modalOf({ id: "first", themeMode: "light" })
    place.innerHTML = '<portico-button></portico-button><portico-button modal="second"></portico-button>'
    const [one, two] = [...place.children]
    const themes = () => [one, two].map((host) => host?.querySelector("button")?.getAttribute("data-theme"))
    expect(themes()).toEqual(["light", undefined])

    modalOf({ id: "second", themeMode: "dark" })
    expect(themes()).toEqual(["light", "dark"])
    one?.setAttribute("modal", "second")
    expect(themes()).toEqual(["dark", "dark"])
    const [letFirstGo, , letSecondGo] = ends
    letSecondGo?.()
    expect(themes()).toEqual([undefined, undefined])
    one?.removeAttribute("modal")
    expect(themes()).toEqual(["light", undefined])
    letFirstGo?.()
    expect(themes()).toEqual([undefined, undefined])
    expect(first.getState().open).toBe(false)
  })

  it("reject a modal of another copy of the package", () => {
    expect(() => defineElements({} as Modal)).toThrow("different copy of portico")
  })
})
