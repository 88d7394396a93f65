import { foreignText } from "./display.ts"

/** Foreign text, made fit to be shown: no control, direction or invisible characters, one space between words, cut to a length. What is no text is empty. */
export const safeText = (text: unknown, longest: number = foreignText.name): string => {
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

/** An address that a picture may be loaded from: http, https, or image data. Nothing for any other, or for one too long. */
export const safeImageUrl = (url: unknown): string | undefined => {
  if (typeof url !== "string") return undefined
  if (/^data:image\/[a-z0-9.+-]+[;,]/i.test(url)) return url.length <= foreignText.dataImage ? url : undefined
  return webUrl(url)
}

/** A link to a web page: http or https. Nothing for any other, or for one too long. */
export const webUrl = (url: unknown): string | undefined => {
  const parsed = parseUrl(url)
  return parsed && /^https?:$/.test(parsed.protocol) && !parsed.username ? parsed.href : undefined
}

/** A link that may lead to an app: any scheme but those that run or show what the link itself holds. Nothing for any other, or for one too long. */
export const safeLink = (url: unknown): string | undefined => {
  const parsed = parseUrl(url)
  return parsed && !/^(javascript|vbscript|data|blob|file|filesystem|about|view-source):$/.test(parsed.protocol)
    ? parsed.href
    : undefined
}

const parseUrl = (url: unknown): URL | undefined => {
  if (typeof url !== "string" || url.length > foreignText.url) return undefined
  try {
    return new URL(url)
  } catch {
    return undefined
  }
}

/** Controls, format characters that turn or hide text (but not the joiners that scripts and emoji need), private and broken ones. */
const hidden =
  /[\p{Cc}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu
