/** Packs a value for messages between a page and its background. Bytes become `{ bytes: number[] }`. */
export const packed = (value: unknown): unknown =>
  mapped(value, packed, (one) => (one instanceof Uint8Array ? { bytes: [...one] } : undefined))

/** Unpacks a packed value. */
export const unpacked = (value: unknown): unknown =>
  mapped(value, unpacked, ({ bytes }) => (Array.isArray(bytes) ? Uint8Array.from(bytes) : undefined))

const mapped = (
  value: unknown,
  each: (one: unknown) => unknown,
  whole: (one: Readonly<Record<string, unknown>>) => unknown,
): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map(each)
  return (
    whole(value as Readonly<Record<string, unknown>>) ??
    Object.fromEntries(Object.entries(value).map(([key, one]) => [key, each(one)]))
  )
}
