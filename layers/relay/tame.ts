import type { Core } from "@walletconnect/core"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import {
  ConnectFailed,
  InvalidProjectId,
  OriginNotAllowed,
  type RelayError,
  SessionExpired,
} from "../../src/domain/errors.ts"
import { isRecord } from "../../src/domain/input.ts"
import type { Sign } from "./library.ts"
import type { Store } from "./store.ts"
import type { Vouched } from "./verify.ts"

export interface Taming {
  readonly store: Store
  readonly vouch: (message: Vouched) => Promise<string>
  /** The socket went, or came back with every topic subscribed to. */
  readonly socket: (state: "lost" | "back") => void
}

/** What is in our hand of a core of the library. */
export interface Tamed {
  /** Fails when the relay refuses this page, or when the core was closed: nothing that was asked will be answered then. */
  readonly ended: Deferred.Deferred<never, RelayError>
  /** Opens the socket if it is lost. */
  reopen(): void
  /** The page is shown or hidden, online or offline. */
  page(change: "visible" | "hidden" | "online" | "offline"): void
  /** Leaves nothing behind of the core, nor of the client that was made on it. */
  close(sign: Sign | undefined): Promise<void>
}

/** Takes in hand what the library does by itself. It must happen before the core is started. */
export const tame = (core: InstanceType<typeof Core>, { store, vouch, socket }: Taming): Tamed => {
  const ended = Deferred.makeUnsafe<never, RelayError>()
  const relayer = core.relayer as unknown as Relayer
  const { connect, createProvider, onProviderPayload, shouldIgnoreMessageEvent } = relayer
  let over: RelayError | undefined
  let visible = true
  let up = false

  const end = (error: RelayError) => {
    over ??= error
    store.close()
    Deferred.doneUnsafe(ended, Effect.fail(over))
  }

  const reopen = () => {
    if (over || core.relayer.connected) return
    if (!core.relayer.connecting) core.relayer.transportOpen().catch(ignore)
    // Between two of its attempts it sleeps for seconds. Who asks has a reason not to.
    else if (!relayer.provider.connection?.connecting) relayer.connect().catch(ignore)
  }

  // It would listen to the window for ever. `page` and the pulse below do the same.
  relayer.registerEventListeners = async () => undefined
  core.heartbeat.on("heartbeat_pulse", () => visible && !core.relayer.connecting && reopen())

  // A refused socket is opened again at once and without end, and the errors of those before it have no listener.
  relayer.connect = async (url) => {
    if (over) throw over
    await connect.call(relayer, url)
  }
  relayer.createProvider = async () => {
    if (over) throw over
    // Another attempt was faster.
    if (core.relayer.connected) return
    await createProvider.call(relayer)
    const { provider } = relayer
    if (provider.connection) onlyFrames(provider.connection)
    provider.on?.("error", ignore)
    provider.on?.("connect", () => over && provider.disconnect?.().catch(ignore))
  }
  core.relayer.on("relayer_error", (error: unknown) => end(refusal(error)))

  // Nobody catches what goes wrong in its own.
  relayer.publisher.checkQueue = () => {
    for (const { request, opts } of relayer.publisher.queue.values()) {
      relayer.publisher.rpcPublish(request, opts).catch(ignore)
    }
  }

  relayer.shouldIgnoreMessageEvent = async (letter) =>
    !isSealed(core, letter) || shouldIgnoreMessageEvent.call(relayer, letter)
  // It would emit an event by the name that the relay gives a subscription.
  relayer.onProviderPayload = async (payload) => {
    const { params } = payload
    const unnamed = isRecord(params) ? { ...payload, params: { ...params, id: "" } } : payload
    await onProviderPayload.call(relayer, unnamed).catch(ignore)
  }

  core.verify.register = vouch

  const turn = (now: boolean) => {
    if (now !== up && !over) socket(now ? "back" : "lost")
    up = now
  }
  core.relayer.subscriber.on("subscription_resubscribed", () => turn(true))
  core.relayer.on("relayer_disconnect", () => turn(false))

  return {
    ended,
    reopen,
    page: (change) => {
      if (change === "visible" || change === "hidden") visible = change === "visible"
      if (change === "visible" || change === "online") reopen()
      if (change === "offline" && !over) {
        turn(false)
        relayer.hasExperiencedNetworkDisruption = true
        relayer.transportDisconnect().catch(ignore)
      }
    },
    close: async (sign) => {
      end(new ConnectFailed())
      if (sign) settle(sign, relayer)
      core.heartbeat.stop()
      await core.relayer.transportClose().catch(ignore)
      clearTimeout(relayer.reconnectTimeout)
      clearTimeout(relayer.pingTimeout)
    },
  }
}

