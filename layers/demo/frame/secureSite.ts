import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import type { Storage } from "../../../services/Storage.ts"
import { FrameError, type FrameErrors } from "../../../src/errors/index.ts"
import { isRecord } from "../../../src/options/guards.ts"
import { storageKey } from "../../../src/persistence/first-paint/model/storageKeys.ts"
import { ignoreFailure } from "../../shared/ignoreFailure.ts"
import { isSolana, respondToFrameRequest } from "../wallets/embedded.ts"
import type { World } from "../world.ts"
import { type Login, loggedOut, mailedCode, personAt, readLogin, smartAccountChains } from "./login.ts"

/** Creates the demo's secure site, which responds to the frame's protocol. The login is persisted in `Storage`, so all tabs share it. */
export const secureSite = (world: World, storage: Storage["Service"]) => {
  const { secure } = world
  const oneByOne = Semaphore.makeUnsafe(1).withPermits(1)
  let login: Login = { ...loggedOut, ...(world.login !== undefined && { on: true, email: world.login }) }
  let pending: Partial<Login> = {}
  const resume = () => secure.resume({ granted: login.on, chainId: Number(login.chainId) || 1 })
  resume()
  /** Rereads the login, because another tab may have changed it. */
  const recall = Effect.map(storage.read(key), (text) => {
    if (text !== undefined) login = readLogin(text)
    resume()
  })

  const know = (next: Partial<Login>) =>
    Effect.suspend(() => {
      login = { ...login, ...next }
      resume()
      return ignoreFailure(storage.write(key, JSON.stringify(login)))
    })
  const enter = (who: Partial<Login>) => {
    const { email: _, username: __, ...rest } = login
    login = rest
    return know({ ...who, on: true })
  }
  /** Prompts the visitor to approve a login, even if access was granted before. */
  const agreed = Effect.suspend(() => {
    secure.resume({ granted: false })
    return secure.connect
  }).pipe(
    Effect.mapError(() => new FrameError("The login was declined")),
    Effect.ensuring(Effect.sync(resume)),
  )
  const coded = (input: unknown) =>
    isRecord(input) && input.otp === mailedCode
      ? Effect.void
      : Effect.fail(new FrameError("This code is not the one that was sent. Try again."))
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

  const handlers = new Map<string, (input: Input) => Effect.Effect<unknown, FrameErrors>>([
    [
      "CONNECT_EMAIL",
      ({ email }) =>
        Effect.gen(function* () {
          const address = String(email)
          pending = { email: address }
          if (!address.startsWith("known"))
            return { action: address.startsWith("device") ? "VERIFY_DEVICE" : "VERIFY_OTP" }
          yield* enter(pending)
          return { action: "CONNECT" }
        }),
    ],
    ["CONNECT_DEVICE", () => agreed],
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
          yield* agreed
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
    ["GET_SMART_ACCOUNT_ENABLED_NETWORKS", () => Effect.succeed({ smartAccountEnabledNetworks: smartAccountChains })],
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
          respondToFrameRequest(world, { method: String(method), params, chainId: chainId ?? login.chainId }, oneByOne),
        ),
    ],
  ])

  return {
    respond: (name: string, payload: unknown): Effect.Effect<unknown, FrameErrors> =>
      Effect.andThen(
        recall,
        Effect.suspend(() => handlers.get(name)?.(isRecord(payload) ? payload : {}) ?? Effect.void),
      ),
    /** Prompts the visitor to approve a login. Fails with FrameError if the visitor declines. */
    agreed,
    /** Returns the URL to which a login window is finally redirected. */
    resultOf: (uri: string) => `${site}/result${new URL(uri).search}`,
  }
}

/** Origin of the demo's URLs. Nothing is requested from it. */
const site = "https://secure.example"
const key = storageKey("demo_frame")

type Input = Readonly<Record<string, unknown>>

const isType = (value: unknown): value is Login["preferred"] => value === "eoa" || value === "smartAccount"

/** Whether the frame supports a chain. */
const knows = (chainId: unknown): boolean => isSolana(chainId) || chains.includes(Number(chainId))
const chains = [1, 10, 137, 8453, 42161, 11155111, 84532]
