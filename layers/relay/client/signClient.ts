import { Core } from "@walletconnect/core"
import { UniversalProvider } from "@walletconnect/universal-provider"
import * as Effect from "effect/Effect"
import { ConnectFailed } from "../../../src/errors/index.ts"
import { ignore, type RestrainedCore, type RestrainOptions, restrainLibrary, type Sign } from "./restrainLibrary.ts"

/** Metadata of a site, shown in wallets. */
export type Metadata = Sign["metadata"]

export interface LibraryOptions extends RestrainOptions {
  readonly id: string
  readonly projectId: string
  readonly metadata: Metadata
}

export interface Library extends Pick<RestrainedCore, "ended" | "page" | "reopen"> {
  readonly sign: Sign
  /** The relay's client ID for this page (a `did:key`). */
  readonly clientId: string
}

/**
 * Starts the library's client. When the scope closes, its socket, heartbeat, listeners and pending requests end too. Fails with
 * ConnectFailed if the client does not start.
 */
export const start = (options: LibraryOptions) =>
  Effect.acquireRelease(
    Effect.tryPromise({ try: () => open(options), catch: (cause) => new ConnectFailed({ cause }) }),
    ({ close }) => Effect.promise(close),
  )

const open = async (options: LibraryOptions): Promise<Library & { readonly close: () => Promise<void> }> => {
  const { id, projectId, metadata, store } = options
  const [relayUrl] = options.relayUrls
  const common = {
    projectId,
    metadata,
    logger: silent() as never,
    storage: store.library,
    customStoragePrefix: id,
    telemetryEnabled: false,
    ...(relayUrl !== undefined && { relayUrl }),
  }
  // The library shares one core between clients with the same prefix, even with one that was closed.
  forgetShared(id)
  const core = new Core(common)
  forgetShared(id)
  const tamed = restrainLibrary(core, options)
  try {
    const provider = await UniversalProvider.init({ ...common, core: core as Sign["core"], disableProviderPing: true })
    // Without a session, the library's wrapper does nothing. With one, it would end other pairings, contact its vendor's nodes, and throw
    // uncaught errors.
    delete provider.session
    const sign = provider.client
    endOnce(sign)
    asPage(sign)
    return { ...tamed, sign, clientId: await sign.core.crypto.getClientId(), close: () => tamed.close(sign) }
  } catch (error) {
    await tamed.close(undefined)
    throw error
  }
}

/** Makes ending a session idempotent. If the relay delivers a wallet's disconnection again, the library would throw an uncaught error. */
const endOnce = (sign: Sign) => {
  const engine = sign.engine as unknown as Engine
  const { deleteSession, onSessionDeleteRequest } = engine
  engine.deleteSession = (session) => deleteSession(session).catch(ignore)
  // The library throws an uncaught error if the session has already ended.
  engine.onSessionDeleteRequest = async (topic, request) => {
    if (sign.session.keys.includes(topic)) await onSessionDeleteRequest(topic, request)
  }
}

/**
 * Accepts only the requests that wallets send to pages. The library would also act as a wallet: store proposals, and have its vendor
 * verify the sender of a request. It also runs some checks without awaiting them, so their rejections are caught here.
 */
const asPage = (sign: Sign) => {
  const engine = sign.engine as unknown as Engine
  const { processRequest } = engine
  engine.processRequest = async (event) => {
    if (ofWallets.has(event.payload.method)) await processRequest(event)
  }
  // This page sends no pings, so any ping response is unexpected. The library would throw an uncaught error for it.
  engine.onSessionPingResponse = ignore
  for (const name of unawaited) {
    const check = engine[name]
    engine[name] = (params) => {
      const checking = check(params)
      checking.catch(ignore)
      return checking
    }
  }
}

const ofWallets: ReadonlySet<string> = new Set([
  "wc_sessionSettle",
  "wc_sessionUpdate",
  "wc_sessionExtend",
  "wc_sessionPing",
  "wc_sessionDelete",
  "wc_sessionEvent",
])
const unawaited = ["isValidUpdate", "isValidExtend", "isValidPing", "isValidDisconnect", "isValidEmit"] as const

interface Engine extends Record<(typeof unawaited)[number], (params: unknown) => Promise<void>> {
  processRequest(event: { readonly payload: { readonly method: string } }): Promise<void>
  deleteSession(session: { readonly topic: string }): Promise<void>
  onSessionDeleteRequest(topic: string, request: unknown): Promise<void>
  onSessionPingResponse(topic: string, response: unknown): void
}

/** Deletes the global properties in which the library shares a core. */
const forgetShared = (id: string) => {
  for (const name of [`_walletConnectCore_${id}`, `_walletConnectCore_${id}_count`])
    Reflect.deleteProperty(globalThis, name)
}

/**
 * Returns a logger without output. The library's own logger stores every line and adds a function to the window, even at level "silent".
 */
const silent = (): object => ({
  level: "silent",
  trace: ignore,
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  fatal: ignore,
  child: silent,
})
