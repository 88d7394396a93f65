// Analytics events, error reports, traces and recordings pass through this file or disclosure.ts. Values of a known shape are checked
// against it. Free text has no shape, so patterns hide whatever identifies a visitor or grants access, and anything that looks like it.

/**
 * Hides anything in free text that looks like a secret or personal data: pairing URIs, keys, tokens, one-time codes, recovery phrases,
 * signatures, addresses, names, emails, phone numbers, IP addresses and quoted text. URLs keep their origin and the plain words of their
 * path.
 */
export const redact = (text: string): string =>
  // Long text is hidden as a whole, because a truncated secret would no longer match its pattern. So is a text with a recovery phrase,
  // because its words may extend beyond the match.
  text.length > longestText || phrases.test(text)
    ? redacted
    : text
        .replace(pairing, `wc:${redacted}`)
        .replace(quotes, (quoted) => (/^.[a-z]{0,24}.$/i.test(quoted) ? quoted : `"${redacted}"`))
        .split(urls)
        .map((part, index) => (index % 2 === 1 ? redactUrl(part) : plain(part)))
        .join("")

/**
 * Reduces a URL to its origin and path. Hides parts of the path that are not plain words, parts of the host that look like a secret or an
 * account name, and text that is not a URL.
 */
export const redactUrl = (text: string): string => {
  if (!URL.canParse(text)) return redacted
  const { protocol, host, pathname } = new URL(text)
  return `${plain(protocol)}//${loopback.test(host) ? host : hosted(host)}${redactPath(pathname)}`
}

/** Keeps only the plain words of a path. Keys, tokens, addresses and names are hidden. */
export const redactPath = (path: string): string =>
  phrases.test(path)
    ? `/${redacted}`
    : path
        .split("/")
        .map((part) => {
          const shown = decoded(part)
          const isPlain = words.test(shown) && shown.length <= longestPart && !names.test(shown)
          return part === "" || isPlain ? shown : redacted
        })
        .join("/")

/** Returns the value of a trace attribute if it is a small number, a boolean or one word, or else `redacted`. */
export const redactField = (value: unknown): string =>
  typeof value === "boolean" || isCode(value) ? String(value) : redactToken(value)

/** Keeps the name of a flow, a request or a class if it has the form of Portico's own names, optionally followed by a wallet method. */
export const redactName = (name: string): string => {
  const [first = "", ...rest] = name.split(" ")
  const own = ownNames.test(first) ? first : redacted
  const method = rest.length === 1 && methods.test(rest[0] ?? "") ? rest[0] : redacted
  return rest.length === 0 ? own : `${own} ${method}`
}

/** Returns the method of a request if it looks like a method name, or else `redacted`. */
export const redactMethod = (method: unknown): string =>
  typeof method === "string" && methods.test(method) ? method : redacted

/** Returns the tag or code of an error if it is a plain identifier, such as `RateLimited`, or else `redacted`. */
export const redactToken = (value: unknown): string =>
  typeof value === "string" && value.length <= longestWord && tag.test(value) && plain(value) === value
    ? value
    : redacted

/** Whether a value is an integer in the range of error codes, such as an HTTP status or a JSON-RPC code. */
export const isCode = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value > -100_000 && value < 10_000

/** Returns the CAIP-2 ID of an EVM network or a well-known one, or else `redacted`, because other networks could identify the site. */
export const redactNetwork = (id: unknown): string =>
  typeof id === "string" && (/^eip155:\d{1,12}$/.test(id) || wellKnown.has(id)) ? id : redacted

/** Replacement for hidden text. */
export const redacted = "…"

const longestText = 20_000
const longestWord = 64
const longestPart = 40

const plain = (text: string): string =>
  text
    .replace(bearers, `$1 ${redacted}`)
    .replace(assigned, `$1${redacted}`)
    .replace(emails, redacted)
    .replace(tokens, redacted)
    .replace(addresses, redacted)
    .replace(spoken, `$1${redacted}`)
    .replace(digits, redacted)
    .replace(ids, redacted)
    .replace(mixed, (word) => (isSecret(word) ? redacted : word))
    .replace(everyName, redacted)
    .replace(dotted, (name) => (files.test(name) ? name : redacted))

