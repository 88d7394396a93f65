import { effect } from "@preact/signals-core"
import { useSignals } from "@preact/signals-react/runtime"
import { createContext, type RefObject, useContext, useEffect } from "react"
import type { Sentence } from "../src/domain/language.ts"
import { formatAmount, spoken } from "../src/domain/numbers.ts"
import { retold, wording } from "../src/domain/wording.ts"
import type { Engine, Flow } from "../src/engine.ts"
import type { Instance } from "../src/instance.ts"
import type { Slice } from "../src/state/slice.ts"
import { en, type MessageKey } from "./messages/en.ts"
import type { Topic } from "./messages/topic.ts"

/** What every view knows: its modal, how to run a flow, where pictures are, and the sentences of the visitor's language. */
export interface Here {
  readonly instance: Instance
  /** Runs a flow, or one that has to be fetched first, as soon as the engine is there; the answer ends it. */
  readonly run: (flow: Flow | (() => Promise<Flow>)) => () => void
  /** The address of one of the provider's pictures, once the engine is there. */
  readonly image: (...of: Parameters<Engine["image"]>) => string | undefined
  readonly site: Engine["site"]
  /** Runs something once what is drawn now has been painted; the answer calls it off. */
  readonly afterPaint: (run: () => void) => () => void
  /** Runs something when the page has nothing better to do; the answer calls it off. */
  readonly whenIdle: (run: () => void) => () => void
  readonly text: Text
  /** What the error catalogue says, in the visitor's language. */
  readonly tell: (said: string) => string
}

/** A sentence by its key, its gaps filled in. `Key`: those of a topic. */
export type Text<Key extends string = never> = (
  key: MessageKey | Key,
  values?: Readonly<Record<string, string | number>>,
) => string

export const HereContext = createContext<Here | undefined>(undefined)

/** What scrolls the views, for lists that draw only what is in sight. */
export const ScrollerContext = createContext<RefObject<HTMLElement | null> | undefined>(undefined)

export const useScroller = () => useContext(ScrollerContext)

/** False in a view that is on its way out: it starts nothing any more. */
export const CurrentContext = createContext(true)

/** The modal of this view. Signals read below it render the view anew. */
export const useModal = (): Here & Pick<Instance, "core" | "options"> => {
  useSignals()
  const here = useContext(HereContext)
  if (!here) throw new Error("A view stands outside its modal")
  return { ...here, core: here.instance.core, options: here.instance.options }
}

/** The signals of a topic. */
export const useSlice = <A>(topic: Slice<A>): A => topic(useModal().instance)

/** The sentences of a topic, which come with its views, beside those that any view may say. */
export const useText = <Key extends string>(topic: Topic<Key>): Text<Key> => sentences(useModal().instance, topic)

/** A flow that a view starts, one that has to be fetched first, or none. */
export type Task = () => Flow | (() => Promise<Flow>) | undefined

/**
 * Starts a flow, if there is one, when the view has come and is painted, and again when `causes` change; ends it when the view goes or
 * the modal closes.
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
 * The sentences: the site's own for the locale, for any, ours for the locale, English. A value that may run against its sentence is
 * isolated. Others are not: the marks of it would stand in accessible names too.
 */
export const sentences = <Key extends string = never>(
  { core, options: { messages } }: Instance,
  topic?: Topic<Key>,
): Text<Key> => {
  const topics = [...(topic?.names ?? []), ...en.names]
  const english: Readonly<Record<string, Sentence>> = { ...en.english, ...topic?.english }
  return (key, values = {}) => {
    const locale = core.locale.value
    const own = wording(key, topics, { messages, locale, language: core.language.value })
    const sentence = inNumber(own ?? english[key] ?? "", values.count, locale)
    const turned = rightToLeft.test(sentence)
    return sentence.replace(/\{(\w+)\}/g, (gap, name: string) => {
      const given = values[name]
      if (given === undefined) return gap
      const said = typeof given === "number" ? formatAmount(String(given), 0, locale) : given
      const value = name === "reason" ? retold(said, core.language.value) : said
      return turned || rightToLeft.test(value) ? `\u2068${value}\u2069` : value
    })
  }
}

/** The form of a sentence that goes with a count. */
const inNumber = (sentence: Sentence, count: string | number | undefined, locale: string): string => {
  if (typeof sentence === "string") return sentence
  const category = spoken(locale, (known) => new Intl.PluralRules(known)).select(Number(count))
  return sentence[category] ?? sentence.other
}

/** Letters of the scripts that are written from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
