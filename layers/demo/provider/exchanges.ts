import { parseUnits } from "../../../src/core/amounts.ts"
import type { BuyStatus, Exchange } from "../../../src/pay/model.ts"
import type { Ledger } from "../nodes/ledger.ts"
import { picture } from "../pictures.ts"
import { hexOf } from "../random.ts"
import type { Script } from "../script.ts"
import type { Market } from "./market.ts"

/** A payment requested from an exchange. `asset`: CAIP-19 ID. `amount`: decimal number of tokens. `recipient`: CAIP-10 ID. */
export interface PaymentRequest {
  readonly exchangeId: string
  readonly asset: string
  readonly amount: string
  readonly recipient: string
}

/** The world's exchanges, where every customer has unlimited funds. */
export interface Exchanges {
  readonly list: readonly Exchange[]
  /** Starts a payment and returns the ID of its session. Unless the script's deposits fail or are stuck, the payment is sent 7 s later. */
  begin(request: PaymentRequest, now: number): string
  /** Returns the current status of a session's payment, and the transaction's hash once it is confirmed. */
  status(sessionId: string, now: number): { readonly status: BuyStatus; readonly txHash?: string }
}

/** Creates the exchanges of a script. Their payments are added to the ledger. */
export const createExchanges = (
  { seed = 1, deposits = "paid" }: Pick<Script, "seed" | "deposits">,
  { ledger, market }: { readonly ledger: Ledger; readonly market: Market },
): Exchanges => {
  const sessions = new Map<string, { readonly at: number; readonly tx: Parameters<Ledger["stage"]>[0] | undefined }>()
  return {
    list: exchangesKnown,
    begin: ({ asset, amount, recipient }, now) => {
      const [chain = "", token = ""] = asset.split("/")
      const contract = token.startsWith("slip44:") ? undefined : token.slice(token.indexOf(":") + 1)
      const coin = market.token(chain, contract)
      const sessionId = hexOf(`${seed} session ${sessions.size}`, 32)
      const tx =
        coin && deposits === "paid"
          ? ledger.take({
              chain,
              from: vault,
              to: recipient.slice(recipient.lastIndexOf(":") + 1),
              units: parseUnits(amount, coin.decimals) ?? 0n,
              contract,
              fee: 0n,
              unlimited: true,
              sent: undefined,
              at: now + paying,
            })
          : undefined
      sessions.set(sessionId, { at: now, tx })
      return sessionId
    },
    status: (sessionId, now) => {
      const session = sessions.get(sessionId)
      if (!session || now < session.at + noticing) return { status: "UNKNOWN" }
      if (deposits === "failed") return { status: now < session.at + paying ? "IN_PROGRESS" : "FAILED" }
      const { tx } = session
      if (!tx || ledger.stage(tx, now) !== "confirmed") return { status: "IN_PROGRESS" }
      return { status: "SUCCESS", txHash: `0x${tx.id}` }
    },
  }
}

const exchangesKnown: readonly Exchange[] = [
  { id: "quayside", name: "Quayside", imageUrl: picture("anchor", "#24557a") },
  { id: "millrace", name: "Millrace", imageUrl: picture("half", "#7a4a24") },
  { id: "larkspur", name: "Larkspur", imageUrl: picture("leaf", "#5b4bb0") },
]

/** Account that the exchanges pay from. */
const vault = "0x0c5ea10c5ea10c5ea10c5ea10c5ea10c5ea10c5e"
/** Time in ms until an exchange reports a payment. `paying`: time in ms until it sends the payment. */
const noticing = 2_000
const paying = 7_000
