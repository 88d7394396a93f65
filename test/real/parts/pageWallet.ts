import type { BrowserContext } from "@playwright/test"
import { packed, unpacked } from "./bytes.ts"
import { classic } from "./classic.ts"

/** Name and icon of the wallets. */
const about = {
  name: "Loopback",
  icon: "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCA4IDgiPjxyZWN0IHdpZHRoPSI4IiBoZWlnaHQ9IjgiIGZpbGw9IiNkODhhM2EiLz48L3N2Zz4=",
} as const

/** Part of a wallet outside of the page, with its keys. */
interface Background {
  readonly api: "sats-connect" | "standard"
  readonly chains: readonly string[]
  /** Properties of each feature besides its function, by name. */
  readonly features: object
  /** Executes a call from a page. */
  readonly call: (method: string, inputs: unknown) => Promise<unknown>
}

type Feature = Readonly<Record<string, unknown>>

/** Background of a Wallet Standard wallet. */
export const standard = ({
  chains,
  features,
}: {
  readonly chains: readonly string[]
  readonly features: object
}): Background => ({
  api: "standard",
  chains,
  features,
  call: async (name, inputs) => {
    const feature = (features as Readonly<Record<string, Feature>>)[name]
    const act = feature?.[name.slice(name.indexOf(":") + 1)] as (...inputs: readonly unknown[]) => unknown
    return act(...(inputs as readonly unknown[]))
  },
})

/**
 * Adds a wallet to every page of a context. Resolves with a function that emits an event to these pages. Call it before
 * the first navigation.
 */
export const installPageWallet = async (context: BrowserContext, { call, ...stated }: Background) => {
  await context.exposeFunction("pageWalletCall", async (method: string, inputs: unknown) => {
    try {
      return { result: packed(await call(method, unpacked(inputs))) }
    } catch (error) {
      const { code = -32603, message } = error as { readonly code?: number; readonly message: string }
      return { error: { code, message } }
    }
  })
  const script = await classic(new URL("pageWalletInpage.ts", import.meta.url))
  const said = JSON.stringify({ ...about, ...stated })
  await context.addInitScript({ content: `(() => { const pageWallet = ${said};\n${script}\n})()` })
  return async (event: string, said: unknown): Promise<void> => {
    const told = [event, packed(said)] as const
    await Promise.all(context.pages().map((page) => page.evaluate(notify, told).catch(() => undefined)))
  }
}

/** Runs in the page. */
const notify = ([event, said]: readonly [event: string, said: unknown]) =>
  (window as unknown as { pageWalletNotify?: (event: string, said: unknown) => void }).pageWalletNotify?.(event, said)
