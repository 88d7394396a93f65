import { InvalidParamsRpcError, UnsupportedProviderMethodError } from "../../../src/errors/rpc.ts"
import type { Connector } from "../../../src/wallets/first-paint/model/connector.ts"
import { elements, oneByOne, read } from "../shared/walletStandard.ts"
import { currentId } from "./networks.ts"
import { fromBase58, isLegacy, isSolanaKey, opened, withSignature } from "./transaction.ts"

/** Returns Coinbase Wallet's object at `window.coinbaseSolana`, which does not follow the Wallet Standard. `undefined` if it is missing. */
export const windowCoinbase = (): object | undefined => {
  const theirs = read(window, "coinbaseSolana")
  return typeof theirs === "object" && theirs !== null && typeof read(theirs, "connect") === "function"
    ? theirs
    : undefined
}

/** Connector of a Coinbase Wallet that does not register by the Wallet Standard. */
export const connector: Connector = {
  id: "coinbaseWallet",
  name: "Coinbase Wallet",
  type: "ANNOUNCED",
  chain: "solana",
  chains: [currentId("solana:mainnet")],
  info: { rdns: "com.coinbase.wallet" },
  explorerId: "fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa",
}

/**
 * Wraps Coinbase Wallet's object as a Wallet Standard object. It supports only mainnet and cannot connect silently, so after a reload it
 * stays locked until the visitor connects again.
 */
export const asStandard = (theirs: object): object => {
  const call = async (method: string, ...inputs: readonly unknown[]): Promise<unknown> => {
    const found = read(theirs, method)
    return typeof found === "function" ? Reflect.apply(found, theirs, inputs) : undefined
  }
  const accounts = () => {
    const key = read(theirs, "publicKey")
    const address = typeof key === "object" && key !== null ? String(key) : undefined
    return isSolanaKey(address) ? [{ address, chains, features: [] }] : []
  }
  const feature = (needs: string, made: object) => (typeof read(theirs, needs) === "function" ? made : undefined)
  const features = {
    "standard:connect": {
      connect: async (input?: unknown) => {
        if (accounts().length === 0) {
          if (read(input, "silent") === true)
            throw new UnsupportedProviderMethodError("It tells nothing without a prompt")
          await call("connect")
        }
        return { accounts: accounts() }
      },
    },
    "standard:disconnect": { disconnect: () => call("disconnect") },
    "standard:events": {
      on: (_: "change", listener: (properties: object) => void) => {
        const gone = () => listener({ accounts: [] })
        const here = () => listener({ accounts: accounts() })
        const events = { disconnect: gone, accountChanged: here, connect: here }
        for (const [event, handler] of Object.entries(events)) void call("on", event, handler)
        return () => {
          for (const [event, handler] of Object.entries(events)) void call("removeListener", event, handler)
        }
      },
    },
    "solana:signMessage": feature("signMessage", {
      signMessage: (...inputs: readonly { readonly message: Uint8Array }[]) =>
        oneByOne(inputs, async ({ message }) => ({
          signature: read(await call("signMessage", message), "signature"),
          signedMessage: message,
        })),
    }),
    "solana:signTransaction": feature("signTransaction", {
      supportedTransactionVersions: ["legacy", 0],
      signTransaction: async (...inputs: readonly Sent[]) => {
        const [first] = inputs
        const signed =
          inputs.length === 1 && first
            ? [await call("signTransaction", objectOf(first.transaction))]
            : elements(
                await call(
                  "signAllTransactions",
                  inputs.map(({ transaction }) => objectOf(transaction)),
                ),
              )
        return signed.map((one) => ({ signedTransaction: serialized(one) }))
      },
    }),
    "solana:signAndSendTransaction": feature("signAndSendTransaction", {
      supportedTransactionVersions: ["legacy", 0],
      signAndSendTransaction: (...inputs: readonly Sent[]) =>
        oneByOne(inputs, async ({ transaction, options }) => ({
          signature: fromBase58(
            read(await call("signAndSendTransaction", objectOf(transaction), options), "signature"),
          ),
        })),
    }),
  }
  return {
    name: connector.name,
    chains,
    features,
    get accounts() {
      return accounts()
    },
  }
}

interface Sent {
  readonly transaction: Uint8Array
  readonly options?: object
}

const chains = ["solana:mainnet"]

/** Returns an object with the part of a `@solana/web3.js` 1.x transaction that a wallet needs to read or sign it. */
const objectOf = (wire: Uint8Array): object => {
  let now = wire
  const message = () => new Uint8Array(opened(now)?.messageBytes ?? [])
  return {
    serialize: () => now,
    serializeMessage: message,
    ...(!isLegacy(wire) && { version: 0, message: { serialize: message } }),
    addSignature: (key: unknown, signature: Uint8Array) => {
      const signed = withSignature(now, String(key), signature)
      if (!signed) throw new InvalidParamsRpcError("The account does not sign this transaction")
      now = signed
    },
  }
}

const serialized = (signed: unknown): unknown => {
  const serialize = read(signed, "serialize")
  if (typeof serialize !== "function") return undefined
  return Reflect.apply(serialize, signed, [{ requireAllSignatures: false, verifySignatures: false }])
}
