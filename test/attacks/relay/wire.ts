import { once } from "node:events"
import { Core } from "@walletconnect/core"
import * as Effect from "effect/Effect"
import { WebSocket } from "ws"
import { isRecord } from "../../../src/options/guards.ts"

/** A message to a topic, as the relay carries it. */
export interface Letter {
  readonly topic: string
  readonly message: string
}

/** A request or a response, as it is inside a sealed message. */
export type Payload = Readonly<Record<string, unknown>>

/** A session proposal that a page shows as a QR code. */
export interface Proposed {
  readonly id: number
  readonly pairing: string
  readonly publicKey: string
}

/** A wallet, or a stranger, that sends arbitrary messages over the relay. */
export interface Speaker {
  /** Every message received, as the relay carried it. */
  readonly letters: readonly Letter[]
  /** Requests of pages to the wallet, oldest first. */
  readonly asked: readonly (Letter & { readonly id: number; readonly method: string; readonly params: unknown })[]
  /** Public keys of pages that requested one-click sign-in. The wallet seals its response with them. */
  readonly signInKeys: readonly string[]
  /** An ID that no earlier request has. */
  readonly nextId: () => number
  /** Scans a QR code and returns the proposal. */
  readonly scan: (uri: string) => Promise<Proposed>
  /** Derives the key of a session and returns its topic. */
  readonly agree: (proposed: Proposed) => Promise<string>
  /** Params of a settled session, as an honest wallet sends them. */
  readonly session: (namespaces: unknown) => Payload
  /** Seals a message with the key of a topic, then sends it. */
  readonly tell: (topic: string, payload: unknown) => Promise<void>
  /** Sends a message unsealed. */
  readonly post: (topic: string, message: string) => void
  /** Resolves once the page has responded to a ping, and so has processed everything sent before, or once `over`. */
  readonly seen: (topic: string, over: () => boolean) => Promise<void>
  readonly crypto: InstanceType<typeof Core>["crypto"]
  readonly publicKey: () => string
}

/** Such a wallet, until the scope closes. */
export const speaker = ({ url }: { readonly url: string }) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => begin(url)),
      ({ socket }) => Effect.sync(() => socket.terminate()),
    ),
    ({ speaker }) => speaker,
  )

const begin = async (url: string) => {
  Object.assign(process.env, { IS_VITEST: "true", DISABLE_GLOBAL_CORE: "true" })
  const core = new Core({
    projectId: "attack",
    logger: mute() as never,
    telemetryEnabled: false,
    customStoragePrefix: `speaker-${speakers++}`,
    storageOptions: { database: ":memory:" },
  })
  const { crypto } = core
  await crypto.init()
  const socket = new WebSocket(
    `${url}/?auth=.${btoa(JSON.stringify({ iss: `speaker-${speakers}` }))}.&projectId=attack`,
  )
  await once(socket, "open")

  const letters: Letter[] = []
  const asked: (Letter & { id: number; method: string; params: unknown })[] = []
  const answered = new Set<number>()
  const proposals = new Map<string, (proposed: Proposed) => void>()
  const signInKeys: string[] = []
  let publicKey = ""
  let last = Date.now() * 1000
  const nextId = () => ++last
  const call = (method: string, params: object) =>
    socket.send(JSON.stringify({ jsonrpc: "2.0", id: nextId(), method, params }))

  const read = async ({ topic, message }: Letter) => {
    const { id, method, params } = (await crypto.decode(topic, message)) as unknown as Heard
    if (method === undefined) answered.add(id)
    if (method === "wc_sessionAuthenticate") signInKeys.push(params.requester.publicKey)
    if (method === "wc_sessionRequest") asked.push({ topic, message, id, ...params.request })
    if (method === "wc_sessionPropose")
      proposals.get(topic)?.({ id, pairing: topic, publicKey: params.proposer.publicKey })
  }
  socket.on("message", (data) => {
    const { id, method, params } = frameOf(String(data))
    if (method !== "irn_subscription" || !isRecord(params) || !isRecord(params.data)) return
    socket.send(JSON.stringify({ jsonrpc: "2.0", id, result: true }))
    const { topic, message } = params.data
    if (typeof topic !== "string" || typeof message !== "string") return
    letters.push({ topic, message })
    // It may be unable to read messages from others.
    read({ topic, message }).catch(() => {})
  })

  const post = (topic: string, message: string) => call("irn_publish", { topic, message, ttl: 300, tag: 1108 })
  const tell = async (topic: string, payload: unknown) => post(topic, await crypto.encode(topic, payload as never))
  const speaker: Speaker = {
    letters,
    asked,
    signInKeys,
    nextId,
    crypto,
    post,
    tell,
    publicKey: () => publicKey,
    scan: async (uri) => {
      const { pathname, searchParams } = new URL(uri)
      await crypto.setSymKey(searchParams.get("symKey") ?? "")
      const [pairing = ""] = pathname.split("@")
      return new Promise((resolve) => {
        proposals.set(pairing, resolve)
        call("irn_subscribe", { topic: pairing })
      })
    },
    agree: async (proposed) => {
      publicKey = await crypto.generateKeyPair()
      const topic = await crypto.generateSharedKey(publicKey, proposed.publicKey)
      call("irn_subscribe", { topic })
      return topic
    },
    session: (namespaces) => ({
      relay: { protocol: "irn" },
      controller: { publicKey, metadata },
      expiry: Math.floor(Date.now() / 1000) + 604_800,
      namespaces,
    }),
    seen: async (topic, over) => {
      const id = nextId()
      await tell(topic, { id, jsonrpc: "2.0", method: "wc_sessionPing", params: {} })
      while (!answered.has(id) && !over()) await new Promise((resolve) => setImmediate(resolve))
    },
  }
  return { speaker, socket }
}

/** Messages that pages send. */
interface Heard {
  readonly id: number
  readonly method?: string
  readonly params: {
    readonly requester: { readonly publicKey: string }
    readonly proposer: { readonly publicKey: string }
    readonly request: { readonly method: string; readonly params: unknown }
  }
}

const metadata = {
  name: "Loopback Wallet",
  description: "A wallet for tests",
  url: "https://wallet.example",
  icons: [] as readonly string[],
  redirect: { native: "loopbackwallet://", universal: "https://wallet.example/link" },
}

const frameOf = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const frame: unknown = JSON.parse(text)
    return isRecord(frame) ? frame : {}
  } catch {
    return {}
  }
}

const mute = (): object => {
  const level = () => {}
  return { level: "silent", trace: level, debug: level, info: level, warn: level, error: level, child: mute }
}

let speakers = 0
