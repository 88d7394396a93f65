/** How the arches of an address are coloured (outermost first) and turned, in degrees. The same address, the same arches. */
export const arches = (
  address: string,
): { readonly colors: readonly [string, string, string]; readonly turn: number } => {
  const seed = hash(address.toLowerCase())
  return { colors: palettes[seed % palettes.length]!, turn: ((seed >>> 8) % 4) * 90 }
}

const palettes: readonly (readonly [string, string, string])[] = [
  ["#2e4a8f", "#8fb2ff", "#f0be7a"],
  ["#4b3a86", "#b29bf0", "#8fd3df"],
  ["#7d2b50", "#f08fa8", "#f7d08a"],
  ["#1d5a4c", "#7fd0a6", "#f2e3a0"],
  ["#7a3a16", "#f0a06a", "#8fc7e8"],
  ["#274a5e", "#79bcd4", "#f29d8a"],
]

/** FNV-1a, 32 bits: small, and it spreads well enough for decoration. */
const hash = (text: string): number => {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  return value >>> 0
}
