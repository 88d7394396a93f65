import { SCWSigner } from "@coinbase/wallet-sdk/dist/sign/scw/SCWSigner.js"
import { UnsupportedProviderMethodError } from "../../../../src/errors/rpc.ts"
import { isRecord } from "../../../../src/options/guards.ts"
import type { Metadata } from "../../../../src/options/options.ts"
import { readAccounts } from "../eip1193.ts"
import { type WindowOptions, windowOf } from "./popup.ts"

/** Connection to Coinbase's page: its accounts, and requests that its window prompts for. */
export interface Signer {
  /** Returns the granted accounts, without a prompt. */
  readonly accounts: () => Promise<readonly unknown[]>
  readonly connect: () => Promise<unknown>
  readonly ask: (method: string, params?: readonly unknown[]) => Promise<unknown>
  /** Deletes the keys of this connection. */
  readonly leave: () => Promise<null>
}

/** Options of Coinbase Wallet. */
export interface CoinbaseOptions extends Pick<WindowOptions, "host" | "opened"> {
  /** Site metadata that it shows. */
  readonly metadata: Partial<Metadata>
}

export interface SignerOptions extends CoinbaseOptions {
  readonly chainIds: readonly number[]
  readonly tell: (event: string, value: unknown) => void
}

/**
 * Coinbase's own signer of smart wallets, with Portico's window. Its full library is not used, because it also contacts hosts that cannot
 * be configured (its relay for phones, its nodes), requests this page's headers, and renders into the page.
 */
export const signerOf = (options: SignerOptions): Signer => {
  const { metadata, chainIds, tell } = options
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
        tell(event, values[0])
        return true
      },
    })
  const signer = sound(make)

  const accounts = async (): Promise<readonly unknown[]> => {
    const value: unknown = await signer.request({ method: "eth_accounts" }).catch(() => [])
    // The library keeps whatever it was once granted. Unusable accounts must not prevent a new request.
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
    ask: (method, params = []) => signer.request({ method, params }),
    leave: async () => {
      await signer.cleanup()
      communicator.disconnect()
      return null
    },
  }
}

/** The wallet in Coinbase's page. The other kinds need hosts that cannot be configured. */
const preference = { options: "smartWalletOnly" } as const

/** Makes the window choose that kind of wallet. */
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

/** Any script may have written the library's stored data. Data that it cannot read is deleted. */
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
