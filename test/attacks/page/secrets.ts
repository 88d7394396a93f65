import { english, french, italian, japanese, korean, portuguese, simplifiedChinese, spanish } from "viem/accounts"
import type { Draw } from "../../fixtures/draws.ts"

/** Text that must not leave the page. */
export interface Secret {
  readonly kind: string
  readonly text: string
  /** Parts that reveal the secret. */
  readonly parts: readonly string[]
}

/** A random secret of a random kind. */
export const secretOf = (draw: Draw): Secret => {
  const kind = draw.oneOf(Object.keys(kinds))
  const made = kinds[kind]?.(draw) ?? ""
  return typeof made === "string" ? { kind, text: made, parts: [made] } : { kind, ...made }
}

/** A secret of each kind. */
export const secretsOfEachKind = (draw: Draw): readonly Secret[] =>
  Object.entries(kinds).map(([kind, make]) => {
    const made = make(draw)
    return typeof made === "string" ? { kind, text: made, parts: [made] } : { kind, ...made }
  })

type Kind = (draw: Draw) => string | Omit<Secret, "kind">

const from = (draw: Draw, alphabet: string, length: number) =>
  Array.from({ length }, () => draw.oneOf([...alphabet])).join("")
const digits = "0123456789"
const hex = `${digits}abcdef`
const letters = "abcdefghijklmnopqrstuvwxyz"
const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
const bech32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
const alphanumeric = `${digits}${letters}${letters.toUpperCase()}`

/** A made-up word that occurs in no text of Portico. */
const word = (draw: Draw, length = 6) => `zq${from(draw, letters, length)}`
const key = (draw: Draw, length = 16 + draw.upTo(24)) => `${from(draw, digits, 4)}${from(draw, alphanumeric, length)}`
const token = (draw: Draw, length = 4 + draw.upTo(40)) => `Zq${from(draw, `${alphanumeric}-._~+`, length)}7`
const number = (draw: Draw, length: number) => `${1 + draw.upTo(8)}${from(draw, digits, length - 1)}`

const named =
  (...endings: readonly string[]): Kind =>
  (draw) => {
    const label = word(draw)
    const below = draw.oneOf(["", "", `${word(draw, 3)}.`])
    return { text: `${below}${label}.${draw.oneOf(endings)}`, parts: [label] }
  }

/** Three consecutive words reveal a recovery phrase. */
const phrase =
  (...lists: readonly (readonly string[])[]): Kind =>
  (draw) => {
    const list = draw.oneOf(lists)
    const spelled = draw.oneOf([
      (one: string) => one,
      (one: string) => one,
      (one: string) => one.toUpperCase(),
      (one: string) => `${one.charAt(0).toUpperCase()}${one.slice(1)}`,
    ])
    const words = Array.from({ length: draw.oneOf([12, 15, 18, 21, 24]) }, () => spelled(draw.oneOf(list)))
    const [between, numbered] = draw.oneOf([
      [" ", false],
      [" ", false],
      [", ", false],
      ["\n", false],
      [" ", true],
      ["\n", true],
    ] as const)
    const entries = words.map((one, at) => (numbered ? `${at + 1}. ${one}` : one))
    return {
      text: entries.join(between),
      parts: entries.slice(2).map((_, at) => entries.slice(at, at + 3).join(between)),
    }
  }

