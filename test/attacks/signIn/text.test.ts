import { describe, expect, it } from "vitest"
import { misstates, readText } from "../../../src/siwx/model/grammar.ts"
import { type SiwxMessageData, siwxText } from "../../../src/siwx/model/message.ts"
import { type Draw, draws } from "../../fixtures/draws.ts"
import { attacks, seed, tell } from "../cases.ts"

const chains = ["eip155:8453", "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "bip122:000000000019d6689c085ae165831e93"]
const moment = (draw: Draw) => `20${10 + draw.upTo(80)}-01-01T00:00:00.000Z`
const maybe = <Name extends string, A>(draw: Draw, name: Name, value: A) =>
  (draw.upTo(1) === 1 ? { [name]: value } : {}) as { [Key in Name]?: A }

/** A message as a site creates it, with any of the optional fields. */
const messageOf = (draw: Draw): SiwxMessageData => ({
  accountAddress: "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
  chainId: draw.oneOf(chains),
  domain: draw.oneOf(["site.example", "site.example:8443", "localhost:5173"]),
  uri: draw.oneOf(["https://site.example", "https://site.example/path?a=b#c", "did:key:z6Mk"]),
  version: "1",
  nonce: draw.whole(20).toString(36).padStart(8, "0"),
  ...maybe(draw, "statement", draw.oneOf(["Sign in to Site", "Bei Site anmelden: größer?", "ورود به سایت"])),
  ...maybe(draw, "issuedAt", moment(draw)),
  ...maybe(draw, "expirationTime", moment(draw)),
  ...maybe(draw, "notBefore", moment(draw)),
  ...maybe(draw, "requestId", "request-1"),
  ...maybe(draw, "resources", draw.oneOf([["https://site.example/terms"], ["urn:recap:e30", "email:a@site.example"]])),
})

/** Characters that look like a space or are invisible. */
const lookAlikes = ["\u00a0", "\u2009", "\u3000", "\t", "\r", "\v", "\u2028", "\ufeff", "\u200b", "\u2060", "  "]

const facts = [
  "URI: https://bank.example",
  "Version: 1",
  "Chain ID: 1",
  "Nonce: 87654321",
  "Issued At: 2026-01-01T00:00:00Z",
  "Expiration Time: 2099-01-01T00:00:00Z",
  "Not Before: 2026-01-01T00:00:00Z",
  "Request ID: other",
  "Resources:\n- https://bank.example",
  "- https://bank.example",
  "bank.example wants you to sign in with your Ethereum account:",
]

const insert = (text: string, at: number, what: string) => text.slice(0, at) + what + text.slice(at)

/** Ways to change the meaning of a text, or to hide that it was changed. */
const lies: Readonly<Record<string, (text: string, draw: Draw) => string>> = {
  "another domain": (text, draw) => text.replace(/^\S+/, draw.oneOf(["bank.example", "site.example.bank.example", ""])),
  "a look-alike of a space": (text, draw) => {
    const [first = "", ...rest] = text.split("\n")
    const spaces = [...first.matchAll(/ /g)].map(({ index }) => index)
    const at = draw.oneOf(spaces)
    return [first.slice(0, at) + draw.oneOf(lookAlikes) + first.slice(at + 1), ...rest].join("\n")
  },
  "a look-alike, and another domain": (text, draw) =>
    text.replace(/^\S+ wants/, `bank.example${draw.oneOf(lookAlikes)}wants`),
  "a character more": (text, draw) =>
    insert(text, draw.upTo(text.length), draw.oneOf([...lookAlikes, "\n", "\r\n", "\0", "\u202e", "x", "0"])),
  "a character less": (text, draw) => {
    const at = draw.upTo(text.length - 1)
    return text.slice(0, at) + text.slice(at + 1)
  },
  "a line more": (text, draw) => {
    const lines = text.split("\n")
    lines.splice(draw.upTo(lines.length), 0, draw.oneOf(facts))
    return lines.join("\n")
  },
  "a line less": (text, draw) => {
    const lines = text.split("\n")
    lines.splice(draw.upTo(lines.length - 1), 1)
    return lines.join("\n")
  },
  "two lines exchanged": (text, draw) => {
    const lines = text.split("\n")
    const [one, two] = [draw.upTo(lines.length - 1), draw.upTo(lines.length - 1)]
    return lines.map((line, at) => (at === one ? lines[two] : at === two ? lines[one] : line)).join("\n")
  },
  "something before it": (text, draw) => draw.oneOf([...lookAlikes, "\n", "\n\n", "https://", "x"]) + text,
  "something after it": (text, draw) => text + draw.oneOf(["\n", " ", `\n${draw.oneOf(facts)}`, "\n\nI agree to pay"]),
  "other letters": (text) => text.toLowerCase(),
  "no text of the standard": (_, draw) => draw.oneOf(["", "Sign in", "{}", "0x1234", "[object Object]"]),
}

/** Normalizes differences that carry no meaning: an empty line, a scheme, and the case of an EVM address. */
const essence = (text: string) =>
  text
    .replace(/^[A-Za-z][A-Za-z0-9+.-]*:\/\//, "")
    .replace(/0xd8da[0-9a-f]{36}/i, (address) => address.toLowerCase())
    .replace(/\n{2,3}URI: /, "\n\nURI: ")

describe("A sign-in text", () => {
  const cases = draws(attacks, seed)

  it("parses back to its message, and contradicts no field", () => {
    for (const draw of cases) {
      const data = messageOf(draw)
      const { chain: _, reference, ...said } = readText(siwxText(data)) ?? {}
      expect(said).toEqual((({ chainId: __, ...fields }) => fields)(data))
      expect(data.chainId).toBe(`${data.chainId.split(":")[0]}:${reference}`)
      expect(misstates(siwxText(data), data)).toBe(false)
    }
  })

  it.each(Object.keys(lies))("with %s is not signed as the message shown", (name) => {
    const actedOn: string[] = []
    for (const draw of cases) {
      const data = messageOf(draw)
      const text = siwxText(data)
      const lie = lies[name]?.(text, draw) ?? text
      const differs = essence(lie) !== essence(text)
      if (differs && !misstates(lie, data)) actedOn.push(lie)
    }
    tell(`Sign-in texts with ${name}`, attacks, actedOn)
  })

  it("contradicts a message that has a field more or less", () => {
    for (const draw of cases) {
      const data = messageOf(draw)
      const field = draw.oneOf(["statement", "issuedAt", "expirationTime", "notBefore", "requestId"] as const)
      const more = { ...data, [field]: `${data[field] ?? ""}9` }
      expect(misstates(siwxText(data), more)).toBe(true)
      expect(misstates(siwxText(more), data)).toBe(true)
    }
    tell("Sign-in texts with a field more or less", attacks, [])
  })
})
