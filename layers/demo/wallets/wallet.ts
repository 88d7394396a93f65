import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import {
  InvalidParamsRpcError,
  type RpcFailure,
  SwitchChainError,
  UnauthorizedProviderError,
} from "../../../src/errors/rpc.ts"
import { isRecord } from "../../../src/options/guards.ts"
import type { Namespace, NetworkNamespace } from "../../../src/options/namespaces.ts"
import { toHex } from "../../chains/evm/quantity.ts"
import { accountOf } from "../accounts.ts"
import { keyOf, type TestKey } from "../keys/testKeys.ts"
import type { Manner, WalletEvent } from "../script.ts"
import type { CapabilityCall } from "./capabilities.ts"
import { isAsset, isForAccounts, permissionsOf } from "./permissions.ts"
import { createPrompts, type Question } from "./prompts.ts"
import { respondToSigning, signInWith } from "./signing.ts"

/**
 * A demo wallet: its interface to the page, and the controls of its user. A prompt without a response stays open until its caller stops
 * waiting.
 */
export interface DemoWallet {
  readonly id: string
  readonly name: string
  readonly icon: string
  readonly namespace: NetworkNamespace
  /** Whether the page adds the wallet itself, as a connector of type EXTERNAL. */
  readonly external?: true
  /** Returns the addresses that the page may see, the selected one first. Empty while the wallet is locked or access is not granted. */
  accounts(): readonly string[]
  /**
   * Grants the page access to the accounts and returns them. Prompts unless access is already granted. Returns an empty list, without a
   * prompt, if the wallet is locked.
   */
  readonly connect: Effect.Effect<readonly string[], RpcFailure>
  /** Ends the page's access to the accounts, at the page's request. */
  revoke(): void
  /** Prompts to switch to a chain, even one that the wallet does not support, unless the wallet is already on it. */
  switchTo(chainId: number): Effect.Effect<void, RpcFailure>
  /** Prompts to sign with an account that the page may see. Returns the account's test key once approved. */
  signer(address: string, question?: Question): Effect.Effect<TestKey, RpcFailure>
  /** Returns the wallet's addresses in a namespace other than its main namespace. */
  also(namespace: Namespace): readonly string[]
  /**
   * Sends an EIP-1193 request to an EVM wallet. `chain` defaults to the wallet's current chain. Fails with the wallet's error, which a
   * quirk may replace by any value.
   */
  request(input: {
    readonly method: string
    readonly params?: unknown
    readonly chain?: number
  }): Effect.Effect<unknown, RpcFailure>
  /** Listens to the wallet's events. Returns a function that removes the listener. */
  listen(listener: (event: WalletEvent, value: unknown) => void): () => void
  /** Approves every open prompt. Returns whether any prompt was open. */
  approve(): boolean
  /** Rejects every open prompt. Returns whether any prompt was open. */
  reject(): boolean
  lock(): void
  unlock(): void
  /** Selects the account at `index`. */
  select(index: number): void
  /** Switches to another chain without a prompt, even to one that the wallet did not support. */
  move(chainId: number): void
  /** Ends the page's access to the accounts, at the request of the wallet's user. Emits `disconnect` too. */
  leave(): void
  /**
   * Changes the wallet's behavior. Omitted parts stay as they are. `name`, `chain`, `chains`, `absent` and `announce` have an effect only
   * in the script.
   */
  behave(manner: Manner): void
  state(): WalletState
  /** Restores persisted state. Omitted parts stay as they are. Emits no events. */
  resume(kept: Partial<PersistedWallet>): void
  /** Calls `changed` after each change of the wallet's state. Returns a function that stops the calls. */
  watch(changed: () => void): () => void
}

/** State of a wallet that is persisted between visits. */
export interface PersistedWallet {
  readonly granted: boolean
  readonly chainId: number
  readonly selected: number
}

/** State of a demo wallet. */
export interface WalletState extends PersistedWallet {
  /** Current behavior. */
  readonly manner: Manner
  readonly locked: boolean
  /** Kinds of the prompts that are currently open. */
  readonly openPrompts: readonly Question[]
  readonly addresses: readonly string[]
}