const hosted = (host: string): string =>
  host
    .replace(addresses, redacted)
    .replace(ids, redacted)
    .replace(mixed, (label) => (isSecret(label) ? redacted : label))
    .replace(everyName, redacted)

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const urls = /([a-z][a-z0-9+.-]{0,40}:\/\/[^\s"'<>`\\]+)/i

const loopback = /^(localhost|127(\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\])(:\d+)?$/

/** Pairing URIs. The colon may be URL-encoded, even repeatedly, as in a deep link. */
const pairing = /wc(?::|%(?:25)*3a)[^\s"'<>`\\]*/gi

/**
 * Quoted text as JSON writes it, complete or truncated, because an error may quote the data to be signed. A short word in quotes is kept,
 * because it is a name.
 */
const quotes = /"(?:[^"\\]|\\.)*(?:"|$)|“[^”]*(?:”|$)|`[^`]*(?:`|$)|'[^']*'/gs

/**
 * Recovery phrases (BIP-39): at least 12 words in a row, numbered or not. The word lists of ten languages are larger than the modal, so
 * words are recognized by shape: 3 to 9 letters, or 1 to 12 characters of Chinese, Japanese or Korean. Sentences rarely match, because they
 * also contain shorter and longer words, and punctuation.
 */
const phrases =
  /(?<![\p{L}\p{M}\p{N}])(?:(?:\p{N}{1,2}[.):]?\s*)?(?:(?:\p{Script=Latin}\p{M}*){3,9}|(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]\p{M}*){1,12})(?:[\s,;|+/_"'`“”[\]-]+|$|(?=[^\p{L}\p{M}\p{N}]))){12}/u

/** Credentials of any length after the name of their scheme. */
const bearers = /\b(bearer|basic|digest)\s+[^\s"',;]+/gi

/** Values assigned to a name that indicates a secret. */
const assigned =
  /(?<![\w-])([\w-]{0,40}(?:token|secret|passw|passphrase|api[-_ ]?key|private[-_ ]?key|symkey|\bkey|seed|mnemonic|credential|authorization|cookie|session|signature|jwt|otp)[\w-]{0,40}["']?\s{0,4}[:=]\s{0,4})[^\s,;&]+/gi

/** Email addresses. Matching starts only at the start of a word, so its time stays linear in the length of the word. */
const emails = /(?<![^\s"'<>`\\()[\],;:|=])[^\s"'<>`\\()[\],;:|=]+(?:@|%(?:25)*40)[^\s"'<>`\\()[\],;:|]+/gi

/** Keys with their issuer's prefix, and JSON Web Tokens. */
const tokens =
  /\b(?:[a-z]{2,8}[_-](?:live|test|prod|sandbox)[_-]|(?:sk|pk|rk|gh[a-z]|glpat|npm|xox[a-z]|github_pat|pat|shp[a-z]{2})[_-]|AKIA|ASIA|AIza|ya29\.|eyJ)[\w.+/=-]{3,}/gi

/** IP addresses, versions 4 and 6, also version 4 at the end of version 6. */
const addresses =
  /(?<![\w.])(?:(?:[\da-f:]{1,38}:)?\d{1,3}(?:\.\d{1,3}){3}(?!\w)|(?:(?:[\da-f]{1,4}:){7}[\da-f]{1,4}|(?=[\da-f:]{0,37}::)[\da-f:]{2,39}(?:%\w+)?)(?![\w:]))/gi

/** One-time codes next to a word such as `code` or `PIN`. Other short numbers are kept. */
const spoken =
  /((?:\b(?:codes?|otp|pin|passcode|verification|2fa|one[- ]time)\b)[^\p{L}\p{N}]{0,4}(?:(?:is|was|of|number|password)\b[^\p{L}\p{N}]{0,4}){0,2})(?!-32\d{3}\b)(?<!-(?=32\d{3}\b))(?=[\p{L}-]*\p{N})[\p{L}\p{N}-]{4,12}(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])\p{N}{4,5}(?=\s+(?:is|as)\s+(?:your|the|my)\b)/giu

/** Phone numbers, one-time codes and card numbers: six digits or more, grouped or not. JSON-RPC codes have five. */
const digits = /(?<![\p{L}\p{N}_.])[+(]{0,2}\p{N}(?:[\s().\-/]{0,2}\p{N}){5,}(?![\p{L}\p{N}_])/gu

/**
 * Strings longer than any word: addresses in hex, base58 or bech32, hashes, signatures in hex, base58 or base64. Also shorter hex with the
 * prefix `0x`, even truncated.
 */
const ids = /[a-z0-9+/_=%-]{40,}|[a-z0-9]{25,}|0x[\da-f]{7,}|0x[\da-f]{2,}(?:…|\.{2,3})[\da-f]{2,}/gi

/** Words that may be keys, tokens or short addresses. */
const mixed = /[\p{L}\p{N}_-]{6,}/gu

/** Whether a word has enough digits to be a secret. Ignores a version at the end of a method name, and JSON-RPC codes. */
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

/** File extensions of programs. */
const files = /\.(?:[cm]?[jt]sx?|json|html?|css|wasm|vue|svelte)$/

/** Plain parts of a path, such as `v1/account`, `getAnalyticsConfig`, `summer-sale-2026` or `app.js`. */
const words =
  /^(?:v\d{1,2}|\d{1,3}|(?:19|20)\d\d|[A-Z]{1,6}|[A-Za-z]?[a-z]{1,15}(?:[A-Z][a-z]{1,15}){0,5})(?:[-_](?:v\d{1,2}|\d{1,3}|(?:19|20)\d\d|[A-Za-z]?[a-z]{1,15}(?:[A-Z][a-z]{1,15}){0,5})){0,5}(?:\.(?:d|min|test|spec|[cm]?[jt]sx?|json|html?|php|css|wasm|vue|svelte)){0,3}$/

/** Names of Portico's spans, such as `connect` or, with a layer's prefix, `evm.connect`. */
const ownNames =
  /^(?:(?:evm|solana|bitcoin|secure|siwx(?:\.(?:email|metadata))?|Relay|Frame)\.)?[A-Za-z]{1,16}(?:[A-Z][a-z]{1,15}){0,5}$/

/** Methods of wallets and nodes, with their standard's prefix or as one word. The names of the provider's endpoints match too. */
const methods =
  /^(?:(?:eth|wallet|personal|net|web3|debug|txpool|solana|bitcoin|btc|bip122|stx|runes|ord|pay|safe|secure)_[a-z]{1,16}(?:[A-Z][a-z]{0,15}){0,5}(?:_v\d)?|[a-z]{1,16}(?:[A-Z][a-z]{0,15}){0,5}|[A-Z]{3,12}(?:_[A-Z]{2,16}){0,6})$/

const tag = /^[A-Za-z]+(?:_[A-Za-z]+)*\d{0,3}$/

/** Networks of Solana and Bitcoin. Repeated here, because an import would make bundlers load all networks with the page. */
const wellKnown: ReadonlySet<string> = new Set([
  "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
  "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1",
  "solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z",
  "bip122:000000000019d6689c085ae165831e93",
  "bip122:000000000933ea01ad0ee984209779ba",
  "bip122:00000008819873e925422c1ff0f99f7c",
])
