import { queryAllByLabelText, queryAllByRole } from "@testing-library/dom"
import type { RouteName } from "../../../src/domain/route.ts"
import type { Layers, Modal } from "../portico.ts"

/** A part of the modal as a visitor finds it. What is done to it waits until it is there, seen and not in a view that goes. */
export interface Part {
  getByRole(role: string, options?: { readonly name: string | RegExp; readonly level?: number }): Part
  getByText(text: string | RegExp, options?: { readonly exact: boolean }): Part
  getByLabel(text: string): Part
  getByTitle(text: string): Part
  /** By a CSS selector. */
  locator(selector: string): Part
  filter(options: { readonly hasText: string }): Part
  first(): Part
  waitFor(): Promise<HTMLElement>
  gone(): Promise<void>
  click(): Promise<void>
  fill(text: string): Promise<void>
}

/** Somebody who is in front of the modal, and what they can do. */
export interface Visitor {
  readonly modal: Modal
  readonly world: Layers.World
  /** The dialog and all in it. */
  readonly dialog: Part
  view(name: RouteName): Part
  /** A row by its wallet's id. */
  wallet(id: string): Part
  /** Opens the modal as the page's button does, and waits for its view. */
  openModal(name?: RouteName): Promise<Part>
  /** Connects without the modal; Halyard, if no other is named. */
  connect(wallet?: string): Promise<void>
  /** Who answers in the window of an installed wallet. */
  holder(id: string): Layers.DemoWallet
  /** What links to apps and windows have been opened. */
  readonly opened: readonly string[]
  until(holds: () => boolean): Promise<void>
}

/** The connector id of the demo's first wallet. */
export const halyard = "example.halyard"

/** Somebody in front of `modal`, whose wallets and services are those of `world`. */
export const visitorOf = (modal: Modal, world: Layers.World, opened: readonly string[]): Visitor => {
  const dialog = part("the modal", () => [...(modal.element.shadowRoot?.querySelectorAll("dialog[open]") ?? [])])
  const view = (name: RouteName) => dialog.locator(`[data-view="${name}"]`)
  return {
    modal,
    world,
    opened,
    dialog,
    view,
    wallet: (id) => dialog.locator(`[data-view] [data-wallet="${id}"]`),
    openModal: async (name = "Connect") => {
      await modal.open()
      await view(name).waitFor()
      return view(name)
    },
    connect: async (wallet = halyard) => void (await modal.connect({ wallet })),
    holder: (id) => {
      const wallet = world.wallets.get(id)
      if (!wallet) throw new Error(`No wallet ${id} is installed`)
      return wallet
    },
    until: (holds) => patiently("what was waited for", () => holds() || undefined).then(() => undefined),
  }
}

const part = (told: string, find: () => readonly Element[]): Part => {
  const within = (more: string, each: (element: HTMLElement) => Iterable<Element>) =>
    part(`${more} in ${told}`, () => find().flatMap((element) => [...each(element as HTMLElement)]))
  const shown = () => find().find(isShown) as HTMLElement | undefined
  const waitFor = () => patiently(told, shown)
  return {
    getByRole: (role, { name = /(?:)/, level } = { name: /(?:)/ }) =>
      within(`the ${role} ${name}`, (element) =>
        queryAllByRole(element, role, {
          name: (given) => patternOf(name).test(plain(given)),
          ...(level !== undefined && { level }),
        }),
      ),
    getByText: (text, { exact } = { exact: false }) =>
      within(`"${text}"`, (element) => holding(element, patternOf(text, exact))),
    getByLabel: (text) =>
      within(`what is called "${text}"`, (element) => queryAllByLabelText(element, patternOf(text))),
    getByTitle: (text) => within(`[title="${text}"]`, (element) => element.querySelectorAll(`[title="${text}"]`)),
    locator: (selector) => within(selector, (element) => element.querySelectorAll(selector)),
    filter: ({ hasText }) => part(`${told} with "${hasText}"`, () => find().filter(says(patternOf(hasText)))),
    first: () => part(`the first of ${told}`, () => find().filter(isShown).slice(0, 1)),
    waitFor,
    gone: async () => void (await patiently(`no ${told}`, () => shown() === undefined || undefined)),
    click: async () => {
      const element = await patiently(`${told} to press`, () => {
        const found = shown()
        return found?.matches(":disabled, [aria-disabled=true]") ? undefined : found
      })
      // Nobody is faster.
      await after(60)
      element.focus({ preventScroll: true })
      element.click()
    },
    fill: async (text) => {
      const element = await waitFor()
      if (!(element instanceof HTMLInputElement)) throw new Error(`${told} is no field`)
      element.focus({ preventScroll: true })
      // As a keyboard would: React keeps the value that it has set itself.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(element, text)
      element.dispatchEvent(
        new InputEvent("input", { bubbles: true, composed: true, inputType: "insertText", data: text }),
      )
    },
  }
}

const isShown = (element: Element): boolean =>
  element.checkVisibility({ visibilityProperty: true }) && element.closest("[inert]") === null

/** What a visitor reads, whatever its case and spaces. */
const patternOf = (text: string | RegExp, exact = false): RegExp => {
  if (text instanceof RegExp) return text
  const letters = text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
  return exact ? new RegExp(`^${letters}$`) : new RegExp(letters, "i")
}

const says = (pattern: RegExp) => (element: Element) => pattern.test(plain(element.textContent ?? ""))

const plain = (text: string): string => text.replace(/\s+/g, " ").trim()

/** The innermost elements that say something. */
const holding = (element: Element, pattern: RegExp): readonly Element[] =>
  [...element.querySelectorAll("*")].filter(
    (one) => says(pattern)(one) && ![...one.children].some(says(pattern)) && one.localName !== "style",
  )

const after = (milliseconds: number) => new Promise<void>((next) => setTimeout(next, milliseconds))

/** Waits for something to be there; 25 s are enough for whatever the demo's world does. */
const patiently = async <A>(told: string, look: () => A | undefined): Promise<A> => {
  for (const end = Date.now() + 25_000; Date.now() < end; ) {
    const found = look()
    if (found !== undefined) return found
    await after(30)
  }
  throw new Error(`There is not: ${told}`)
}
