import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Api } from "../../services/Api.ts"
import { Browser } from "../../services/Browser.ts"
import type { Siwx } from "../../services/Siwx.ts"
import { Storage } from "../../services/Storage.ts"
import { lastMoment } from "../../src/core/dates.ts"
import { isEmail } from "../../src/embedded/endpoints/frameEvents.ts"
import { CodeRefused, SiwxNotEnabled, UnknownFailure } from "../../src/errors/index.ts"
import { isRecord } from "../../src/options/guards.ts"
import { storageKey } from "../../src/persistence/first-paint/model/storageKeys.ts"
import {
  accountMetadataEndpoint,
  authenticateEndpoint,
  confirmOtpEndpoint,
  meEndpoint,
  nonceEndpoint,
  otpEndpoint,
} from "../../src/siwx/endpoints.ts"
import {
  belongsTo,
  hostOf,
  type SiwxAccount,
  type SiwxMessageData,
  type SiwxSession,
  type WalletInfo,
  withText,
} from "../../src/siwx/model/message.ts"
import { supportsSignIn } from "../../src/siwx/opening/model/signInNamespaces.ts"
import { ignoreFailure } from "../shared/ignoreFailure.ts"
import { checksummed } from "./checksumAddress.ts"

/**
 * Creates the provider's own sign-in (remote feature `reownAuthentication`). Persists the session's token, which is valid for the account
 * and network that it names, if the provider confirms it. `clientId`: returns the relay's client ID for this page.
 */
