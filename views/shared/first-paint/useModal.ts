import { effect } from "@preact/signals-core"
import { useSignals } from "@preact/signals-react/runtime"
import { createContext, type RefObject, useContext, useEffect } from "react"
import { isolateDirection } from "../../../src/core/first-paint/direction.ts"
import { numberFormat } from "../../../src/core/first-paint/formatNumber.ts"
import type { Slice } from "../../../src/core/first-paint/slice.ts"
import { translate } from "../../../src/core/first-paint/translate.ts"
import type { MessageFiles } from "../../../src/options/language.ts"
import type { Flow } from "../../../src/runtime/flow.ts"
import type { Engine, ModalInstance } from "../../../src/stub/instance.ts"
import common from "../../locales/en/common.json" with { type: "json" }
import type { English, KeyOf, MessageKey } from "../../locales/messages.ts"

/** Context that every view has: its modal, a way to run flows, pictures, and messages in the visitor's language. */
export interface ViewContext {
  readonly instance: ModalInstance
  /**
   * Runs a flow, or a function that loads one, as soon as the engine is loaded. Returns a function that interrupts it.
   */
  readonly run: (flow: Flow | (() => Promise<Flow>)) => () => void
  /** Returns the URL of one of the provider's pictures, or `undefined` until the engine is loaded. */
  readonly image: (...of: Parameters<Engine["image"]>) => string | undefined
  /**
   * Whether pictures may load. False while the first view is rendered ahead of the first opening, when nothing may be
   * requested yet.
   */
  readonly loadsPictures: () => boolean
  readonly site: () => Engine["site"]
  /** Runs a callback after the current render has been painted. Returns a function that cancels it. */
  readonly afterPaint: (run: () => void) => () => void
  /** Runs a callback when the page is idle. Returns a function that cancels it. */
  readonly whenIdle: (run: () => void) => () => void
  readonly text: Text
  /** Translates a message of the error catalogue. */
  readonly translateError: (text: string) => string
}

/**
 * Function that returns a message by its key, with its placeholders filled in. `Key`: keys besides those of the shared
 * messages.
 */
export type Text<Key extends string = never> = (
  key: MessageKey | Key,
  values?: Readonly<Record<string, string | number>>,
) => string

export const HereContext = createContext<ViewContext | undefined>(undefined)

/** Scroll container of the views, for virtual lists. */
export const ScrollerContext = createContext<RefObject<HTMLElement | null> | undefined>(undefined)

export const useScroller = () => useContext(ScrollerContext)

/** Whether the view is the current one. A view that fades out is not, and must not start tasks. */
export const CurrentContext = createContext(true)

/**
 * Returns the context of this view, with its modal's core and options. The component re-renders when a signal that it
 * reads changes.
 */
export const useModal = (): ViewContext & Pick<ModalInstance, "core" | "options"> => {
  useSignals()
  const here = useContext(HereContext)
  if (!here) throw new Error("A view was rendered outside its modal")
  return { ...here, core: here.instance.core, options: here.instance.options }
}

/** Returns the signals of a topic. */
export const useSlice = <A>(topic: Slice<A>): A => topic(useModal().instance)

/**
 * Returns a function that looks up messages of the given files and the shared messages. The given English files load
 * with the view.
 */
export const useText = <File extends keyof English>(files: Pick<English, File> | undefined): Text<KeyOf<File>> =>
  sentences(useModal().instance, files)

/**
 * Function that returns the flow a view starts, or a function that loads the flow, or `undefined` if there is nothing
 * to run.
 */
export type Task = () => Flow | (() => Promise<Flow>) | undefined

/**
 * Starts a flow once the view is current, the modal open and the view painted, and again when `causes` change or the modal reopens. Ends it
 * when the view is no longer current, or the modal closes.
 */
export const useTask = (flow: Task, causes: readonly unknown[]): void => {
  const { run, core, options, afterPaint } = useModal()
  const current = useContext(CurrentContext)
  useEffect(() => {
    if (!current) return
    let end: (() => void) | undefined
    const start = () => {
      const task = flow()
      end = task && run(task)
    }
    const stop = effect(() => {
      end?.()
      end = core.open.value || options.enableEmbedded ? afterPaint(start) : undefined
    })
    return () => {
      stop()
      end?.()
    }
  }, [current, ...causes])
}

/**
 * Returns a function that looks up a message with `translate` and fills in its placeholders. Isolates a value only if its direction may
 * differ, because isolation marks would show up in accessible names too.
 */
export const sentences = <File extends keyof English = never>(
  { core, options: { messages } }: ModalInstance,
  files?: Pick<English, File> | undefined,
): Text<KeyOf<File>> => {
  const english: MessageFiles = { ...files, common }
  return (key, values = {}) => {
    const locale = core.locale.value
    const language = core.language.value
    const sentence = translate(key, english, { messages, locale, language }, values.count)
    const turned = rightToLeft.test(sentence)
    return sentence.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
      const given = values[name]
      if (given === undefined) return placeholder
      const value = typeof given === "number" ? numberFormat(locale, 0, "decimal").format(Math.trunc(given)) : given
      return turned || rightToLeft.test(value) ? isolateDirection(value) : value
    })
  }
}

/** Letters of right-to-left scripts. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
