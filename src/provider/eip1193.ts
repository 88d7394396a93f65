import { effect } from "@preact/signals-core"
import type { Address, EIP1193EventMap } from "viem"
import type { NamespaceState } from "../connections/first-paint/model/connectionStatus.ts"
import { isRecord } from "../options/guards.ts"
import type { Engine, ModalInstance } from "../stub/instance.ts"
import { activeConnection } from "../stub/state.ts"
import { connected, engineOf, errors, restored, until } from "./connected.ts"

/** Event name and listener that a site registered. */
export type ProviderListener = {
  readonly [Event in keyof EIP1193EventMap]: readonly [Event, EIP1193EventMap[Event]]
}[keyof EIP1193EventMap]

/**
 * Responds to an EIP-1193 request of the site. Accounts are those of the active connection. Requests that the modal cannot serve itself are
 * passed to the active wallet. Rejects with an error of the catalogue, or with the wallet's own error if that has the same code.
 */
export const request = async (instance: ModalInstance, input: unknown): Promise<unknown> => {
  const wanted = requestOf(input)
  if (!isRequest(wanted)) throw new (await errors()).InvalidRequestRpcError("Expected { method, params }")
  await restored(instance)
  const { method, params } = wanted
  const state = instance.core.accounts.eip155.peek()
  const { accounts, chainId } = accountsAndChain(state)
  const isConnected = accounts.length > 0

  if (method === "eth_accounts") return accounts
  if (method === "eth_requestAccounts") return isConnected ? accounts : addressesOf(instance)
  if (method === "eth_chainId" && !isConnected && chainId) return chainId
  if (method === "wallet_requestPermissions" && !isConnected) return granting(await addressesOf(instance))
  if (method === "wallet_revokePermissions" && isRecord(params?.[0]) && "eth_accounts" in params[0])
    return revoked(await engineOf(instance))

  if (!isConnected) {
    const { ProviderDisconnectedError, UnauthorizedProviderError } = await errors()
    throw /^(eth_send|eth_sign|personal_|wallet_)/.test(method)
      ? new UnauthorizedProviderError("Connect first: request eth_requestAccounts")
      : new ProviderDisconnectedError("No wallet is connected")
  }
  if (!isOffered(instance, state) && !(isOfChain.has(method) || instance.options.allowUnsupportedChain))
    throw new (await errors()).ChainDisconnectedError(
      `The wallet is on ${state.caipNetworkId}, which the site does not use`,
    )
  const provider = await (await engineOf(instance)).provider("eip155")
  try {
    return await (provider as { request(request: Request): unknown }).request(wanted)
  } catch (error) {
    throw await standard(error)
  }
}

/** Emits the changes since the state `before` to the registered listeners, until the modal ends. Repeated calls have no effect. */
export const follow = async (
  instance: ModalInstance,
  before: NamespaceState,
  listeners: () => readonly ProviderListener[],
): Promise<void> => {
  const { core, running, ending } = instance
  if (followed.has(instance)) return
  followed.add(instance)
  // Only the engine changes this state, so events cannot occur before it has loaded.
  await until(instance, () => running.value !== undefined)
  if (instance.ended) return
  const { ProviderDisconnectedError } = await errors()
  const emit = <Event extends keyof EIP1193EventMap>(event: Event, ...value: Parameters<EIP1193EventMap[Event]>) => {
    for (const [name, listener] of listeners()) {
      if (name !== event) continue
      try {
        Reflect.apply(listener, undefined, value)
      } catch (cause) {
        // A listener that throws must not stop the others.
        queueMicrotask(() => {
          throw cause
        })
      }
    }
  }
  let last = accountsAndChain(before)
  const look = () => {
    const was = last
    const now = accountsAndChain(core.accounts.eip155.peek())
    last = now
    const [wasConnected, isConnected] = [was, now].map(({ accounts }) => accounts.length > 0)
    if (isConnected && !wasConnected) emit("connect", { chainId: now.chainId ?? "0x0" })
    if (now.chainId && now.chainId !== was.chainId) emit("chainChanged", now.chainId)
    if (`${now.accounts}` !== `${was.accounts}`) emit("accountsChanged", now.accounts)
    if (wasConnected && !isConnected) {
      const error = new ProviderDisconnectedError("No wallet is connected")
      emit("disconnect", Object.assign(error, { name: error._tag, details: error.message }))
    }
  }
  ending.add(
    effect(() => {
      void core.accounts.eip155.value
      // Listeners run outside the effect, because they may read and write signals.
      queueMicrotask(look)
    }),
  )
}

