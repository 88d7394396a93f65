import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schedule from "effect/Schedule"
import { getAddress } from "viem/utils"
import type { WalletChange } from "../../../services/Chains.ts"
import { disconnectWait, openPrompt } from "../../../src/connections/limits.ts"
import type { Account } from "../../../src/connections/opening/model.ts"
import { isEvmAddress } from "../../../src/core/addresses.ts"
import { read } from "../../../src/core/nestedErrors.ts"
import { readFailure } from "../../../src/core/readFailure.ts"
import type { RpcFailure } from "../../../src/errors/rpc.ts"
import { ignoreFailure } from "../../shared/ignoreFailure.ts"
import { callWallet } from "../shared/callWallet.ts"
import type { Eip1193 } from "./first-paint/eip6963.ts"

export const requestWallet = (
  provider: Eip1193,
  method: string,
  params?: readonly unknown[],
): Effect.Effect<unknown, RpcFailure> =>
  callWallet(method, () => provider.request({ method, ...(params && { params }) }))

/** Revokes the site's access to the accounts, if the wallet supports it. Ignores failures, and stops waiting after `disconnectWait` ms. */
export const revokeGrant = (provider: Eip1193): Effect.Effect<void> =>
  requestWallet(provider, "wallet_revokePermissions", [{ eth_accounts: {} }]).pipe(
    Effect.timeoutOption(disconnectWait),
    ignoreFailure,
  )

/** Calls `changed` with each change of a connected wallet. Returns a function that stops the calls. Unreadable events are ignored. */
export const followed = (provider: Eip1193, changed: (change: WalletChange) => void): (() => void) => {
  const stops = [
    listenTo(provider, "accountsChanged", (value) => {
      const addresses = readAccounts(value)
      if (addresses) changed({ type: "accounts", accounts: accountsOf(addresses) })
    }),
    listenTo(provider, "chainChanged", (value) => {
      // Some wallets emit an object with the ID.
      const chainId = readChainId(value) ?? readChainId(read(value, "chainId"))
      if (chainId !== undefined) changed({ type: "chain", caipNetworkId: `eip155:${chainId}` })
    }),
    listenTo(provider, "disconnect", (value) => {
      if (readFailure(value).code !== betweenNodes) changed({ type: "disconnect" })
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Waits until `read` accepts a value, either from an event of the wallet or from `method`, which is polled. */
export const waitForEvent = <A>(
  provider: Eip1193,
  { event, method, read }: { event: string; method: string; read: (value: unknown) => A | undefined },
): Effect.Effect<A> => {
  const announced = Effect.callback<A>((resume) => {
    const stop = listenTo(provider, event, (input) => {
      const value = read(input)
      if (value === undefined) return
      stop()
      resume(Effect.succeed(value))
    })
    return Effect.sync(stop)
  })
  const polled = Effect.map(requestWallet(provider, method), read).pipe(
    Effect.filterOrFail(Predicate.isNotUndefined),
    Effect.retry(Schedule.spaced(openPrompt.every)),
    Effect.orDie,
    Effect.delay(openPrompt.every),
  )
  return Effect.raceFirst(announced, polled)
}

/** Returns the wallet's chain ID, or `undefined` if the wallet does not report a valid ID. */
export const chainOf = (provider: Eip1193): Effect.Effect<number | undefined> =>
  Effect.orElseSucceed(Effect.map(requestWallet(provider, "eth_chainId"), readChainId), () => undefined)

/**
 * Reads a list of addresses. Checksums them (EIP-55), and drops duplicates and invalid entries. Returns `undefined` if the value is not a
 * list, or has entries but no address.
 */
export const readAccounts = (value: unknown): readonly string[] | undefined => {
  try {
    if (!Array.isArray(value)) return undefined
    const addresses = value.filter((one) => typeof one === "string" && isEvmAddress(one))
    if (addresses.length === 0 && value.length > 0) return undefined
    return [...new Set(addresses.map((address: string) => getAddress(`0x${address.slice(-40)}`)))]
  } catch {
    return undefined
  }
}

/** Returns one account per address, without further fields. */
export const accountsOf = (addresses: readonly string[]): readonly Account[] =>
  addresses.map((address) => ({ address }))

/** Reads a positive chain ID from EIP-695 hex, a number, a bigint or decimal digits. Returns `undefined` for anything else. */
export const readChainId = (value: unknown): number | undefined => {
  const digits = typeof value === "number" || typeof value === "bigint" ? String(value) : value
  if (typeof digits !== "string" || !/^(0x[0-9a-f]+|\d+)$/i.test(digits)) return undefined
  const chainId = Number(digits)
  return Number.isSafeInteger(chainId) && chainId > 0 ? chainId : undefined
}

/** MetaMask's error code for a lost node connection that MetaMask will restore. The accounts stay granted. */
const betweenNodes = 1013

/** Listens to an event of a wallet. Returns a function that stops the calls of `handler`, even if the wallet cannot remove listeners. */
const listenTo = (provider: Eip1193, event: string, handler: (value: unknown) => void): (() => void) => {
  let open = true
  const listener = (value: unknown) => {
    if (open) handler(value)
  }
  call(provider, ["on"], event, listener)
  return () => {
    open = false
    call(provider, ["removeListener", "off"], event, listener)
  }
}

/** Calls the first method of `names` that the wallet has. Ignores anything that the method throws. */
const call = (provider: Eip1193, names: readonly ("on" | "off" | "removeListener")[], ...args: unknown[]) => {
  try {
    for (const name of names) {
      const method = provider[name]
      if (typeof method === "function") return void method.apply(provider, args)
    }
  } catch {
    // If `on` threw, no events arrive. If removing threw, later events are ignored.
  }
}
