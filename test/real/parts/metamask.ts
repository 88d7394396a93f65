import type { BrowserContext } from "@playwright/test"
import { type Hex, type LocalAccount, numberToHex } from "viem"
import { inpageBundle } from "./inpageBundle.ts"
import { type Noted, noted } from "./noted.ts"
import { type Person, person } from "./person.ts"
import { failure, forward, outcome } from "./rpc.ts"
import { isSigning, sign } from "./signer.ts"

export interface MetaMaskOptions {
  readonly accounts: readonly [LocalAccount, ...LocalAccount[]]
  /** Chains the wallet knows: EVM chain ID to its node's HTTP URL. It starts on the lowest ID. */
  readonly chains: Readonly<Record<number, string>>
  /** Nodes of unknown chains that it can add. Adding any other chain is rejected. */
  readonly addable?: Readonly<Record<number, string>>
  /** Handles methods that MetaMask does not have but other wallets do. Returns `undefined` for any other. */
  readonly beyond?: (call: Beyond) => Promise<unknown> | undefined
}

/** A call of a method that MetaMask does not have. */
export interface Beyond {
  readonly method: string
  readonly params: readonly unknown[]
  readonly account: LocalAccount
  /** HTTP URL of its chain's node. */
  readonly node: string
  /** Prompts its user; throws if they reject. */
  readonly approved: () => Promise<void>
}

export interface MetaMask extends Noted {
  /** Responds to its prompts, named by JSON-RPC method. A rejection has code 4001. */
  readonly person: Person
  /** JSON-RPC methods that pages called, oldest first. */
  readonly log: readonly string[]
  /** Its active chain. */
  chainId(): number
  /** Whether the page may see accounts. */
  connected(): boolean
  /** Locks it: pages see no accounts until the user unlocks it or approves a connection. */
  lock(): Promise<void>
  /** Notifies pages, unless `quietly`: then they find out with their next request. */
  unlock(how?: { readonly quietly: boolean }): Promise<void>
  /** Its user selects another account. */
  switchAccount(index: number): Promise<void>
  /** Its user selects another chain among those it knows. */
  switchChain(chainId: number): Promise<void>
  /** Its user revokes the page's permission. */
  disconnect(): Promise<void>
}

/** Identity it announces by EIP-6963. */
const metamaskInfo = {
  uuid: "350670db-19fa-4704-a166-e52e178b59d2",
  name: "MetaMask",
  icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Crect width='8' height='8' fill='%23f6851b'/%3E%3C/svg%3E",
  rdns: "io.metamask",
} as const

/**
 * Adds MetaMask's published in-page provider (EIP-1193, EIP-6963, `window.ethereum`) to every page of a context. Its
 * background here has viem accounts and reads the given nodes. Call it before the first navigation.
 */
