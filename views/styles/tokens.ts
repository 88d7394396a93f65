/** Color scheme of the modal. */
export type Mode = "dark" | "light"

/** Custom properties to set on a host element. */
export type Properties = Readonly<Record<`--po-${string}`, string>>

/** Colors of a theme, all #rrggbb except `edge`, `accentRing` and the tints. */
export interface Palette {
  readonly card: string
  readonly raised: string
  readonly hover: string
  readonly press: string
  readonly line: string
  readonly edge: string
  readonly control: string
  readonly text: string
  readonly text2: string
  readonly text3: string
  readonly accent: string
  readonly accentHover: string
  readonly accentPress: string
  readonly accentRing: string
  readonly onAccent: string
  readonly accentText: string
  readonly success: string
  readonly error: string
  readonly warning: string
  readonly accentTint: string
  readonly successTint: string
  readonly errorTint: string
  readonly warningTint: string
  readonly tag: string
  readonly qr: string
}

/** Values of the site variables besides colors, already clamped. Sizes are in CSS px. */
export interface Measures {
  readonly font: string
  readonly mono: string
  readonly size: number
  readonly radius: number
  readonly layer: number
}

/** Returns a color with an opacity of `share` (0 to 1). */
export const tint = (color: string, share: number): string =>
  `color-mix(in srgb, ${color} ${Math.round(share * 1000) / 10}%, transparent)`

/** Opacity of the tints. The light warning tint has a separate color. */
export const tintShares = {
  dark: { success: 0.14, error: 0.13, warning: 0.12, accent: 0.14 },
  light: { success: 0.1, error: 0.08, warning: 0.13, accent: 0.09 },
} as const

export const lightWarningTint = "#c48400"

/** Default palettes, without site variables. */
export const palettes: Readonly<Record<Mode, Palette>> = {
  dark: {
    card: "#14171b",
    raised: "#1c2025",
    hover: "#23282e",
    press: "#2c3239",
    line: "#2a2f36",
    edge: "#262b31",
    control: "#68717d",
    text: "#f4f6f8",
    text2: "#a8b0bb",
    text3: "#8b94a0",
    accent: "#8fb2ff",
    accentHover: "#9dbcff",
    accentPress: "#a7c3fe",
    accentRing: "transparent",
    onAccent: "#0c1426",
    accentText: "#8fb2ff",
    success: "#63cc90",
    error: "#ff8d7d",
    warning: "#f0be62",
    accentTint: tint("#8fb2ff", tintShares.dark.accent),
    successTint: tint("#63cc90", tintShares.dark.success),
    errorTint: tint("#ff8d7d", tintShares.dark.error),
    warningTint: tint("#f0be62", tintShares.dark.warning),
    tag: "#2c3239",
    qr: "#14181e",
  },
  light: {
    card: "#ffffff",
    raised: "#f4f6f8",
    hover: "#ebeef2",
    press: "#e1e5ea",
    line: "#e4e7ec",
    edge: "rgb(16 24 40 / 7%)",
    control: "#848d99",
    text: "#14181e",
    text2: "#505966",
    text3: "#626b78",
    accent: "#2a52cc",
    accentHover: "#274ab1",
    accentPress: "#25459e",
    accentRing: "transparent",
    onAccent: "#ffffff",
    accentText: "#2a52cc",
    success: "#13704a",
    error: "#b4301f",
    warning: "#855600",
    accentTint: tint("#2a52cc", tintShares.light.accent),
    successTint: tint("#13704a", tintShares.light.success),
    errorTint: tint("#b4301f", tintShares.light.error),
    warningTint: tint(lightWarningTint, tintShares.light.warning),
    tag: "#e6e9ee",
    qr: "#14181e",
  },
}

/** Default measures, without site variables. Sizes are in CSS px. The font families are from specification section 9. */
export const measures: Measures = {
  font: "KHTeka, system-ui, -apple-system, 'Segoe UI', Inter, sans-serif",
  mono: "KHTekaMono, ui-monospace, 'SF Mono', Menlo, Consolas, monospace",
  size: 10,
  radius: 4,
  layer: 2147483646,
}

/** Returns the custom properties of a host for a palette. */
export const themeProperties = (
  mode: Mode,
  palette = palettes[mode],
  { font, mono, size, radius, layer } = measures,
): Properties => {
  const colors = Object.entries(palette).map(([name, color]) => [`--po-${kebab(name)}`, color])
  return {
    ...Object.fromEntries(colors),
    ...fixed[mode],
    "--po-scheme": mode,
    "--po-font": font,
    "--po-mono": mono,
    "--po-size": `${size}px`,
    "--po-radius": `${radius}px`,
    "--po-layer": String(layer),
  }
}

/** Returns the custom properties of the default theme. */
export const staticTheme = (mode: Mode): Properties => themeProperties(mode)

/** Width of the card, and the viewport heights at which its layout changes, in px (specification section 2). */
export const cardSize = {
  width: 370,
  /** Viewports up to this height, but wider than a bottom sheet's, get the card at the top. */
  shortHeight: 700,
  /** Viewports up to this height, such as one zoomed to 400%, get a full-height card (not in the specification). */
  lowHeight: 400,
} as const

/** Durations in ms and easing curves of animations. Those of the view, the card's height and the header are from specification section 2. */
export const motion = {
  view: 150,
  height: 150,
  headerText: 120,
  press: 75,
  loop: 1_400,
  out: "cubic-bezier(.2,0,0,1)",
  standard: "cubic-bezier(.4,0,.2,1)",
  in: "cubic-bezier(.4,0,1,1)",
  inOut: "cubic-bezier(.45,0,.55,1)",
} as const

/**
 * Delays in ms (not in the specification). `spinner`, `skeleton`: before it shows, so fast responses show none. `hint`: before the hint to
 * look for a wallet's window. `copied`: how long the mark of a copied text stays.
 */
export const patience = { spinner: 200, skeleton: 120, hint: 10_000, copied: 2_000 } as const

const fixed: Readonly<Record<Mode, Properties>> = {
  dark: {
    "--po-dim": "8 10 13",
    "--po-dim-share": "60%",
    "--po-logo-edge": "rgb(255 255 255 / 10%)",
    "--po-thumb": "var(--po-press)",
    "--po-thumb-shadow": "none",
    "--po-snack": "#2a3038",
    "--po-snack-shadow": "0 0 0 1px rgb(255 255 255 / 8%), 0 12px 32px -6px rgb(0 0 0 / 50%)",
    "--po-card-shadow": "0 0 0 1px var(--po-edge), 0 24px 64px -12px rgb(0 0 0 / 60%), 0 4px 12px rgb(0 0 0 / 30%)",
  },
  light: {
    "--po-dim": "20 26 36",
    "--po-dim-share": "35%",
    "--po-logo-edge": "rgb(16 24 40 / 8%)",
    "--po-thumb": "var(--po-card)",
    "--po-thumb-shadow": "0 1px 3px rgb(16 24 40 / 14%), 0 0 0 1px rgb(16 24 40 / 5%)",
    "--po-snack": "#1b2027",
    "--po-snack-shadow": "0 12px 32px -6px rgb(16 24 40 / 40%)",
    "--po-card-shadow":
      "0 0 0 1px var(--po-edge), 0 24px 64px -12px rgb(16 24 40 / 28%), 0 4px 12px rgb(16 24 40 / 8%)",
  },
}

const kebab = (name: string): string => name.replace(/([a-z])([A-Z0-9])/g, "$1-$2").toLowerCase()
