import { describe, expect, it } from "vitest"
import { confusable } from "../../src/core/confusables.ts"
import {
  addressWarnings,
  chainWarnings,
  isBlocking,
  isSevere,
  lookalike,
  nameWarnings,
  type PastReceiver,
  type ReceiverWarning,
} from "../../src/send/model/receiver.ts"
import { type Draw, draws } from "../fixtures/draws.ts"

const hex = "0123456789abcdef"
const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
const text = ({ upTo }: Draw, letters: string, length: number) =>
  Array.from({ length }, () => letters[upTo(letters.length - 1)]).join("")

const kinds = [
  { namespace: "eip155", letters: hex, length: 40, prefix: "0x" },
  { namespace: "solana", letters: base58, length: 44, prefix: "" },
] as const

describe("lookalikes of known recipients", () => {
  for (const { namespace, letters, length, prefix } of kinds) {
    const known = draws(50).map(
      (draw): PastReceiver => ({
        namespace,
        address: prefix + text(draw, letters, length),
        times: 1,
      }),
    )

    it(`are all detected on ${namespace}: 4 characters at both ends, or 6 at one`, () => {
      const ends = [
        [4, 4],
        [6, 0],
        [0, 6],
        [5, 5],
      ] as const
      const copies = draws(6_000, 7).map((draw, at) => {
        const { address } = known[at % known.length] as PastReceiver
        const [head, tail] = draw.oneOf(ends)
        const middle = text(draw, letters, length - head - tail)
        return address.slice(0, prefix.length + head) + middle + address.slice(address.length - tail)
      })
      expect(copies.filter((copy) => !lookalike(namespace, copy, known))).toEqual([])
    })

    it(`are not reported for ordinary addresses on ${namespace}, nor for the known ones themselves`, () => {
      const all = draws(20_000, 11)
      const wrongly = all.filter((draw) => lookalike(namespace, prefix + text(draw, letters, length), known)).length
      expect(wrongly / all.length).toBeLessThan(0.000_5)
      expect(known.filter(({ address }) => lookalike(namespace, address, known))).toEqual([])
    })
  }

  it("are not reported for another spelling of the same address, nor in another namespace", () => {
    const address = "0x51bE4c2F88d0E9136A71b0C4f2D97E3599a07e33"
    const known: readonly PastReceiver[] = [{ namespace: "eip155", address, times: 6 }]
    expect(lookalike("eip155", address.toLowerCase(), known)).toBeUndefined()
    expect(lookalike("solana", address, known)).toBeUndefined()
    const onSolana: PastReceiver = {
      namespace: "solana",
      address: "51beMME56N22XUGKZBaLH1RYm42iW1ro9eYm68kZ07e33",
      times: 1,
    }
    expect(lookalike("eip155", "0x51be07D12a9B4fC6b3851E2c90Fad46B3ca07e33", [onSolana])).toBeUndefined()
    expect(lookalike("eip155", "0x51be07D12a9B4fC6b3851E2c90Fad46B3ca07e33", known)).toBe(known[0])
  })
})

const latin = "abcdefghijklmnopqrstuvwxyz"
/** Letters that look like these Latin ones, by script. */
const scripts: readonly Readonly<Record<string, string>>[] = [
  {
    ...{ a: "а", c: "с", d: "ԁ", e: "е", h: "һ", i: "і", j: "ј", l: "ӏ", o: "о" },
    ...{ p: "р", q: "ԛ", s: "ѕ", y: "у", v: "ѵ", w: "ԝ", x: "х" },
  },
  { a: "α", c: "ϲ", n: "η", i: "ι", v: "ν", o: "ο", p: "ρ", u: "υ", w: "ω", y: "γ" },
  { g: "ց", h: "հ", n: "ո", u: "ս", o: "օ", q: "զ", j: "յ", l: "լ" },
]

describe("lookalike names", () => {
  it("are all detected: one letter or all of them from another script", () => {
    const all = draws(6_000, 3).map((draw) => {
      const doubles = draw.oneOf(scripts)
      const letters = [...text(draw, Object.keys(doubles).join(""), 4 + draw.upTo(8))]
      const one = draw.upTo(letters.length - 1)
      const whole = draw.upTo(1) === 1
      return `${letters.map((letter, at) => (whole || at === one ? doubles[letter] : letter)).join("")}.eth`
    })
    expect(all.filter((name) => confusable(name)).length / all.length).toBe(1)
  })

  it("are not reported for ordinary names in many languages", () => {
    const words = [
      "ansel",
      "marguerite",
      "münchen",
      "année",
      "łódź",
      "привет",
      "москва",
      "καλημέρα",
      "日本語",
      "東京タワー",
    ]
    const more = ["한국어", "שלום", "مرحبا", "नमस्ते", "สวัสดี", "tokyo東京", "a-b", "0xabc", "vitalik2", "ありがとう"]
    const random = draws(5_000, 5).map((draw) => text(draw, `${latin}0123456789-`, 4 + draw.upTo(10)))
    const all = [...words, ...more, ...random].map((name) => `${name}.eth`)
    expect(all.filter((name) => confusable(name))).toEqual([])
  })

  it.each([
    ["anse1.eth", "ansel.eth"],
    ["rnarguerite.eth", "marguerite.eth"],
    ["аnsel.eth", "ansel.eth"],
    ["0ttoline.eth", "ottoline.eth"],
  ])("%s looks like %s, a known name", (name, like) => {
    expect(confusable(name, ["somebody.eth", like])).toEqual({ like })
    expect(confusable(like, [like])).toBeUndefined()
  })
})

describe("warnings about a recipient", () => {
  const known: PastReceiver = { namespace: "eip155", address: "0x51bE4c2F88d0E9136A71b0C4f2D97E3599a07e33", times: 6 }

  it("name the known recipient that an address or a name imitates", () => {
    const of = { ...known, name: "ansel.eth" }
    const copy = "0x51be07D12a9B4fC6b3851E2c90Fad46B3ca07e33"
    expect(addressWarnings("eip155", copy, [of])).toEqual([{ type: "lookalike", of }])
    expect(addressWarnings("eip155", of.address, [of])).toEqual([])
    expect(nameWarnings("anse1.eth", [known, of])).toEqual([{ type: "confusable", like: "ansel.eth" }])
    expect(nameWarnings("аnsel.eth", [known])).toEqual([{ type: "confusable", like: undefined }])
    expect(nameWarnings("ansel.eth", [known, of])).toEqual([])
  })

  it("contain only the most severe of those about an address on its network", () => {
    const fine = { spelled: true, used: true, program: false }
    expect(chainWarnings(fine)).toEqual([])
    expect(chainWarnings({ ...fine, used: false })).toEqual([{ type: "unused" }])
    expect(chainWarnings({ ...fine, used: false, program: true })).toEqual([{ type: "program" }])
    expect(chainWarnings({ spelled: false, used: false, program: true })).toEqual([{ type: "checksum" }])
  })

  it.each<readonly [grade: string, warning: ReceiverWarning]>([
    ["blocking", { type: "token" }],
    ["blocking", { type: "checksum" }],
    ["blocking", { type: "otherChain", namespace: "solana" }],
    ["severe", { type: "lookalike", of: known }],
    ["severe", { type: "confusable", like: undefined }],
    ["severe", { type: "otherNetwork", network: "Ethereum" }],
    ["informative", { type: "program" }],
    ["informative", { type: "unused" }],
  ])("have one grade each (%s: %j)", (grade, warning) => {
    expect([isBlocking(warning), isSevere(warning)]).toEqual([grade === "blocking", grade === "severe"])
  })
})
