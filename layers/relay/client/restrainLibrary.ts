import type { Core } from "@walletconnect/core"
import type { UniversalProvider } from "@walletconnect/universal-provider"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type { PageChange } from "../../../services/Browser.ts"
import {
  ConnectFailed,
  InvalidProjectId,
  OriginNotAllowed,
  type RelayError,
  SessionExpired,
} from "../../../src/errors/index.ts"
import { isRecord } from "../../../src/options/guards.ts"
import { relayHostWait } from "../../../src/walletConnect/limits.ts"
import type { Store } from "./libraryStorage.ts"
import type { Vouched } from "./verify.ts"

/** The library's client for the sign protocol. */
export type Sign = InstanceType<typeof UniversalProvider>["client"]

export interface RestrainOptions {
  /** URLs of the relay's WebSocket, tried in order. If empty, the library's own URL is used. */
  readonly relayUrls: readonly string[]
  /**
   * Called with the URL of each attempt, if there are several URLs. Returns a function that is called with whether the host was reached.
   */
  readonly trying: (url: string) => (isReached: boolean) => void
  readonly store: Store
  readonly vouch: (message: Vouched) => Promise<string>
  /** Called when the socket is lost, and when it is back and subscribed to all topics. */
  readonly socket: (state: "lost" | "back") => void
}

/** Controls of the library's core. */
export interface RestrainedCore {
  /** Fails when the relay refuses this page or the core is closed. Pending requests then get no response. */
  readonly ended: Deferred.Deferred<never, RelayError>
  /** Opens the socket if it is lost. */
  reopen(): void
  /** Must be called with each change of the page's visibility or network connection. */
  page(change: PageChange): void
  /** Closes the core and the client that was created on it, including their timers and pending requests. */
  close(sign: Sign | undefined): Promise<void>
}

/** Replaces the automatic behavior of the library's core, such as reconnecting. Must be called before the core starts. */
export const restrainLibrary = (
  core: InstanceType<typeof Core>,
  { relayUrls, trying, store, vouch, socket }: RestrainOptions,
): RestrainedCore => {
  const ended = Deferred.makeUnsafe<never, RelayError>()
  const relayer = core.relayer as unknown as Relayer
  const { connect, createProvider, onProviderPayload, shouldIgnoreMessageEvent } = relayer
  let over: RelayError | undefined
  let visible = true
  let up = false
  let host = 0
  /** Reports the outcome of the current attempt. `undefined` once the host has sent a message. */
  let tried: ((isReached: boolean) => void) | undefined

  const severalHosts = relayUrls.length > 1
  // Without this, a host that hangs would use up the time limit of a connection.
  if (severalHosts) relayer.connectTimeout = relayHostWait
  /**
   * Chooses the host of the next socket, if there are several: the host of the previous socket, or the next host in `relayUrls` if that
   * host did not respond.
   */
  const chooseHost = () => {
    if (!severalHosts) return
    if (tried) {
      tried(false)
      host = (host + 1) % relayUrls.length
    }
    const url = relayUrls[host] ?? ""
    relayer.relayUrl = url
    tried = trying(url)
  }
  const hostReached = () => {
    tried?.(true)
    tried = undefined
  }

  const end = (error: RelayError) => {
    over ??= error
    store.close()
    Deferred.doneUnsafe(ended, Effect.fail(over))
  }

  const reopen = () => {
    if (over || core.relayer.connected) return
    if (!core.relayer.connecting) core.relayer.transportOpen().catch(ignore)
    // The library waits for seconds between attempts. This starts one at once.
    else if (!relayer.provider.connection?.connecting) relayer.connect().catch(ignore)
  }

  // The library's own listeners on the window would never be removed. `page` and the pulse below replace them.
  relayer.registerEventListeners = async () => undefined
  core.heartbeat.on("heartbeat_pulse", () => visible && !core.relayer.connecting && reopen())

  // The library would reopen a refused socket endlessly and without a pause.
  relayer.connect = async (url) => {
    if (over) throw over
    await connect.call(relayer, url)
  }
  relayer.createProvider = async () => {
    if (over) throw over
    // Another attempt has already connected.
    if (core.relayer.connected) return
    chooseHost()
    await createProvider.call(relayer)
    const provider = relayer.provider as Provider
    onlyFrames(provider.connection)
    provider.on("error", ignore)
    provider.on("connect", () => {
      // A slow host may open its socket after the next host was tried.
      if (over || provider !== relayer.provider) provider.disconnect().catch(ignore)
    })
    provider.on("payload", hostReached)
  }
  core.relayer.on("relayer_error", (error: unknown) => end(refusal(error)))

  // The library's own version of this function leaves rejections unhandled.
  relayer.publisher.checkQueue = () => {
    for (const { request, opts } of relayer.publisher.queue.values()) {
      relayer.publisher.rpcPublish(request, opts).catch(ignore)
    }
  }

  relayer.shouldIgnoreMessageEvent = async (letter) =>
    !isSealed(core, letter) || shouldIgnoreMessageEvent.call(relayer, letter)
  // The library would emit an event named after the subscription ID, which the relay chooses.
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
      // Messages sent from now on get no response, and the library would wait a minute for each.
      relayer.publisher.publish = async () => undefined
      relayer.publisher.publishCustom = async () => undefined
      if (sign) settle(sign, relayer)
      core.heartbeat.stop()
      await core.relayer.transportClose().catch(ignore)
      clearTimeout(relayer.reconnectTimeout)
      clearTimeout(relayer.pingTimeout)
    },
  }
}

