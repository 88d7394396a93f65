import { getBase16Encoder, getBase58Decoder } from "@solana/kit"
import { InvalidParamsRpcError, MethodNotFoundRpcError, type RpcFailure } from "../../../src/errors/rpc.ts"
import { isRecord } from "../../../src/options/guards.ts"
import { hexOf } from "../random.ts"
import type { Known, NodeCall } from "./nodeCall.ts"

/**
 * Returns a Solana node's response to a request, or an error. Sending a transaction is not included, because verifying one is asynchronous
 * (`solanaTransfer.ts`).
 */
export const respondAsSolanaNode = (
  { market, ledger }: Known,
  { caipNetworkId: chain, method, params, now }: NodeCall,
): unknown | RpcFailure => {
  const [first, second] = params
  const value = (given: unknown) => ({ context: { slot: slotAt(now) }, value: given })
  switch (method) {
    case "getBalance":
      return typeof first === "string"
        ? value(Number(market.units(chain, first)))
        : new InvalidParamsRpcError("Expected an address")
    case "getAccountInfo":
      return value(accountAt(market, chain, String(first)))
    case "getTokenAccountsByOwner": {
      const mint = isRecord(second) ? String(second.mint) : ""
      const amount = market.units(chain, String(first), mint)
      const data = {
        program: "spl-token",
        parsed: { info: { mint, owner: first, tokenAmount: { amount: String(amount) } } },
      }
      return value(amount > 0n ? [{ pubkey: tokensOf, account: { owner: tokenProgram, space: 165, data } }] : [])
    }
    case "getMinimumBalanceForRentExemption":
      return (overhead + Number(first)) * rentOfByte
    case "getLatestBlockhash":
      return value({ blockhash: blockhashAt(chain, slotAt(now)), lastValidBlockHeight: slotAt(now) + validSlots })
    case "isBlockhashValid":
      return value(isRecentBlockhash(chain, String(first), now))
    case "getSlot":
    case "getBlockHeight":
      return slotAt(now)
    case "getSignatureStatuses":
      return value(
        (Array.isArray(first) ? first : []).map((signature: unknown) => {
          const moved = ledger.moved.find(({ sent }) => sent === signature)
          const stage = moved && ledger.stage(moved, now)
          if (stage === undefined || stage === "pending" || stage === "gone") return null
          const err = stage === "failed" ? { InstructionError: [0, { Custom: 1 }] } : null
          return { slot: firstSlot, confirmations: null, err, confirmationStatus: "finalized" }
        }),
      )
    default:
      return new MethodNotFoundRpcError(`The demo's nodes do not know ${method}`)
  }
}

const accountAt = (market: Known["market"], chain: string, address: string) => {
  const token = market.token(chain, address)
  if (token)
    return { owner: tokenProgram, data: { program: "spl-token", parsed: { info: { decimals: token.decimals } } } }
  return market.units(chain, address) > 0n ? { owner: systemProgram, data: ["", "base64"], space: 0 } : null
}

const firstSlot = 290_000_000
const slotTime = 400
const overhead = 128
const rentOfByte = 6_960
const tokenProgram = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"
const systemProgram = "11111111111111111111111111111111"
/** Address used for every token account. */
const tokensOf = "3mg7sM6RFEBHiiFotFNfvteH1WdFcc9cujKuPaqZdfDz"
/** Number of slots for which a blockhash is valid. */
const validSlots = 150

const slotAt = (now: number) => firstSlot + Math.floor(now / slotTime)

const blockhashAt = (chain: string, slot: number) =>
  getBase58Decoder().decode(getBase16Encoder().encode(hexOf(`${chain} slot ${slot}`, 64)))

/** Whether a blockhash belongs to the current slot or one of the 150 before it. */
export const isRecentBlockhash = (chain: string, blockhash: string, now: number): boolean =>
  Array.from({ length: validSlots + 1 }, (_, back) => slotAt(now) - back).some(
    (slot) => blockhashAt(chain, slot) === blockhash,
  )
