import { once } from "node:events"
import { Core } from "@walletconnect/core"
import * as Effect from "effect/Effect"
import { WebSocket } from "ws"
import { isRecord } from "../../../src/domain/input.ts"

/** A message on its way to a topic, as the relay carries it. */
export interface Letter {
  readonly topic: string
  readonly message: string
}

/** A request or a response in the sealed messages. */
export type Payload = Readonly<Record<string, unknown>>

/** What a page proposed by a code. */
export interface Proposed {
  readonly id: number
  readonly pairing: string
  readonly publicKey: string
}

/** A wallet, or a stranger, that says over the relay what it likes. */
export interface Speaker {
  /** Every message that it received, as the relay carried it. */
  readonly letters: readonly Letter[]
  /** Requests of pages to the wallet, oldest first. */
  readonly asked: readonly (Letter & { readonly id: number; readonly method: string; readonly params: unknown })[]
  /** Keys of pages that asked for a sign-in along with the session, which a wallet seals its response with. */
  readonly signInKeys: readonly string[]
  /** An id that no earlier request has. */
  readonly nextId: () => number
  /** Scans a code and returns what lies there. */
  readonly scan: (uri: string) => Promise<Proposed>
  /** Agrees on the key of a session, and returns its topic. */
  readonly agree: (proposed: Proposed) => Promise<string>
  /** A settled session's params, as an honest wallet has them. */
  readonly session: (namespaces: unknown) => Payload
  /** Seals with the key of a topic, then sends. */
  readonly tell: (topic: string, payload: unknown) => Promise<void>
  /** Sends as it is. */
  readonly post: (topic: string, message: string) => void
  /** Resolves once the page has answered a ping, so that it has seen all that was sent before; or as soon as `over`. */
  readonly seen: (topic: string, over: () => boolean) => Promise<void>
  readonly crypto: InstanceType<typeof Core>["crypto"]
  readonly publicKey: () => string
}

/** One that ends with the scope. */
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
    // What others have sent it may not be able to read.
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

/** What pages send. */
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
