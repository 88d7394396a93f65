import { createStitches } from "@stitches/react"

/** Type styles from the largest, each with its tracking in px. The base class has their fonts. */
const tracking = {
  total: -1.4,
  amount: -1,
  amount2: -0.8,
  code: 0,
  title: -0.2,
  heading: -0.2,
  row: -0.1,
  button: -0.1,
  label: 0,
  body: 0,
  caption: 0,
  captionHead: 0,
  small: 0,
  smallHead: 0,
  mono: -0.2,
} as const

/** Stitches configuration. Colors, sizes and times are custom properties (tokens.ts, base.ts), so it has no theme. */
export const language = {
  prefix: "po",
  themeMap: {},
  media: {
    hover: "(hover: hover)",
    coarse: "(pointer: coarse)",
    still: "(prefers-reduced-motion: reduce)",
    forced: "(forced-colors: active)",
    contrast: "(prefers-contrast: more)",
    opaque: "(prefers-reduced-transparency: reduce)",
  },
  utils: {
    /** Applies a type style. */
    type: (name: keyof typeof tracking) => ({
      font: `var(--po-type-${name})`,
      letterSpacing: tracking[name] === 0 ? "normal" : `calc(var(--po-track) * ${tracking[name]}px)`,
    }),
    /** Sets the corner radius, as a multiple of the radius master. */
    round: (multiple: number | "full") => ({
      borderRadius: multiple === "full" ? "999px" : `calc(var(--po-radius) * ${multiple})`,
    }),
    /** Draws the keyboard focus ring: outside free-standing elements, inside those that a surface clips. */
    ring: (where: "out" | "in") => ({
      outline: "2px solid var(--po-accent-text)",
      outlineOffset: where === "out" ? "2px" : "-2px",
    }),
    /** Sets an equal logical width and height, in px. */
    square: (size: number) => ({ inlineSize: `${size}px`, blockSize: `${size}px` }),
  },
}

/** Style sheet that all shadow roots share. On a server there is none, and Stitches keeps its rules in memory. */
const shared = typeof CSSStyleSheet === "function" ? new CSSStyleSheet() : undefined

/** Root that makes Stitches use the shared sheet, because its own `<style>` element would violate a strict content security policy. */
const root = shared && { styleSheets: [], head: { appendChild: () => ({ sheet: shared }) } }

/** The Stitches instance in development and tests. Builds for sites use `compiled.ts` instead. */
export const { css, keyframes, globalCss } = createStitches({
  ...language,
  root: (root ?? null) as DocumentOrShadowRoot | null,
})

/** Returns the style sheet to adopt into every shadow root. Throws on a server, where there are no style sheets. */
export const sheet = (): CSSStyleSheet => {
  if (shared === undefined) throw new Error("There is no style sheet outside a browser")
  return shared
}
