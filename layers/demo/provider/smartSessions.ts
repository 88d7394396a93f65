import { isRecord } from "../../../src/options/guards.ts"
import type { PermissionsRequest } from "../../../src/smartSessions/schema.ts"
import { type GlyphName, picture } from "../pictures.ts"
import { hexOf } from "../random.ts"

/** A smart session in the format of the provider's service. Times are in seconds since the Unix epoch. */
interface KeptSession {
  readonly pci: string
  readonly project: object
  readonly createdAt: number
  readonly expiry: number
  readonly revokedAt: number | null
  readonly permissions: readonly unknown[]
  readonly policies: readonly unknown[]
  readonly context: string | null
}

/** Smart sessions of the world's accounts. Every EVM account has some from the start. */
export interface SessionBook {
  list(address: string, now: number): readonly KeptSession[]
  /** Registers a requested session, which is not listed until it is activated. Returns its ID and the service's key. */
  add(address: string, request: PermissionsRequest, now: number): object
  /** Activates a registered session. Returns `false` if it does not exist. */
  activate(address: string, pci: string, now: number): boolean
  /** Revokes a session. Returns `false` if it does not exist or is already revoked. */
  revoke(address: string, pci: string, now: number): boolean
}

export const createSessions = (accounts: readonly string[]): SessionBook => {
  const kept = new Map<string, KeptSession[]>()
  const sessions = new Map<string, KeptSession>()
  const of = (address: string, now: number) => {
    const key = address.toLowerCase()
    const there = kept.get(key) ?? (accounts.includes(key) ? begun(key, now) : [])
    kept.set(key, there)
    return there
  }
  return {
    list: of,
    add: (address, request, now) => {
      const pci = idOf(`${address} ${sessions.size} ${JSON.stringify(request)}`)
      sessions.set(`${address.toLowerCase()} ${pci}`, {
        ...{ pci, project: { id: "demo", name: "This site", url: null, iconUrl: picture("anchor", "#2f6fdb") } },
        ...{ createdAt: Math.floor(now / 1_000), expiry: request.expiry, revokedAt: null, context: null },
        ...{ permissions: request.permissions, policies: request.policies ?? [] },
      })
      return { pci, key: { type: "secp256k1", publicKey: `0x02${hexOf(pci, 64)}` } }
    },
    activate: (address, pci, now) => {
      const session = sessions.get(`${address.toLowerCase()} ${pci}`)
      if (session) of(address, now).push(session)
      return session !== undefined
    },
    revoke: (address, pci, now) => {
      const all = of(address, now)
      const at = all.findIndex((one) => one.pci === pci && one.revokedAt === null)
      const session = all[at]
      if (session) all[at] = { ...session, revokedAt: Math.floor(now / 1_000) }
      return session !== undefined
    },
  }
}

/** Returns the permissions that a wallet of the world grants: those requested, with the wallet's ID for them as context. */
export const grantOf = (request: unknown): object => ({
  ...(isRecord(request) ? request : {}),
  context: `0x${hexOf(JSON.stringify(request), 64)}`,
})

const begun = (address: string, now: number): KeptSession[] =>
  first.map(([name, glyph, colour, began, ends, ended, permissions], index) => ({
    pci: idOf(`${address} ${index}`),
    project: { id: hexOf(name, 32), name, url: `https://${glyph}.example`, iconUrl: picture(glyph, colour) },
    createdAt: Math.floor(now / 1_000) + began * day,
    expiry: Math.floor(now / 1_000) + ends * day,
    revokedAt: ended === undefined ? null : Math.floor(now / 1_000) + ended * day,
    permissions,
    policies: [],
    context: `0x${hexOf(`${address} ${name}`, 64)}`,
  }))

const idOf = (what: string) => hexOf(what, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")

const day = 86_400
const ether = (thousandths: number) => `0x${(BigInt(thousandths) * 10n ** 15n).toString(16)}`
const spends = (thousandths: number, days: number) => ({
  type: "native-token-recurring-allowance",
  data: { allowance: ether(thousandths), start: 0, period: days * day },
})
const calls = (of: string, ...functions: readonly string[]) => ({
  type: "contract-call",
  data: {
    address: `0x${hexOf(`contract of ${of}`, 40)}`,
    abi: [],
    functions: functions.map((functionName) => ({ functionName })),
  },
})

/** Initial sessions: site name, glyph and color, then start, expiry and revocation in days from now, and permissions. */
const first: readonly (readonly [string, GlyphName, string, number, number, number | undefined, readonly object[]])[] =
  [
    ["Quayside Market", "shore", "#0d8083", -2, 28, undefined, [calls("quay", "placeBid", "cancelBid")]],
    ["Lamplight", "lantern", "#884d2e", -9, 5, undefined, [spends(50, 7)]],
    ["Tidepool", "ring", "#2f6fdb", -64, -34, undefined, [calls("tide", "harvest"), spends(10, 1)]],
    ["Orchard Game", "tree", "#417d4b", -31, 12, -20, [calls("orchard", "plant", "water", "pick")]],
  ]
