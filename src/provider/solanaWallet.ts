import { effect } from "@preact/signals-core"
import { canonicalId } from "../../layers/chains/solana/networks.ts"
import type { SolanaAccount, SolanaChange, SolanaFeatures, SolanaProvider } from "../namespaces/model/solanaProvider.ts"
import type { ModalInstance } from "../stub/instance.ts"
import { activeConnection } from "../stub/state.ts"
import { connected, engineOf, errors, restored } from "./connected.ts"

/**
 * Registers a modal as a Solana wallet of the Wallet Standard: now, and for each library that starts later. Connecting opens the modal, and
 * the wallet's accounts follow the modal's active account.
 */
export const register = (instance: ModalInstance, icon: SolanaProvider["icon"]): void => {
  if (instance.ended) return
  const wallet = solanaWallet(instance, icon)
  const add = (api: unknown) => {
    try {
      const unregister = (api as { readonly register: (wallet: object) => unknown }).register(wallet)
      if (typeof unregister === "function") instance.ending.add(() => unregister())
    } catch {
      // Any script on the page can send this event, with any content.
    }
  }
  const ready = (event: Event) => add((event as CustomEvent<unknown>).detail)
  window.addEventListener("wallet-standard:app-ready", ready)
  instance.ending.add(() => window.removeEventListener("wallet-standard:app-ready", ready))
  window.dispatchEvent(new CustomEvent("wallet-standard:register-wallet", { detail: add }))
}

const solanaWallet = (instance: ModalInstance, icon: SolanaProvider["icon"]): SolanaProvider & Marked => {
  const { core } = instance
  const listeners = new Set<(change: SolanaChange) => void>()
  /** Active wallet. `undefined` while disconnected. */
  let active: SolanaProvider | undefined
  let accounts: readonly SolanaAccount[] = []

  /** Reads the active account, and reports it to the listeners if it has changed. */
  const read = async () => {
    const address = activeConnection(core.accounts.solana.peek())?.accounts[0]?.address
    active =
      address === undefined ? undefined : ((await (await engineOf(instance)).provider("solana")) as SolanaProvider)
    const next = active?.accounts.filter((account) => account.address === address) ?? []
    if (next[0]?.address === accounts[0]?.address) return
    accounts = next
    for (const listener of [...listeners]) notify(listener, { accounts })
  }
  instance.ending.add(
    effect(() => {
      void core.accounts.solana.value
      queueMicrotask(() => void read().catch(() => undefined))
    }),
  )

  /**
   * Returns a feature's method that calls the same method of the active wallet. Rejects with `UnauthorizedProviderError` if no wallet is
   * connected, and with `UnsupportedProviderMethodError` if it lacks the method.
   */
  const passOn =
    (name: keyof SolanaFeatures, method: string) =>
    async (...inputs: readonly unknown[]): Promise<unknown> => {
      await read()
      const { UnauthorizedProviderError, UnsupportedProviderMethodError } = await errors()
      if (!active) throw new UnauthorizedProviderError("Connect first: standard:connect")
      const feature = active.features[name] as Readonly<Record<string, unknown>> | undefined
      const call = feature?.[method]
      if (typeof call !== "function") throw new UnsupportedProviderMethodError(`${active.name} lacks ${name}`)
      return call(...inputs)
    }

  return {
    isPortico: true,
    version,
    name: "Portico",
    icon,
    get chains() {
      return chainNames.filter((name) => core.networks.peek().some((network) => canonicalId([name], network)))
    },
    get accounts() {
      return accounts
    },
    features: {
      "standard:connect": {
        version,
        connect: async (input) => {
          await restored(instance)
          if (!input?.silent) await connected(instance, "solana")
          await read()
          return { accounts }
        },
      },
      "standard:disconnect": {
        version,
        disconnect: async () => {
          if (active) await (await engineOf(instance)).operate("disconnect", [{ namespace: "solana" }])
          await read()
        },
      },
      "standard:events": {
        version,
        on: (_, listener) => {
          listeners.add(listener)
          return () => void listeners.delete(listener)
        },
      },
      "solana:signMessage": { version, signMessage: passOn("solana:signMessage", "signMessage") },
      "solana:signTransaction": {
        version,
        supportedTransactionVersions,
        signTransaction: passOn("solana:signTransaction", "signTransaction"),
      },
      "solana:signAndSendTransaction": {
        version,
        supportedTransactionVersions,
        signAndSendTransaction: passOn("solana:signAndSendTransaction", "signAndSendTransaction"),
      },
    } as SolanaFeatures,
  }
}

/** Mark of Portico's own wallets, which modals leave out of their wallet lists. */
interface Marked {
  readonly isPortico: true
}

const notify = (listener: (change: SolanaChange) => void, change: SolanaChange) => {
  try {
    listener(change)
  } catch (cause) {
    // A listener that throws must not stop the others.
    queueMicrotask(() => {
      throw cause
    })
  }
}

const version = "1.0.0"
const supportedTransactionVersions = ["legacy", 0] as const
const chainNames = ["solana:mainnet", "solana:devnet", "solana:testnet"] as const