const followed = new WeakSet<ModalInstance>()

interface Request {
  readonly method: string
  readonly params?: readonly unknown[] | Readonly<Record<string, unknown>>
}

/** Copies `method` and `params` of a request, so the wallet receives exactly what is checked here. */
const requestOf = (request: unknown): unknown => {
  if (!isRecord(request)) return undefined
  const { method, params } = request
  return { method, ...(params !== undefined && { params }) }
}

const isRequest = (request: unknown): request is { readonly method: string; readonly params?: readonly unknown[] } =>
  isRecord(request) &&
  typeof request.method === "string" &&
  (request.params === undefined || Array.isArray(request.params) || isRecord(request.params))

/** Returns the accounts of the active connection, if there is one, and the chain ID of the active network in hex. */
const accountsAndChain = (
  state: NamespaceState,
): { readonly accounts: Address[]; readonly chainId: Address | undefined } => {
  const [, reference] = state.caipNetworkId?.split(":") ?? []
  return {
    accounts: (activeConnection(state)?.accounts ?? []).map(({ address }) => address as Address),
    chainId: reference === undefined ? undefined : `0x${Number(reference).toString(16)}`,
  }
}

const isOffered = ({ core }: ModalInstance, { caipNetworkId }: NamespaceState): boolean =>
  core.networks.peek().some((network) => network.caipNetworkId === caipNetworkId)

/** Methods that are allowed on a network that the site does not offer, because they only read the network or switch away from it. */
const isOfChain: ReadonlySet<string> = new Set(["eth_chainId", "wallet_switchEthereumChain", "wallet_addEthereumChain"])

/** Returns the accounts of the connected wallet. Opens the modal first if no wallet is connected. */
const addressesOf = async (instance: ModalInstance): Promise<readonly Address[]> => {
  await connected(instance, "eip155")
  return accountsAndChain(instance.core.accounts.eip155.peek()).accounts
}

/** Returns the permissions in the format of EIP-2255. */
const granting = (value: readonly Address[]) => [
  { parentCapability: "eth_accounts", caveats: [{ type: "restrictReturnedAccounts", value }] },
]

const revoked = async (engine: Engine): Promise<null> => {
  await engine.operate("disconnect", [{ namespace: "eip155" }])
  return null
}

/** Maps a wallet's error to a standard error class. Returns it unchanged if it has the code of that class, unless a method is missing. */
const standard = async (error: unknown): Promise<unknown> => {
  const { fromRpcError, isMethodMissing } = await import("../core/readRpcError.ts")
  const { InternalRpcError, UnsupportedProviderMethodError } = await errors()
  const failure = fromRpcError(error)
  if (isMethodMissing(failure)) return new UnsupportedProviderMethodError(failure.message, { cause: error })
  if (failure.code === undefined) return new InternalRpcError(failure.message, { cause: error })
  return hasCode(error, failure.code) ? error : failure
}

/** Whether an error has `code` as a plain property. A getter might throw or return another code when the site reads it. */
const hasCode = (error: unknown, code: number): boolean => {
  try {
    return isRecord(error) && Object.getOwnPropertyDescriptor(error, "code")?.value === code
  } catch {
    return false
  }
}
