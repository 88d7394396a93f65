import { HttpStatus } from "../../../src/errors/index.ts"
import { isRecord } from "../../../src/options/guards.ts"
import type { Authentication, Bearer } from "../../../src/siwx/endpoints.ts"
import { mailedCode } from "../frame/login.ts"
import { hexOf } from "../random.ts"
import type { World } from "../world.ts"

/** Returns a nonce to sign in with, and a token to present with it. The tokens of the demo's sign-in provider are unsigned JWTs. */
export const nonce = ({ seed }: World, now: number) => {
  const nonce = String(Number.parseInt(hexOf(`nonce ${seed} ${now}`, 12), 16) % 1e8).padStart(8, "0")
  return { nonce, token: tokenOf({ nonce }) }
}

export const authenticate = (world: World, { data, nonceToken, otp }: Authentication, now: number) => {
  if (readToken(nonceToken)?.nonce !== data.nonce) return refused(401, "Invalid nonce")
  if (capturesEmail(world) && !(otp && world.confirmed.has(otp))) return refused(400, "OTP is required")
  const { accountAddress: address, chainId: caip2Network, uri, domain, nonce, resources = [] } = data
  const email = resources.find((one) => one.startsWith(mailed))?.slice(mailed.length)
  const [chainNamespace, chainId] = caip2Network.split(":")
  const exp = Math.floor(now / 1000) + lifetime
  const of = { address, caip2Network, chainNamespace, chainId, uri, domain, nonce, exp, email }
  return { token: tokenOf({ ...of, sub: `${caip2Network}:${address}`, iss: "demo", aud: "demo" }) }
}

export const me = ({ noted }: World, { token, withAccount }: Bearer & { readonly withAccount?: true }) => {
  const session = readToken(token)
  if (!session) return refused(401, "Unauthorized")
  return withAccount ? { ...session, appKitAccount: { metadata: noted.get(`${session.sub}`) ?? null } } : session
}

export const note = ({ noted }: World, { token, metadata }: Bearer & { readonly metadata: object }) => {
  const session = readToken(token)
  if (!session) return refused(401, "Unauthorized")
  noted.set(`${session.sub}`, metadata)
  return null
}

/** Returns the ID of an emailed code, or `null` for an address that begins with `known`, which needs no code. */
export const otp = ({ seed }: World, { email }: { readonly email: string }, now: number) => ({
  uuid: email.startsWith("known") ? null : hexOf(`code ${seed} ${email} ${now}`, 32),
})

export const confirm = (world: World, { uuid, code }: { readonly uuid: string; readonly code: string }) => {
  if (code !== mailedCode) return refused(401, "Invalid code")
  world.confirmed.add(uuid)
  return null
}

const capturesEmail = ({ project }: World) =>
  (project.features ?? []).some(
    (entry) =>
      isRecord(entry) &&
      entry.id === "email_capture" &&
      entry.isEnabled === true &&
      Array.isArray(entry.config) &&
      entry.config.includes("required"),
  )

const refused = (status: number, text: string) => new HttpStatus(status, { cause: { status, text } })

const tokenOf = (payload: object): string =>
  [{ alg: "none" }, payload]
    .map((part) => btoa(JSON.stringify(part)).replace(/=/g, ""))
    .join(".")
    .concat(".")

const readToken = (token: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const payload: unknown = JSON.parse(atob(token.split(".")[1] ?? ""))
    return isRecord(payload) ? payload : undefined
  } catch {
    return undefined
  }
}

/** Prefix of the resource that contains the email address in the signed message. */
const mailed = "email:"

/** Lifetime of a token in seconds: one week. */
const lifetime = 604_800