/**
 * Whether a message is sealed by a key that the relay does not have: the topic's own (type 0), or, before there is one, the key that a
 * wallet responds to (type 1). The library also takes messages that are not sealed (type 2), which the relay itself could write.
 */
const isSealed = ({ crypto }: InstanceType<typeof Core>, { topic, message }: Letter): boolean => {
  try {
    const type = crypto.getPayloadType(message)
    return type === 0 || (type === 1 && !crypto.hasKeys(topic))
  } catch {
    return false
  }
}

/** Passes on only responses to requests, and messages on a topic. The library checks neither, and throws where nothing catches. */
const onlyFrames = (connection: Connection) => {
  const { onPayload } = connection
  connection.onPayload = (event) => {
    if (isFrame(event.data)) onPayload.call(connection, event)
  }
}

const isFrame = (text: unknown): boolean => {
  try {
    const frame: unknown = JSON.parse(String(text))
    if (!isRecord(frame) || frame.jsonrpc !== "2.0" || !/^\d+$/.test(String(frame.id))) return false
    if (frame.method === undefined) return "result" in frame || isRecord(frame.error)
    const { data } = isRecord(frame.params) ? frame.params : {}
    return isRecord(data) && typeof data.topic === "string" && typeof data.message === "string"
  } catch {
    return false
  }
}

/** Answers every open question of a client that is closed, since each holds a timer of minutes. */
const settle = (sign: Sign, { publisher, provider, events }: Relayer) => {
  for (const { id } of sign.proposal.getAll()) sign.core.expirer.set(id, 0)
  const engine = sign.engine as unknown as { readonly events: Emitter }
  for (const { request } of sign.core.history.pending) {
    engine.events.emit(`session_request:${request.id}`, { error: { code: 6000, message: "User disconnected." } })
  }
  for (const name of provider.events?.eventNames() ?? []) {
    if (/^\d+$/.test(`${String(name)}`)) {
      provider.events?.emit(name, { id: name, jsonrpc: "2.0", error: { code: -32000, message: "Closed" } })
    }
  }
  // What could not be sent goes into a queue first, a turn later.
  setTimeout(() => {
    for (const id of publisher.queue.keys()) events.emit("relayer_publish", { id })
  })
}

/** What a relay means that closes the socket with code 3000; the library puts its reason into the message. */
const refusal = (error: unknown): RelayError => {
  const reason = error instanceof Error ? error.message : ""
  if (/origin not allowed/i.test(reason)) return new OriginNotAllowed({ cause: error })
  if (/JWT.*(not yet valid|expired)/i.test(reason)) return new SessionExpired({ cause: error })
  return new InvalidProjectId({ cause: error })
}

/** Nothing can be done about it, and nobody need know. */
export const ignore = () => undefined

interface Emitter {
  emit(event: string | symbol, value: unknown): boolean
  eventNames(): readonly (string | symbol)[]
}

/** A message on a topic. */
interface Letter {
  readonly topic: string
  readonly message: string
}

/** The socket. */
interface Connection {
  readonly connecting: boolean
  onPayload(event: { readonly data: unknown }): void
}

/** The relayer's inside as far as it is taken in hand, as the pinned version has it. */
interface Relayer {
  readonly events: Emitter
  provider: {
    on?(event: "error" | "connect", listener: () => unknown): void
    disconnect?(): Promise<void>
    readonly events?: Emitter
    readonly connection?: Connection
  }
  connect(url?: string): Promise<void>
  createProvider(): Promise<void>
  registerEventListeners(): Promise<void>
  onProviderPayload(payload: Readonly<Record<string, unknown>>): Promise<void>
  shouldIgnoreMessageEvent(letter: Letter): Promise<boolean>
  transportDisconnect(): Promise<void>
  hasExperiencedNetworkDisruption: boolean
  reconnectTimeout: ReturnType<typeof setTimeout> | undefined
  pingTimeout: ReturnType<typeof setTimeout> | undefined
  readonly publisher: {
    readonly queue: Map<string, { readonly request: unknown; readonly opts: unknown }>
    rpcPublish(request: unknown, opts: unknown): Promise<unknown>
    checkQueue(): void
  }
}
