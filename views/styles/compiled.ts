/**
 * This module replaces `stitches.ts` in builds. It has the same exports, for styles that `compile.ts` turned into text. Pending rules are
 * inserted together when a class is requested.
 */

/** Cascade order: global rules, the style of a part, its variants. */
type Rank = 0 | 1 | 2

/** Class names by variant and value. */
type Variants = Readonly<Record<string, Readonly<Record<string, string>>>>

const shared = typeof CSSStyleSheet === "function" ? new CSSStyleSheet() : undefined
const waiting = ["", "", ""]
const inserted = [0, 0, 0]
let waits = false

const add = (rank: Rank, rules: string): void => {
  waiting[rank] += rules
  waits = true
}

const insert = (): void => {
  waits = false
  let end = 0
  for (const [rank, rules] of waiting.entries()) {
    end += inserted[rank] ?? 0
    if (!rules) continue
    shared?.insertRule(`@media{${rules}}`, end++)
    inserted[rank] = (inserted[rank] ?? 0) + 1
    waiting[rank] = ""
  }
}

/** Adds the rules of a part. Returns a function that returns the part's classes for given variants, separated by spaces. */
export const css = (
  name: string,
  rules: string,
  variants: Variants = {},
  varied = "",
  usual: Variants[string] = {},
) => {
  add(1, rules)
  add(2, varied)
  return (selected: Readonly<Record<string, unknown>> = {}): string => {
    if (waits) insert()
    let classes = name
    for (const variant in variants) {
      const one = variants[variant]?.[String(selected[variant] ?? usual[variant])]
      if (one) classes += ` ${one}`
    }
    return classes
  }
}

export const keyframes = (rules: string): void => add(0, rules)

/** Adds rules for a whole shadow root. */
export const globalCss = (rules: string) => {
  add(0, rules)
  return () => undefined
}

/** Returns the style sheet to adopt into every shadow root. Throws on a server, where there are no style sheets. */
export const sheet = (): CSSStyleSheet => {
  if (shared === undefined) throw new Error("There is no style sheet outside a browser")
  return shared
}