/**
 * Whether a message is encrypted with a key that the relay does not know. This is the topic's own key (type 0) or, before the topic has
 * one, the key that a wallet responds to (type 1). The library also accepts unencrypted messages (type 2), which the relay itself could
 * forge.
 */
const isSealed = ({ crypto }: InstanceType<typeof Core>, { topic, message }: Letter): boolean => {
  try {
    const type = crypto.getPayloadType(message)
    return type === 0 || (type === 1 && !crypto.hasKeys(topic))
  } catch {
    return false
  }
}

/**
 * Drops all frames from the relay except valid responses and messages on a topic. The library does not validate them, and throws uncaught
 * errors.
 */
const onlyFrames = (connection: Connection) => {
  const { onPayload } = connection
  connection.onPayload = (event) => {
    if (isFrame(event.data)) onPayload.call(connection, event)
  }
}

/** Whether a message of the socket is a JSON-RPC frame. Works without Schema, because the library decodes the frame itself. */
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

/** Ends every pending request of a closed client, because each keeps a timer running for minutes. */
const settle = (sign: Sign, { publisher, provider, events }: Relayer) => {
  for (const { id } of sign.proposal.getAll()) sign.core.expirer.set(id, 0)
  const engine = sign.engine as unknown as { readonly events: Emitter }
  for (const { request } of sign.core.history.pending) {
    engine.events.emit(`session_request:${request.id}`, { error: gone })
  }
  for (const name of provider.events?.eventNames() ?? []) {
    if (/^\d+$/.test(`${String(name)}`)) {
      provider.events?.emit(name, { error: gone })
    }
  }
  // Messages that could not be sent are added to the queue in a later task.
  setTimeout(() => {
    for (const id of publisher.queue.keys()) events.emit("relayer_publish", { id })
  })
}

/**
 * Returns the error for the reason with which the relay closed the socket (code 3000), which the library includes in its error message.
 * Returns InvalidProjectId for an unknown reason.
 */
const refusal = (error: unknown): RelayError => {
  const reason = error instanceof Error ? error.message : ""
  if (/origin not allowed/i.test(reason)) return new OriginNotAllowed({ cause: error })
  if (/JWT.*(not yet valid|expired)/i.test(reason)) return new SessionExpired({ cause: error })
  return new InvalidProjectId({ cause: error })
}

/** Reason passed to the library and to wallets when this page ends a session, proposal or request. */
export const gone = { code: 6000, message: "User disconnected." }

/** Does nothing. For rejections and callbacks that need no reaction. */
export const ignore = () => undefined

/**
 * Ends a session on both sides. Resolves once the message to the wallet is sent or has failed, which may take long while the relay is
 * unreachable.
 */
export const end = (sign: Sign, topic: string): Promise<void> => sign.disconnect({ topic, reason: gone }).catch(ignore)

interface Emitter {
  emit(event: string | symbol, value: unknown): boolean
  eventNames(): readonly (string | symbol)[]
}

/** A message on a topic. */
interface Letter {
  readonly topic: string
  readonly message: string
}

/** The connection of the relay's socket. */
interface Connection {
  readonly connecting: boolean
  onPayload(event: { readonly data: unknown }): void
}

/** The library's JSON-RPC client on one socket. */
interface Provider {
  on(event: "error" | "connect" | "payload", listener: () => unknown): void
  disconnect(): Promise<void>
  readonly events: Emitter
  readonly connection: Connection
}

/** The internals of the library's relayer that are used here, as in the pinned version. */
interface Relayer {
  readonly events: Emitter
  /** Empty until the first attempt to connect. */
  provider: Partial<Provider>
  connect(url?: string): Promise<void>
  createProvider(): Promise<void>
  registerEventListeners(): Promise<void>
  onProviderPayload(payload: Readonly<Record<string, unknown>>): Promise<void>
  shouldIgnoreMessageEvent(letter: Letter): Promise<boolean>
  transportDisconnect(): Promise<void>
  hasExperiencedNetworkDisruption: boolean
  connectTimeout: number
  relayUrl: string
  reconnectTimeout: ReturnType<typeof setTimeout> | undefined
  pingTimeout: ReturnType<typeof setTimeout> | undefined
  readonly publisher: {
    readonly queue: Map<string, { readonly request: unknown; readonly opts: unknown }>
    rpcPublish(request: unknown, opts: unknown): Promise<unknown>
    publish(): Promise<void>
    publishCustom(): Promise<void>
    checkQueue(): void
  }
}
