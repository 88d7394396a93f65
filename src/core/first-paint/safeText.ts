import { textLimits } from "./display.ts"

/**
 * Sanitizes untrusted text for display. Removes control, direction and invisible characters, collapses white space, and keeps at most 4
 * combining marks in a row. Cuts the text to `longest` characters, followed by an ellipsis. Returns "" for anything but text.
 */
export const safeText = (text: unknown, longest: number = textLimits.name): string => {
  if (typeof text !== "string") return ""
  const plain = text
    .slice(0, longest * 8)
    .replace(/[\t-\r\u2028\u2029]/g, " ")
    .replace(hidden, "")
    .replace(/\s+/g, " ")
    .replace(/(\p{M}{4})\p{M}+/gu, "$1")
    .trim()
  const characters = [...plain]
  return characters.length > longest ? `${characters.slice(0, longest).join("").trimEnd()}…` : plain
}

/**
 * Parts of `hidden`, which matches control, invisible, private-use and broken characters. It does not match joiners between letters of
 * scripts that need them, joiners in emoji, or variation selectors after an emoji.
 */
const joined = `[${"ArabSyrcMongDevaBengGuruGujrOryaTamlTeluKndaMlymSinh".replace(/.{4}/g, String.raw`\p{sc=$&}`)}]`
const needed = [
  String.raw`(?<=${joined}\p{M}?)[\u200c\u200d](?=${joined})`,
  String.raw`(?<=\p{ExtPict}[\ufe0f\p{EMod}]?)\u200d(?=\p{ExtPict})`,
  String.raw`(?<=\p{ExtPict})\ufe0f`,
].join("|")
const hidden = new RegExp(
  String.raw`(?!${needed})[\p{Cc}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{DI}\u2800\ufff9-\ufffc\u{1d159}]`,
  "gu",
)
