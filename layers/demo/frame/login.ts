import type { PersistedLogin } from "../../../services/Frame.ts"
import type { AccountType } from "../../../src/options/accountTypes.ts"
import { isRecord } from "../../../src/options/guards.ts"
import { oneOf } from "../random.ts"

/** State of the secure frame's user. It is persisted, so it survives a reload. */
export interface Login extends Omit<PersistedLogin, "smartAccountNetworks"> {
  readonly on: boolean
  readonly chainId: number | string
  readonly preferred: Extract<AccountType, "eoa" | "smartAccount">
}

export const loggedOut: Login = { on: false, chainId: 1, preferred: "smartAccount" }

/** IDs of the chains on which the embedded wallet has a smart account. */
export const smartAccountChains: readonly number[] = [8453, 137]

/** The code in every email of the demo: logins, email changes and email capture at sign-in. */
export const mailedCode = "123456"

/** Returns the visitor's name at a social provider, and the email address if that provider discloses it. */
export const personAt = (provider: string): { readonly username: string; readonly email?: string } => {
  const username = oneOf(["linden", "lindenhall", "l.hall"], provider)
  if (provider === "discord") return { username: `${username}#0` }
  return { username, ...(mails.has(provider) && { email: `${username}@${provider}.example` }) }
}
const mails: ReadonlySet<string> = new Set(["google", "apple", "facebook", "github"])

/** Reads a persisted login. Invalid parts fall back to those of `loggedOut`. */
export const readLogin = (text: string | undefined): Login => {
  try {
    const kept: unknown = JSON.parse(text ?? "null")
    if (!isRecord(kept)) return loggedOut
    const { on, chainId, preferred, email, username } = kept
    return {
      ...loggedOut,
      on: on === true,
      ...((typeof chainId === "number" || typeof chainId === "string") && { chainId }),
      ...(preferred === "eoa" && { preferred }),
      ...(typeof email === "string" && { email }),
      ...(typeof username === "string" && { username }),
    }
  } catch {
    return loggedOut
  }
}
