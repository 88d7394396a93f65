import { randomUUID } from "node:crypto"
import type { Asked, Give } from "./providerRoutes.ts"

/** A payment requested from an exchange. */
export interface PaymentSession {
  readonly exchangeId: string
  readonly asset: string
  readonly amount: string
  readonly recipient: string
  asked: number
}

/**
 * The exchange service with its client's types: JSON-RPC, errors with status 200. A payment is unknown at the first
 * request, then in progress, then successful.
 */
export const exchanges = (): Give => {
  const sessions = new Map<string, PaymentSession>()
  return ({ body, query }) => {
    const { id, method, params } = body as { id: number; method: string; params: Record<string, unknown> }
    const result = (given: object) => ({ jsonrpc: "2.0", id, result: given })
    const error = (code: number, message: string) => ({ jsonrpc: "2.0", id, error: { code, message } })
    if (!query.projectId || params.projectId !== query.projectId) return error(-32001, "Invalid project id")
    if (params.asset !== undefined && !assetName.test(String(params.asset))) return error(-32602, "Invalid asset")
    switch (method) {
      case "reown_getExchanges": {
        const include = params.includeOnly as readonly string[] | undefined
        const exclude = (params.exclude ?? []) as readonly string[]
        const found = known.filter(({ id: one }) => (include?.includes(one) ?? true) && !exclude.includes(one))
        return result({ exchanges: params.page === 0 ? found : [], total: found.length })
      }
      case "reown_getExchangePayUrl": {
        const { exchangeId, asset, amount, recipient } = params as unknown as PaymentSession
        if (!known.some((one) => one.id === exchangeId)) return error(-32000, `Exchange not found: ${exchangeId}`)
        if (!accountName.test(recipient) || !(Number(amount) > 0)) return error(-32602, "Invalid params")
        const sessionId = randomUUID()
        sessions.set(sessionId, { exchangeId, asset, amount, recipient, asked: 0 })
        return result({ url: `http://127.0.0.1/exchange/${exchangeId}?session=${sessionId}`, sessionId })
      }
      case "reown_getExchangeBuyStatus": {
        const session = sessions.get(String(params.sessionId))
        if (session?.exchangeId !== params.exchangeId) return error(-32000, "Session not found")
        const status = stages[session ? session.asked++ : 0] ?? "SUCCESS"
        return result(status === "SUCCESS" ? { status, txHash: `0x${"5e".repeat(32)}` } : { status })
      }
      default:
        return error(-32601, "Method not found")
    }
  }
}

/** Calls of the service: methods and parameters. */
export const askedExchanges = (ledger: readonly Asked[]) =>
  ledger
    .filter(({ path }) => path === "/v1/json-rpc")
    .map(({ body, query }) => ({ ...(body as { method: string; params: Record<string, unknown> }), query }))

/** Page where the visitor would log in to the exchange and pay. */
export const exchangePage: Give = () => ({ status: 200, type: "text/html", body: "<title>Exchange</title>" })

const known = [
  { id: "binance", imageUrl: "http://127.0.0.1/icon.png", name: "Binance" },
  { id: "coinbase", imageUrl: "http://127.0.0.1/icon.png", name: "Coinbase" },
]
const stages = ["UNKNOWN", "IN_PROGRESS"]
const assetName = /^(eip155:\d+\/(slip44:60|erc20:0x[\da-fA-F]{40})|solana:\w{32}\/(slip44:501|token:\w{32,44}))$/
const accountName = /^(eip155:\d+:0x[\da-fA-F]{40}|solana:\w{32}:\w{32,44})$/
