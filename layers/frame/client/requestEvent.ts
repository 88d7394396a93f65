import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import type { Frame, FrameChange } from "../../../services/Frame.ts"
import { Storage } from "../../../services/Storage.ts"
import * as events from "../../../src/embedded/endpoints/frameEvents.ts"
import { unsafeMethods } from "../../../src/embedded/model/frameMethods.ts"
import { type FrameErrors, RequestAborted, SomethingWentWrong } from "../../../src/errors/index.ts"
import { isRecord } from "../../../src/options/guards.ts"
import { ignoreFailure } from "../../shared/ignoreFailure.ts"
import { sendsEmail, withEmailCooldown } from "./emailCooldown.ts"
import { persistedIn } from "./persisted.ts"
import { createRequests } from "./reportRequests.ts"
import { decodeFrameResponse, validatePayload } from "./validateEvent.ts"

/** An event to send to the frame. */
export interface Sent {
  readonly id: string
  readonly name: string
  readonly payload: unknown
  /** Whether the time limit for requests applies to the response. */
  readonly limited: boolean
}

/** Transport of events to the frame. */
export interface Carrier {
  /**
   * Sends an event and returns the undecoded response. Fails with FrameError if the frame responds with an error, and with another error if
   * no response arrives. Interrupting it abandons the event.
   */
  carry(sent: Sent): Effect.Effect<unknown, FrameErrors>
  /** Notifies the frame that the requests waiting for the visitor's approval were abandoned. */
  readonly abort: Effect.Effect<void>
}

/**
 * Creates the methods that send events over a transport. They validate events, and responses to all events but RPC requests. They persist
 * the login, and report changes to `emit`.
 */
export const requestOver = ({ carry, abort }: Carrier, emit: (change: FrameChange) => void) =>
  Effect.map(Storage, (storage) => {
    const kept = persistedIn(storage)
    const requests = createRequests(emit)
    const open = new Map<string, Open>()

    const giveUp = (which: (open: Open) => boolean) =>
      Effect.gen(function* () {
        const given = [...open.values()].filter(which)
        for (const { gaveUp, error } of given) yield* Deferred.fail(gaveUp, error())
        if (given.some(({ needsApproval }) => needsApproval)) yield* abort
      })

    const freshId = Effect.gen(function* () {
      let id = ""
      do id = (yield* Random.next).toString(36).slice(2)
      while (open.has(id))
      return id
    })

    const post = Effect.fnUntraced(function* (row: Row, payload: unknown, method: string | undefined) {
      const id = yield* freshId
      const sent = carry({ id, name: row.name, payload, limited: row.limited })
      if (!row.aborts) return yield* sent
      const gaveUp = yield* Deferred.make<never, FrameErrors>()
      open.set(id, {
        gaveUp,
        needsApproval: method !== undefined && unsafeMethods.has(method),
        error: () => (method === undefined ? new SomethingWentWrong() : new RequestAborted()),
      })
      return yield* Effect.raceFirst(sent, Deferred.await(gaveUp)).pipe(
        Effect.ensuring(Effect.sync(() => open.delete(id))),
      )
    })

    const keep = Effect.fnUntraced(function* (row: Row, response: unknown) {
      if (!isRecord(response)) return
      const { chainId, userName, email, newEmail, smartAccountEnabledNetworks: networks, isConnected } = response
      if (row.name === events.getUser.name || row.name === events.connectSocial.name)
        yield* kept.loggedIn(typeof email === "string" ? email : undefined)
      if (typeof newEmail === "string") yield* kept.loggedIn(newEmail)
      if (typeof userName === "string") yield* kept.username.write(userName)
      if (typeof chainId === "string" || typeof chainId === "number") yield* kept.lastChain.write(chainId)
      if (Array.isArray(networks)) yield* kept.networks.write(networks)
      if (isConnected === false) yield* kept.forget
    })

    /** Returns the last used chain, from the frame if this browser has not persisted it. */
    const lastChain = Effect.gen(function* () {
      return (yield* kept.lastChain.read) ?? (yield* sendEvent(events.getChainId, undefined)).chainId
    })

    const session = Effect.map(kept.session.read, (token) => (token === undefined ? undefined : { token }))

    const request = Effect.fnUntraced(function* (payload: unknown, method: string) {
      const chain = method === "eth_chainId" ? quantityOf(yield* lastChain) : undefined
      if (chain !== undefined) return chain
      return yield* requests.reportRequest(method, post(wallet, payload, method), new RequestAborted())
    })

    const sendEvent = Effect.fnUntraced(function* <Output>(row: events.FrameEvent<unknown, Output>, payload: unknown) {
      // A sign-out takes effect in this browser even if it does not reach the frame.
      if (row.name === events.signOut.name) yield* kept.forget
      const posted = post(row, row.name === events.isConnected.name ? yield* session : payload, undefined)
      const value = yield* sendsEmail(row) ? withEmailCooldown(kept.emailTime, posted) : posted
      const response = yield* decodeFrameResponse(row, value)
      yield* keep(row, response)
      return response
    })

    const requestEvent = Effect.fn("Frame.request", { kind: "client" })(function* (row: Row, input: unknown) {
      yield* Effect.annotateCurrentSpan("method", row.name)
      const method = row.name === wallet.name && isRecord(input) ? String(input.method) : undefined
      const payload = yield* Effect.tapError(validatePayload(row, input), (error) =>
        error._tag === "RequestNotAllowed" ? requests.refused(method ?? "") : Effect.void,
      )
      return yield* method === undefined ? sendEvent(row, payload) : request(payload, method)
    })

    return {
      request: ((row: Row, input: unknown) =>
        requests.reached(requestEvent(row, input))) as Frame["Service"]["request"],
      /** Sends an event and ignores failures. */
      notify: (row: Row, input: unknown) => ignoreFailure(requestEvent(row, input)),
      abort: giveUp(() => true),
      abortApprovals: giveUp(({ needsApproval }) => needsApproval),
      persistedLogin: kept.login,
      persistUsername: (name: string | undefined) =>
        name === undefined ? kept.username.forget : kept.username.write(name),
      /** Persists the session token that the frame reported. */
      keepSession: kept.session.write,
    }
  })

/** A pending request, which can be abandoned. */
interface Open {
  readonly gaveUp: Deferred.Deferred<never, FrameErrors>
  readonly needsApproval: boolean
  readonly error: () => FrameErrors
}

type Row = events.FrameEvent<unknown, unknown>

const wallet: Row = events.rpcRequest

/** Returns an EVM chain's ID as a JSON-RPC quantity, or `undefined` for any other value. */
const quantityOf = (chain: number | string | undefined): string | undefined => {
  const id = typeof chain === "string" ? Number(chain.replace(/^eip155:/, "")) : chain
  return id !== undefined && Number.isSafeInteger(id) && id > 0 ? `0x${id.toString(16)}` : undefined
}
