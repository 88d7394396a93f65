import { reading } from "./limits.ts"

/**
 * Copies an untrusted value as plain data: own fields of objects, entries of lists. Never throws. Functions, symbols, values that cannot be
 * read, cycles and anything too deep or too large become `undefined`. Objects omit such fields, and `__proto__`.
 */
export const plainCopy = (input: unknown): unknown => {
  let left: number = reading.values
  const copied = new Map<object, unknown>()
  const copy = (value: unknown, depth: number): unknown => {
    if (typeof value === "function" || typeof value === "symbol") return undefined
    if (typeof value !== "object" || value === null) return value
    if (copied.has(value) || depth > reading.depth) return copied.get(value)
    copied.set(value, undefined)
    try {
      const list = Array.isArray(value)
      const keys = list ? [] : Object.keys(value).filter((key) => key !== "__proto__")
      const length = list ? value.length : keys.length
      if (length > left) return undefined
      left -= length
      const at = (key: PropertyKey) => quietly(() => copy(Reflect.get(value, key), depth + 1))
      const plain = list
        ? Array.from({ length }, (_, index) => at(index))
        : Object.fromEntries(keys.map((key) => [key, at(key)]).filter(([, field]) => field !== undefined))
      copied.set(value, plain)
      return plain
    } catch {
      return undefined
    }
  }
  return copy(input, 0)
}

const quietly = <A>(get: () => A): A | undefined => {
  try {
    return get()
  } catch {
    return undefined
  }
}
