import { oneOf } from "./random.ts"

/** Returns a square SVG as a `data:` URL: a white glyph on a colored background. */
export const picture = (glyph: GlyphName, colour: string): string =>
  `data:image/svg+xml,${encode(
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40' fill='#fff'><path fill='${colour}' d='M0 0h40v40H0z'/>${glyphs[glyph]}</svg>`,
  )}`

/**
 * Returns the picture for an ID of the form `glyph-color`, where `color` is an index in `colors`. Any other text selects a picture by its
 * hash.
 */
export const pictureFrom = (id: string): string => {
  const [glyph = "", number = ""] = id.split("-")
  const colour = colors[Number(number)]
  return isGlyph(glyph) && colour !== undefined
    ? picture(glyph, colour)
    : picture(oneOf(names, id), oneOf(colors, `${id} colour`))
}

/** Returns the ID of a picture for `pictureFrom`. `colour`: index in `colors`. */
export const pictureId = (glyph: GlyphName, colour: number): string => `${glyph}-${colour}`

/** Background colors on which white has a contrast of at least 3:1. */
export const colors: readonly string[] = [
  "#1d6fe0",
  "#d9562b",
  "#0d8083",
  "#2a2e37",
  "#6b49d6",
  "#b8397f",
  "#1f2a52",
  "#417d4b",
  "#a2771c",
  "#2f8a5b",
  "#4b566a",
  "#884d2e",
  "#0f62ac",
  "#5e3fa6",
  "#93314b",
  "#b56a00",
  "#14748f",
  "#c23c3c",
]

const line = "fill='none' stroke='#fff' stroke-linecap='round' stroke-linejoin='round'"

/** Shapes of the pictures, each in a view box of 40 by 40. */
const glyphs = {
  sail: "<path d='M19 9v22H10z'/><path d='M22 13l8 18h-8z' opacity='.65'/>",
  cube: "<path d='M20 8l11 6-11 6-11-6z'/><path d='M9 16.5l10 5.5v10L9 26.5z' opacity='.6'/><path d='M31 16.5L21 22v10l10-5.5z' opacity='.75'/>",
  shore:
    "<circle cx='20' cy='13' r='4' opacity='.65'/><path d='M8 29c0-7 3-10 7-10 5 0 4 6 9 6 3 0 4-2 8-1v6a2 2 0 0 1-2 2H10a2 2 0 0 1-2-3z'/>",
  ring: "<path fill-rule='evenodd' d='M20 10a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 5.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9z'/>",
  feather: "<path d='M31 9c-13 0-20 7-20 15l-3 8h3l3-5c10 1 16-6 17-18z'/>",
  tiles:
    "<rect x='10' y='10' width='9' height='9' rx='2.5'/><rect x='21' y='10' width='9' height='9' rx='2.5' opacity='.6'/><rect x='10' y='21' width='9' height='9' rx='2.5' opacity='.6'/><rect x='21' y='21' width='9' height='9' rx='2.5'/>",
  orbit: `<ellipse cx='20' cy='20' rx='12' ry='7' transform='rotate(-30 20 20)' ${line} stroke-width='3'/><circle cx='20' cy='20' r='3.5'/>`,
  peaks: "<path d='M7 29l9-14 5 8 3-4 9 10z'/><circle cx='27' cy='13' r='3' opacity='.65'/>",
  key: "<path fill-rule='evenodd' d='M17 9a8 8 0 1 0 3 15.4V28h3v3h5v-6l-4-4.5A8 8 0 0 0 17 9zm-1.5 4.5a3 3 0 1 1 0 6 3 3 0 0 1 0-6z'/>",
  leaf: "<path d='M31 10c-15-1-21 6-21 13 0 5 4 8 8 8 9 0 13-9 13-21z'/><path d='M13 29c3-6 7-10 12-13' fill='none' stroke='#000' stroke-opacity='.28' stroke-width='2' stroke-linecap='round'/>",
  half: "<circle cx='20' cy='20' r='10.5' opacity='.5'/><path d='M20 9.5a10.5 10.5 0 0 0 0 21z'/>",
  bars: "<rect x='10' y='18' width='5' height='13' rx='1.5'/><rect x='17.5' y='10' width='5' height='21' rx='1.5'/><rect x='25' y='22' width='5' height='9' rx='1.5' opacity='.7'/>",
  knot: `<path d='M27 13H17a4 4 0 0 0 0 8h6a3.5 3.5 0 0 1 0 7H12' ${line} stroke-width='4'/>`,
  star: "<path d='M20 7l3.2 9.8L33 20l-9.8 3.2L20 33l-3.2-9.8L7 20l9.8-3.2z'/>",
  arch: "<path d='M10 31V19a10 10 0 0 1 20 0v12h-5.5V19a4.5 4.5 0 0 0-9 0v12z'/>",
  hexagon: "<path fill-rule='evenodd' d='M20 8l10.5 6v12L20 32 9.5 26V14zm0 7l-4.5 2.5v5L20 25l4.5-2.5v-5z'/>",
  drop: "<path d='M20 7c5 7 8.5 11 8.5 15.5a8.5 8.5 0 0 1-17 0C11.5 18 15 14 20 7z'/>",
  chevrons: "<path d='M8 13l12 6 12-6v6l-12 6-12-6z'/><path d='M8 22l12 6 12-6v4l-12 6-12-6z' opacity='.6'/>",
  dots: "<circle cx='14.5' cy='14.5' r='4.5' opacity='.7'/><circle cx='25.5' cy='14.5' r='4.5'/><circle cx='14.5' cy='25.5' r='4.5'/><circle cx='25.5' cy='25.5' r='4.5' opacity='.7'/>",
  bolt: "<path d='M23.5 7L11 22.5h7L16 33l13-16.5h-8z'/>",
  anchor: `<path d='M20 15v17M14 19h12M9.5 23c1 6 5 9 10.5 9s9.5-3 10.5-9' ${line} stroke-width='3'/><circle cx='20' cy='11' r='3.5'/>`,
  lantern:
    "<path fill-rule='evenodd' d='M15 12h10l3 5v11a3 3 0 0 1-3 3H15a3 3 0 0 1-3-3V17zm5 6c-3 3-3.5 5-3.5 6a3.5 3.5 0 0 0 7 0c0-1-.5-3-3.5-6z'/><rect x='16' y='8' width='8' height='2.5' rx='1.2' opacity='.7'/>",
  moon: "<path d='M24 8.5a12 12 0 1 0 7.5 16.5A10.5 10.5 0 0 1 24 8.5z'/>",
  sun: `<circle cx='20' cy='20' r='5.5'/><path d='M20 8v2.5M20 29.5V32M8 20h2.5M29.5 20H32M11.5 11.5l1.8 1.8M26.7 26.7l1.8 1.8M11.5 28.5l1.8-1.8M26.7 13.3l1.8-1.8' ${line} stroke-width='2.5'/>`,
  bridge: "<path d='M8 15h24v4H8z'/><path d='M8 30V21h24v9h-4a8 8 0 0 0-16 0z' opacity='.75'/>",
  tower: "<path d='M12.5 9h3.5v3h2.5V9h3v3H24V9h3.5v8l-2.5 2v12H15V19l-2.5-2z'/>",
  tree: "<path d='M20 7l8 11h-4.5l6 9h-19l6-9H12z'/><path d='M18 28h4v5h-4z' opacity='.7'/>",
  flag: "<path d='M11.5 8h3v24h-3z'/><path d='M16.5 9.5H31l-4 5.5 4 5.5H16.5z' opacity='.75'/>",
  eye: "<path fill-rule='evenodd' d='M6.5 20c4-6.5 8.5-9 13.5-9s9.5 2.5 13.5 9c-4 6.5-8.5 9-13.5 9s-9.5-2.5-13.5-9zM20 14.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11z'/><circle cx='20' cy='20' r='2.5'/>",
  crown: "<path d='M8 13l7 6 5-9 5 9 7-6-2.5 13h-19z'/><path d='M10.5 28.5h19V32h-19z' opacity='.65'/>",
  spiral: `<path d='M20 20.5a2 2 0 0 1 2-2c2 0 3.5 1.8 3.5 4 0 3-2.5 5-5.5 5-4 0-7-3-7-7 0-5 4-9 9-9 5.5 0 10 4.5 10 10' ${line} stroke-width='3.2'/>`,
  gem: "<path d='M13 10h14l6 8H7z' opacity='.65'/><path d='M7 19.5h26L20 33z'/>",
  cloud: "<path d='M14 29.5a6.5 6.5 0 0 1-1-12.9 8.5 8.5 0 0 1 16 2.2 5.4 5.4 0 0 1-.5 10.7z'/>",
  arrow: "<path d='M32 8.5L8 18.5l10 3.5 4 10z'/>",
  book: "<path d='M8 11.5c5-2 9-1 11 1.5v18c-3-2.5-7-3-11-1.5z'/><path d='M32 11.5c-5-2-9-1-11 1.5v18c3-2.5 7-3 11-1.5z' opacity='.65'/>",
  fish: "<path d='M6.5 20c4-6 9-8 14-8 3.5 0 6 2 8 5l4.5-4v14l-4.5-4c-2 3-4.5 5-8 5-5 0-10-2-14-8z'/>",
  shield: "<path d='M20 7l11 4v9c0 6-4.5 11-11 13z' opacity='.6'/><path d='M20 7v26C13.5 31 9 26 9 20v-9z'/>",
  portico:
    "<path d='M20 7l12 6.5V17H8v-3.5z'/><path d='M11.5 19H15v8.5h-3.5zM18.2 19h3.6v8.5h-3.6zM25 19h3.5v8.5H25z' opacity='.75'/><path d='M8 29h24v3.5H8z'/>",
} as const

export type GlyphName = keyof typeof glyphs
export const names = Object.keys(glyphs) as readonly GlyphName[]

const isGlyph = (name: string): name is GlyphName => Object.hasOwn(glyphs, name)

/** Escapes only the characters that an SVG `data:` URL cannot contain, which keeps the text short and readable. */
export const encode = (svg: string) => svg.replace(/[#<>%]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
