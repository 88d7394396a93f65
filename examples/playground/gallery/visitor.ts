import { queryAllByLabelText, queryAllByRole } from "@testing-library/dom"
import type { RouteName } from "../../../src/navigation/first-paint/model/routes.ts"
import type { Layers, Modal } from "../packageImports.ts"

/** Locator of a part of the modal. Actions wait until it exists, is visible, and is not in a view that is leaving. */
export interface Part {
  getByRole(role: string, options?: { readonly name: string | RegExp; readonly level?: number }): Part
  getByText(text: string | RegExp, options?: { readonly exact: boolean }): Part
  getByLabel(text: string): Part
  getByTitle(text: string): Part
  /** Finds a part by a CSS selector. */
  locator(selector: string): Part
  filter(options: { readonly hasText: string }): Part
  first(): Part
  waitFor(): Promise<HTMLElement>
  gone(): Promise<void>
  click(): Promise<void>
  fill(text: string): Promise<void>
}

/** A simulated visitor, and their actions. */
export interface Visitor {
  readonly modal: Modal
  readonly world: Layers.World
  /** The dialog with its content. */
  readonly dialog: Part
  view(name: RouteName): Part
  /** A row, by its wallet's ID. */
  wallet(id: string): Part
  /** Opens the modal as the page's button does, and waits for its view. */
  openModal(name?: RouteName): Promise<Part>
  /** Connects without the modal. Default: Halyard. */
  connect(wallet?: string): Promise<void>
  /** The installed wallet, to approve or reject its prompts. */
  holder(id: string): Layers.DemoWallet
  /** App links and windows that were opened. */
  readonly opened: readonly string[]
  until(holds: () => boolean): Promise<void>
}

/** Connector ID of the demo's first wallet. */
export const halyard = "example.halyard"

/** Creates a visitor of `modal`, whose wallets and services are those of `world`. */
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

const part = (description: string, find: () => readonly Element[]): Part => {
  const within = (more: string, each: (element: HTMLElement) => Iterable<Element>) =>
    part(`${more} in ${description}`, () => find().flatMap((element) => [...each(element as HTMLElement)]))
  const shown = () => find().find(isShown) as HTMLElement | undefined
  const waitFor = () => patiently(description, shown)
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
    filter: ({ hasText }) => part(`${description} with "${hasText}"`, () => find().filter(says(patternOf(hasText)))),
    first: () => part(`the first of ${description}`, () => find().filter(isShown).slice(0, 1)),
    waitFor,
    gone: async () => void (await patiently(`no ${description}`, () => shown() === undefined || undefined)),
    click: async () => {
      const element = await patiently(`${description} to press`, () => {
        const found = shown()
        return found?.matches(":disabled, [aria-disabled=true]") ? undefined : found
      })
      // No person is faster.
      await after(60)
      element.focus({ preventScroll: true })
      element.click()
    },
    fill: async (text) => {
      const element = await waitFor()
      if (!(element instanceof HTMLInputElement)) throw new Error(`${description} is no field`)
      element.focus({ preventScroll: true })
      // Sets the value like a keyboard, because React ignores a value set through its own setter.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(element, text)
      element.dispatchEvent(
        new InputEvent("input", { bubbles: true, composed: true, inputType: "insertText", data: text }),
      )
    },
  }
}

const isShown = (element: Element): boolean =>
  element.checkVisibility({ visibilityProperty: true }) && element.closest("[inert]") === null

/** Returns a pattern for a text: any part of it in any case, or exactly it. */
const patternOf = (text: string | RegExp, exact = false): RegExp => {
  if (text instanceof RegExp) return text
  const letters = text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
  return exact ? new RegExp(`^${letters}$`) : new RegExp(letters, "i")
}

const says = (pattern: RegExp) => (element: Element) => pattern.test(plain(element.textContent ?? ""))

const plain = (text: string): string => text.replace(/\s+/g, " ").trim()

/** Returns the innermost elements that contain text. */
const holding = (element: Element, pattern: RegExp): readonly Element[] =>
  [...element.querySelectorAll("*")].filter(
    (one) => says(pattern)(one) && ![...one.children].some(says(pattern)) && one.localName !== "style",
  )

const after = (milliseconds: number) => new Promise<void>((next) => setTimeout(next, milliseconds))

/** Waits up to 25 s, which is enough for everything in the demo's world. */
const patiently = async <A>(description: string, look: () => A | undefined): Promise<A> => {
  for (const end = Date.now() + 25_000; Date.now() < end; ) {
    const found = look()
    if (found !== undefined) return found
    await after(30)
  }
  throw new Error(`There is not: ${description}`)
}
