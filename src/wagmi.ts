import type { Address, Chain, EIP1193Provider } from "viem"
import type { Modal } from "./stub/modal.ts"

/**
 * Creates a connector for wagmi: `createConfig({ connectors: [portico(modal)] })`. Connecting opens the modal. wagmi follows every
 * connection, disconnection and change of account or network in the modal, including restored connections. wagmi's requests go through
 * `modal.provider`. If no wallet connects or a switch fails, the connector rejects with viem's UserRejectedRequestError or
 * SwitchChainError. Give the modal and wagmi the same networks.
 */
export const portico = (modal: Modal): CreatePorticoConnector => {
  const read = (): Who | undefined => {
    const { status, address } = modal.getState().chains.eip155?.accountState ?? {}
    const { caipNetworkId } = modal.state.accounts.eip155.peek()
    if (status !== "connected" || !address || !caipNetworkId) return undefined
    return { accounts: [address as Address], chainId: Number(caipNetworkId.split(":")[1]) }
  }
  const connected = async (): Promise<Who> => read() ?? Promise.reject(await rejection("No wallet is connected"))

  const switchTo = async (chainId: number): Promise<void> => {
    try {
      await modal.switchNetwork({ network: `eip155:${chainId}` })
    } catch (error) {
      const { SwitchChainError, UserRejectedRequestError } = await errors()
      const isRejected = (error as { readonly _tag?: unknown })._tag === "ConnectionRejected"
      throw new (isRejected ? UserRejectedRequestError : SwitchChainError)(error as Error)
    }
  }

  /** Opens the modal, and waits until an EVM wallet is connected. Rejects if the modal closes before that. */
  const chosen = async (): Promise<Who> => {
    await modal.open({ view: "Connect", namespace: "eip155" })
    await new Promise<void>((resolve) => {
      const look = () => {
        if (read() === undefined && modal.getState().open) return
        stop()
        resolve()
      }
      const stop = modal.subscribe(look)
      look()
    })
    return read() ?? Promise.reject(await rejection("The modal closed before an EVM wallet was connected"))
  }

  return ({ emitter, chains }) => {
    let last: Who | undefined
    return {
      id: "portico",
      name: "Portico",
      type: "portico",
      setup: async () => {
        modal.subscribe(() => {
          const who = read()
          const before = last
          last = who
          if (who && !before) emitter.emit("connect", who)
          else if (who && before && (who.accounts[0] !== before.accounts[0] || who.chainId !== before.chainId))
            emitter.emit("change", who)
          else if (!who && before) emitter.emit("disconnect")
        })
      },
      connect: async ({ chainId, isReconnecting, withCapabilities } = {}) => {
        if (isReconnecting) await modal.ready()
        const { chainId: now } = read() ?? (isReconnecting ? await connected() : await chosen())
        if (chainId !== undefined && chainId !== now) await switchTo(chainId)
        const who = await connected()
        const accounts = withCapabilities
          ? who.accounts.map((address) => ({ address, capabilities: {} }))
          : who.accounts
        // wagmi derives this type from `withCapabilities`, which TypeScript cannot infer from a value.
        return { ...who, accounts: accounts as never }
      },
      disconnect: async () => {
        if (read()) await modal.disconnect({ namespace: "eip155" })
      },
      getAccounts: async () => (await connected()).accounts,
      getChainId: async () => (await connected()).chainId,
      getProvider: async () => modal.provider,
      isAuthorized: async () => {
        // wagmi calls this on every visit. The request starts the engine, which contacts the provider, only if there is a connection to
        // restore.
        await modal.provider.request({ method: "eth_accounts" })
        return read() !== undefined
      },
      switchChain: async ({ chainId }) => {
        const chain = chains.find(({ id }) => id === chainId)
        if (!chain) throw new (await errors()).SwitchChainError(Error(`The site has no chain ${chainId}`))
        await switchTo(chainId)
        return chain
      },
      // The modal already follows the wallet, and `setup` follows the modal.
      onAccountsChanged: () => {},
      onChainChanged: () => {},
      onDisconnect: () => {},
    }
  }
}

/**
 * Equivalent of wagmi's `CreateConnectorFn`. It is written out, because npm may install `@wagmi/core` where this package cannot import its
 * types.
 */
export type CreatePorticoConnector = (config: {
  readonly chains: readonly [Chain, ...Chain[]]
  readonly emitter: ConnectorEmitter
}) => PorticoConnector

/** Part of wagmi's emitter that the connector uses. */
export interface ConnectorEmitter {
  emit(event: "connect" | "change", data: Who): void
  emit(event: "disconnect"): void
}

/** Connector as wagmi expects it. It is a type alias, not an interface, so it has an implicit index signature. */
export type PorticoConnector = {
  readonly id: string
  readonly name: string
  readonly type: string
  setup(): Promise<void>
  connect<withCapabilities extends boolean = false>(parameters?: {
    chainId?: number | undefined
    isReconnecting?: boolean | undefined
    withCapabilities?: withCapabilities | boolean | undefined
  }): Promise<{
    accounts: withCapabilities extends true
      ? readonly { address: Address; capabilities: Record<string, unknown> }[]
      : readonly Address[]
    chainId: number
  }>
  disconnect(): Promise<void>
  getAccounts(): Promise<readonly Address[]>
  getChainId(): Promise<number>
  getProvider(): Promise<EIP1193Provider>
  isAuthorized(): Promise<boolean>
  switchChain(parameters: { chainId: number }): Promise<Chain>
  onAccountsChanged(accounts: string[]): void
  onChainChanged(chainId: string): void
  onDisconnect(): void
}

/** Account and chain in wagmi's format. */
export interface Who {
  readonly accounts: readonly Address[]
  readonly chainId: number
}

/** Imports viem's error classes, which sites using wagmi check for. wagmi has already loaded viem. */
const errors = () => import("viem")

const rejection = async (why: string): Promise<Error> => new (await errors()).UserRejectedRequestError(Error(why))
