import { css, globalCss } from "./stitches.ts"
import { motion } from "./tokens.ts"

/**
 * Returns the class of the top element in each shadow root: type, motion, and resets of inherited page styles. The
 * element needs `dir` and `lang`. The custom properties of the theme (tokens.ts) are on the host above it.
 */
export const base = (): string => {
  reset()
  return String(root())
}

const reset = globalCss({
  // Set on the host, where text-2 still has the theme's value, because the base class raises text-2 to text. Takes precedence over the
  // theme.
  ":host": { "@contrast": { "--po-text-3": "var(--po-text-2) !important" } },
  "*, ::before, ::after": { boxSizing: "border-box" },
  "button, input": {
    appearance: "none",
    margin: 0,
    padding: 0,
    border: "0 solid transparent",
    background: "none",
    color: "inherit",
    font: "inherit",
    letterSpacing: "inherit",
    textAlign: "start",
  },
  "button, a": { cursor: "pointer", touchAction: "manipulation", WebkitTapHighlightColor: "transparent" },
  "h1, h2, h3, p, ul": { margin: 0, padding: 0 },
  // Not `none`: Safari would no longer expose it as a list.
  ul: { listStyle: '""' },
})

const font = (weight: number, size: number, line: number, family = "font"): string =>
  `${weight} ${size > 1.35 ? scaled(size) : `max(11px, ${scaled(size)})`}/calc(${scaled(line)} + var(--po-lead)) var(--po-${family})`

const scaled = (multiple: number): string => `calc(var(--po-size) * ${multiple})`

const root = css({
  "--po-track": 1,
  "--po-lead": "0px",
  "--po-dir": 1,
  "--po-start": "left",
  "--po-more": "0%",
  "--po-under": "var(--po-card)",
  // Border of controls. Transparent, because their fill is enough, unless more contrast is requested. Forced colors
  // show it anyway.
  "--po-bound": "transparent",
  "--po-dimmed": "rgb(var(--po-dim) / calc(var(--po-dim-share) + var(--po-more)))",
  "--po-move": `${motion.view}ms`,
  "--po-quick": `${motion.press}ms`,
  "--po-out": motion.out,
  "--po-standard": motion.standard,

  "--po-type-total": font(600, 4, 4.4),
  "--po-type-amount": font(600, 3.4, 4),
  "--po-type-amount2": font(600, 3, 3.6),
  "--po-type-code": font(600, 2.4, 2.8),
  "--po-type-title": font(600, 1.8, 2.4),
  "--po-type-heading": font(600, 1.6, 2.4),
  "--po-type-row": font(500, 1.5, 2),
  "--po-type-button": font(600, 1.5, 2),
  "--po-type-label": font(500, 1.4, 2),
  "--po-type-body": font(400, 1.4, 2),
  "--po-type-caption": font(400, 1.3, 1.8),
  "--po-type-captionHead": font(500, 1.3, 1.8),
  "--po-type-small": font(400, 1.2, 1.6),
  "--po-type-smallHead": font(500, 1.2, 1.6),
  "--po-type-mono": font(400, 1.3, 1.8, "mono"),

  type: "body",
  colorScheme: "var(--po-scheme)",
  color: "var(--po-text)",
  textAlign: "start",
  textIndent: 0,
  textTransform: "none",
  textShadow: "none",
  wordSpacing: "normal",
  whiteSpace: "normal",
  visibility: "visible",
  cursor: "default",
  accentColor: "var(--po-accent)",
  textSizeAdjust: "100%",
  WebkitFontSmoothing: "antialiased",
  MozOsxFontSmoothing: "grayscale",

  '&[dir="rtl"]': { "--po-dir": -1, "--po-start": "right" },
  "&:is(:lang(ar), :lang(fa), :lang(ur))": { "--po-track": 0, "--po-lead": "2px" },

  "@still": { "--po-move": "0.01ms", "--po-quick": "0.01ms" },
  "@opaque": { "--po-more": "25%" },
  "@contrast": {
    "--po-more": "15%",
    "--po-line": "var(--po-control)",
    "--po-edge": "var(--po-control)",
    "--po-bound": "var(--po-control)",
    "--po-text-2": "var(--po-text)",
  },
  "@forced": {
    "--po-card": "Canvas",
    "--po-raised": "Canvas",
    "--po-hover": "Canvas",
    "--po-press": "Canvas",
    "--po-tag": "Canvas",
    "--po-thumb": "Highlight",
    "--po-thumb-shadow": "none",
    "--po-snack": "Canvas",
    "--po-line": "CanvasText",
    "--po-edge": "CanvasText",
    "--po-control": "CanvasText",
    "--po-text": "CanvasText",
    "--po-text-2": "CanvasText",
    "--po-text-3": "CanvasText",
    "--po-success": "CanvasText",
    "--po-error": "CanvasText",
    "--po-warning": "CanvasText",
    "--po-accent-tint": "Canvas",
    "--po-success-tint": "Canvas",
    "--po-error-tint": "Canvas",
    "--po-warning-tint": "Canvas",
    "--po-accent": "Highlight",
    "--po-accent-hover": "Highlight",
    "--po-accent-press": "Highlight",
    "--po-accent-text": "Highlight",
    "--po-on-accent": "HighlightText",
  },
})
