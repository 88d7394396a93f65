import { modal } from "../../src/core/first-paint/limits.ts"
import { css, globalCss, keyframes } from "../styles/stitches.ts"
import { cardSize, motion } from "../styles/tokens.ts"

/** Styles of the dialog element, which is created outside React. It fills the window and is itself transparent. */
export const dialogStyles = globalCss({
  dialog: {
    position: "fixed",
    inset: 0,
    inlineSize: "100%",
    blockSize: "100dvh",
    maxInlineSize: "none",
    maxBlockSize: "none",
    margin: 0,
    padding: 0,
    border: 0,
    background: "transparent",
    overflow: "hidden",
    outline: "none",
    overscrollBehavior: "contain",
    opacity: 0,
    transition: `opacity ${motion.view}ms cubic-bezier(.4,0,1,1), display ${motion.view}ms allow-discrete, overlay ${motion.view}ms allow-discrete`,
    "&[open]": { opacity: 1, transitionTimingFunction: "cubic-bezier(.2,0,0,1)" },
    "&:not([open])": { pointerEvents: "none" },
    "&::backdrop": { background: "transparent" },
    "&[data-demoted]": { zIndex: "var(--po-layer)" },
    "@still": { transition: "none" },
  },
  // Starts visible: at 0, the first frame after a press would show nothing.
  "@starting-style": { "dialog[open]": { opacity: 0.4 } },
  '[data-slot="views"]': { display: "contents" },
})

/** Layer that dims the page and holds the card: centered, or at the bottom of small screens. */
export const scrim = css({
  position: "absolute",
  inset: 0,
  display: "flex",
  flexDirection: "column",
  alignItems: "center",
  justifyContent: "center",
  padding: "16px",
  background: "var(--po-dimmed)",
  // A spacer keeps the card's top or bottom edge in place as far as there is room. The spacer shrinks before the card does.
  [`@media (min-width: ${modal.sheetWidth + 1}px)`]: {
    "&[style*=po-]": { justifyContent: "flex-start" },
    "&[style*=po-]::before": { content: '""', flex: "0 1e6 calc(var(--po-top, var(--po-bottom)) - 16px)" },
    "&[style*=bottom]": { flexDirection: "column-reverse" },
  },
  [`@media (max-height: ${cardSize.shortHeight}px) and (min-width: ${modal.sheetWidth + 1}px)`]: {
    justifyContent: "flex-start",
  },
  [`@media (max-width: ${modal.sheetWidth}px)`]: { padding: 0, justifyContent: "flex-end" },
  variants: {
    embedded: {
      true: {
        position: "relative",
        padding: 0,
        background: "transparent",
      },
    },
  },
})

/** Maximum height of the card in px, even in tall windows. Most views are limited to less (`--po-most`) and scroll. */
const highest = 720

const rise = keyframes({ from: { transform: "translateY(8px)" } })
const slide = keyframes({ from: { transform: "translateY(100%)" } })
const swing = keyframes({
  "12%, 62%": { translate: "-6px 0" },
  "37%": { translate: "6px 0" },
  "82%": { translate: "3px 0" },
})

export const card = css({
  position: "relative",
  display: "flex",
  flexDirection: "column",
  inlineSize: `${cardSize.width}px`,
  maxInlineSize: "100%",
  maxBlockSize: `min(${highest}px, calc(100dvh - 32px))`,
  "--po-most": "640px",
  // The directory has a fixed height, however many wallets it shows.
  '&:has([data-view="AllWallets"])': { "--po-most": "592px" },
  // Shows an account with a few tokens without scrolling.
  '&:has([data-view="Account"])': { "--po-most": `${highest}px` },
  // The secure frame has a fixed height.
  '&:has([data-view="ApproveTransaction"])': { "--po-most": "672px" },
  round: 6,
  background: "var(--po-card)",
  boxShadow: "var(--po-card-shadow)",
  outline: "1px solid transparent",
  "dialog[open] &": { animation: `${rise} var(--po-move) var(--po-out)` },
  // Matches the specificity of the opening animations, also in a bottom sheet.
  ":is(dialog[open], section)[data-refused] &": {
    animation: `${swing} ${modal.shake}ms cubic-bezier(.45,0,.55,1)`,
    "@still": { animation: "none", outline: "2px solid var(--po-error)" },
  },
  [`@media (max-width: ${modal.sheetWidth}px)`]: {
    inlineSize: "100%",
    "&, &:has([data-view])": { maxBlockSize: "calc(100dvh - 48px)", "--po-most": "initial" },
    borderEndStartRadius: 0,
    borderEndEndRadius: 0,
    paddingBlockEnd: "max(16px, env(safe-area-inset-bottom) + 8px)",
    "dialog[open] &": { animation: `${slide} var(--po-move) var(--po-out)`, "@still": { animation: "none" } },
    "&::before": {
      content: '""',
      position: "absolute",
      inset: "8px 0 auto",
      marginInline: "auto",
      inlineSize: "36px",
      blockSize: "4px",
      borderRadius: "2px",
      background: "var(--po-press)",
    },
  },
  [`@media (max-width: ${modal.sheetWidth}px) and (max-height: ${cardSize.lowHeight}px)`]: {
    "&, &:has([data-view])": { maxBlockSize: "calc(100dvh - 8px)" },
  },
  variants: {
    embedded: {
      true: {
        inlineSize: "100%",
        maxBlockSize: "none",
        "&, &:not(:has([data-view=AllWallets]))": { "--po-most": "initial" },
        boxShadow: "0 0 0 1px var(--po-edge)",
        [`@media (max-width: ${modal.sheetWidth}px)`]: {
          round: 6,
          paddingBlockEnd: 0,
          "&::before": { display: "none" },
        },
      },
    },
  },
})

/**
 * Area above the card for alerts and, below them, the snack. If there is no room, alerts take space from the view, and
 * the snack covers it briefly.
 */
export const messages = css({
  position: "absolute",
  insetInline: 0,
  insetBlockEnd: "calc(100% + 12px)",
  display: "flex",
  flexDirection: "column",
  gap: "8px",
  padding: "0 8px",
  pointerEvents: "none",
  zIndex: 3,
  "& > :first-child": { display: "flex", flexDirection: "column", gap: "8px" },
  variants: {
    inside: {
      true: {
        position: "relative",
        inset: "auto",
        flex: "none",
        "& > :first-child:not(:empty)": {
          maxBlockSize: "40dvh",
          overflowY: "auto",
          paddingBlockEnd: "8px",
          [`@media (max-height: ${cardSize.lowHeight}px)`]: { maxBlockSize: "25dvh" },
        },
        "& > :last-child": { position: "absolute", insetInline: "8px", insetBlockStart: "calc(100% + 4px)" },
      },
    },
  },
})