/** Setup of a wallet. Requests that the wallet cannot respond to itself are sent to `node`. */
export interface WalletSetup {
  readonly id: string
  readonly name: string
  readonly icon: string
  readonly namespace: NetworkNamespace
  readonly external?: true
  readonly addresses: readonly string[]
  readonly also?: { readonly [N in Namespace]?: readonly string[] }
  readonly manner: Manner
  /** IDs of supported chains in addition to those of `manner`. */
  readonly knows?: readonly number[]
  /** Returns the response to a method of an optional capability, or `undefined` if the wallet does not support it. */
  readonly able?: (call: Omit<CapabilityCall, "market">) => Effect.Effect<unknown, RpcFailure> | undefined
  readonly node: (chainId: number, method: string, params: readonly unknown[]) => Effect.Effect<unknown, RpcFailure>
}

export const createWallet = (facts: WalletSetup): DemoWallet => {
  let manner = facts.manner
  let locked = manner.locked ?? false
  let granted = false
  let selected = 0
  let chainId = manner.chain ?? manner.chains?.[0] ?? 1
  const chains = new Set([chainId, ...(manner.chains ?? allChains), ...(facts.knows ?? [])])
  const inTurn = Semaphore.makeUnsafe(1).withPermits(1)
  const bundles = new Map<string, readonly unknown[]>()
  const listeners = new Set<(event: WalletEvent, value: unknown) => void>()
  const watchers = new Set<() => void>()

  if (manner.quirks) void loadQuirks()
  const emit = (event: WalletEvent, value: unknown) => {
    for (const [name, one] of quirky?.emitted(manner.quirks ?? [], event, value) ?? [[event, value] as const])
      for (const listener of [...listeners]) listener(name, one)
  }
  const changed = () => {
    for (const watcher of [...watchers]) watcher()
  }
  const addresses = () => {
    const first = facts.addresses[selected]
    return first === undefined ? facts.addresses : [first, ...facts.addresses.filter((one) => one !== first)]
  }
  const accounts = () => (granted && !locked ? addresses() : [])
  const grant = (now: boolean) => {
    granted = now
    emit("accountsChanged", accounts())
    changed()
  }
  const go = (next: number) => {
    chains.add(next)
    if (next === chainId) return
    chainId = next
    emit("chainChanged", toHex(next))
    changed()
  }

  const { prompt, respondToAll, openPrompts } = createPrompts(() => manner, changed)

  const permissions = () => (granted ? permissionsOf(addresses()) : [])
  const connect = Effect.suspend(() =>
    locked || granted
      ? Effect.succeed(accounts())
      : Effect.map(
          prompt("connect", () => grant(true)),
          accounts,
        ),
  )
  const switchTo = (wanted: number): Effect.Effect<void, RpcFailure> =>
    Effect.suspend(() => (wanted === chainId ? Effect.void : prompt("switch", () => go(wanted))))
  const signer = (address: string, question: Question = "sign"): Effect.Effect<TestKey, RpcFailure> =>
    Effect.suspend(() => {
      const holds = [...accounts(), ...(granted ? Object.values(facts.also ?? {}).flat() : [])]
      const key = keyOf(address)
      if (!key || !holds.some((one) => one.toLowerCase() === accountOf(address).toLowerCase()))
        return Effect.fail(new UnauthorizedProviderError("No such account"))
      return Effect.as(
        prompt(question, () => {}),
        key,
      )
    })

  /** Prompts once for the accounts and a signed message (ERC-7846), even if access is already granted. */
  const connectSigned = (request: unknown) =>
    Effect.gen(function* (): Effect.fn.Return<unknown, RpcFailure> {
      const { signInWithEthereum: fields } =
        isRecord(request) && isRecord(request.capabilities) ? request.capabilities : {}
      if (!locked) yield* prompt("connect", () => grant(true))
      const [address = ""] = accounts()
      const signed =
        isRecord(fields) && address !== "" ? { signInWithEthereum: yield* signInWith(address, fields) } : {}
      return {
        accounts: accounts().map((one) => ({ address: one, capabilities: one === address ? signed : {} })),
      }
    })

  const own = (method: string, params: readonly unknown[]): Effect.Effect<unknown, RpcFailure> | undefined => {
    const [first] = params
    switch (method) {
      case "eth_chainId":
        return Effect.succeed(toHex(chainId))
      case "eth_accounts":
        return Effect.succeed(accounts())
      case "eth_requestAccounts":
        return connect
      case "wallet_connect":
        return manner.oneClick ? connectSigned(first) : undefined
      case "wallet_getPermissions":
        return Effect.sync(permissions)
      case "wallet_requestPermissions":
        if (!isForAccounts(first)) return Effect.fail(new InvalidParamsRpcError("Expected { eth_accounts: {} }"))
        // Prompts again even if granted, because the user may choose other accounts.
        return Effect.map(locked ? Effect.void : prompt("connect", () => grant(true)), permissions)
      case "wallet_revokePermissions":
        if (isRecord(first) && "pci" in first) break
        if (!isForAccounts(first)) return Effect.fail(new InvalidParamsRpcError("Expected { eth_accounts: {} }"))
        return Effect.as(
          Effect.sync(() => grant(false)),
          null,
        )
      case "wallet_watchAsset":
        if (!isAsset(first)) return Effect.fail(new InvalidParamsRpcError("Expected a token"))
        return Effect.as(
          prompt("watch", () => {}),
          true,
        )
      case "wallet_switchEthereumChain":
      case "wallet_addEthereumChain": {
        const wanted = readChain(first)
        if (wanted === undefined) return Effect.fail(new InvalidParamsRpcError("Expected a chain id as 0x hex"))
        if (method === "wallet_switchEthereumChain" && !chains.has(wanted))
          return Effect.fail(new SwitchChainError(`${facts.name} does not know chain ${wanted}`))
        return Effect.as(switchTo(wanted), null)
      }
    }
    return undefined
  }

  return {
    id: facts.id,
    name: facts.name,
    icon: facts.icon,
    namespace: facts.namespace,
    ...(facts.external && { external: facts.external }),
    accounts,
    connect,
    revoke: () => grant(false),
    switchTo,
    signer,
    also: (namespace) => facts.also?.[namespace] ?? [],
    request: ({ method, params, chain = chainId }) =>
      Effect.suspend(() => {
        const list = Array.isArray(params) ? params : params === undefined ? [] : [params]
        const node = (method: string, params: readonly unknown[]) => facts.node(chain, method, params)
        const call = { method, params: list, chain, signer, inTurn, node }
        const known = { manner, chains: [...chains], accounts: accounts(), bundles }
        const usual =
          own(method, list) ?? respondToSigning(call) ?? facts.able?.({ ...call, ...known }) ?? node(method, list)
        const input = {
          method,
          params: list,
          usual,
          announceAccounts: () => emit("accountsChanged", accounts()),
          learn: (chain: number) => void chains.add(chain),
        }
        if (!manner.quirks) return usual
        // A quirk may fail with any value.
        const odd = Effect.flatMap(Effect.promise(loadQuirks), ({ respond }) => respond(manner.quirks ?? [], input))
        return odd as Effect.Effect<unknown, RpcFailure>
      }),
    listen: (listener) => added(listeners, listener),
    approve: () => respondToAll(true),
    reject: () => respondToAll(false),
    lock: () => {
      locked = true
      if (granted) emit("accountsChanged", [])
      changed()
    },
    unlock: () => {
      locked = false
      if (granted) emit("accountsChanged", accounts())
      changed()
    },
    select: (index) => {
      selected = index
      if (granted && !locked) emit("accountsChanged", accounts())
      changed()
    },
    move: go,
    leave: () => {
      granted = false
      emit("accountsChanged", [])
      emit("disconnect", { code: 4900, message: "The page's grant was taken back" })
      changed()
    },
    behave: (next) => {
      manner = { ...manner, ...next }
      if (next.locked !== undefined) locked = next.locked
      changed()
    },
    state: () => ({
      manner,
      locked,
      granted,
      chainId,
      selected,
      addresses: addresses(),
      openPrompts: openPrompts(),
    }),
    resume: (kept) => {
      granted = kept.granted ?? granted
      selected = kept.selected ?? selected
      chainId = kept.chainId ?? chainId
      chains.add(chainId)
    },
    watch: (watcher) => added(watchers, watcher),
  }
}

const allChains = [1, 137, 8453]

/** Code of the quirks, once a wallet with quirks has loaded it. */
let quirky: typeof import("./quirks.ts") | undefined
const loadQuirks = async () => (quirky ??= await import("./quirks.ts"))

const added = <A>(set: Set<A>, entry: A) => {
  set.add(entry)
  return () => void set.delete(entry)
}

const readChain = (input: unknown): number | undefined => {
  if (!isRecord(input) || typeof input.chainId !== "string" || !/^0x[0-9a-f]+$/i.test(input.chainId)) return undefined
  const chainId = Number(input.chainId)
  return Number.isSafeInteger(chainId) && chainId > 0 ? chainId : undefined
}
