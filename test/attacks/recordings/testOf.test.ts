import { describe, expect, it } from "vitest"
import { InvalidInput } from "../../../src/errors/index.ts"
import { testOf } from "../../../src/trace/testOf.ts"
import { type Draw, draws } from "../../fixtures/draws.ts"
import { attacks, seed, tell } from "../cases.ts"

const honest = {
  version: 1,
  networks: ["eip155:1"],
  dropped: 0,
  notes: [
    { is: "view", at: 1, name: "Connect" },
    { is: "namespace", at: 2, name: "eip155", status: "connected", network: "eip155:1" },
    {
      ...{ is: "request", at: 3, name: "api swapQuotes", of: "quoteSwap", network: "eip155:1", method: "GET", took: 9 },
      ...{ outcome: "failed", failures: [{ tag: "HttpStatus", code: 500 }], view: "Swap" },
    },
    {
      is: "request",
      at: 4,
      name: "rpc",
      method: "eth_call",
      took: 3_000,
      outcome: "failed",
      failures: [{ tag: "UnknownFailure" }],
    },
    {
      is: "request",
      at: 5,
      name: "wallet personal_sign",
      method: "personal_sign",
      outcome: "failed",
      failures: [{ tag: "RpcError", code: 4001 }],
    },
    { is: "flow", at: 6, name: "quoteSwap", outcome: "failed", failures: [{ tag: "SwapFailed" }], view: "Swap" },
  ],
} as const

/** Code that would run if it left the literal or the comment in which a test quotes a recording. */
const code = 'globalThis.stolen = "yes"'

/** Texts that try to leave them. */
const escapes = [
  '"',
  "'",
  "`",
  "\n",
  "\r",
  "\u2028",
  "\u2029",
  "\\",
  '\\"',
  "${",
  "*/",
  "</script>",
  '", () => {}); ',
  "\0",
]

const hostile = (draw: Draw): unknown => {
  const text = `${draw.oneOf(["a", "eip155:1", "swap ", ""])}${draw.oneOf(escapes)}${code}${draw.oneOf(["", "//", '("', "\n"])}`
  const other: readonly unknown[] = [
    text,
    [text],
    { [text]: text },
    { toString: () => text, length: 1 },
    Number.NaN,
    -1,
    1e300,
    null,
    text.repeat(9_999),
  ]
  return draw.upTo(2) > 0 ? text : draw.oneOf(other)
}

/** A recording with a hostile value in place of one of its values, or with a field more. */
const broken = (value: unknown, draw: Draw): unknown => {
  if (typeof value !== "object" || value === null || draw.upTo(9) === 0) return hostile(draw)
  if (Array.isArray(value)) {
    const at = draw.upTo(value.length)
    return at === value.length ? [...value, hostile(draw)] : value.with(at, broken(value[at], draw))
  }
  const [name, field] = draw.oneOf(Object.entries(value))
  return { ...value, ...(draw.upTo(9) === 0 ? { [`${hostile(draw)}`]: field } : { [name]: broken(field, draw) }) }
}

describe(`A recording from a stranger (${attacks} cases of seed ${seed})`, () => {
  it("is rejected, or becomes a test that contains no code of the recording", () => {
    expect(testOf(honest)).toContain("quoteSwap")
    const actedOn: string[] = []
    for (const draw of draws(attacks, seed)) {
      const recording = broken(honest, draw)
      const document = draw.upTo(1) === 0 ? recording : JSON.stringify(recording)
      try {
        if (testOf(document).includes("stolen")) actedOn.push(JSON.stringify(recording))
      } catch (error) {
        if (!(error instanceof InvalidInput)) actedOn.push(`${error}`)
      }
    }
    tell("Recordings of strangers", attacks, actedOn)
  })
})
