/** sRGB color: red, green and blue from 0 to 1, not rounded. */
export type Color = readonly [red: number, green: number, blue: number]

/** OKLCH color: lightness 0 to 1, chroma, hue in radians. */
export interface Oklch {
  readonly l: number
  readonly c: number
  readonly h: number
}

/** Parses #rrggbb. */
export const fromHex = (hex: string): Color => {
  const bits = Number.parseInt(hex.slice(1), 16)
  return [(bits >> 16) / 255, ((bits >> 8) & 255) / 255, (bits & 255) / 255]
}

/** Formats a color as #rrggbb, each channel rounded and clamped. */
export const toHex = (color: Color): string =>
  `#${color
    .map((part) =>
      byte(part * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`

/**
 * Parses a site's color: hex of 3, 4, 6 or 8 digits, rgb(), or a notation that the browser's canvas can draw, such as a name or
 * `color(display-p3 ...)`. Drops alpha. Returns `undefined` for anything else.
 */
export const parseColor = (text: string): Color | undefined => direct(text) ?? byCanvas(text)

/** Returns the WCAG 2.2 contrast ratio, 1 to 21, of two colors as rendered. */
export const contrast = (one: Color, two: Color): number => {
  const [dark, light] = [luminance(one), luminance(two)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Mixes `share` (0 to 1) of the second color into the first, perceptually (OKLab). */
export const mixOklab = (one: Color, two: Color, share: number): Color => {
  const to = toOklab(two)
  return fromOklab(toOklab(one).map((part, index) => part + (to[index]! - part) * share) as unknown as Lab)
}

/** Mixes `share` (0 to 1) of the second color over the first, as browsers composite a translucent layer. */
export const mixSrgb = (one: Color, two: Color, share: number): Color =>
  one.map((part, index) => part + (two[index]! - part) * share) as unknown as Color

/** Converts a color to OKLCH. */
export const toOklch = (color: Color): Oklch => {
  const [l, a, b] = toOklab(color)
  return { l, c: Math.hypot(a, b), h: Math.atan2(b, a) }
}

/** Converts OKLCH to a color. Reduces chroma in steps of 8% until sRGB can show it. */
export const fromOklch = (l: number, c: number, h: number): Color => {
  const color = fromOklab([l, c * Math.cos(h), c * Math.sin(h)])
  return c < 0.001 || color.every((part) => part >= -0.0005 && part <= 1.0005) ? color : fromOklch(l, c * 0.92, h)
}

type Lab = readonly [l: number, a: number, b: number]

const byte = (value: number): number => Math.min(255, Math.max(0, Math.round(value)))
const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const gamma = (part: number): number => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055)

const luminance = (color: Color): number => {
  const [red, green, blue] = color.map((part) => linear(byte(part * 255) / 255)) as unknown as Color
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

// Matrices from CSS Color 4, section 18 (sample code for OKLab).
const toOklab = (color: Color): Lab => {
  const [r, g, b] = color.map(linear) as unknown as Color
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

const fromOklab = ([lightness, a, b]: Lab): Color => {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    gamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

const direct = (text: string | undefined): Color | undefined => {
  const hex = /^\s*#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\s*$/i.exec(text ?? "")?.[1]
  if (hex !== undefined)
    return fromHex(
      hex.length < 6 ? `#${[...hex.slice(0, 3)].map((digit) => digit + digit).join("")}` : `#${hex.slice(0, 6)}`,
    )
  const parts = /^\s*rgba?\(\s*(\d+(?:\.\d+)?)[\s,]+(\d+(?:\.\d+)?)[\s,]+(\d+(?:\.\d+)?)\s*(?:[,/][^)]*)?\)\s*$/i.exec(
    text ?? "",
  )
  return parts === null
    ? undefined
    : ([1, 2, 3].map((index) => Math.min(1, Number(parts[index]) / 255)) as unknown as Color)
}

/**
 * Returns a color name or function as the browser's canvas parses it, or `undefined` if the color is unknown or transparent, or there is no
 * canvas. An unknown color leaves the canvas at its previous value, so the two results differ. The canvas returns some notations unchanged,
 * which it then draws in sRGB.
 */
const byCanvas = (text: string): Color | undefined => {
  const context = typeof OffscreenCanvas === "undefined" ? null : new OffscreenCanvas(1, 1).getContext("2d")
  if (!context) return undefined
  const read = ["#000000", "#ffffff"].map((before) => {
    context.fillStyle = before
    context.fillStyle = text
    return `${context.fillStyle}`
  })
  if (read[0] !== read[1]) return undefined
  const known = direct(read[0])
  if (known) return known
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
  return alpha > 0 ? [red / 255, green / 255, blue / 255] : undefined
}
