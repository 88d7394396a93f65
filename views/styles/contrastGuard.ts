import { type Color, contrast, fromHex, fromOklch, mixOklab, mixSrgb, parseColor, toHex, toOklch } from "./color.ts"
import {
  lightWarningTint,
  type Measures,
  type Mode,
  measures,
  type Palette,
  type Properties,
  palettes,
  themeProperties,
  tint,
  tintShares,
} from "./tokens.ts"

/** Site variables of the theme, as a site sets them. */
export type Variables = Readonly<Record<`--portico-${string}`, string | number | undefined>>

/** Value that the guard adjusted or rejected. */
export interface Move {
  readonly name: string
  readonly from: string
  readonly to: string
}

/** Returns the custom properties of a host in `mode` with a site's variables. */
export const themeCss = (mode: Mode, variables: Variables): Properties => guard(mode, variables).css

/**
 * Returns the result of `themeCss` and a list of the values that were adjusted or rejected. Adjusted text has a contrast of at least 4.5,
 * and adjusted borders of controls of at least 3 (WCAG 2.2).
 */
export const guard = (
  mode: Mode,
  variables: Variables,
): { readonly css: Properties; readonly moved: readonly Move[] } => {
  const moved: Move[] = []
  const note = (name: string, from: string, to: string): string => {
    if (from !== to) moved.push({ name, from, to })
    return to
  }
  const color = (name: keyof typeof colorVariables): Color | undefined => {
    const given = variables[name]
    if (given === undefined || given === "") return undefined
    const read = parseColor(String(given))
    if (read === undefined) note(name, String(given), colorVariables[name])
    return read
  }
  const number = (name: keyof typeof numericLimits): number => {
    const { least, most, usual } = numericLimits[name]
    const given = variables[name]
    const value = Number.parseFloat(String(given ?? usual))
    const taken = Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : usual
    if (given !== undefined) note(name, String(Number.isFinite(value) ? value : given), String(taken))
    return taken
  }

  const mix = color("--portico-color-mix")
  const strength = number("--portico-color-mix-strength")
  const ground = mix === undefined || strength === 0 ? palettes[mode] : mixed(mode, mix, strength / 100, note)
  const accent = color("--portico-accent")
  const accented = accent === undefined ? ground : { ...ground, ...accentOf(ground, accent) }
  const palette = readable(mode, accented, note)
  const qr = color("--portico-qr-color")
  const font = variables["--portico-font"]
  const css = themeProperties(
    mode,
    {
      ...palette,
      qr: qr === undefined ? palette.qr : note("qr", toHex(qr), contrast(qr, white) < 7 ? palette.qr : toHex(qr)),
    },
    {
      ...measures,
      ...(typeof font === "string" && font !== "" ? { font } : {}),
      size: number("--portico-font-size-master"),
      radius: number("--portico-border-radius-master"),
      layer: Math.round(number("--portico-z-index")),
    } satisfies Measures,
  )
  return { css, moved }
}

type Note = (name: string, from: string, to: string) => string

const white = fromHex("#ffffff")
const black = fromHex("#000000")
const ink = fromHex("#14181e")

/** Limits and defaults of the numeric variables. */
export const numericLimits = {
  "--portico-color-mix-strength": { least: 0, most: 40, usual: 0 },
  "--portico-font-size-master": { least: 8, most: 13, usual: measures.size },
  "--portico-border-radius-master": { least: 0, most: 6, usual: measures.radius },
  "--portico-z-index": { least: -2147483648, most: 2147483647, usual: measures.layer },
} as const

const colorVariables = {
  "--portico-accent": "the default",
  "--portico-color-mix": "none",
  "--portico-qr-color": "ink",
} as const

