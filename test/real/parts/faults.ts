import type { Answer } from "./providerRoutes.ts"

/** A faulty HTTP response. Fields combine: a late 503 with an HTML page. */
export interface Fault {
  readonly status?: number
  /** Milliseconds before the response; Infinity never responds. */
  readonly delay?: number
  /** Header value: seconds, or an HTTP date. */
  readonly retryAfter?: string
  /**
   * Replaces the body. `wrong`: numbers as strings and strings as numbers. `huge`: 10 MB of JSON. `cut`: the connection
   * breaks midway.
   */
  readonly body?: "html" | "truncated" | "null" | "wrong" | "huge" | "empty" | "cut"
  /** Number of requests it affects; default: all. */
  readonly times?: number
}

/** The correct response with the fault applied. */
export const spoil = (answer: Answer, { status, body }: Fault): Answer => {
  const spoilt = { ...answer, status: status ?? answer.status }
  switch (body) {
    case "html":
      return { ...spoilt, type: "text/html", body: "<!doctype html><title>Bad gateway</title><h1>Bad gateway</h1>" }
    case "truncated":
      return { ...spoilt, body: answer.body.slice(0, Math.floor(answer.body.length / 2)) }
    case "null":
      return { ...spoilt, body: "null" }
    case "empty":
      return { ...spoilt, body: "" }
    case "wrong":
      if (answer.type !== "application/json") return spoilt
      return { ...spoilt, body: JSON.stringify(swapped(JSON.parse(answer.body))) }
    case "huge":
      return { ...spoilt, body: JSON.stringify({ data: "x".repeat(10 * 1024 * 1024) }) }
    default:
      return spoilt
  }
}

const swapped = (value: unknown): unknown => {
  if (typeof value === "string") return 7
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  if (Array.isArray(value)) return Object.fromEntries(value.map((one, index) => [index, swapped(one)]))
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, swapped(one)]))
  }
  return []
}