const kinds: Readonly<Record<string, Kind>> = {
  "pairing URI": (draw) => {
    const [topic, symKey] = [from(draw, hex, 64), from(draw, hex, 64)]
    const uri = `wc:${topic}@2?relay-protocol=irn&symKey=${symKey}&expiryTimestamp=1732200000`
    return {
      text: draw.oneOf([uri, encodeURIComponent(uri), encodeURIComponent(encodeURIComponent(uri))]),
      parts: [topic, symKey],
    }
  },
  "EVM address": (draw) => `0x${from(draw, `${hex}ABCDEF`, 40)}`,
  "shortened address": (draw) => `0x${number(draw, 4)}${draw.oneOf(["…", "..."])}${number(draw, 6)}`,
  "Solana address": (draw) => from(draw, base58, 43),
  "Bitcoin address": (draw) => `1${from(draw, base58, 25 + draw.upTo(8))}`,
  "Bitcoin address in bech32": (draw) => `bc1q${from(draw, bech32, 38)}`,
  "CAIP-10 account": (draw) => {
    const address = `0x${from(draw, hex, 40)}`
    return { text: `eip155:1:${address}`, parts: [address.slice(2)] }
  },
  "private key": (draw) => {
    const own = from(draw, hex, 64)
    return { text: `${draw.oneOf(["", "0x"])}${own}`, parts: [own] }
  },
  "EVM signature": (draw) => `0x${from(draw, hex, 130)}`,
  "Solana signature": (draw) => from(draw, base58, 88),
  "Bitcoin signature": (draw) => `${from(draw, `${base58}0OIl+/`, 87)}=`,
  "recovery phrase": phrase(english),
  "recovery phrase of another language": phrase(
    french,
    italian,
    japanese,
    korean,
    portuguese,
    simplifiedChinese,
    spanish,
  ),
  "one-time code": (draw) => {
    const length = 6 + draw.upTo(2)
    const code = number(draw, length)
    const grouped = `${code.slice(0, 3)} ${code.slice(3)}`
    const text = draw.oneOf([code, code, grouped, `G-${code}`])
    return { text, parts: [text.replace("G-", "")] }
  },
  "short one-time code": (draw) => {
    const code = number(draw, 4 + draw.upTo(1))
    const text = draw.oneOf([
      `your code is ${code}`,
      `OTP: ${code}`,
      `PIN ${code}`,
      `${code} is your code`,
      `code=${code}`,
    ])
    return { text, parts: [code] }
  },
  "issuer's key": (draw) => {
    const own = from(draw, alphanumeric, 8 + draw.upTo(24))
    const start = draw.oneOf([
      "sk_live_",
      "pk_test_",
      "sk-",
      "rk_live_",
      "ghp_",
      "github_pat_",
      "xoxb-",
      "AKIA",
      "AIza",
    ])
    return { text: `${start}${own}`, parts: [own] }
  },
  "JSON web token": (draw) => {
    const [claims, signature] = [from(draw, alphanumeric, 60), from(draw, `${alphanumeric}_-`, 43)]
    return { text: `eyJhbGciOiJIUzI1NiJ9.${claims}.${signature}`, parts: [claims, signature] }
  },
  "bearer token": (draw) => {
    const own = token(draw, draw.oneOf([2, 8, 40]))
    return { text: `${draw.oneOf(["Bearer", "bearer", "Authorization: Bearer", "Basic"])} ${own}`, parts: [own] }
  },
  "secret by its name": (draw) => {
    const own = token(draw)
    const name = draw.oneOf(["apiKey", "api_key", "access_token", "client_secret", "password", "session", "x-api-key"])
    return { text: `${name}${draw.oneOf(["=", ": "])}${own}`, parts: [own] }
  },
  "phone number": (draw) => {
    const [country, area, one, two] = [number(draw, 2), number(draw, 3), number(draw, 3), number(draw, 4)]
    const text = draw.oneOf([
      `+${country}${area}${one}${two}`,
      `+${country} ${area} ${one} ${two}`,
      `(${area}) ${one}-${two}`,
      `${area}-${one}-${two}`,
      `0${area}/${one}.${two}`,
    ])
    return { text, parts: [text, `${one}${two}`, `${one} ${two}`, `${one}-${two}`, `${one}.${two}`] }
  },
  "IP address": (draw) => {
    const address = [11 + draw.upTo(100), draw.upTo(255), draw.upTo(255), 1 + draw.upTo(254)].join(".")
    return { text: `${address}${draw.oneOf(["", ":8545"])}`, parts: [address] }
  },
  "IPv6 address": (draw) => {
    const groups = Array.from({ length: 8 }, () => number(draw, 4))
    return draw.oneOf([
      groups.join(":"),
      `[${groups.join(":")}]:443`,
      `${groups.slice(0, 3).join(":")}::${groups.slice(6).join(":")}`,
      `2001:db8::${groups[0]}`,
      `fe80::${groups[0]}%eth0`,
    ])
  },
  email: (draw) => {
    const own = `${word(draw)}${draw.oneOf(["", ".", "+", "_"])}${word(draw)}`
    return { text: `${own}@${word(draw)}.${draw.oneOf(["example", "co.uk", "com"])}`, parts: [own] }
  },
  "name of a name service": named("eth", "lens", "crypto", "sol", "bnb", "nft", "x", "base.eth", "reown.id", "wallet"),
  "name of the web": named("com", "org", "example"),
  "RPC key": (draw) => {
    const own = key(draw)
    const text = draw.oneOf([
      `https://mainnet.infura.io/v3/${own}`,
      `https://eth-mainnet.g.alchemy.com/v2/${own}`,
      `wss://node.example/ws/${own}`,
      `https://node.example/?apikey=${own}`,
      `https://node.example/rpc#${own}`,
      `https://user:${own}@node.example/`,
      `https://${own.toLowerCase()}.node.example/`,
    ])
    return { text, parts: [own, own.toLowerCase()] }
  },
  "login result": (draw) => {
    const [code, access] = [token(draw, 12), token(draw, 30)]
    return { text: `https://site.example/back?code=${code}&state=1#access_token=${access}`, parts: [code, access] }
  },
}

/** Every form in which a text can contain a part of a secret. */
export const found = (text: string, { parts }: Secret): readonly string[] => {
  const lower = text.toLowerCase()
  const plain = lower.replace(/\\n/g, "\n")
  return parts
    .flatMap((part) => [part, encodeURIComponent(part), JSON.stringify(part).slice(1, -1)])
    .filter((part) => lower.includes(part.toLowerCase()) || plain.includes(part.toLowerCase()))
}
