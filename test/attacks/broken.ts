import type { Draw } from "../fixtures/draws.ts"

const long = "x".repeat(50_000)
const ring: Record<string, unknown> = {}
ring.ring = ring

/** Values that no honest party sends. Each can be posted to a window. */
const odd: readonly unknown[] = [
  ...[null, undefined, true, false, [], {}, [[]], [null], "", " ", long, "0x", "\u202e\u{e0001}", "\ud800"],
  ...[0, -1, 1.5, 1e300, Number.NaN, Number.MAX_SAFE_INTEGER, 10n, new Date(Number.NaN), new Map([["a", 1]])],
  ...["__proto__", "constructor", "javascript:alert(1)", "eip155:", "eip155:0x", "tron:1", "\u0000", "{address}"],
  ...[JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'), ring],
  ...[`0x${"f".repeat(40)}`, `0x${"f".repeat(130)}`, "eip155:424242", 424_242, "thief@bank.example"],
]

export const oddValue = (draw: Draw, secret: string): unknown =>
  draw.upTo(4) === 0 ? draw.oneOf([secret, { message: secret }, [secret], new Error(secret)]) : draw.oneOf(odd)

/** A value with a malformed value added, or in place of one part or of all of it. */
export const broken = (value: unknown, draw: Draw, secret: string): unknown => {
  if (draw.upTo(3) === 0 || typeof value !== "object" || value === null) return oddValue(draw, secret)
  if (Array.isArray(value)) {
    if (value.length === 0 || draw.upTo(2) === 0) return [...value, oddValue(draw, secret)]
    const at = draw.upTo(value.length - 1)
    return value.map((entry, index) => (index === at ? broken(entry, draw, secret) : entry))
  }
  const entries = Object.entries(value)
  if (entries.length === 0 || draw.upTo(5) === 0)
    return { ...value, [draw.oneOf(["", "extra"])]: oddValue(draw, secret) }
  const [name] = draw.oneOf(entries)
  return Object.fromEntries(entries.map(([key, field]) => [key, key === name ? broken(field, draw, secret) : field]))
}
