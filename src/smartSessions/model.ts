import { isEvmAddress } from "../core/addresses.ts"
import { formatUnits } from "../core/amounts.ts"
import { decimalsShown } from "../core/first-paint/display.ts"
import { withLocale } from "../core/first-paint/formatNumber.ts"
import { safeText } from "../core/first-paint/safeText.ts"
import { formatExactly } from "../core/formatDecimal.ts"
import { isRecord } from "../options/guards.ts"

/** Smart session, which lets a site's key act for an account without prompts. Times are in ms since the Unix epoch. */
export interface SmartSession {
  /** ID at the provider. */
  readonly pci: string
  /** Sanitized name of the site. Empty if there is none. */
  readonly name: string
  readonly iconUrl: string
  readonly url: string
  readonly createdAt: number
  readonly expiry: number
  readonly revokedAt: number | undefined
  /** Permissions of the key, as granted. */
  readonly permissions: readonly unknown[]
}

/** Decoded permission of a session's key. Amounts are in smallest units, and `every` is in seconds. */
export type Allowance =
  | { readonly type: "calls"; readonly address: string; readonly functions: readonly string[] }
  | { readonly type: "spends"; readonly units: bigint; readonly token: string | undefined; readonly every: number }
  | { readonly type: "other" }

/**
 * Decodes a permission, with sanitized function names. Returns `other` if it is malformed or not understood. Works without Schema, because
 * views call it.
 */
export const readAllowance = (permission: unknown): Allowance => {
  const { type, data } = isRecord(permission) ? permission : {}
  if (!isRecord(data)) return { type: "other" }
  const { address, allowance, period, functions } = data
  const contract = typeof address === "string" && isEvmAddress(address) ? address : undefined
  if (type === "contract-call" && contract !== undefined) {
    const all = (Array.isArray(functions) ? functions : []).map((one: unknown) => (isRecord(one) ? one : {}))
    // A contract that is called by delegation acts as the account itself.
    if (all.some(({ operation = "Call" }) => operation !== "Call")) return { type: "other" }
    const names = all.map(({ functionName }) => safeText(functionName))
    // Functions without a readable name must not hide behind the others, so no function is named.
    return { type: "calls", address: contract, functions: names.every(Boolean) ? names : [] }
  }
  const isSpending = type === "native-token-recurring-allowance" || (type === "erc20-recurring-allowance" && contract)
  const isReadable =
    typeof allowance === "string" && /^0x[0-9a-f]{1,64}$/i.test(allowance) && typeof period === "number" && period > 0
  if (!isSpending || !isReadable || !Number.isFinite(period)) return { type: "other" }
  return { type: "spends", units: BigInt(allowance), token: contract, every: period }
}

/** Formats an allowance with all its decimals, so it never appears lower than it is. */
export const formatAllowance = (units: bigint, decimals: number, locale: string = decimalsShown.locale): string =>
  formatExactly(formatUnits(units, decimals), locale)

/**
 * Formats a period, given in seconds, in whole days, hours or minutes if possible. A single unit has no number, as in "every day", unless
 * the language has no singular.
 */
export const formatPeriod = (seconds: number, locale: string = decimalsShown.locale): string => {
  const [unit, length] = units.find(([, length]) => seconds % length === 0) ?? (["second", 1] as const)
  const options = { style: "unit", unit, unitDisplay: "long" } as const
  const [format, plural] = withLocale(
    locale,
    (known) => [new Intl.NumberFormat(known, options), new Intl.PluralRules(known)] as const,
  )
  const parts = seconds === length && plural.select(1) === "one" ? format.formatToParts(1) : []
  return parts.find(({ type }) => type === "unit")?.value ?? format.format(seconds / length)
}
const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const

/** Status of a session. */
export type SessionKind = "active" | "expired" | "revoked"

/** Returns the status of a session at the time `now`, in ms since the Unix epoch. */
export const kindOf = ({ revokedAt, expiry }: Pick<SmartSession, "revokedAt" | "expiry">, now: number): SessionKind => {
  if (revokedAt !== undefined) return "revoked"
  return expiry <= now ? "expired" : "active"
}

/** Groups the sessions of a status by the month they began in, newest first, in the visitor's time zone. `month` counts from 0. */
export const sessionsByMonth = (sessions: readonly SmartSession[], kind: SessionKind, now: number) => {
  const months: { readonly year: number; readonly month: number; readonly sessions: SmartSession[] }[] = []
  for (const session of [...sessions].sort((one, other) => other.createdAt - one.createdAt)) {
    if (kindOf(session, now) !== kind) continue
    const at = new Date(session.createdAt)
    const [year, month] = [at.getFullYear(), at.getMonth()]
    const last = months.at(-1)
    if (last?.year === year && last.month === month) last.sessions.push(session)
    else months.push({ year, month, sessions: [session] })
  }
  return months
}