export const installMetaMask = async (context: BrowserContext, options: MetaMaskOptions): Promise<MetaMask> => {
  const user = person()
  const { note, until } = noted()
  const log: string[] = []
  const chains: Record<number, string> = { ...options.chains }
  const reachable: Readonly<Record<number, string>> = { ...options.addable, ...options.chains }
  let accounts = [...options.accounts]
  let permitted = false
  let locked = false
  let current = Math.min(...Object.keys(chains).map(Number))

  const visible = () => (permitted && !locked ? accounts.map(({ address }) => address.toLowerCase()) : [])
  const chain = () => ({ chainId: numberToHex(current), networkVersion: String(current), isConnected: true })

  const notify = async (method: string, params: unknown) => {
    const message = { jsonrpc: "2.0", method, params }
    await Promise.all(context.pages().map((page) => page.evaluate(tell, message).catch(ignoreClosedPage)))
  }
  const accountsChanged = () => notify("metamask_accountsChanged", visible())
  const goTo = (chainId: number) => {
    current = chainId
    return notify("metamask_chainChanged", chain())
  }

  const busy = new Set<string>()
  /** One prompt of a kind at a time: MetaMask rejects the second with -32002. */
  const ask = async (kind: string, method: string) => {
    if (busy.has(kind)) throw failure(-32002, `Request of type '${method}' already pending. Please wait.`)
    busy.add(kind)
    const approved = await user.decide(method).finally(() => busy.delete(kind))
    if (!approved) throw failure(4001, `MetaMask ${method}: User denied the request.`)
  }

  const connect = async (method: string) => {
    if (visible().length > 0) return
    await ask("connect", method)
    locked = false
    permitted = true
    await accountsChanged()
  }

  const handle = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    switch (method) {
      case "metamask_getProviderState":
        return { accounts: visible(), isUnlocked: !locked, ...chain() }
      case "metamask_sendDomainMetadata":
        return true
      case "eth_accounts":
        return visible()
      case "eth_requestAccounts":
        await connect(method)
        return visible()
      case "wallet_revokePermissions":
        permitted = false
        await accountsChanged()
        return null
      case "eth_chainId":
        return numberToHex(current)
      case "wallet_switchEthereumChain": {
        const { chainId } = params[0] as { chainId: Hex }
        if (Number(chainId) === current) return null
        if (!chains[Number(chainId)]) {
          throw failure(
            4902,
            `Unrecognized chain ID "${chainId}". Try adding the chain using wallet_addEthereumChain first.`,
          )
        }
        await ask("chain", method)
        await goTo(Number(chainId))
        return null
      }
      case "wallet_addEthereumChain": {
        const chainId = Number((params[0] as { chainId: Hex }).chainId)
        const node = reachable[chainId]
        if (node === undefined) throw failure(-32603, "Could not fetch chain ID. Is your RPC URL correct?")
        await ask("chain", method)
        chains[chainId] = node
        await goTo(chainId)
        return null
      }
    }
    const node = chains[current] ?? ""
    const [held] = accounts
    const approved = async () => {
      if (!(await user.decide(method))) throw failure(4001, `MetaMask ${method}: User denied the request.`)
    }
    const more = held && options.beyond?.({ method, params, account: held, node, approved })
    if (more) return more
    if (/^(eth|net|web3)_/.test(method) && !isSigning(method)) return forward(node, method, params)
    if (!isSigning(method)) throw failure(-32601, `The method "${method}" does not exist / is not available.`)
    const text = JSON.stringify(params).toLowerCase()
    const account = visible().length > 0 && accounts.find(({ address }) => text.includes(address.toLowerCase()))
    if (!account) throw failure(4100, "The requested account and/or method has not been authorized by the user.")
    // Signing prompts are queued instead of rejected.
    if (!(await user.decide(method))) throw failure(4001, `MetaMask ${method}: User denied the request.`)
    return sign(account, node, method, params)
  }

  await context.exposeFunction("metamaskRequest", async ({ id, method, params = [] }: Request) => {
    if (id === undefined) return undefined
    log.push(method)
    note()
    return { id, jsonrpc: "2.0", ...(await outcome(handle(method, params))) }
  })
  await context.addInitScript({
    content: `(() => { const metamaskInfo = ${JSON.stringify(metamaskInfo)};\n${await inpageBundle()}\n})()`,
  })

  return {
    person: user,
    log,
    until,
    chainId: () => current,
    connected: () => permitted,
    lock: () => {
      locked = true
      return accountsChanged()
    },
    unlock: async ({ quietly } = { quietly: false }) => {
      locked = false
      if (!quietly) await accountsChanged()
    },
    switchAccount: (index) => {
      const [chosen] = accounts.splice(index, 1)
      if (chosen === undefined) throw new Error(`MetaMask has no account ${index}`)
      accounts = [chosen, ...accounts]
      return accountsChanged()
    },
    switchChain: (chainId) => goTo(chainId),
    disconnect: () => {
      permitted = false
      return accountsChanged()
    },
  }
}

interface Request {
  /** Missing in a notification. */
  readonly id?: number
  readonly method: string
  readonly params?: readonly unknown[]
}

/** Runs in the page. */
const tell = (message: object) =>
  (window as unknown as { metamaskNotify?: (message: object) => void }).metamaskNotify?.(message)

const ignoreClosedPage = () => undefined
