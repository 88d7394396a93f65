import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import { Browser, type Page } from "../../services/Browser.ts"
import { Siwx } from "../../services/Siwx.ts"
import { Storage } from "../../services/Storage.ts"
import { SiwxNotEnabled, UnknownFailure } from "../../src/errors/index.ts"
import type { Namespace } from "../../src/options/namespaces.ts"
import { storageKey } from "../../src/persistence/first-paint/model/storageKeys.ts"
import { signIn } from "../../src/siwx/limits.ts"
import { misstates } from "../../src/siwx/model/grammar.ts"
import {
  belongsTo,
  hostOf,
  isSameSite,
  isValidNow,
  readMessage,
  readSessions,
  type SiwxAccount,
  type SiwxConfig,
  type SiwxMessage,
  type SiwxRequest,
  type SiwxSession,
  siwxText,
  withText,
} from "../../src/siwx/model/message.ts"
import { supportsSignIn } from "../../src/siwx/opening/model/signInNamespaces.ts"
import { ignoreFailure } from "../shared/ignoreFailure.ts"
import { checksummed } from "./checksumAddress.ts"

/**
 * Siwx backed by the site's configuration. Omitted methods default to standard messages and to sessions in `Storage`. An error that a
 * method throws becomes the cause of the failure, but if `getRequired` throws, sign-in is required. `only`: the only supported namespace,
 * if set.
 */
export const layer = (config: SiwxConfig, only?: Namespace): Layer.Layer<Siwx, never, Browser | Storage> =>
  Layer.effect(
    Siwx,
    Effect.gen(function* () {
      const { page } = yield* Browser
      const own = yield* storedSessions
      const given = (name: keyof SiwxConfig) => typeof config[name] === "function"
      const request: Effect.Effect<SiwxRequest, UnknownFailure> = Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const domain = yield* Effect.try({
          try: () => hostOf(page.origin),
          catch: (cause) => new UnknownFailure({ cause }),
        })
        return {
          domain,
          uri: page.origin,
          version: "1",
          nonce: nonce(),
          ...(typeof config.statement === "string" && { statement: config.statement }),
          issuedAt: new Date(now).toISOString(),
          expirationTime: new Date(now + signIn.lifetime).toISOString(),
        }
      })

      return {
        enabled: true,
        email: undefined,
        metadata: undefined,
        signs: (namespace) => supportsSignIn(namespace) && (only ?? namespace) === namespace,
        required: Effect.sync(() => {
          try {
            return config.getRequired?.() !== false
          } catch {
            return true
          }
        }),
        signOutOnDisconnect: config.signOutOnDisconnect !== false,
        verifies: given("addSession"),
        keeps: !given("getSessions"),

        message: Effect.fn("siwx.message")(function* (of) {
          const account = yield* checksummed(of)
          if (given("createMessage"))
            return yield* messageOf(yield* callSite(() => config.createMessage?.(account)), account)
          return withText({ ...account, ...(yield* request) })
        }),

        request: Effect.fn("siwx.request")(function* (chainId) {
          if (given("addSession") && !given("setSessions")) return yield* Effect.fail(new SiwxNotEnabled())
          if (!given("createMessage")) return yield* request
          const message = readMessage(yield* callSite(() => config.createMessage?.({ chainId, accountAddress: "" })))
          if (!message || message.requestId !== undefined) return yield* Effect.fail(new SiwxNotEnabled())
          const { accountAddress: _, chainId: __, ...rest } = message
          return rest
        }),

        sessions: Effect.fn("siwx.sessions")(function* (account) {
          const { chainId, accountAddress } = account
          const all = given("getSessions")
            ? readSessions(yield* callSite(() => config.getSessions?.(chainId, accountAddress)))
            : yield* Effect.filter(yield* own.read, isOfPage(page))
          const now = yield* Clock.currentTimeMillis
          return all.filter((session) => isValidNow(session, account, now))
        }),

        add: Effect.fn("siwx.add")(function* (session) {
          if (given("addSession")) yield* callSite(() => config.addSession?.(session))
          else yield* own.change((all) => [session, ...all.filter(({ data }) => !belongsTo(data, session.data))])
          return session
        }),

        set: Effect.fn("siwx.set")(function* (sessions) {
          if (given("setSessions")) return void (yield* callSite(() => config.setSessions?.(sessions)))
          const isNew = ({ data }: SiwxSession) => sessions.some((one) => belongsTo(data, one.data))
          yield* own.change((all) => [...sessions, ...all.filter((one) => !isNew(one))])
        }),

        revoke: Effect.fn("siwx.revoke")(function* (account) {
          const { chainId, accountAddress } = account
          if (given("revokeSession")) yield* callSite(() => config.revokeSession?.(chainId, accountAddress))
          else yield* own.change((all) => all.filter(({ data }) => !belongsTo(data, account)))
        }),
      }
    }),
  )

