import { Effect, Layer } from "effect"
import { type Approval, createService, type Mail, type Message } from "../../../examples/secure-site/service.ts"
import * as browser from "../../../layers/browser/withoutWindow.ts"
import * as dialog from "../../../layers/dialog/none.ts"
import { layer as frameLayer } from "../../../layers/frame/iframe.ts"
import type { FrameOptions } from "../../../layers/frame/options.ts"
import { layer as memory } from "../../../layers/storage/memory.ts"
import type { Browser } from "../../../services/Browser.ts"
import { Dialog } from "../../../services/Dialog.ts"
import type { Frame } from "../../../services/Frame.ts"
import type { Storage } from "../../../services/Storage.ts"
import { base, mainnet } from "../../../src/options/networks.ts"

/** Origin of the secure site in these tests. */
const secure = "https://secure.example"

/** A frame that was added to the page, and its window. */
export interface Framed {
  readonly element: HTMLIFrameElement
  readonly window: object
  /** Messages posted to it, with their target origins. */
  readonly posted: { readonly message: Message; readonly target: string }[]
  /** Messages it posted. */
  readonly said: Message[]
  /** Posts a message as its page would. */
  readonly say: (data: unknown, from?: { readonly origin?: string; readonly source?: object | null }) => void
  /** Reports that its document has loaded. */
  readonly loads: () => void
}

/** The layer in a page whose frames are not loaded: `begun` simulates the content of each. */
export const framePage = (
  begun: (framed: Framed) => void,
  given: Partial<FrameOptions> = {},
  storage: Layer.Layer<Storage> = memory(),
) => {
  // Outside the document, since its frames would otherwise load, or fail to.
  const slot = document.createElement("div")
  const root = document.createElement("div").attachShadow({ mode: "open" })
  const frames: Framed[] = []
  const append = slot.append.bind(slot)
  slot.append = (element) => {
    const framed = framedIn(element as HTMLIFrameElement)
    frames.push(framed)
    append(element)
    begun(framed)
  }
  const options: FrameOptions = {
    on: true,
    projectId: "fernhill",
    sdkType: "appkit",
    sdkVersion: "html-portico-0",
    secureSite: secure,
    blockchainHost: "https://chain.example",
    customRpcUrls: {},
    metadata: { name: "Fernhill", description: "Seeds", url: "https://fernhill.example", icons: [] },
    embedded: false,
    now: {
      network: () => base,
      networks: () => [base, mainnet],
      authenticates: () => false,
      unlisted: () => false,
      theme: (tell) => {
        tell({ mode: "dark", variables: {} })
        return () => {}
      },
    },
    ...given,
  }
  const slots = Layer.effect(
    Dialog,
    Effect.map(Dialog, (none) => ({ ...none, slots: { root, views: document.createElement("div"), frame: slot } })),
  ).pipe(Layer.provide(dialog.layer))
  const outside = Layer.mergeAll(browser.layer(), storage, slots)
  const layer: Layer.Layer<Frame | Storage | Dialog | Browser> = Layer.provideMerge(frameLayer(options), outside)
  return {
    frames,
    slot,
    options,
    layer,
    /** The page's dialog, for modals with their own layers. */
    dialog: slots,
    /** The latest frame. */
    get framed(): Framed {
      const framed = frames.at(-1)
      if (!framed) throw new Error("No frame")
      return framed
    },
  }
}

const framedIn = (element: HTMLIFrameElement): Framed => {
  const posted: Framed["posted"] = []
  const said: Message[] = []
  const inside = {
    postMessage: (message: Message, target: string) => {
      posted.push({ message: structuredClone(message), target })
    },
  }
  Object.defineProperty(element, "contentWindow", { value: inside, configurable: true })
  return {
    element,
    window: inside,
    posted,
    said,
    say: (data, { origin = secure, source = inside } = {}) => {
      if (source === inside) said.push(data as Message)
      const event = new MessageEvent("message", { data, origin })
      Object.defineProperty(event, "source", { value: source })
      window.dispatchEvent(event)
    },
    loads: () => element.dispatchEvent(new Event("load")),
  }
}

/** A frame that runs the example's secure site, and control of its visitor. */
export const secureSite = () => {
  const mails: Mail[] = []
  const shelf = new Map<string, string>()
  const asked = new Set<() => void>()
  let how: "approve" | "reject" | "wait" = "approve"
  const begun = (framed: Framed) => {
    const wait = (signal: AbortSignal) =>
      new Promise<boolean>((resolve) => signal.addEventListener("abort", () => resolve(false)))
    const service = createService({
      post: (message) => queueMicrotask(() => framed.say(structuredClone(message))),
      keep: (key, text) => void (text === undefined ? shelf.delete(key) : shelf.set(key, text)),
      kept: (key) => shelf.get(key),
      mail: (mail) => void mails.push(mail),
      approve: async (_: Approval, signal) => {
        for (const tell of [...asked]) tell()
        return how === "wait" ? wait(signal) : how === "approve"
      },
      node: async () => "0x1",
      confirm: async (_, signal) => (how === "wait" ? wait(signal) : how === "approve"),
      origin: secure,
      reload: () => {},
      look: () => {},
    })
    const post = framed.posted.push.bind(framed.posted)
    framed.posted.push = (...all) => {
      for (const { message } of all) queueMicrotask(() => void service.onMessage(message))
      return post(...all)
    }
    framed.loads()
    service.begin()
  }
  return {
    begun,
    mails,
    answer: (next: typeof how) => {
      how = next
    },
    asking: Effect.callback<void>((resume) => {
      const tell = () => resume(Effect.void)
      asked.add(tell)
      return Effect.sync(() => asked.delete(tell))
    }),
  }
}
