import * as Effect from "effect/Effect"
import type { PersistedLogin } from "../../../services/Frame.ts"
import type { Storage } from "../../../services/Storage.ts"
import { frame } from "../../../src/embedded/limits.ts"
import { type StorageKey, storageKey } from "../../../src/persistence/first-paint/model/storageKeys.ts"
import { ignoreFailure } from "../../shared/ignoreFailure.ts"

/**
 * Returns accessors to the data that the embedded wallet persists between visits (specification section 3). They never fail. If
 * storage is blocked, nothing is persisted.
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
    /** ID of the last chain, in the frame's format: a number or a CAIP-2 ID. */
    lastChain,
    networks,
    /**
     * Persists that a user is logged in, and the user's email address if there is one. Unless a login was already persisted, also ends the
     * email cooldown.
     */
    loggedIn: Effect.fnUntraced(function* (address: string | null | undefined) {
      if (address) yield* email.write(address)
      if (yield* used.read) return
      yield* used.write(true)
      yield* emailTime.forget
    }),
    /** Deletes all data of the login. The email cooldown and the list of smart account networks stay. */
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

/**
 * Returns `value` if it is a text that is neither empty nor too long, or else `undefined`. Other scripts may have overwritten persisted
 * texts.
 */
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
