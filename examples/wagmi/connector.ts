import { createConnector } from "@wagmi/core"
import type { Modal } from "portico"
import { type Address, type EIP1193Provider, SwitchChainError, UserRejectedRequestError } from "viem"

/**
 * Portico as a connector of wagmi 2: `createConfig({ connectors: [portico(modal)] })`. Connecting opens the modal; what the visitor
 * does in it afterwards (another account, another network, signing out) is told to wagmi, and so is who was connected by the modal's
 * own button. wagmi's actions ask the wallet itself, by `modal.getProvider("eip155")`. The networks of both should be the same.
 */
export const portico = (modal: Modal) => {
  /** Who is connected, as wagmi has it. */
  const read = () => {
    const { status, address } = modal.getState().chains.eip155?.accountState ?? {}
    const { caipNetworkId } = modal.state.accounts.eip155.peek()
    if (status !== "connected" || !address || !caipNetworkId) return undefined
    return { accounts: [address as Address], chainId: Number(caipNetworkId.split(":")[1]) }
  }
  type Who = NonNullable<ReturnType<typeof read>>
  const connected = (): Who => {
    const who = read()
    if (who === undefined) throw new UserRejectedRequestError(Error("Nobody is connected"))
    return who
  }

  /** Waits until somebody is connected; a modal that is closed before that is a no. */
  const chosen = async (): Promise<Who> => {
    await modal.open({ view: "Connect", namespace: "eip155" })
    return new Promise((resolve, reject) => {
      const look = () => {
        const who = read()
        if (who === undefined && modal.getState().open) return
        stop()
        if (who) resolve(who)
        else reject(new UserRejectedRequestError(Error("The modal was closed")))
      }
      const stop = modal.subscribe(look)
      look()
    })
  }

  return createConnector<EIP1193Provider>(({ emitter, chains }) => {
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
        const { chainId: now } = read() ?? (isReconnecting ? connected() : await chosen())
        if (chainId !== undefined && chainId !== now) await modal.switchNetwork({ network: `eip155:${chainId}` })
        const who = connected()
        const accounts = withCapabilities
          ? who.accounts.map((address) => ({ address, capabilities: {} }))
          : who.accounts
        return { ...who, accounts: accounts as never }
      },
      disconnect: async () => {
        if (read()) await modal.disconnect({ namespace: "eip155" })
      },
      getAccounts: async () => connected().accounts,
      getChainId: async () => connected().chainId,
      getProvider: () => modal.getProvider("eip155"),
      isAuthorized: async () => {
        await modal.ready()
        return read() !== undefined
      },
      switchChain: async ({ chainId }) => {
        const chain = chains.find(({ id }) => id === chainId)
        if (!chain) throw new SwitchChainError(Error(`The site has no chain ${chainId}`))
        try {
          await modal.switchNetwork({ network: `eip155:${chainId}` })
        } catch (error) {
          if ((error as { readonly code?: number }).code === UserRejectedRequestError.code)
            throw new UserRejectedRequestError(error as Error)
          throw new SwitchChainError(error as Error)
        }
        return chain
      },
      // The modal follows the wallet, and `setup` the modal.
      onAccountsChanged: () => {},
      onChainChanged: () => {},
      onDisconnect: () => {},
    }
  })
}
