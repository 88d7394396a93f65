/**
 * A text fit to be shown to anybody: without pairing URIs, addresses, e-mails, signatures, keys, ids and what it quotes. What only
 * looks like one of them goes too.
 */
export const redact = (text: string): string =>
  text
    .replace(pairing, `wc:${hidden}`)
    .replace(quotes, (quoted) => (/^.\w{0,24}.$/.test(quoted) ? quoted : `"${hidden}"`))
    .split(urls)
    .map((part, index) => (index % 2 === 1 ? address(part) : plain(part)))
    .join("")

/** The value of a field, by its name: a number, a truth, or one word that may be shown. */
export const redactField = (name: string, value: unknown): string => {
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  if (typeof value !== "string" || secretNames.test(name) || /\s/.test(value)) return hidden
  return redact(value)
}

/** What a flow, a method or a class is called; what is no such name is redacted. */
export const redactName = (name: string): string =>
  /^[a-z_.]{1,64}( [a-z_.]{1,64})?$/i.test(name) ? name.replace(profiles, hidden) : redact(name)

/** A tag or a code: one word that an author of programs wrote. Anything else is hidden. */
export const redactWord = (value: unknown): string => {
  if (typeof value !== "string" || !/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/i.test(value) || value.length > longestWord)
    return hidden
  return redactName(value)
}

/** What stands in the place of what is hidden. */
export const hidden = "…"

const longestWord = 64

/** A URL without credentials and fragment, and without what stands in it but words and short values of parameters that tell nothing. */
const address = (text: string): string => {
  if (!URL.canParse(text)) return plain(text)
  const { protocol, host, pathname, search } = new URL(text)
  const path = pathname.split("/").map((part) => (part.length <= 8 || words.test(part) ? shown(part) : hidden))
  // Not by URLSearchParams, which makes a space of the plus in a signature.
  const query = search.split("&").map((field) => {
    const [name = "", ...value] = field.split("=")
    if (value.length === 0) return shown(name).replace(keys, hidden)
    return `${shown(name)}=${secretNames.test(name) ? hidden : shown(value.join("=")).replace(keys, hidden)}`
  })
  return `${protocol}//${plain(host)}${path.join("/")}${query.join("&")}`
}

/** A part of a URL, decoded so that it can be recognised. */
const shown = (text: string): string => plain(decoded(text))

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const plain = (text: string): string => text.replace(emails, hidden).replace(profiles, hidden).replace(ids, hidden)

const urls = /([a-z][a-z0-9+.-]*:\/\/[^\s"'<>`\\]+)/i

/** The colon may be encoded, once or more, as in a deep link. */
const pairing = /wc(?::|%(?:25)*3a)[^\s"'<>`\\]*/gi

/** Tried from a word's start only, so that a long word costs no more than its length. */
const emails = /(?<![^\s"'<>`\\()[\],;:|])[^\s"'<>`\\()[\],;:|]+(?:@|%(?:25)*40)[^\s"'<>`\\()[\],;:|]+/gi

/** Names that accounts go by. */
const profiles = /[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.(?:eth|sol|bnb|reown\.id|wcn\.id)(?![\p{L}\p{N}_-])/giu

/** As JSON writes them, or cut off: an error may quote what was to be signed. A short word in quotes is a name. */
const quotes = /"(?:[^"\\]|\\.)*(?:"|$)|“[^”]*(?:”|$)|`[^`]*(?:`|$)|'[^']*'/gs

/** Longer than any word of ours: an address in hex, base58 or bech32, a hash, a signature in hex, base58 or base64. */
const ids = /[a-z0-9+/_=%-]{40,}|[a-z0-9]{25,}/gi

/** Keys and tokens are shorter. */
const keys = /(?=[\w-]*\d)[\w-]{20,}/g

/** What a path is made of, as `v1/account` or `getAnalyticsConfig`. */
const words = /^[a-z]*(?:[-_.]?[A-Z]?[a-z]{2,})*$/

const secretNames =
  /project|mail|address|account|sign|message|text|statement|uri|token|secret|key|seed|otp|code|phone|auth|pass|param|data|body|payload|search|name|topic/i
