import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import { Frame } from "../../services/Frame.ts"
import { Storage } from "../../services/Storage.ts"
import {
  CooldownActive,
  FrameError,
  type FrameErrors,
  FrameLoadFailed,
  PopupClosed,
  RequestAborted,
  SocialConnectFailed,
  SomethingWentWrong,
} from "../../src/domain/errors.ts"
import { unsafeMethods } from "../../src/domain/frameMethods.ts"
import { isRecord } from "../../src/domain/input.ts"
import { email as emailLimits, socialPopup } from "../../src/domain/limits.ts"
import { keyOf } from "../../src/domain/stored.ts"
import { type Login, loggedOut, mailedCode, personAt, readLogin, smartAccountChains } from "../demo/login.ts"
import { answerSecure, isSolana } from "../demo/secureWallet.ts"
import type { World } from "../demo/world.ts"
import { once } from "../once.ts"
import { quietly } from "../quietly.ts"
import { followers } from "./followers.ts"
import { createRequests } from "./requests.ts"

/**
 * The secure frame of the world: there is none to load, and nothing is drawn. Logins and requests take their time and go wrong as the
 * world's line `frame` does; the visitor's answers are those of the world's wallet `secure`. Who is logged in is kept in `Storage`.
 */
export const layer = (world: World): Layer.Layer<Frame, never, Storage> =>
  Layer.effect(
    Frame,
    Effect.gen(function* () {
      const { secure, faults } = world
      const storage = yield* Storage
      const oneByOne = (yield* Semaphore.make(1)).withPermits(1)
      const { tell, follow } = followers()
      const requests = createRequests(tell)
      const open = new Set<{ readonly needsApproval: boolean; readonly giveUp: () => void }>()
      const giveUp = (which: (one: { readonly needsApproval: boolean }) => boolean) =>
        Effect.sync(() => {
          for (const one of [...open]) if (which(one)) one.giveUp()
        })
      let login: Login = { ...loggedOut, ...(world.login !== undefined && { on: true, email: world.login }) }
      let pending: Partial<Login> = {}
      /** Another tab may have changed it. */
      const recall = Effect.map(storage.read(key), (text) => {
        if (text !== undefined) login = readLogin(text)
        stand()
      })
      const stand = () => secure.resume({ granted: login.on, chainId: Number(login.chainId) || 1 })
      stand()

      yield* recall

      const know = (next: Partial<Login>) =>
        Effect.suspend(() => {
          login = { ...login, ...next }
          stand()
          return quietly(storage.write(key, JSON.stringify(login)))
        })
      const enter = (who: Partial<Login>) => {
        const { email: _, username: __, mailed: ___, ...rest } = login
        login = rest
        return know({ ...who, on: true })
      }
      /** The holder is asked, whatever was granted before. */
      const asked = Effect.suspend(() => {
        secure.resume({ granted: false })
        return secure.connect
      }).pipe(
        Effect.mapError(() => new FrameError("The login was declined")),
        Effect.ensuring(Effect.sync(stand)),
      )
      const coded = (input: unknown) =>
        isRecord(input) && input.otp === mailedCode
          ? Effect.void
          : Effect.fail(new FrameError("This code is not the one that was sent. Try again."))
      const cooled = Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const left = (login.mailed ?? Number.NEGATIVE_INFINITY) + emailLimits.cooldown - now
        if (left > 0) return yield* Effect.fail(new CooldownActive(Math.ceil(left / 1000)))
        yield* know({ mailed: now })
      })
      const inside = Effect.suspend(() =>
        login.on ? Effect.void : Effect.fail(new FrameError("Nobody is logged in to the embedded wallet")),
      )
      const isSmart = () => login.preferred === "smartAccount" && smartAccountChains.includes(Number(login.chainId))
      const user = () => {
        const [smart = "", plain = ""] = secure.state().addresses
        const [there = ""] = secure.also("solana")
        const one = isSolana(login.chainId)
        return {
          ...(login.email !== undefined && { email: login.email }),
          ...(login.username !== undefined && { userName: login.username }),
          address: one ? there : isSmart() ? smart : plain,
          chainId: login.chainId,
          smartAccountDeployed: false,
          accounts: one
            ? [{ address: there, type: "eoa" }]
            : [
                { address: plain, type: "eoa" },
                { address: smart, type: "smartAccount" },
              ],
          preferredAccountType: isSmart() ? "smartAccount" : "eoa",
        }
      }
      const place = (input: Input) => ({
        ...(input.chainId !== undefined && { chainId: input.chainId as Login["chainId"] }),
        ...(isType(input.preferredAccountType) && { preferred: input.preferredAccountType }),
      })

      const answers = new Map<string, (input: Input) => Effect.Effect<unknown, FrameErrors>>([
        [
          "CONNECT_EMAIL",
          ({ email }) =>
            Effect.gen(function* () {
              const address = String(email)
              yield* cooled
              pending = { email: address }
              if (!address.startsWith("known"))
                return { action: address.startsWith("device") ? "VERIFY_DEVICE" : "VERIFY_OTP" }
              yield* enter(pending)
              return { action: "CONNECT" }
            }),
        ],
        ["CONNECT_DEVICE", () => asked],
        [
          "CONNECT_OTP",
          (input) =>
            Effect.andThen(
              coded(input),
              Effect.suspend(() => enter(pending)),
            ),
        ],
        ["GET_SOCIAL_REDIRECT_URI", ({ provider }) => Effect.succeed({ uri: `${site}/login?provider=${provider}` })],
        [
          "CONNECT_SOCIAL",
          (input) =>
            Effect.gen(function* () {
              const provider = new URL(String(input.uri)).searchParams.get("provider") ?? ""
              yield* enter({ ...personAt(provider), ...place(input) })
              return user()
            }),
        ],
        ["GET_FARCASTER_URI", () => Effect.succeed({ url: `${site}/farcaster?channelToken=${world.seed}` })],
        [
          "CONNECT_FARCASTER",
          () =>
            Effect.gen(function* () {
              yield* asked
              const { username } = personAt("farcaster")
              yield* enter({ username })
              return { userName: username }
            }),
        ],
        [
          "GET_USER",
          (input) =>
            Effect.gen(function* () {
              yield* inside
              yield* know(place(input))
              return user()
            }),
        ],
        [
          "SIGN_OUT",
          () =>
            Effect.suspend(() => {
              login = loggedOut
              return know({})
            }),
        ],
        ["IS_CONNECTED", () => Effect.sync(() => ({ isConnected: login.on }))],
        ["GET_CHAIN_ID", () => Effect.sync(() => ({ chainId: login.chainId }))],
        [
          "SWITCH_NETWORK",
          ({ chainId }) =>
            Effect.gen(function* () {
              yield* inside
              if (!knows(chainId)) return yield* Effect.fail(new FrameError(`Chain ${chainId} is not supported`))
              yield* know({ chainId: chainId as Login["chainId"] })
              return { chainId }
            }),
        ],
        [
          "GET_SMART_ACCOUNT_ENABLED_NETWORKS",
          () => Effect.succeed({ smartAccountEnabledNetworks: smartAccountChains }),
        ],
        [
          "SET_PREFERRED_ACCOUNT",
          ({ type }) =>
            Effect.gen(function* () {
              yield* inside
              if (isType(type)) yield* know({ preferred: type })
              const { address, preferredAccountType } = user()
              return { type: preferredAccountType, address }
            }),
        ],
        [
          "UPDATE_EMAIL",
          ({ email }) =>
            Effect.gen(function* () {
              yield* inside
              yield* cooled
              pending = { email: String(email) }
              return { action: login.email === undefined ? "VERIFY_SECONDARY_OTP" : "VERIFY_PRIMARY_OTP" }
            }),
        ],
        ["UPDATE_EMAIL_PRIMARY_OTP", coded],
        [
          "UPDATE_EMAIL_SECONDARY_OTP",
          (input) =>
            Effect.gen(function* () {
              yield* coded(input)
              yield* know(pending)
              return { newEmail: login.email ?? "" }
            }),
        ],
        [
          "RPC_REQUEST",
          ({ method, params, chainId }) =>
            Effect.andThen(
              inside,
              answerSecure(world, { method: String(method), params, chainId: chainId ?? login.chainId }, oneByOne),
            ),
        ],
      ])

      const line = (name: string) =>
        Effect.mapError(faults.pass("frame", name), (cause) =>
          cause._tag === "HttpStatus" ? new FrameError(undefined, { cause }) : new FrameLoadFailed({ cause }),
        )
      const load = once(() => import("./payload.ts"))

      return {
        enabled: true,
        ask: Effect.fn("Frame.ask", { kind: "client" })(function* (event, input) {
          const { sendable, answerOf } = yield* Effect.mapError(load, (cause) => new FrameLoadFailed({ cause }))
          const method = event.name === "RPC_REQUEST" && isRecord(input) ? String(input.method) : undefined
          const payload = yield* Effect.tapError(sendable(event, input), (error) =>
            error._tag === "RequestNotAllowed" ? requests.refused(method ?? "") : Effect.void,
          )
          const answered = line(event.name).pipe(
            Effect.andThen(recall),
            Effect.andThen(answers.get(event.name)?.(isRecord(payload) ? payload : {}) ?? Effect.void),
            Effect.flatMap((said) => answerOf(event, said)),
          )
          const given = yield* Deferred.make<never, FrameErrors>()
          const one = {
            needsApproval: method !== undefined && unsafeMethods.has(method),
            giveUp: () =>
              Deferred.doneUnsafe(
                given,
                Effect.fail(method === undefined ? new SomethingWentWrong() : new RequestAborted()),
              ),
          }
          const whole = event.aborts
            ? Effect.raceFirst(answered, Deferred.await(given)).pipe(
                Effect.ensuring(Effect.sync(() => open.delete(one))),
              )
            : answered
          if (event.aborts) open.add(one)
          return yield* requests.reached(
            method === undefined ? whole : requests.told(method, whole, new RequestAborted()),
          )
        }),
        follow,
        abort: giveUp(() => true),
        withdraw: giveUp(({ needsApproval }) => needsApproval),
        kept: Effect.sync(() => {
          const { on, email, username } = login
          if (!on) return undefined
          return {
            ...(email !== undefined && { email }),
            ...(username !== undefined && { username }),
            smartAccountNetworks: smartAccountChains,
          }
        }),
        keepUsername: (name) =>
          Effect.suspend(() => {
            const { username: _, ...rest } = login
            login = rest
            return know(name === undefined ? {} : { username: name })
          }),
        show: (place) => Effect.sync(() => world.showFrame(place)),
        login: (popup, uri) =>
          Effect.gen(function* () {
            if (popup.blocked) return yield* Effect.fail(new SocialConnectFailed())
            const answer = Effect.mapError(asked, () => new SocialConnectFailed())
            yield* Effect.raceFirst(answer, closed(popup))
            popup.close()
            return `${site}/result${new URL(uri).search}`
          }),
        loadingPage: "about:blank",
      }
    }),
  )

/** Nothing is asked there: it only names things. */
const site = "https://secure.example"
const key = keyOf("demo_frame")

type Input = Readonly<Record<string, unknown>>

const isType = (value: unknown): value is Login["preferred"] => value === "eoa" || value === "smartAccount"

/** The frame knows certain chains only. */
const knows = (chainId: unknown): boolean => isSolana(chainId) || chains.includes(Number(chainId))
const chains = [1, 10, 137, 8453, 42161, 11155111, 84532]

const closed = (popup: { isClosed(): boolean }): Effect.Effect<never, PopupClosed> =>
  Effect.delay(
    Effect.suspend(() => (popup.isClosed() ? Effect.fail(new PopupClosed()) : closed(popup))),
    socialPopup.closedCheck,
  )
