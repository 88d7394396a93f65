import { SCWSigner } from "@coinbase/wallet-sdk/dist/sign/scw/SCWSigner.js"
import { UnsupportedProviderMethodError } from "../../../../src/errors/rpc.ts"
import { isRecord } from "../../../../src/options/guards.ts"
import type { Metadata } from "../../../../src/options/options.ts"
import { readAccounts } from "../eip1193.ts"
import { type WindowOptions, windowOf } from "./popup.ts"

/** Connection to the wallet on Coinbase's page. */
export interface Signer {
  /** Resolves with the granted accounts, without a prompt. Resolves with an empty list if the wallet is not connected. */
  readonly accounts: () => Promise<readonly unknown[]>
  readonly connect: () => Promise<unknown>
  readonly request: (method: string, params?: readonly unknown[]) => Promise<unknown>
  /** Ends the connection: deletes its keys and closes the window. */
  readonly leave: () => Promise<null>
}

/** Options of Coinbase Wallet. */
export interface CoinbaseOptions extends Pick<WindowOptions, "host" | "opened"> {
  /** Metadata of the site, shown in the wallet. */
  readonly metadata: Partial<Metadata>
}

export interface SignerOptions extends CoinbaseOptions {
  readonly chainIds: readonly number[]
  readonly emit: (event: string, value: unknown) => void
}

/**
 * Creates a connection from the smart wallet signer of Coinbase's library and Portico's own window code. The rest of the library is not
 * used, because it contacts hosts that cannot be configured, requests this page's headers and renders into the page.
 */
export const signerOf = (options: SignerOptions): Signer => {
  const { metadata, chainIds, emit } = options
  const app = {
    appName: metadata.name ?? document.title,
    appLogoUrl: metadata.icons?.[0] ?? "",
    appChainIds: [...chainIds],
  }
  const communicator = windowOf({ ...options, app, preference })
  const make = () =>
    new SCWSigner({
      metadata: app,
      communicator: communicator as never,
      callback: (event: string, ...values: readonly unknown[]) => {
        emit(event, values[0])
        return true
      },
    })
  const signer = sound(make)

  const accounts = async (): Promise<readonly unknown[]> => {
    const value: unknown = await signer.request({ method: "eth_accounts" }).catch(() => [])
    // The library stores whatever accounts it received. Unusable accounts must not prevent a new request.
    return readAccounts(value) ?? []
  }
  return {
    accounts,
    connect: async () => {
      const request = { method: "eth_requestAccounts" }
      if ((await accounts()).length === 0) {
        await chosen(communicator, request)
        await signer.handshake(request)
      } else options.opened()?.close()
      return signer.request(request)
    },
    request: (method, params = []) => signer.request({ method, params }),
    leave: async () => {
      await signer.cleanup()
      communicator.disconnect()
      return null
    },
  }
}

/** Kind of wallet: the one on Coinbase's page. The other kinds need hosts that cannot be configured. */
const preference = { options: "smartWalletOnly" } as const

/** Selects the smart wallet in Coinbase's window. Rejects if the window chooses another kind of wallet. */
const chosen = async (window: ReturnType<typeof windowOf>, handshakeRequest: object): Promise<void> => {
  const { data } = await window.postRequestAndWaitForResponse({
    id: crypto.randomUUID(),
    event: "selectSignerType",
    data: { ...preference, handshakeRequest },
  })
  if (data === "scw") return
  window.disconnect()
  throw new UnsupportedProviderMethodError("Coinbase's page chose a wallet that cannot be reached from here")
}

/** Creates the signer. Deletes the library's stored data if it is invalid, because any script of the page may have written it. */
const sound = (make: () => SCWSigner): SCWSigner => {
  try {
    const signer = make()
    const kept: unknown = Reflect.get(signer, "accounts")
    const chain: unknown = Reflect.get(signer, "chain")
    if (Array.isArray(kept) && isRecord(chain) && Number.isSafeInteger(chain.id)) return signer
  } catch {
    // The stored data is not JSON.
  }
  for (const key of Object.keys(localStorage)) if (key.startsWith("-CBWSDK:")) localStorage.removeItem(key)
  return make()
}
