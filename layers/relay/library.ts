import { Core } from "@walletconnect/core"
import { UniversalProvider } from "@walletconnect/universal-provider"
import * as Effect from "effect/Effect"
import { ConnectFailed } from "../../src/domain/errors.ts"
import { ignore, type Tamed, type Taming, tame } from "./tame.ts"

/** The library's client of the sign protocol. */
export type Sign = InstanceType<typeof UniversalProvider>["client"]

/** How a page presents itself to a wallet. */
export type Metadata = Sign["metadata"]

export interface LibraryOptions extends Taming {
  readonly id: string
  readonly projectId: string
  readonly relayUrl: string | undefined
  readonly metadata: Metadata
}

/** A running client. */
export interface Library extends Pick<Tamed, "ended" | "page" | "reopen"> {
  readonly sign: Sign
  /** What the relay knows this page by (`did:key`). */
  readonly clientId: string
}

/** Starts a client that leaves nothing behind when its scope ends: no socket, no heartbeat, no listener, no question open. */
export const start = (options: LibraryOptions) =>
  Effect.acquireRelease(
    Effect.tryPromise({ try: () => open(options), catch: (cause) => new ConnectFailed({ cause }) }),
    ({ close }) => Effect.promise(close),
  )

const open = async (options: LibraryOptions): Promise<Library & { readonly close: () => Promise<void> }> => {
  const { id, projectId, relayUrl, metadata, store } = options
  const common = {
    projectId,
    metadata,
    logger: silent() as never,
    storage: store.library,
    customStoragePrefix: id,
    telemetryEnabled: false,
    ...(relayUrl !== undefined && { relayUrl }),
  }
  // It shares one core between clients of one prefix, also one that we have closed.
  forgetShared(id)
  const core = new Core(common)
  forgetShared(id)
  const tamed = tame(core, options)
  try {
    const provider = await UniversalProvider.init({ ...common, core: core as Sign["core"], disableProviderPing: true })
    // Without a session its wrapper stays silent. It would end other pairings, ask its vendor's nodes and throw where nobody catches.
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

/** A wallet's goodbye that lies in the inbox too ends the session a second time, where nobody catches what goes wrong. */
const endOnce = (sign: Sign) => {
  const engine = sign.engine as unknown as Engine
  const { deleteSession, onSessionDeleteRequest } = engine
  engine.deleteSession = (session) => deleteSession(session).catch(ignore)
  // Told twice that a session has ended, it fails where nobody catches.
  engine.onSessionDeleteRequest = async (topic, request) => {
    if (sign.session.keys.includes(topic)) await onSessionDeleteRequest(topic, request)
  }
}

/**
 * Takes only the requests that a wallet makes of a page. The library would also be a wallet: keep proposals, and ask its vendor who
 * stands behind a request. It starts its checks without waiting for them, where nothing catches what they find.
 */
const asPage = (sign: Sign) => {
  const engine = sign.engine as unknown as Engine
  const { processRequest } = engine
  engine.processRequest = async (event) => {
    if (ofWallets.has(event.payload.method)) await processRequest(event)
  }
  // A page never pings: this is its own answer sent back to it, for which the library throws in a timer.
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

/** The names under which it keeps a core on the global object. */
const forgetShared = (id: string) => {
  for (const name of [`_walletConnectCore_${id}`, `_walletConnectCore_${id}_count`])
    Reflect.deleteProperty(globalThis, name)
}

/** A logger that says nothing. By its own, even at level "silent", the library keeps every line and puts a function on the window. */
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
