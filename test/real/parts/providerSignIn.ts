import { createHmac, randomInt, randomUUID, timingSafeEqual } from "node:crypto"
import { type Hex, verifyMessage } from "viem"
import type { SiwxMessageData } from "../../../src/siwx/model/message.ts"
import type { Asked, Give } from "./providerRoutes.ts"

/** Code that the provider emails. */
export const mailed = "271828"

/**
 * The provider's sign-in with its state: a nonce is valid once, tokens are signed, signatures are verified. Addresses
 * at `confirmed.example` need no code.
 */
export const authentication = (): readonly [string, Give][] => {
  const secret = randomUUID()
  const used = new Set<string>()
  const noted = new Map<string, object>()
  const accountOf = ({ caip2Network, address }: Record<string, unknown>) => `${caip2Network}:${address}`
  const addresses = new Map<string, { readonly email: string; confirmed: boolean }>()

  const token = (payload: object): string => {
    const parts = [{ alg: "HS256", typ: "JWT" }, payload].map((part) =>
      Buffer.from(JSON.stringify(part)).toString("base64url"),
    )
    return [...parts, createHmac("sha256", secret).update(parts.join(".")).digest("base64url")].join(".")
  }
  const read = (header: Asked["headers"][string]): Record<string, unknown> | undefined => {
    const [head, payload = "", seal = ""] = `${header}`.replace(/^Bearer /, "").split(".")
    const right = createHmac("sha256", secret).update(`${head}.${payload}`).digest()
    const given = Buffer.from(seal, "base64url")
    if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
    return JSON.parse(Buffer.from(payload, "base64url").toString())
  }

  return [
    [
      "GET /auth/v1/nonce",
      () => {
        const nonce = String(randomInt(1e8)).padStart(8, "0")
        return { nonce, token: token({ nonce }) }
      },
    ],
    [
      "GET /auth/v1/me",
      ({ headers, query }) => {
        const session = read(headers.authorization)
        if (!session) return refused(401, "Unauthorized")
        const metadata = noted.get(accountOf(session)) ?? null
        return query.includeAppKitAccount === "true" ? { ...session, appKitAccount: { metadata } } : session
      },
    ],
    [
      "PUT /auth/v1/account-metadata",
      ({ headers, body }) => {
        const session = read(headers.authorization)
        const { metadata } = (body ?? {}) as { readonly metadata?: unknown }
        if (!session) return refused(401, "Unauthorized")
        if (typeof metadata !== "object" || metadata === null) return refused(400, "Invalid metadata")
        noted.set(accountOf(session), metadata)
        return { status: 200, type: "application/json", body: "null" }
      },
    ],
    [
      "POST /auth/v1/authenticate",
      async ({ headers, body }) => {
        const { data, message, signature, walletInfo } = body as Posted
        const { accountAddress: address, chainId: caip2Network, nonce, uri, domain, resources = [] } = data
        const vouched = read(headers["x-nonce-jwt"])
        if (vouched?.nonce !== nonce || used.has(nonce)) return refused(401, "Invalid nonce")
        used.add(nonce)
        if (!(await verifyMessage({ address, message, signature }))) return refused(401, "Invalid signature")
        if (!`${message}`.includes(`Nonce: ${nonce}`) || !walletInfo) return refused(400, "Invalid message")
        const of = addresses.get(`${headers["x-otp"]}`)
        const named = resources.find((one) => one.startsWith("email:"))
        const known = named?.endsWith("@confirmed.example") ?? true
        if (of ? !of.confirmed || named !== `email:${of.email}` : !known) return refused(400, "OTP is required")
        const [chainNamespace, chainId] = `${caip2Network}`.split(":")
        const exp = Math.floor(Date.now() / 1000) + 3_600
        return {
          token: token({ address, caip2Network, chainNamespace, chainId, uri, domain, nonce, exp, email: of?.email }),
        }
      },
    ],
    [
      "POST /auth/v1/otp",
      ({ body }) => {
        const { email, account } = body as { readonly email: string; readonly account: string }
        if (!/^[a-z0-9]+:[^:]+:[^:]+$/i.test(account)) return refused(400, "Invalid account")
        if (email.endsWith("@confirmed.example")) return { uuid: null }
        const uuid = randomUUID()
        addresses.set(uuid, { email, confirmed: false })
        return { uuid }
      },
    ],
    [
      "PUT /auth/v1/otp",
      ({ headers, body }) => {
        const of = addresses.get(`${headers["x-otp"]}`)
        if (!of || (body as { readonly code?: string }).code !== mailed) return refused(401, "Invalid code")
        of.confirmed = true
        return { status: 200, type: "application/json", body: "null" }
      },
    ],
  ]
}

interface Posted {
  readonly data: SiwxMessageData & { readonly accountAddress: Hex }
  readonly message: string
  readonly signature: Hex
  readonly walletInfo: unknown
}

const refused = (status: number, text: string) => ({ status, type: "text/plain", body: text })
