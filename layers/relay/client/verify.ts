import * as Effect from "effect/Effect"
import { InvalidInput } from "../../../src/errors/index.ts"
import { verifyWait } from "../../../src/walletConnect/limits.ts"
import { decodeAttestation, decodeAttested } from "../../../src/walletConnect/schema.ts"

/** Hashes to attest. `id`: hash of the encrypted relay message. `decryptedId`: hash of its content. */
export interface Vouched {
  readonly id: string
  readonly decryptedId: string
}

/**
 * Returns the verify host's attestation that a message comes from this page, as a JWT. Empty if the host does not attest it or does not
 * respond.
 */
export type Verify = (message: Vouched) => Effect.Effect<string>

/**
 * Creates the function that requests attestations, in a hidden iframe of the verify host. Without a host or a document, and after one
 * timeout, it returns empty texts without contacting the host.
 */
export const verification = (host: string | undefined, projectId: string): Verify => {
  let reachableHost = typeof document === "object" ? host : undefined
  return (message) =>
    Effect.suspend(() => {
      if (reachableHost === undefined) return Effect.succeed("")
      return Effect.timeoutOrElse(attestation(reachableHost, projectId, message), {
        duration: verifyWait,
        orElse: () =>
          Effect.sync(() => {
            reachableHost = undefined
            return ""
          }),
      })
    })
}

const attestation = (host: string, projectId: string, { id, decryptedId }: Vouched) =>
  Effect.suspend(() => {
    const url = new URL("/v3/attestation", host)
    url.search = `${new URLSearchParams({ projectId, origin: location.origin, id, decryptedId })}`
    const frame = document.createElement("iframe")
    frame.src = url.href
    frame.hidden = true
    // The iframe keeps its origin, which identifies its messages. It cannot open pop-ups, submit forms, start downloads or navigate this
    // page.
    frame.setAttribute("sandbox", "allow-scripts allow-same-origin")
    const off = new AbortController()
    const response = Effect.callback<string>((resume) => {
      const listener = ({ source, origin, data }: MessageEvent) => {
        if (source !== frame.contentWindow || origin !== url.origin) return
        const token = readAttestation(data, id)
        if (token !== undefined) resume(Effect.succeed(token))
      }
      window.addEventListener("message", listener, { signal: off.signal })
      document.body.append(frame)
    })
    return Effect.ensuring(
      response,
      Effect.sync(() => {
        off.abort()
        frame.remove()
      }),
    )
  })

/**
 * Reads the iframe's response. Returns the JWT for this message, an empty text if the host does not attest it, or `undefined` for anything
 * else.
 */
const readAttestation = (data: unknown, id: string): string | undefined => {
  try {
    const response = decodeAttestation(typeof data === "string" ? JSON.parse(data) : data)
    if (response instanceof InvalidInput) return undefined
    const { attestation } = response
    if (attestation === null) return ""
    const encoded = (attestation.split(".")[1] ?? "").replace(/-/g, "+").replace(/_/g, "/")
    const payload = decodeAttested(JSON.parse(atob(encoded)))
    return payload instanceof InvalidInput || payload.id !== id ? undefined : attestation
  } catch {
    return undefined
  }
}
