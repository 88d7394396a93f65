import { createStitches } from "@stitches/react"

/** The sizes of type, from the largest. Each is a `font` of the base class; the number is its tracking in pixels. */
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

/** In what words styles are written. Colours, sizes and times are custom properties (tokens.ts, base.ts): there is no theme. */
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
    /** A style of type. */
    type: (name: keyof typeof tracking) => ({
      font: `var(--po-type-${name})`,
      letterSpacing: tracking[name] === 0 ? "normal" : `calc(var(--po-track) * ${tracking[name]}px)`,
    }),
    /** Corners, in multiples of the radius master. */
    round: (multiple: number | "full") => ({
      borderRadius: multiple === "full" ? "999px" : `calc(var(--po-radius) * ${multiple})`,
    }),
    /** The ring of keyboard focus: outside free parts, inside those that a surface clips. */
    ring: (where: "out" | "in") => ({
      outline: "2px solid var(--po-accent-text)",
      outlineOffset: where === "out" ? "2px" : "-2px",
    }),
    /** A square box, by its logical sides. */
    square: (size: number) => ({ inlineSize: `${size}px`, blockSize: `${size}px` }),
  },
}

/** The one style sheet. Where there is none (a server), Stitches keeps its rules in memory. */
const shared = typeof CSSStyleSheet === "function" ? new CSSStyleSheet() : undefined

/** Stitches' own `<style>` element breaks under a strict content security policy, so it is handed the shared sheet for one. */
const root = shared && { styleSheets: [], head: { appendChild: () => ({ sheet: shared }) } }

/** The one Stitches instance, while we develop and in tests. What is built for a site has `compiled.ts` in its place. */
export const { css, keyframes, globalCss } = createStitches({
  ...language,
  root: (root ?? null) as DocumentOrShadowRoot | null,
})

/** The style sheet to adopt into every shadow root. Throws where there are no style sheets, that is on a server. */
export const sheet = (): CSSStyleSheet => {
  if (shared === undefined) throw new Error("There is no style sheet outside a browser")
  return shared
}
