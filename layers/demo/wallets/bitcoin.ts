import * as Effect from "effect/Effect"
import {
  InvalidParamsRpcError,
  type RpcFailure,
  UnauthorizedProviderError,
  UserRejectedRequestError,
} from "../../../src/core/rpcErrors.ts"
import { type BitcoinChain, bitcoinChains } from "../../../src/namespaces/model/bitcoin.ts"
import { isRecord } from "../../../src/options/guards.ts"
import type { SatsConnect } from "../../chains/bitcoin/wallets/satsConnect.ts"
import { addressesOn } from "../accounts.ts"
import type * as Keys from "../keys/bitcoin.ts"
import type { TestKey } from "../keys/testKeys.ts"
import { hexOf } from "../random.ts"
import type { DemoWallet } from "./wallet.ts"

/** Returns the sats-connect object that a page gets from a Bitcoin wallet. Its responses contain no public keys. */
export const satsConnectWallet = (
  wallet: DemoWallet,
  run: <A, E>(effect: Effect.Effect<A, E>) => Promise<A>,
): SatsConnect => {
  const chain = (): BitcoinChain => chains[wallet.state().chainId - 1] ?? "mainnet"
  const addresses = () =>
    wallet
      .accounts()
      .slice(0, 1)
      .flatMap((account) => addressesOn(account, bitcoinChains[chain()]))
      .map((address, place) => ({ address, purpose: place === 0 ? "payment" : "ordinals" }))
  const network = () => ({ bitcoin: { name: names[chain()] }, stacks: { name: "mainnet" } })
  const account = () => {
    if (wallet.accounts().length === 0) throw new UnauthorizedProviderError("Access denied")
    return { addresses: addresses(), network: network() }
  }
  const signed = <A>(address: string, by: (keys: typeof Keys, key: TestKey) => A) =>
    run(signedBitcoin(wallet.signer(address), by))
  const numberOf = (name: unknown) => {
    const place = chains.findIndex((one) => names[one] === name)
    if (place < 0) throw { code: -32602, message: `Unknown network ${name}` }
    return place + 1
  }

  const perform = async (method: string, params: Params): Promise<unknown> => {
    switch (method) {
      case "wallet_connect": {
        const { network: name } = params
        await run(wallet.connect)
        if (name !== undefined) wallet.move(numberOf(name))
        return account()
      }
      case "wallet_getAccount":
        return account()
      case "wallet_disconnect":
        wallet.revoke()
        return null
      case "wallet_changeNetwork":
        await run(wallet.switchTo(numberOf(params.name)))
        return null
      case "signMessage": {
        const { address = "", message = "", protocol } = params
        const on = { caipNetworkId: bitcoinChains[chain()], protocol }
        return { address, signature: await signed(address, (keys, key) => keys.signMessage(key, address, message, on)) }
      }
      case "signPsbt": {
        const { psbt = "", signInputs = {}, broadcast = false } = params
        const [address = ""] = Object.keys(signInputs)
        return signed(address, ({ signPsbt }, key) => signPsbt(key, psbt, Object.values(signInputs).flat(), broadcast))
      }
      case "sendTransfer": {
        const [payment] = addresses()
        await run(wallet.signer(payment?.address ?? ""))
        return { txid: hexOf(`${payment?.address} ${JSON.stringify(params.recipients)}`, 64) }
      }
      default:
        throw { code: -32601, message: `The demo's wallet does not know ${method}` }
    }
  }

  return {
    request: async (method: string, params: object | null) => {
      try {
        return { jsonrpc: "2.0", id: method, result: await perform(method, params ?? {}) }
      } catch (error) {
        return { jsonrpc: "2.0", id: method, error: { code: codeOf(error), message: messageOf(error) } }
      }
    },
    addListener: ({ eventName, cb }: { readonly eventName: string; readonly cb: (value: object) => void }) =>
      wallet.listen((event) => {
        if (events[event] !== eventName) return
        cb({ type: eventName, addresses: addresses(), ...(event === "chainChanged" && network()) })
      }),
  }
}

/** Signs with an account's key once the user approves. Its code loads on first use. Unreadable input fails as invalid parameters. */
export const signedBitcoin = <A>(
  agreed: Effect.Effect<TestKey, RpcFailure>,
  by: (keys: typeof Keys, key: TestKey) => A,
): Effect.Effect<A, RpcFailure> =>
  Effect.flatMap(agreed, (key) =>
    Effect.tryPromise({
      try: async () => by(await import("../keys/bitcoin.ts"), key),
      catch: (cause) => new InvalidParamsRpcError(cause instanceof Error ? cause.message : "", { cause }),
    }),
  )

interface Params {
  readonly network?: string
  readonly name?: string
  readonly address?: string
  readonly message?: string
  readonly protocol?: string
  readonly psbt?: string
  readonly signInputs?: Readonly<Record<string, readonly number[]>>
  readonly broadcast?: boolean
  readonly recipients?: readonly object[]
}

/** The wallet's chains by number, starting at 1. */
const chains: readonly BitcoinChain[] = ["mainnet", "testnet", "signet"]
const names: { readonly [Chain in BitcoinChain]?: string } = {
  mainnet: "Mainnet",
  testnet: "Testnet",
  signet: "Signet",
}

const events = { accountsChanged: "accountChange", chainChanged: "networkChange", disconnect: "disconnect" } as const

/** Returns sats-connect's own codes for some errors. */
const codeOf = (error: unknown) => {
  if (error instanceof UserRejectedRequestError) return -32000
  if (error instanceof UnauthorizedProviderError) return -32002
  return isRecord(error) && error.code !== -32002 ? error.code : -32603
}
const messageOf = (error: unknown) => (isRecord(error) || error instanceof Error ? error.message : String(error))
