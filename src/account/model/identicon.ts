/**
 * Generates the avatar of an address: a background and three arches in a 40 by 40 view box, outermost first, and their common rotation. An
 * address always gets the same avatar, regardless of letter case.
 */
export const identicon = (address: string): Identicon => {
  const seed = hash(address.toLowerCase())
  const [outer, middle, inner] = palettes[seed % palettes.length]!
  return {
    turn: `rotate(${((seed >>> 8) % 4) * 90} 20 20)`,
    shapes: [
      [outer, "M0 0h40v40H0z"],
      [middle, "M4 40V22a16 16 0 0 1 32 0v18z"],
      [inner, "M11 40V24a9 9 0 0 1 18 0v16z"],
      [outer, "M16.5 40V26a3.5 3.5 0 0 1 7 0v14z"],
    ],
  }
}

/** Avatar in SVG syntax: paths with their fill colors, and the transform of their group. */
export interface Identicon {
  readonly turn: string
  readonly shapes: readonly (readonly [fill: string, d: string])[]
}

const palettes: readonly (readonly [string, string, string])[] = [
  ["#2e4a8f", "#8fb2ff", "#f0be7a"],
  ["#4b3a86", "#b29bf0", "#8fd3df"],
  ["#7d2b50", "#f08fa8", "#f7d08a"],
  ["#1d5a4c", "#7fd0a6", "#f2e3a0"],
  ["#7a3a16", "#f0a06a", "#8fc7e8"],
  ["#274a5e", "#79bcd4", "#f29d8a"],
]

/** Returns the 32-bit FNV-1a hash of a text. The algorithm is small, and good enough for decoration. */
const hash = (text: string): number => {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  return value >>> 0
}
