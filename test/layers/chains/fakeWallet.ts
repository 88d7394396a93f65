import { SwitchChainError, UserRejectedRequestError } from "../../../src/errors/rpc.ts"

/** A scriptable EIP-1193 wallet. It approves everything; a test can replace any of its methods. */
export interface FakeWallet {
  readonly provider: FakeProvider
  /** Requested methods, in order. */
  readonly asked: string[]
  /** The params of every request for a method. */
  paramsOf(method: string): readonly unknown[]
  /** Its methods, which a test can replace or delete. */
  readonly answers: Record<string, (params: readonly unknown[]) => unknown>
  readonly state: FakeState
  /** Emits an event to the page's listeners. */
  emit(event: string, said: unknown): void
  listeners(): number
  /** Announces it on `window` by EIP-6963, now and on request. Returns a function that stops it. */
  announce(info?: Partial<typeof meta>): () => void
}

export interface FakeProvider {
  request(input: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>
  on?(event: string, listener: Listener): void
  removeListener?(event: string, listener: Listener): void
  off?(event: string, listener: Listener): void
}

export interface FakeState {
  accounts: string[]
  granted: boolean
  chainId: number
  readonly known: Set<number>
  prompts: "approve" | "reject" | "hang"
}

type Listener = (said: unknown) => void

export const meta = {
  uuid: "350670db-19fa-4704-a166-e52e178b59d2",
  name: "Meta",
  rdns: "io.meta",
  icon: "data:image/svg+xml,<svg/>",
}

/** The signature of every fake wallet. */
export const signature = `0x${"5e".repeat(65)}`

export const fakeWallet = (given: Partial<FakeState> = {}, otherwise: FakeWallet["answers"] = {}): FakeWallet => {
  const asked: { readonly method: string; readonly params: readonly unknown[] }[] = []
  const listeners = new Map<string, Set<Listener>>()
  const state: FakeState = {
    accounts: ["0xd8da6bf26964af9d7eed9e03e53415d37aa96045", "0xab5801a7d398351b8be11c439e05c5b3259aec9b"],
    granted: false,
    chainId: 1,
    known: new Set([1, 10]),
    prompts: "approve",
    ...given,
  }
  const emit = (event: string, said: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(said)
  }
  const stand = (chainId: number) => {
    if (state.chainId === chainId) return
    state.chainId = chainId
    emit("chainChanged", `0x${chainId.toString(16)}`)
  }
  const granted = () => (state.granted ? [...state.accounts] : [])
  const prompted = async <A>(then: () => A): Promise<A> => {
    if (state.prompts === "hang") return new Promise(() => {})
    if (state.prompts === "reject") throw new UserRejectedRequestError("User rejected the request.")
    return then()
  }

  const answers: FakeWallet["answers"] = {
    eth_accounts: granted,
    eth_requestAccounts: () =>
      prompted(() => {
        state.granted = true
        return granted()
      }),
    eth_chainId: () => `0x${state.chainId.toString(16)}`,
    wallet_switchEthereumChain: ([params]) => {
      const chainId = chainIn(params)
      if (!state.known.has(chainId)) throw new SwitchChainError(`Unrecognized chain ID ${chainId}`)
      return prompted(() => {
        stand(chainId)
        return null
      })
    },
    wallet_addEthereumChain: ([params]) =>
      prompted(() => {
        state.known.add(chainIn(params))
        return null
      }),
    wallet_revokePermissions: () => {
      state.granted = false
      emit("accountsChanged", [])
      return null
    },
    personal_sign: () => prompted(() => signature),
    ...otherwise,
  }

  const provider: FakeProvider = {
    request: async ({ method, params = [] }) => {
      asked.push({ method, params })
      const answer = answers[method]
      if (!answer) throw { code: -32601, message: `The method ${method} does not exist.` }
      return answer(params)
    },
    on: (event, listener) => void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
  }

  return {
    provider,
    get asked() {
      return asked.map(({ method }) => method)
    },
    paramsOf: (method) => asked.filter((one) => one.method === method).map(({ params }) => params),
    answers,
    state,
    emit,
    listeners: () => [...listeners.values()].reduce((count, { size }) => count + size, 0),
    announce: (info) => announceOnWindow({ info: { ...meta, ...info }, provider }),
  }
}

/** Announces any detail by EIP-6963, now and on request. Returns a function that stops it. */
export const announceOnWindow = (detail: unknown): (() => void) => {
  const announce = () => window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }))
  window.addEventListener("eip6963:requestProvider", announce)
  announce()
  return () => window.removeEventListener("eip6963:requestProvider", announce)
}

const chainIn = (params: unknown) => Number((params as { readonly chainId: string }).chainId)
