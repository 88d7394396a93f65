import * as Effect from "effect/Effect"
import type { Popup } from "../../../services/Frame.ts"
import { mainnet, type Network } from "../../../src/domain/networks.ts"
import { assetsOn, type PaymentAsset, type PaymentInput } from "../../../src/domain/pay.ts"
import { rest } from "../modal.ts"
import { pass } from "../visiting.ts"

// Loads in advance what is otherwise loaded on demand.
import "../../../src/domain/payRows.ts"

/** A built-in asset of a network. */
export const assetOf = (network: Network, symbol: string): PaymentAsset => {
  const asset = assetsOn(network).find(({ metadata }) => metadata.symbol === symbol)
  if (!asset) throw new Error(`${symbol} is not built in`)
  return asset
}

export const usdc = assetOf(mainnet, "USDC")
export const merchant = "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1"

/** A payment of 12.5 USDC to the merchant. */
export const order: PaymentInput = { paymentAsset: usdc, recipient: merchant, amount: "12.5" }

/** A window opened by the visitor's click. `seen`: the pages it was navigated to, then "closed". */
export const windowOf = (blocked = false) => {
  const seen: string[] = []
  const popup: Popup = {
    blocked,
    go: (url) => void seen.push(url),
    close: () => void seen.push("closed"),
    isClosed: () => false,
    sent: () => false,
  }
  return { popup, seen }
}

/** Twenty seconds, in steps: longer than a chain or an exchange takes to pay. */
export const untilPaid = Effect.andThen(rest, Effect.repeat(pass("5 seconds"), { times: 3 }))
