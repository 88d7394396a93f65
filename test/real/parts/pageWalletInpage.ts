import { registerWallet } from "@wallet-standard/wallet"
import { packed, unpacked } from "./bytes.ts"

/**
 * Runs in the page before the site's scripts: a wallet with one of two APIs, connected by functions on `window` to a
 * background outside of the page, which has the keys.
 */
interface Wires {
  /** Page to background; exposed by Playwright. */
  readonly pageWalletCall: (method: string, inputs: unknown) => Promise<Answer>
  /** Background to page: an event and its data. */
  pageWalletNotify: (event: string, said: unknown) => void
}

interface Answer {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

/** Prepended to this script when it is bundled. Each feature has one function with the feature's name. */
declare const pageWallet: {
  readonly api: "sats-connect" | "standard"
  readonly name: string
  readonly icon: string
  readonly chains: readonly string[]
  readonly features: Readonly<Record<string, object>>
}

type Listener = (said: unknown) => void
interface Shown {
  readonly accounts?: readonly { readonly address: string }[]
}

if (window.top === window) {
  const wires = window as unknown as Wires
  const { api, features, ...about } = pageWallet
  const listeners = new Map<string, Set<Listener>>()
  const on = (event: string, listener: Listener) => {
    listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    return () => void listeners.get(event)?.delete(listener)
  }
  const call = async (method: string, inputs: unknown): Promise<unknown> => {
    const { result, error } = await wires.pageWalletCall(method, packed(inputs))
    if (error) throw Object.assign(new Error(error.message), { code: error.code })
    return unpacked(result)
  }

  /** Like real wallets, it identifies accounts by reference. */
  let accounts: readonly { readonly address: string }[] = []
  const know = ({ accounts: next }: Shown) => {
    if (!next) return
    const text = JSON.stringify(next)
    if (text === JSON.stringify(accounts)) return
    accounts = next.map((one) => accounts.find((old) => JSON.stringify(old) === JSON.stringify(one)) ?? one)
  }
  wires.pageWalletNotify = (event, said) => {
    const change = unpacked(said)
    if (api === "standard") know(change as Shown)
    for (const listener of [...(listeners.get(event) ?? [])]) listener(api === "standard" ? { accounts } : change)
  }

  if (api === "sats-connect") {
    const addListener = ({ eventName, cb }: { readonly eventName: string; readonly cb: Listener }) => on(eventName, cb)
    const { name, icon } = about
    Object.assign(window, {
      LoopbackProviders: { Bitcoin: { request: call, addListener } },
      btc_providers: [{ id: "LoopbackProviders.Bitcoin", name, icon }],
    })
  } else {
    const use =
      (feature: string) =>
      async (...inputs: { readonly account?: { readonly address: string } }[]) => {
        for (const { account } of inputs)
          if (account && !accounts.includes(account)) throw new Error("The account is not one of this wallet's")
        const answer = (await call(feature, inputs)) as Shown | undefined
        if (!answer?.accounts) return answer
        know(answer)
        return { ...answer, accounts }
      }
    registerWallet({
      version: "1.0.0",
      ...about,
      get accounts() {
        return accounts
      },
      features: {
        ...Object.fromEntries(
          Object.entries(features).map(([name, said]) => [
            name,
            { ...said, [name.slice(name.indexOf(":") + 1)]: use(name) },
          ]),
        ),
        "standard:events": { version: "1.0.0", on },
      },
    } as unknown as Parameters<typeof registerWallet>[0])
  }
}
