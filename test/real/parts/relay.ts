import { randomUUID } from "node:crypto"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { type WebSocket, WebSocketServer } from "ws"
import { type Noted, noted } from "./noted.ts"
import type { Acknowledgement, Request } from "./relayMessages.ts"

export interface Relay extends Noted {
  /** `ws://127.0.0.1:PORT`, for a WalletConnect client. */
  readonly url: string
  /** All JSON-RPC calls of clients so far, oldest first. */
  readonly log: readonly { readonly method: string }[]
  /** Number of open sockets. */
  connections(): number
  /** Cuts every open socket without a closing handshake, like a lost connection. Resolves when all are gone. */
  dropAll(): Promise<void>
  /**
   * Closes each new socket from now on, or those of one project, with this code (3000: bad project ID); `undefined`
   * accepts again.
   */
  closeWith(code: number | undefined, projectId?: string): void
  /** Sends this text to every open socket, whatever the protocol. */
  shout(text: string): void
  stop(): Promise<void>
}

/**
 * A WalletConnect v2 relay for clients 2.21.x on loopback: the `irn` protocol and the two `wc_` calls that combine
 * publishing and subscribing. Messages are encrypted and never read.
 */
export const start = async (): Promise<Relay> => {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 })
  await once(server, "listening")
  const topics = new Map<string, Topic>()
  const log: { readonly method: string }[] = []
  const { note, until } = noted()
  let refusal: { readonly code: number; readonly projectId: string | undefined } | undefined

  const topic = (name: string): Topic => {
    const known = topics.get(name) ?? { subscribers: new Map(), mailbox: [] }
    topics.set(name, known)
    return known
  }

  const subscribe = (client: Client, name: string): string => {
    const { subscribers, mailbox } = topic(name)
    subscribers.set(client, subscribers.get(client) ?? randomUUID())
    for (const letter of mailbox) deliver(client, name, letter)
    return subscribers.get(client) ?? ""
  }

  const publish = (client: Client, name: string, message: string, ttl: number, tag: number) => {
    const now = Date.now()
    const letter: Letter = { message, tag, publishedAt: now, until: now + ttl * 1000, read: new Set([client.issuer]) }
    const { subscribers, mailbox } = topic(name)
    mailbox.splice(0, mailbox.length, ...mailbox.filter((old) => old.until > now), letter)
    for (const other of subscribers.keys()) deliver(other, name, letter)
  }

  const deliver = (client: Client, name: string, letter: Letter) => {
    if (letter.read.has(client.issuer) || letter.until <= Date.now()) return
    // A second subscription before the receipt of the first delivery does not deliver again.
    if ([...client.unread.values()].includes(letter)) return
    const { message, publishedAt, tag } = letter
    const id = client.nextId++
    client.unread.set(id, letter)
    const data = { topic: name, message, publishedAt, tag }
    send(client, {
      id,
      method: "irn_subscription",
      params: { id: topic(name).subscribers.get(client) ?? randomUUID(), data },
    })
  }

  const answer = (client: Client, { method, params }: Request): unknown => {
    switch (method) {
      case "irn_subscribe":
        return subscribe(client, params.topic)
      case "irn_batchSubscribe":
        return params.topics.map((name) => subscribe(client, name))
      case "irn_unsubscribe":
        return topic(params.topic).subscribers.delete(client)
      case "irn_batchUnsubscribe":
        return params.subscriptions.map((one) => topic(one.topic).subscribers.delete(client)).every(Boolean)
      case "irn_publish":
        publish(client, params.topic, params.message, params.ttl, params.tag)
        return true
      case "irn_batchPublish":
        for (const one of params.messages) publish(client, one.topic, one.message, one.ttl, one.tag)
        return true
      case "irn_batchFetchMessages":
        return { messages: params.topics.flatMap((name) => unread(client, name, topic(name).mailbox)), hasMore: false }
      case "wc_proposeSession":
        subscribe(client, params.pairingTopic)
        publish(client, params.pairingTopic, params.sessionProposal, params.ttl, TAG.propose)
        return true
      case "wc_approveSession":
        subscribe(client, params.sessionTopic)
        publish(client, params.pairingTopic, params.sessionProposalResponse, params.ttl, TAG.proposeResponse)
        publish(client, params.sessionTopic, params.sessionSettlementRequest, params.ttl, TAG.settle)
        return true
      default:
        return undefined
    }
  }

  server.on("connection", (socket, { url = "/" }) => {
    const { searchParams } = new URL(url, "ws://relay")
    const isRefused = refusal && (refusal.projectId ?? searchParams.get("projectId")) === searchParams.get("projectId")
    if (isRefused) return socket.close(refusal?.code, "Project not found")
    const issuer = issuerOf(searchParams.get("auth"))
    if (issuer === undefined) return socket.close(UNAUTHORISED, "JWT is missing or malformed")

    const client: Client = { socket, issuer, unread: new Map(), nextId: 1 }
    note()
    socket.on("message", (data) => {
      const request: Request | Acknowledgement = JSON.parse(String(data))
      if (!("method" in request)) {
        client.unread.get(request.id)?.read.add(issuer)
        client.unread.delete(request.id)
        return
      }
      log.push({ method: request.method })
      // Respond before delivering the mailbox, because the client has to know its subscription first.
      const outbox: string[] = []
      client.outbox = outbox
      const result = answer(client, request)
      delete client.outbox
      const { id } = request
      send(client, result === undefined ? { id, error: { code: -32601, message: "Method not found" } } : { id, result })
      for (const text of outbox) socket.send(text)
    })
    socket.on("close", () => {
      for (const { subscribers } of topics.values()) subscribers.delete(client)
    })
  })

  const pings = setInterval(() => {
    for (const socket of server.clients) socket.ping()
  }, PING_MS)

  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    log,
    until,
    connections: () => server.clients.size,
    dropAll: async () => {
      await Promise.all([...server.clients].map(gone))
    },
    closeWith: (code, projectId) => {
      refusal = code === undefined ? undefined : { code, projectId }
    },
    shout: (text) => {
      for (const socket of server.clients) socket.send(text)
    },
    stop: async () => {
      clearInterval(pings)
      const closed = once(server, "close")
      server.close()
      await Promise.all([...server.clients].map(gone))
      await closed
    },
  }
}