/**
 * Whether a stored session belongs to this page: its text matches its fields and names the page's site. A session may have no expiry,
 * because the site's `createMessage` decides whether messages expire.
 */
const isOfPage =
  ({ origin }: Page) =>
  ({ data, message }: SiwxSession) =>
    URL.canParse(origin) && !misstates(message, data)
      ? Effect.promise(() => isSameSite(data, hostOf(origin)))
      : Effect.succeed(false)

/** Sessions stored by Portico. If storage is full or blocked, they last until the page is left. */
const storedSessions = Effect.gen(function* () {
  const storage = yield* Storage
  let unkept: readonly SiwxSession[] | undefined
  const read = Effect.map(storage.read(key), (text) => unkept ?? sessionsIn(text))
  // Sessions of several namespaces may end at the same time. Without turns, a later write would bring back one that has ended.
  const inTurn = Semaphore.makeUnsafe(1).withPermits(1)
  return {
    read,
    change: (next: (all: readonly SiwxSession[]) => readonly SiwxSession[]) =>
      Effect.gen(function* () {
        const sessions = next(yield* read)
        unkept = sessions
        yield* ignoreFailure(
          Effect.tap(storage.write(key, JSON.stringify(sessions)), () =>
            Effect.sync(() => {
              unkept = undefined
            }),
          ),
        )
      }).pipe(inTurn),
  }
})

const key = storageKey("siwx")

const sessionsIn = (text: string | undefined): readonly SiwxSession[] => {
  try {
    return readSessions(JSON.parse(text ?? "[]"))
  } catch {
    return []
  }
}

/** Calls a method of the site. Fails if it throws, rejects or does not settle in time. */
const callSite = (method: () => unknown): Effect.Effect<unknown, UnknownFailure> =>
  Effect.timeoutOrElse(
    Effect.tryPromise({ try: async () => method(), catch: (cause) => new UnknownFailure({ cause }) }),
    {
      duration: signIn.response,
      orElse: () => Effect.fail(new UnknownFailure({ cause: new Error("The site did not respond") })),
    },
  )

/** Reads the message that the site created for an account. Fails if it is not for this account, or its text does not match its fields. */
const messageOf = (value: unknown, account: SiwxAccount): Effect.Effect<SiwxMessage, UnknownFailure> => {
  const data = readMessage(value)
  if (!data || !belongsTo(data, account))
    return Effect.fail(
      new UnknownFailure({ cause: new TypeError("createMessage did not return a sign-in message for this account") }),
    )
  const text = String(value)
  const written = text.startsWith("[object") ? siwxText(data) : text
  if (misstates(written, data))
    return Effect.fail(
      new UnknownFailure({ cause: new TypeError("createMessage returned text that does not match its fields") }),
    )
  return Effect.succeed({ ...data, toString: () => written })
}

/** Returns a nonce of random digits, with the minimum length that CAIP-122 requires. */
const nonce = (): string => {
  const [value = 0] = crypto.getRandomValues(new Uint32Array(1))
  return String(value % 10 ** signIn.nonceDigits).padStart(signIn.nonceDigits, "0")
}
