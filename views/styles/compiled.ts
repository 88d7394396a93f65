/**
 * What a built modal has in place of `stitches.ts`: the same exports for styles that were made into text when it was built
 * (`compile.ts`). Rules come into the sheet with the first class that is asked for, all that wait at once.
 */

/** What a rule gives way to: what is for all, then a part's own style, then its variants. */
type Rank = 0 | 1 | 2

/** The class of each value of each variant. */
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

/** The classes of a part, by the variants that it is shown in. */
export const css = (
  name: string,
  rules: string,
  variants: Variants = {},
  varied = "",
  usual: Variants[string] = {},
) => {
  add(1, rules)
  add(2, varied)
  return (asked: Readonly<Record<string, unknown>> = {}): string => {
    if (waits) insert()
    let classes = name
    for (const variant in variants) {
      const one = variants[variant]?.[String(asked[variant] ?? usual[variant])]
      if (one) classes += ` ${one}`
    }
    return classes
  }
}

export const keyframes = (rules: string): void => add(0, rules)

/** Rules for all of a shadow root. */
export const globalCss = (rules: string) => {
  add(0, rules)
  return () => undefined
}

/** The style sheet to adopt into every shadow root. Throws where there are no style sheets, that is on a server. */
export const sheet = (): CSSStyleSheet => {
  if (shared === undefined) throw new Error("There is no style sheet outside a browser")
  return shared
}