/** A client in Node closes a socket after 35 s of silence. */
const PING_MS = 20_000
const UNAUTHORISED = 3000
const TAG = { propose: 1100, proposeResponse: 1101, settle: 1102 }

interface Letter {
  readonly message: string
  readonly tag: number
  /** Unix time in ms. */
  readonly publishedAt: number
  readonly until: number
  /** Issuers that sent or acknowledged it. None of them gets it again, on any socket. */
  readonly read: Set<string>
}

interface Topic {
  readonly subscribers: Map<Client, string>
  readonly mailbox: Letter[]
}

interface Client {
  readonly socket: WebSocket
  /** `iss` of the client's JWT: stays the same after a reconnect. */
  readonly issuer: string
  readonly unread: Map<number, Letter>
  nextId: number
  /** While a request of this client is being answered, other messages for it wait here. */
  outbox?: string[]
}

const send = ({ socket, outbox }: Client, body: object) => {
  const text = JSON.stringify({ jsonrpc: "2.0", ...body })
  if (outbox) outbox.push(text)
  else socket.send(text)
}

const gone = async (socket: WebSocket) => {
  socket.terminate()
  if (socket.readyState !== socket.CLOSED) await once(socket, "close")
}

const unread = ({ issuer }: Client, topic: string, mailbox: readonly Letter[]) =>
  mailbox
    .filter((letter) => letter.until > Date.now() && !letter.read.has(issuer))
    .map(({ message, publishedAt, tag }) => ({ topic, message, publishedAt, tag }))

const issuerOf = (jwt: string | null): string | undefined => {
  try {
    const { iss } = JSON.parse(Buffer.from(jwt?.split(".")[1] ?? "", "base64url").toString())
    return typeof iss === "string" ? iss : undefined
  } catch {
    return undefined
  }
}
