import { computed, effect, signal } from "@preact/signals-core"
import { type AccountFace, buttons, drawings } from "./buttons/state.ts"
import type { OpenOptions } from "./navigation/first-paint/model/routes.ts"
import { isNamespace } from "./options/isNamespace.ts"
import { instanceOf } from "./stub/createModal.ts"
import type { ModalInstance } from "./stub/instance.ts"
import type { Modal } from "./stub/modal.ts"
import { preloadNow } from "./stub/preload.ts"

export type { AccountButtonAttributes, ButtonAttributes, ElementAttributes } from "./elementTypes.ts"
export type { Modal } from "./stub/modal.ts"

/**
 * Enables `<portico-button>`, `<portico-account-button>` and `<portico-network-button>` on this page for a modal. `portico/buttons.css`
 * styles them. Their own content is replaced. Returns a function that removes the modal's buttons from the page. Throws for a modal of
 * another copy of Portico. Does nothing on a server.
 *
 * Attributes: `disabled`; `namespace` on the connect button, to offer only wallets of that namespace; `no-balance` and `no-avatar` on the
 * account button; `modal`, the `id` of the modal if the page has several. An element dispatches `portico-open` before the modal opens;
 * preventing that event keeps the modal closed.
 */
export const defineElements = (modal: Modal): (() => void) => {
  const instance = instanceOf(modal)
  if (typeof customElements === "undefined") return () => {}
  const known: Known = { modal, instance }
  modals.value = new Map([...modals.peek(), [instance.id, known]])
  for (const [name, face] of Object.entries(faces))
    if (!customElements.get(name)) customElements.define(name, elementOf(face))
  return () => {
    modals.value = new Map([...modals.peek()].filter(([, one]) => one !== known))
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "portico-button": HTMLElement
    "portico-account-button": HTMLElement
    "portico-network-button": HTMLElement
  }
}

interface Known {
  readonly modal: Modal
  readonly instance: ModalInstance
}

/** Modals by ID. An element may be on the page before its modal is created. */
const modals = signal<ReadonlyMap<string, Known>>(new Map())

/** Kind of button: its name in the style sheet, what it opens, and how it renders. */
interface Face {
  readonly kind: "connect" | "account" | "network"
  readonly opens: (host: HTMLElement) => OpenOptions | undefined
  /** Whether the element shows its button. */
  readonly shown: (instance: ModalInstance) => boolean
  readonly draw: (parts: Parts, instance: ModalInstance, has: (attribute: string) => boolean) => void
}

/** Tools that a face renders with. */
interface Parts {
  readonly button: Element
  /** Runs a function now, and again when a signal that it read changes. */
  readonly follow: (run: () => void) => void
  readonly make: (name: string, attributes?: Readonly<Record<string, string>>, ...inside: readonly Element[]) => Element
}

const faces: Readonly<Record<string, Face>> = {
  "portico-button": {
    kind: "connect",
    opens: (host) => {
      const namespace = host.getAttribute("namespace")
      return isNamespace(namespace) ? { namespace } : undefined
    },
    shown: (instance) => buttons(instance).account.value === undefined,
    draw: ({ button, follow, make }, instance) => {
      const spinner = make("span", { class: "portico-spinner", "aria-hidden": "true" })
      const label = make("span", { class: "portico-text" })
      follow(() => {
        const { busy, text, texts } = buttons(instance).connect.value
        label.textContent = text
        label.setAttribute("data-other", texts.find((other) => other !== text) ?? "")
        button.setAttribute("aria-busy", String(busy))
        button.replaceChildren(...(busy ? [spinner] : []), label)
      })
    },
  },
  "portico-account-button": {
    kind: "account",
    opens: () => ({ view: "Account" }),
    shown: (instance) => buttons(instance).account.value !== undefined,
    draw: ({ button, follow, make }, instance, has) => {
      const balance = make("span", { class: "portico-balance" })
      const who = make("span", { class: "portico-who" })
      const name = make("bdi", { class: "portico-text" })
      let drawn: readonly [of: string, picture: Element] | undefined
      const pictureOf = ({ avatar, address, arches }: AccountFace) => {
        const of = avatar ?? address
        if (drawn?.[0] === of) return drawn[1]
        const paths = arches.shapes.map(([fill, d]) => make("path", { fill, d }))
        const picture =
          avatar === undefined
            ? make("svg", drawing("portico-avatar", 40), make("g", { transform: arches.turn }, ...paths))
            : make("img", { class: "portico-avatar", ...pictured, src: avatar })
        drawn = [of, picture]
        return picture
      }
      follow(() => {
        const account = buttons(instance).account.value
        if (!account) return
        const amount = has("no-balance") ? undefined : account.balance
        balance.textContent = amount ?? ""
        name.textContent = account.name
        name.setAttribute("data-named", String(account.named))
        who.replaceChildren(...(has("no-avatar") ? [] : [pictureOf(account)]), name)
        button.replaceChildren(...(amount === undefined ? [] : [balance]), who)
        label(button, [`${account.label}: ${account.name}`, ...(amount === undefined ? [] : [amount])].join(", "))
      })
    },
  },
  "portico-network-button": {
    kind: "network",
    opens: () => ({ view: "Networks" }),
    shown: () => true,
    draw: ({ button, follow, make }, instance) => {
      const caption = make("span", { class: "portico-text" })
      const icon = (name: keyof typeof drawings) =>
        make("svg", drawing(`portico-icon portico-${name}`, 24), make("path", { d: drawings[name] }))
      const [warning, more] = [icon("warning"), icon("more")]
      follow(() => {
        const { status, label: what, text, image } = buttons(instance).network.value
        caption.textContent = text
        const logo = image === undefined ? [] : [make("img", { class: "portico-logo", ...pictured, src: image })]
        button.replaceChildren(...(status === "unsupported" ? [warning] : []), ...logo, caption, more)
        label(button, what && `${what}: ${text}`)
      })
    },
  },
}

