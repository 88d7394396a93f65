// Everything that leaves the page, or is printed or recorded, passes here or through disclosure.ts. Values of a known shape are checked
// against that shape. Free text has no shape, so patterns hide what identifies a visitor or gives access. What only looks like it is
// hidden too.

/**
 * Free text without secrets and personal data: pairing URIs, keys, tokens, one-time codes, recovery phrases, signatures, addresses,
 * names, emails, phone numbers, IP addresses, quoted text. URLs keep their origin and path.
 */
export const redact = (text: string): string =>
  // A secret that is cut off would no longer match its pattern, nor one whose first words pass for those of a recovery phrase.
  text.length > longestText || phrases.test(text)
    ? hidden
    : text
        .replace(pairing, `wc:${hidden}`)
        .replace(quotes, (quoted) => (/^.[a-z]{0,24}.$/i.test(quoted) ? quoted : `"${hidden}"`))
        .split(urls)
        .map((part, index) => (index % 2 === 1 ? redactUrl(part) : plain(part)))
        .join("")

/** URL reduced to its origin and path. Parts of the path other than plain words are hidden, as is a host that identifies a visitor. */
export const redactUrl = (text: string): string => {
  if (!URL.canParse(text)) return hidden
  const { protocol, host, pathname } = new URL(text)
  return `${plain(protocol)}//${loopback.test(host) ? host : hosted(host)}${redactPath(pathname)}`
}

/** Path with plain words only: keys, tokens, addresses and names are hidden. */
export const redactPath = (path: string): string =>
  phrases.test(path)
    ? `/${hidden}`
    : path
        .split("/")
        .map((part) => {
          const shown = decoded(part)
          const isPlain = words.test(shown) && shown.length <= longestPart && !names.test(shown)
          return part === "" || isPlain ? shown : hidden
        })
        .join("/")

/** Value of a trace's attribute: a small number, a boolean or one word. Anything else is hidden. */
export const redactField = (value: unknown): string =>
  typeof value === "boolean" || isCode(value) ? String(value) : redactWord(value)

/** Name of a flow, a request or a class: one of Portico's own, optionally followed by a wallet method. */
export const redactName = (name: string): string => {
  const [first = "", ...rest] = name.split(" ")
  const own = ownNames.test(first) ? first : hidden
  const method = rest.length === 1 && methods.test(rest[0] ?? "") ? rest[0] : hidden
  return rest.length === 0 ? own : `${own} ${method}`
}

/** Method of a request, hidden if it is no method name. */
export const redactMethod = (method: unknown): string =>
  typeof method === "string" && methods.test(method) ? method : hidden

/** Tag or code of an error: one word that a program's author wrote. Anything else is hidden. */
export const redactWord = (value: unknown): string =>
  typeof value === "string" && value.length <= longestWord && tag.test(value) && plain(value) === value ? value : hidden

/** Whether a value is a number that a program's author wrote, such as an HTTP status or a JSON-RPC code. */
export const isCode = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value > -100_000 && value < 10_000

/** CAIP-2 ID of an EVM network or of a well-known one. Other networks are the site's own, and hidden. */
export const redactNetwork = (id: unknown): string =>
  typeof id === "string" && (/^eip155:\d{1,12}$/.test(id) || wellKnown.has(id)) ? id : hidden

/** Replaces what is hidden. */
export const hidden = "…"

const longestText = 20_000
const longestWord = 64
const longestPart = 40

const plain = (text: string): string =>
  text
    .replace(bearers, `$1 ${hidden}`)
    .replace(assigned, `$1${hidden}`)
    .replace(emails, hidden)
    .replace(tokens, hidden)
    .replace(addresses, hidden)
    .replace(spoken, `$1${hidden}`)
    .replace(digits, hidden)
    .replace(ids, hidden)
    .replace(mixed, (word) => (isSecret(word) ? hidden : word))
    .replace(everyName, hidden)
    .replace(dotted, (name) => (files.test(name) ? name : hidden))

