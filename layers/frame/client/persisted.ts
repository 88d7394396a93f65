import * as Effect from "effect/Effect"
import type { PersistedLogin } from "../../../services/Frame.ts"
import type { Storage } from "../../../services/Storage.ts"
import { frame } from "../../../src/embedded/limits.ts"
import { type StorageKey, storageKey } from "../../../src/persistence/first-paint/model.ts"
import { ignoreFailure } from "../../shared/ignoreFailure.ts"

/**
 * Data that the embedded wallet persists in this browser between visits (section 3). If storage is blocked, nothing is persisted, and
 * nothing fails.
 */
export const persistedIn = (storage: Storage["Service"]) => {
  const fact = <A>(item: StorageKey, decode: (value: unknown) => A | undefined) => {
    const key = storageKey(item)
    return {
      read: Effect.map(storage.read(key), (text) => (text === undefined ? undefined : decode(parse(text)))),
      write: (value: A) => ignoreFailure(storage.write(key, JSON.stringify(value))),
      forget: storage.remove(key),
    }
  }
  const session = fact("auth_session", text)
  const used = fact("auth_login_used", (value) => (value === true ? value : undefined))
  const email = fact("auth_email", text)
  const username = fact("auth_username", text)
  const emailTime = fact("auth_last_email_time", number)
  const lastChain = fact("auth_last_chain", chain)
  const networks = fact("auth_smart_account_networks", numbers)

  return {
    session,
    username,
    /** Time of the last email, in ms since the Unix epoch. */
    emailTime,
    /** Chain in the frame's own format. */
    lastChain,
    networks,
    /** Persists that a user is logged in. This ends the cooldown of the login's email, but not that of an address change. */
    loggedIn: Effect.fnUntraced(function* (address: string | null | undefined) {
      if (address) yield* email.write(address)
      if (yield* used.read) return
      yield* used.write(true)
      yield* emailTime.forget
    }),
    /** Deletes the login. */
    forget: Effect.all([used.forget, email.forget, username.forget, lastChain.forget, session.forget]),
    login: Effect.gen(function* () {
      if (!(yield* used.read)) return undefined
      const [address, name] = [yield* email.read, yield* username.read]
      return {
        ...(address !== undefined && { email: address }),
        ...(name !== undefined && { username: name }),
        smartAccountNetworks: (yield* networks.read) ?? [],
      } satisfies PersistedLogin
    }),
  }
}

/** Reads a text that other scripts may have overwritten. One that is longer than any Portico writes is ignored. */
export const text = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" && value.length <= frame.keptText ? value : undefined

const number = (value: unknown) => (typeof value === "number" && Number.isFinite(value) ? value : undefined)

const chain = (value: unknown) => number(value) ?? text(value)

const numbers = (value: unknown) =>
  Array.isArray(value) ? value.filter((one: unknown): one is number => number(one) !== undefined) : undefined

const parse = (written: string): unknown => {
  try {
    return JSON.parse(written)
  } catch {
    return undefined
  }
}
