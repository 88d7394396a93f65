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

/** The library's client of the sign protocol. */
export type Sign = InstanceType<typeof UniversalProvider>["client"]

export interface RestrainOptions {
  /** Hosts of the relay, tried in turn. If empty, the library's own. */
  readonly relayUrls: readonly string[]
  /** Called with each host that is tried, if there are several. Calls the result once it is known whether it was reached. */
  readonly trying: (url: string) => (isReached: boolean) => void
  readonly store: Store
  readonly vouch: (message: Vouched) => Promise<string>
  /** The socket was lost, or is back with every topic subscribed to. */
  readonly socket: (state: "lost" | "back") => void
}

/** Controls over a core of the library. */
export interface RestrainedCore {
  /** Fails when the relay refuses this page, or when the core was closed. Pending requests get no response then. */
  readonly ended: Deferred.Deferred<never, RelayError>
  /** Opens the socket if it is lost. */
  reopen(): void
  /** Handles a change of the page's visibility or connection. */
  page(change: PageChange): void
  /** Leaves nothing behind of the core, or of the client that was created on it. */
  close(sign: Sign | undefined): Promise<void>
}

/** Takes control of what the library does by itself. This must happen before the core is started. */
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
  /** Set while the current host has sent nothing yet. */
  let tried: ((isReached: boolean) => void) | undefined

  const severalHosts = relayUrls.length > 1
  // Otherwise a host that hangs would use up the time limit of a connection.
  if (severalHosts) relayer.connectTimeout = relayHostWait
  /** Chooses the host of the next socket: the last one, unless it was tried in vain. */
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
    // Between two attempts it sleeps for seconds. This call is a reason not to wait.
    else if (!relayer.provider.connection?.connecting) relayer.connect().catch(ignore)
  }

  // It would listen to the window forever. `page` and the pulse below replace that.
  relayer.registerEventListeners = async () => undefined
  core.heartbeat.on("heartbeat_pulse", () => visible && !core.relayer.connecting && reopen())

  // The library would reopen a refused socket at once and endlessly, and the errors of earlier sockets have no listener.
  relayer.connect = async (url) => {
    if (over) throw over
    await connect.call(relayer, url)
  }
  relayer.createProvider = async () => {
    if (over) throw over
    // Another attempt was faster.
    if (core.relayer.connected) return
    chooseHost()
    await createProvider.call(relayer)
    const { provider } = relayer
    if (provider.connection) onlyFrames(provider.connection)
    provider.on?.("error", ignore)
    provider.on?.("connect", () => {
      // A host that hung may open its socket after the next one was tried.
      if (over || provider !== relayer.provider) provider.disconnect?.().catch(ignore)
    })
    provider.on?.("payload", hostReached)
  }
  core.relayer.on("relayer_error", (error: unknown) => end(refusal(error)))

  // The library's own function leaves failures uncaught.
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
      // What the library begins to send after this gets no response. It would wait for one for a minute.
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
 * Whether a message is sealed with a key that the relay does not have: the topic's own (type 0), or, before there is one, the key that a
 * wallet responds to (type 1). The library also accepts unsealed messages (type 2), which the relay itself could write.
 */
const isSealed = ({ crypto }: InstanceType<typeof Core>, { topic, message }: Letter): boolean => {
  try {
    const type = crypto.getPayloadType(message)
    return type === 0 || (type === 1 && !crypto.hasKeys(topic))
  } catch {
    return false
  }
}

/** Passes on only responses to requests, and messages on a topic. The library checks neither, and throws uncaught errors. */
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

/** Ends every pending request of a closed client, because each holds a timer of minutes. */
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
  // What could not be sent reaches the queue only a task later.
  setTimeout(() => {
    for (const id of publisher.queue.keys()) events.emit("relayer_publish", { id })
  })
}

/** Maps the reason with which the relay closes the socket (code 3000). The library puts it into the message. */
const refusal = (error: unknown): RelayError => {
  const reason = error instanceof Error ? error.message : ""
  if (/origin not allowed/i.test(reason)) return new OriginNotAllowed({ cause: error })
  if (/JWT.*(not yet valid|expired)/i.test(reason)) return new SessionExpired({ cause: error })
  return new InvalidProjectId({ cause: error })
}

/** Ignores a failure that needs no handling. */
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

/** The part of the relayer's internals that is used here, as in the pinned version. */
interface Relayer {
  readonly events: Emitter
  provider: {
    on?(event: "error" | "connect" | "payload", listener: () => unknown): void
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
