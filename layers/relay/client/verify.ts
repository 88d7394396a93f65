import * as Effect from "effect/Effect"
import { isRecord } from "../../../src/options/guards.ts"
import { verifyWait } from "../../../src/walletConnect/limits.ts"

/** The attested hashes: that of a sealed relay message, and that of its content. */
export interface Vouched {
  readonly id: string
  readonly decryptedId: string
}

/** Requests the verify host's attestation that a message comes from this page. Empty if it gives none. */
export type Verify = (message: Vouched) => Effect.Effect<string>

/**
 * The relay's domain check, in a hidden frame of the verify host. An unreachable host costs one timeout per page load, because it is not
 * asked again. Wallets then show the page as unverified.
 */
export const verification = (host: string | undefined, projectId: string): Verify => {
  let answering = typeof document === "object" ? host : undefined
  return (message) =>
    Effect.suspend(() => {
      if (answering === undefined) return Effect.succeed("")
      return Effect.timeoutOrElse(attestation(answering, projectId, message), {
        duration: verifyWait,
        orElse: () =>
          Effect.sync(() => {
            answering = undefined
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
    // Its own origin, which identifies its messages, and nothing else: no pop-ups, forms, downloads, or navigation of this page.
    frame.setAttribute("sandbox", "allow-scripts allow-same-origin")
    const off = new AbortController()
    const answer = Effect.callback<string>((resume) => {
      const listener = ({ source, origin, data }: MessageEvent) => {
        if (source !== frame.contentWindow || origin !== url.origin) return
        const token = readAttestation(data, id)
        if (token !== undefined) resume(Effect.succeed(token))
      }
      window.addEventListener("message", listener, { signal: off.signal })
      document.body.append(frame)
    })
    return Effect.ensuring(
      answer,
      Effect.sync(() => {
        off.abort()
        frame.remove()
      }),
    )
  })

/** Reads the frame's response: a JWT for this message, or null if the host gives no attestation. */
const readAttestation = (data: unknown, id: string): string | undefined => {
  try {
    const answer: unknown = typeof data === "string" ? JSON.parse(data) : data
    if (!isRecord(answer) || answer.type !== "verify_attestation") return undefined
    if (answer.attestation === null) return ""
    if (typeof answer.attestation !== "string") return undefined
    const payload: unknown = JSON.parse(
      atob((answer.attestation.split(".")[1] ?? "").replace(/-/g, "+").replace(/_/g, "/")),
    )
    return isRecord(payload) && payload.id === id ? answer.attestation : undefined
  } catch {
    return undefined
  }
}