const hosted = (host: string): string =>
  host
    .replace(addresses, hidden)
    .replace(ids, hidden)
    .replace(mixed, (label) => (isSecret(label) ? hidden : label))
    .replace(everyName, hidden)

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const urls = /([a-z][a-z0-9+.-]{0,40}:\/\/[^\s"'<>`\\]+)/i

const loopback = /^(localhost|127(\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\])(:\d+)?$/

/** The colon may be encoded, once or more, as in a deep link. */
const pairing = /wc(?::|%(?:25)*3a)[^\s"'<>`\\]*/gi

/**
 * Quoted text as JSON writes it, complete or truncated, because an error may quote what was to be signed. A short word in quotes is a name.
 */
const quotes = /"(?:[^"\\]|\\.)*(?:"|$)|“[^”]*(?:”|$)|`[^`]*(?:`|$)|'[^']*'/gs

/**
 * Recovery phrases (BIP-39): at least 12 words in a row as its lists have them, numbered or not. The lists of ten languages weigh more
 * than the modal, so it goes by their shape: 3 to 9 letters, or a syllable or more of Chinese, Japanese or Korean. Sentences have
 * shorter and longer words and punctuation between.
 */
const phrases =
  /(?<![\p{L}\p{M}\p{N}])(?:(?:\p{N}{1,2}[.):]?\s*)?(?:(?:\p{Script=Latin}\p{M}*){3,9}|(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]\p{M}*){1,12})(?:[\s,;|+/_"'`“”[\]-]+|$|(?=[^\p{L}\p{M}\p{N}]))){12}/u

/** Credentials of any length after the name of their scheme. */
const bearers = /\b(bearer|basic|digest)\s+[^\s"',;]+/gi

/** A value after a name that says it is secret. */
const assigned =
  /(?<![\w-])([\w-]{0,40}(?:token|secret|passw|passphrase|api[-_ ]?key|private[-_ ]?key|symkey|\bkey|seed|mnemonic|credential|authorization|cookie|session|signature|jwt|otp)[\w-]{0,40}["']?\s{0,4}[:=]\s{0,4})[^\s,;&]+/gi

/** Tried from a word's start only, so that a long word costs no more than its length. */
const emails = /(?<![^\s"'<>`\\()[\],;:|=])[^\s"'<>`\\()[\],;:|=]+(?:@|%(?:25)*40)[^\s"'<>`\\()[\],;:|]+/gi

/** Keys with the prefix of their issuer, and JSON web tokens. */
const tokens =
  /\b(?:[a-z]{2,8}[_-](?:live|test|prod|sandbox)[_-]|(?:sk|pk|rk|gh[a-z]|glpat|npm|xox[a-z]|github_pat|pat|shp[a-z]{2})[_-]|AKIA|ASIA|AIza|ya29\.|eyJ)[\w.+/=-]{3,}/gi

/** IP addresses, versions 4 and 6. */
const addresses =
  /(?<![\w.:])(?:(?:(?:[\da-f]{1,4}:){7}[\da-f]{1,4}|(?=[\da-f:]*::)[\da-f:]{2,39}(?:\d{1,3}(?:\.\d{1,3}){3})?(?:%\w+)?)(?![\w:])|\d{1,3}(?:\.\d{1,3}){3}(?!\w))/gi

/** Codes after or before the word for them. Other short numbers are shown. */
const spoken =
  /((?:\b(?:codes?|otp|pin|passcode|verification|2fa|one[- ]time)\b)[^\p{L}\p{N}]{0,4}(?:(?:is|was|of|number|password)\b[^\p{L}\p{N}]{0,4}){0,2})(?!-32\d{3}\b)(?<!-(?=32\d{3}\b))(?=[\p{L}-]*\p{N})[\p{L}\p{N}-]{4,12}(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])\p{N}{4,5}(?=\s+(?:is|as)\s+(?:your|the|my)\b)/giu

/** Phone numbers, one-time codes, card numbers: six digits or more, grouped or not. JSON-RPC codes are five. */
const digits = /(?<![\p{L}\p{N}_.])[+(]{0,2}\p{N}(?:[\s().\-/]{0,2}\p{N}){5,}(?![\p{L}\p{N}_])/gu

/** Longer than any word: an address in hex, base58 or bech32, a hash, a signature in hex, base58 or base64. Or hex, shortened too. */
const ids = /[a-z0-9+/_=%-]{40,}|[a-z0-9]{25,}|0x[\da-f]{7,}|0x[\da-f]{2,}(?:…|\.{2,3})[\da-f]{2,}/gi

/** Words that may be keys, tokens and short addresses. */
const mixed = /[\p{L}\p{N}_-]{6,}/gu

/** Methods end in a version, and JSON-RPC has negative codes. */
const isSecret = (word: string): boolean => {
  const named = word.replace(/_v\d$/, "")
  const count = named.match(/\p{N}/gu)?.length ?? 0
  if (/^-32\d{3}$/.test(word)) return false
  return count >= 4 || (count > 0 && named.length >= 16)
}

/** Account names in the name services of chains. */
const names =
  /[^\s.,;:!?@/\\()[\]{}<>"'`…=&#]{1,64}(?:\.[^\s.,;:!?@/\\()[\]{}<>"'`…=&#]{1,64}){0,4}\.(?:eth|lens|crypto|nft|wallet|blockchain|bitcoin|dao|888|zil|polygon|unstoppable|sol|bnb|arb|avax|near|ada|tez|stx|btc|sats|hns|box|bit|x|(?:reown|wcn|cb|uni|fcast|base|linea)\.(?:id|eth|xyz))(?![\p{L}\p{N}_-])/iu
const everyName = new RegExp(names, "giu")

/** Any other dotted name, because DNS names can resolve to accounts too. */
const dotted = /(?<![\p{L}\p{N}_-])[\p{L}\p{N}_-]{2,64}(?:\.[\p{L}\p{N}_-]{2,64}){0,9}\.\p{L}{2,}(?![\p{L}\p{N}_-])/gu

/** Files of programs. */
const files = /\.(?:[cm]?[jt]sx?|json|html?|css|wasm|vue|svelte)$/

/** Plain parts of a path, such as `v1/account`, `getAnalyticsConfig`, `summer-sale-2026` or `app.js`. */
const words =
  /^(?:v\d{1,2}|\d{1,3}|(?:19|20)\d\d|[A-Z]{1,6}|[A-Za-z]?[a-z]{1,15}(?:[A-Z][a-z]{1,15}){0,5})(?:[-_](?:v\d{1,2}|\d{1,3}|(?:19|20)\d\d|[A-Za-z]?[a-z]{1,15}(?:[A-Z][a-z]{1,15}){0,5})){0,5}(?:\.(?:d|min|test|spec|[cm]?[jt]sx?|json|html?|php|css|wasm|vue|svelte)){0,3}$/

/** Names of Portico's spans, such as `connect`, or with a layer's prefix, `evm.connect`. */
const ownNames =
  /^(?:(?:evm|solana|bitcoin|secure|siwx(?:\.(?:email|metadata))?|Relay|Frame)\.)?[A-Za-z]{1,16}(?:[A-Z][a-z]{1,15}){0,5}$/

/** Methods of wallets and nodes, by the prefix of their standard or as one word. Endpoints of the provider are such words too. */
const methods =
  /^(?:(?:eth|wallet|personal|net|web3|debug|txpool|solana|bitcoin|btc|bip122|stx|runes|ord|pay|safe|secure)_[a-z]{1,16}(?:[A-Z][a-z]{0,15}){0,5}(?:_v\d)?|[a-z]{1,16}(?:[A-Z][a-z]{0,15}){0,5}|[A-Z]{3,12}(?:_[A-Z]{2,16}){0,6})$/

const tag = /^[A-Za-z]+(?:_[A-Za-z]+)*\d{0,3}$/

/** Networks of Solana and Bitcoin. Written out: by import, a bundler would load all networks with the page. */
const wellKnown: ReadonlySet<string> = new Set([
  "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
  "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1",
  "solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z",
  "bip122:000000000019d6689c085ae165831e93",
  "bip122:000000000933ea01ad0ee984209779ba",
  "bip122:00000008819873e925422c1ff0f99f7c",
])
