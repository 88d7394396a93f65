/**
 * Detects a name that can be mistaken for another one. Such a name looks like a name in `known`, or one of its labels mixes scripts that no
 * language mixes (UTS 39, highly restrictive) or has only letters of another script that look Latin. `like`: the name in `known` that it
 * resembles, if any. Returns `undefined` for an ordinary name.
 */
export const confusable = (
  name: string,
  known: readonly string[] = [],
): { readonly like: string | undefined } | undefined => {
  const like = known.find((one) => one !== name && skeleton(one) === skeleton(name))
  if (like !== undefined) return { like }
  return name.split(".").some((label) => isMixed(label) || isDisguised(label)) ? { like: undefined } : undefined
}

const isMixed = (label: string): boolean => {
  const scripts = new Set([...label].flatMap((letter) => scriptOf(letter) ?? []))
  return scripts.size > 1 && !together.some((allowed) => [...scripts].every((script) => allowed.has(script)))
}

/** Whether all letters are of another script and look like Latin ones. */
const isDisguised = (label: string): boolean => {
  const letters = [...label].filter((letter) => /\p{L}/u.test(letter))
  return letters.length > 0 && letters.every((letter) => doubles.has(letter))
}

/** Reduces a name to a form that names share if they look the same at a glance. */
export const skeleton = (name: string): string =>
  [...name.normalize("NFKD").toLowerCase()]
    .filter((letter) => !/\p{M}/u.test(letter))
    .map((letter) => doubles.get(letter) ?? akin.get(letter) ?? twins.get(letter) ?? letter)
    .join("")
    .replace(/rn/g, "m")
    .replace(/vv/g, "w")
    .replace(/cl/g, "d")

/** Returns the script of a letter, or "other" if it is not in `scripts`. Returns `undefined` for characters of no particular script. */
const scriptOf = (letter: string): string | undefined => {
  if (!/\p{L}/u.test(letter) || /\p{Script=Common}|\p{Script=Inherited}/u.test(letter)) return undefined
  return scripts.find(([, pattern]) => pattern.test(letter))?.[0] ?? "other"
}

const scripts = [
  ["Latin", /\p{Script=Latin}/u],
  ["Cyrillic", /\p{Script=Cyrillic}/u],
  ["Greek", /\p{Script=Greek}/u],
  ["Armenian", /\p{Script=Armenian}/u],
  ["Hebrew", /\p{Script=Hebrew}/u],
  ["Arabic", /\p{Script=Arabic}/u],
  ["Cherokee", /\p{Script=Cherokee}/u],
  ["Georgian", /\p{Script=Georgian}/u],
  ["Thai", /\p{Script=Thai}/u],
  ["Devanagari", /\p{Script=Devanagari}/u],
  ["Han", /\p{Script=Han}/u],
  ["Hiragana", /\p{Script=Hiragana}/u],
  ["Katakana", /\p{Script=Katakana}/u],
  ["Hangul", /\p{Script=Hangul}/u],
  ["Bopomofo", /\p{Script=Bopomofo}/u],
] as const

/** Sets of scripts that one language combines. */
const together: readonly ReadonlySet<string>[] = [
  new Set(["Latin", "Han", "Hiragana", "Katakana"]),
  new Set(["Latin", "Han", "Bopomofo"]),
  new Set(["Latin", "Han", "Hangul"]),
]

/** Letters of other scripts that are indistinguishable from a Latin one. */
const doubles: ReadonlyMap<string, string> = new Map([
  ...pairs("аaсcԁdеeһhіiјjӏlоoрpԛqѕsуyѵvԝwхx"),
  ...pairs("αaϲcηnιiνvοoρpυuωwγy"),
  ...pairs("ցgհhոnսuօoզqյjլl"),
])

/** Letters of other scripts that can be mistaken for a Latin letter if the letters around them are Latin. */
const akin: ReadonlyMap<string, string> = new Map(pairs("вbкkмmнhтtцuгrβbεeκkτtχxքp"))

/** Latin letters and digits that are mistaken for each other. */
const twins: ReadonlyMap<string, string> = new Map([
  ...pairs("0o1l5s3e"),
  ["i", "l"],
  ["ı", "l"],
  ["ɑ", "a"],
  ["ɡ", "g"],
])

function pairs(text: string): readonly (readonly [string, string])[] {
  const letters = [...text]
  return letters.flatMap((letter, at) => (at % 2 === 0 ? [[letter, letters[at + 1] ?? ""] as const] : []))
}
