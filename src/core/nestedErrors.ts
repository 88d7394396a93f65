import { textLimits } from "./first-paint/display.ts"

/** Code of a rejection by the user (EIP-1193). */
export const userRejected = 4001

const rejection =
  /\buser\b.{0,40}\b(reject|den(y|ied)|cancel|declin|disapprov)|\b(reject|denied|cancel|declin)\w*\b.{0,40}\b(by|from) (the )?user\b|ACTION_REJECTED/i

/** Whether the message of an error, or of one nested in it, says that the user rejected the request. */
export const saysRejected = (error: unknown) => nodesOf(error).some((node) => rejection.test(wordsOf(node)))

/** Returns the message of an error, or the error itself if it is text, cut to a maximum length. Returns "" for anything else. */
export const wordsOf = (node: unknown): string => {
  const words = typeof node === "string" ? node : read(node, "message")
  return typeof words === "string" ? words.slice(0, textLimits.sentence) : ""
}

/** Returns the first message of an error or of the errors nested in it, or "" if there is none. */
export const messageOf = (error: unknown) => nodesOf(error).map(wordsOf).find(Boolean) ?? ""

/** Returns the integer codes of an error and the errors nested in it, outermost first. "ACTION_REJECTED" counts as 4001. */
export const codesOf = (error: unknown): readonly number[] =>
  nodesOf(error).flatMap((node) => {
    const code = read(node, "code")
    if (code === "ACTION_REJECTED") return [userRejected]
    const number = typeof code === "string" && /^-?\d{1,6}$/.test(code) ? Number(code) : code
    return typeof number === "number" && Number.isInteger(number) ? [number] : []
  })

/** Returns an error and the errors nested in it, outermost first, up to a limit. */
const nodesOf = (error: unknown): readonly unknown[] => {
  const nodes: unknown[] = [error]
  for (let at = 0; at < nodes.length && nodes.length < mostNodes; at++) {
    for (const key of ["data", "originalError", "error", "info", "cause"]) {
      const inner = read(nodes[at], key)
      if (inner !== null && typeof inner === "object" && !nodes.includes(inner)) nodes.push(inner)
    }
  }
  return nodes
}

const mostNodes = 16

/** Reads a field of an untrusted value, whose getters may throw. Returns `undefined` if it cannot be read. */
export const read = (node: unknown, key: string): unknown => {
  try {
    return node !== null && typeof node === "object" ? Reflect.get(node, key) : undefined
  } catch {
    return undefined
  }
}
