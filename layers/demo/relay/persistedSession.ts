import type { RelaySession } from "../../../services/Relay.ts"
import { isRecord } from "../../../src/options/guards.ts"

/** A relay session, with the ID of the phone's chain and the index of its selected account. */
export interface PersistedSession {
  readonly session: RelaySession
  readonly chainId: number
  readonly selected: number
}

/** Reads a persisted session. Returns `undefined` if it is invalid or has expired. */
export const readPersisted = (text: string | undefined, now: number): PersistedSession | undefined => {
  try {
    const kept: unknown = JSON.parse(text ?? "null")
    if (!isRecord(kept) || !isRecord(kept.session) || !isRecord(kept.session.peer)) return undefined
    const { topic, expiresAt, accounts, approvedCaipNetworkIds, methods, peer } = kept.session
    if (typeof topic !== "string" || typeof expiresAt !== "number" || expiresAt <= now) return undefined
    if (typeof peer.name !== "string" || ![accounts, approvedCaipNetworkIds, methods].every(isTexts)) return undefined
    const [chainId, selected] = [Number(kept.chainId), Number(kept.selected)]
    if (!Number.isSafeInteger(chainId) || !Number.isSafeInteger(selected)) return undefined
    return { session: kept.session as unknown as RelaySession, chainId, selected }
  } catch {
    return undefined
  }
}

const isTexts = (list: unknown): boolean => Array.isArray(list) && list.every((one) => typeof one === "string")