/** Returns the palette with surfaces mixed with a site's color, and with grays that stay readable on them. */
const mixed = (mode: Mode, color: Color, strength: number, note: Note): Palette => {
  const own = palettes[mode]
  const into = (name: "card" | "raised" | "hover" | "press" | "line" | "edge" | "tag"): string =>
    own[name].startsWith("#") ? toHex(mixOklab(fromHex(own[name]), color, strength)) : own[name]
  const [card, raised, hover] = [into("card"), into("raised"), into("hover")]
  const worst = (text: string): number => lowest(text, [card, raised, hover])

  // At medium lightness neither text color is readable, so less of the color is mixed in.
  const kept =
    lowest(own.text, [card]) >= 7
      ? own
      : palettes[worst(own.text) < worst(palettes[other(mode)].text) ? other(mode) : mode]
  if (worst(kept.text) < 4.5) return mixed(mode, color, strength - 0.01, note)

  note("text", own.text, kept.text)
  const towardsText = (name: "text2" | "text3" | "control", least: number, grounds: readonly string[]): string => {
    let moved = kept[name]
    for (let share = 0; lowest(moved, grounds) < least && share < 1; ) {
      share += 0.05
      moved = toHex(mixOklab(fromHex(kept[name]), fromHex(kept.text), share))
    }
    return note(name, own[name], moved)
  }
  return {
    ...own,
    card,
    raised,
    hover,
    press: into("press"),
    line: into("line"),
    edge: into("edge"),
    tag: into("tag"),
    text: kept.text,
    text2: towardsText("text2", 4.5, [card, raised, hover]),
    text3: towardsText("text3", 4.5, [card, raised, hover]),
    control: towardsText("control", 3, [card, raised]),
  }
}

/** Returns the tokens derived from a site's accent color. The fill keeps the exact color. */
const accentOf = (ground: Palette, accent: Color): Partial<Palette> => {
  const on = [white, ink].find((label) => contrast(label, accent) >= 4.5) ?? black
  const text = fromHex(ground.text)
  const opposite = fromHex(palettes[lightText(ground) ? "light" : "dark"].text)
  const mix = (share: number): string => {
    const towards = mixOklab(accent, text, share)
    return toHex(contrast(on, towards) >= 4.5 ? towards : mixOklab(accent, opposite, share))
  }
  const fill = toHex(accent)
  return { accent: fill, onAccent: toHex(on), accentHover: mix(0.14), accentPress: mix(0.24), accentText: fill }
}

/** Adjusts the colors of states, and their tints, until they are readable on the surfaces. */
const readable = (mode: Mode, palette: Palette, note: Note): Palette => {
  const grounds = [palette.card, palette.raised, palette.hover]
  const lighter = lightText(palette)
  const moved = (name: "accentText" | "success" | "error" | "warning"): string => {
    let color = palette[name]
    let { l, c, h } = toOklch(fromHex(color))
    while (lowest(color, grounds) < 4.5 && l >= 0 && l <= 1) {
      l += lighter ? 0.01 : -0.01
      color = toHex(fromOklch(l, c, h))
    }
    return note(name, palette[name], color)
  }
  const shares = tintShares[mode]
  const share = (name: "success" | "error" | "warning" | "accent", color: string, ground = color): string => {
    const reads = (part: number): boolean =>
      lowest(
        color,
        [palette.card, palette.raised].map((on) => over(on, ground, part)),
      ) >= 4.5
    // Reduces the tint until the color is readable on it. Without a tint it always is.
    let part: number = shares[name]
    while (part > 0 && !reads(part)) part = part < 0.01 ? 0 : part / 2
    return tint(ground, part)
  }
  const accentText = moved("accentText")
  const success = moved("success")
  const error = moved("error")
  const warning = moved("warning")
  return {
    ...palette,
    accentText,
    success,
    error,
    warning,
    accentRing: contrast(fromHex(palette.accent), fromHex(palette.card)) < 1.5 ? palette.control : "transparent",
    accentTint: share("accent", accentText),
    successTint: share("success", success),
    errorTint: share("error", error),
    warningTint: share("warning", warning, mode === "light" ? lightWarningTint : warning),
  }
}

const other = (mode: Mode): Mode => (mode === "dark" ? "light" : "dark")
const lightText = (palette: Palette): boolean =>
  contrast(fromHex(palette.text), black) > contrast(fromHex(palette.text), white)
const lowest = (color: string, grounds: readonly string[]): number =>
  Math.min(...grounds.map((ground) => contrast(fromHex(color), fromHex(ground))))
const over = (ground: string, color: string, share: number): string =>
  toHex(mixSrgb(fromHex(ground), fromHex(color), share))