export const make = Effect.fnUntraced(function* (clientId: () => string | undefined) {
  const api = yield* Api
  const storage = yield* Storage
  const { page } = yield* Browser
  let given: { readonly email: string; readonly uuid: string | undefined } | undefined

  const signs = Effect.fnUntraced(function* (of: Pick<SiwxMessageData, "accountAddress" | "chainId">) {
    const domain = yield* Effect.try({
      try: () => hostOf(page.origin),
      catch: (cause) => new UnknownFailure({ cause }),
    })
    const { nonce, token } = yield* api.call(nonceEndpoint, undefined)
    yield* ignoreFailure(storage.write(nonceKey, token))
    nonceToken = token
    const now = yield* Clock.currentTimeMillis
    return {
      ...of,
      ...{ domain, uri: page.origin, version: "1", nonce, issuedAt: new Date(now).toISOString() },
      ...(given && { resources: [`email:${given.email}`] }),
    }
  })
  let nonceToken: string | undefined

  const forget = Effect.gen(function* () {
    given = undefined
    yield* storage.remove(tokenKey)
    yield* storage.remove(nonceKey)
  })

  const add = Effect.fn("siwx.add")(function* (session: SiwxSession, walletInfo: WalletInfo = { type: "unknown" }) {
    const vouched = nonceToken ?? (yield* storage.read(nonceKey)) ?? ""
    const body = { ...session, walletInfo, nonceToken: vouched, otp: given?.uuid, clientId: clientId() }
    const { token } = yield* api.call(authenticateEndpoint, body)
    const { accountAddress, chainId } = session.data
    // A token for another account must not sign this account in.
    if (!isHolder(token, { accountAddress, chainId }, yield* Clock.currentTimeMillis))
      return yield* Effect.fail(new UnknownFailure({ cause: new Error("The token is not the account's") }))
    held = token
    yield* ignoreFailure(storage.write(tokenKey, token))
    yield* storage.remove(nonceKey)
    nonceToken = undefined
    given = undefined
    return { ...session, ...mailboxIn(token) }
  })
  /** Token of the session. It is also kept in memory, so if storage is full or blocked, the session lasts until the page is left. */
  let held: string | undefined

  const sessions = Effect.fn("siwx.sessions")(function* (account: SiwxAccount) {
    const token = held ?? (yield* storage.read(tokenKey))
    const now = yield* Clock.currentTimeMillis
    if (token === undefined || !isHolder(token, account, now)) return []
    const me = yield* Effect.orElseSucceed(api.call(meEndpoint, { token }), () => undefined)
    if (!me || !belongsTo({ chainId: me.caip2Network, accountAddress: me.address }, account)) return []
    const { domain, uri, nonce, exp } = me
    const seconds = exp ?? readToken(token)?.exp
    const ends = seconds === undefined ? undefined : Math.min(seconds * second, lastMoment)
    // The negated comparison also rejects NaN.
    if (ends !== undefined && !(ends > now)) return []
    const data = {
      ...{ accountAddress: account.accountAddress, chainId: account.chainId, domain, uri, version: "1", nonce },
      ...(ends !== undefined && { expirationTime: new Date(ends).toISOString() }),
    }
    return [{ data, message: "", signature: "", ...mailboxIn(token) }]
  })

  /** Returns the token of an account. Fails if the account is not signed in. */
  const tokenOf = Effect.fnUntraced(function* (account: SiwxAccount) {
    const token = held ?? (yield* storage.read(tokenKey))
    if (token !== undefined && isHolder(token, account, yield* Clock.currentTimeMillis)) return token
    return yield* Effect.fail(new UnknownFailure({ cause: new Error("The account is not signed in") }))
  })

  return {
    enabled: true,
    signs: supportsSignIn,
    required: Effect.succeed(true),
    signOutOnDisconnect: true,
    verifies: true,
    message: Effect.fn("siwx.message")(function* (account) {
      return withText(yield* signs(yield* checksummed(account)))
    }),
    request: Effect.fn("siwx.request")(function* (chainId) {
      const { accountAddress: _, chainId: __, ...rest } = yield* signs({ chainId, accountAddress: "" })
      return rest
    }),
    sessions,
    add,
    // The provider stores only one session, that of the active network.
    set: Effect.fn("siwx.set")(function* ([first]) {
      if (!first) return yield* Effect.fail(new SiwxNotEnabled())
      yield* add(first, { type: "walletconnect" })
    }),
    revoke: Effect.fn("siwx.revoke")(function* (account) {
      const token = held ?? (yield* storage.read(tokenKey))
      const of = token === undefined ? undefined : readToken(token)
      if (of && !belongsTo({ chainId: of.caip2Network, accountAddress: of.address }, account)) return
      held = undefined
      yield* forget
    }),
    email: {
      send: Effect.fn("siwx.email.send")(function* (email, { chainId, accountAddress }) {
        const { uuid } = yield* api.call(otpEndpoint, { email, account: `${chainId}:${accountAddress}` })
        given = { email, uuid: uuid ?? undefined }
        return uuid !== null
      }),
      confirm: Effect.fn("siwx.email.confirm")(function* (code) {
        if (given?.uuid === undefined) return yield* Effect.fail(new CodeRefused())
        yield* api.call(confirmOtpEndpoint, { uuid: given.uuid, code })
      }),
    },
    metadata: {
      read: Effect.fn("siwx.metadata.read")(function* (account) {
        const { appKitAccount } = yield* api.call(meEndpoint, { token: yield* tokenOf(account), withAccount: true })
        return appKitAccount?.metadata ?? {}
      }),
      write: Effect.fn("siwx.metadata.write")(function* (account, metadata) {
        yield* api.call(accountMetadataEndpoint, { token: yield* tokenOf(account), metadata })
      }),
    },
  } satisfies Siwx["Service"]
})

const tokenKey = storageKey("siwx_auth_token")
const nonceKey = storageKey("siwx_nonce_token")

/** Whether a token names this account and network, and has not expired. Only the provider can confirm that it issued the token. */
const isHolder = (token: string, account: SiwxAccount, now: number): boolean => {
  const of = readToken(token)
  if (!of || (of.exp !== undefined && of.exp * second <= now)) return false
  return belongsTo({ chainId: of.caip2Network, accountAddress: of.address }, account)
}

/** Reads the payload of a JWT without verifying its signature. Returns `undefined` if it is invalid. */
const readToken = (token: string) => {
  try {
    const [, payload = ""] = token.split(".")
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, "+").replace(/_/g, "/")), (char) => char.charCodeAt(0))
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (!isRecord(value) || typeof value.address !== "string" || typeof value.caip2Network !== "string")
      return undefined
    const { address, caip2Network, exp, email } = value
    return {
      ...{ address, caip2Network, exp: typeof exp === "number" ? exp : undefined },
      email: typeof email === "string" && isEmail(email) ? email : undefined,
    }
  } catch {
    return undefined
  }
}

const mailboxIn = (token: string) => {
  const { email } = readToken(token) ?? {}
  return { ...(email !== undefined && { email }) }
}

const second = 1_000