/** Attributes of images, which may come from third parties: no referrer is sent to them, and decoding does not block rendering. */
const pictured = { alt: "", referrerpolicy: "no-referrer", decoding: "async" }

const drawing = (className: string, size: number) => ({
  class: className,
  viewBox: `0 0 ${size} ${size}`,
  "aria-hidden": "true",
})

const svg = "http://www.w3.org/2000/svg"
const ofSvg: ReadonlySet<string> = new Set(["svg", "g", "path"])

const elementOf = ({ kind, opens, shown, draw }: Face): CustomElementConstructor =>
  class extends HTMLElement {
    static readonly observedAttributes = ["disabled", "modal", "no-balance", "no-avatar"]
    readonly #attributes = signal(0)
    #leave: (() => void) | undefined

    /** Modal whose ID is in the attribute `modal`. Without that attribute, the first modal of the page. */
    readonly #meant = computed((): Known | undefined => {
      void this.#attributes.value
      const all = modals.value
      const id = this.getAttribute("modal")
      return id === null ? all.values().next().value : all.get(id)
    })

    connectedCallback() {
      this.#leave?.()
      this.#leave = effect(() => {
        const known = this.#meant.value
        if (known) return this.#place(known)
        return undefined
      })
    }

    disconnectedCallback() {
      this.#leave?.()
      this.#leave = undefined
    }

    attributeChangedCallback() {
      this.#attributes.value += 1
    }

    /** Adds the button to the page and keeps it up to date. Returns a function that removes it. */
    #place({ modal, instance }: Known): () => void {
      const make: Parts["make"] = (name, attributes = {}, ...inside) => {
        const page = this.ownerDocument
        const made = ofSvg.has(name) ? page.createElementNS(svg, name) : page.createElement(name)
        for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
        made.append(...inside)
        return made
      }
      const look = { class: "portico-button", "data-portico": kind }
      const button = make("button", { type: "button", ...look, "aria-haspopup": "dialog", "aria-busy": "false" })
      for (const near of ["pointerenter", "focusin", "touchstart"])
        button.addEventListener(near, () => preloadNow(instance), { passive: true })
      button.addEventListener("click", () => {
        const event = new CustomEvent("portico-open", { bubbles: true, cancelable: true, composed: true })
        if (this.dispatchEvent(event)) void modal.open(opens(this))
      })
      // Frameworks that do not know the element write `disabled={false}` as text.
      const has = (attribute: string) => {
        void this.#attributes.value
        return (this.getAttribute(attribute) ?? "false") !== "false"
      }
      const stops: (() => void)[] = []
      const follow = (run: () => void) => void stops.push(effect(run))
      follow(() => {
        button.toggleAttribute("disabled", has("disabled"))
        button.setAttribute("data-theme", instance.core.themeMode.value)
      })
      draw({ button, follow, make }, instance, has)
      const isThere = computed(() => shown(instance))
      follow(() => this.replaceChildren(...(isThere.value ? [button] : [])))
      return () => {
        for (const stop of stops) stop()
        this.replaceChildren()
      }
    }
  }

const label = (button: Element, text: string) => {
  if (text) button.setAttribute("aria-label", text)
  else button.removeAttribute("aria-label")
}
