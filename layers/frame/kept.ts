import * as Effect from "effect/Effect"
import type { KeptLogin } from "../../services/Frame.ts"
import type { Storage } from "../../services/Storage.ts"
import { frame } from "../../src/domain/limits.ts"
import { keyOf, type Stored } from "../../src/domain/stored.ts"
import { quietly } from "../quietly.ts"

/** What the embedded wallet keeps in this browser between visits (section 3). Storage that takes nothing costs the memory only. */
export const keptIn = (storage: Storage["Service"]) => {
  const fact = <A>(item: Stored, decode: (value: unknown) => A | undefined) => {
    const key = keyOf(item)
    return {
      read: Effect.map(storage.read(key), (text) => (text === undefined ? undefined : decode(parse(text)))),
      write: (value: A) => quietly(storage.write(key, JSON.stringify(value))),
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
    /** When an e-mail was sent last, by the clock in ms. */
    emailTime,
    /** As the frame names it. */
    lastChain,
    networks,
    /** Somebody logged in, or still is: the mail of a login is answered, that of a change of the address counts on. */
    loggedIn: Effect.fnUntraced(function* (address: string | null | undefined) {
      if (address) yield* email.write(address)
      if (yield* used.read) return
      yield* used.write(true)
      yield* emailTime.forget
    }),
    /** Nobody is logged in any more. */
    forget: Effect.all([used.forget, email.forget, username.forget, lastChain.forget, session.forget]),
    login: Effect.gen(function* () {
      if (!(yield* used.read)) return undefined
      const [address, name] = [yield* email.read, yield* username.read]
      return {
        ...(address !== undefined && { email: address }),
        ...(name !== undefined && { username: name }),
        smartAccountNetworks: (yield* networks.read) ?? [],
      } satisfies KeptLogin
    }),
  }
}

/** A text that somebody may have written over; what is longer than any of ours is none. */
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
