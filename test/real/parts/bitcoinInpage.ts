import { registerWallet } from "@wallet-standard/wallet"
import { packed, unpacked } from "./bytes.ts"

/**
 * Runs in the page, before the site's own scripts: a Bitcoin wallet by one of two APIs, joined to a background outside of the page,
 * which holds the keys, by functions on `window`.
 */
interface Wires {
  /** Page to background; put there by Playwright. */
  readonly bitcoinWalletCall: (method: string, inputs: unknown) => Promise<Answer>
  /** Background to page: an event and what it says. */
  bitcoinWalletNotify: (event: string, said: unknown) => void
}

interface Answer {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

/** Put in front of this script when it is bundled. */
declare const bitcoinWallet: {
  readonly api: "sats-connect" | "standard"
  readonly name: string
  readonly icon: string
  readonly chains: readonly string[]
  /** Names of its features, of which each has the one function that it is named after. */
  readonly features: readonly string[]
}

type Listener = (said: unknown) => void

if (window.top === window) {
  const wires = window as unknown as Wires
  const { api, name, icon, chains, features } = bitcoinWallet
  const listeners = new Map<string, Set<Listener>>()
  const listen = (event: string, listener: Listener) => {
    listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    return () => void listeners.get(event)?.delete(listener)
  }
  const call = async (method: string, inputs: unknown): Promise<unknown> => {
    const { result, error } = await wires.bitcoinWalletCall(method, packed(inputs))
    if (error) throw Object.assign(new Error(error.message), { code: error.code })
    return unpacked(result)
  }
  let accounts: unknown = []

  wires.bitcoinWalletNotify = (event, said) => {
    const change = unpacked(said)
    if (api === "standard") accounts = (change as { readonly accounts: unknown }).accounts
    for (const listener of [...(listeners.get(event) ?? [])]) listener(change)
  }

  if (api === "sats-connect") {
    Object.assign(window, {
      LoopbackProviders: {
        Bitcoin: {
          request: call,
          addListener: ({ eventName, cb }: { readonly eventName: string; readonly cb: Listener }) =>
            listen(eventName, cb),
        },
      },
      btc_providers: [{ id: "LoopbackProviders.Bitcoin", name, icon }],
    })
  } else {
    /** Where accounts come back, they are what the wallet has now. */
    const use =
      (feature: string) =>
      async (...inputs: unknown[]) => {
        const answer = await call(feature, inputs)
        const now = (answer as { readonly accounts?: unknown } | undefined)?.accounts
        if (now) accounts = now
        return answer
      }
    registerWallet({
      version: "1.0.0",
      name,
      icon,
      chains,
      get accounts() {
        return accounts
      },
      features: {
        ...Object.fromEntries(
          features.map((feature) => [
            feature,
            { version: "1.0.0", [feature.slice(feature.indexOf(":") + 1)]: use(feature) },
          ]),
        ),
        "standard:events": { version: "1.0.0", on: listen },
      },
    } as unknown as Parameters<typeof registerWallet>[0])
  }
}
