import type { BrowserContext } from "@playwright/test"
import { satsConnectWallet, standardWallet } from "./bitcoinApis.ts"
import { type Holder, holder } from "./bitcoinHolder.ts"
import { packed, unpacked } from "./bytes.ts"
import { inpageScript } from "./standardBundle.ts"

/** What it says of itself. */
export const about = {
  name: "Loopback",
  icon: "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCA4IDgiPjxyZWN0IHdpZHRoPSI4IiBoZWlnaHQ9IjgiIGZpbGw9IiNkODhhM2EiLz48L3N2Zz4=",
} as const

/**
 * Puts a Bitcoin wallet into every page of a context, by sats-connect or by the Wallet Standard's own package, with a background
 * here that holds the keys and signs with `@scure/btc-signer`. Gives its holder. Call it before the first navigation.
 */
export const installBitcoinWallet = async (
  context: BrowserContext,
  { api }: { readonly api: "sats-connect" | "standard" },
): Promise<Holder> => {
  const person = holder()
  const tell = (event: string, said: unknown) => {
    for (const page of context.pages()) page.evaluate(notify, [event, packed(said)] as const).catch(() => undefined)
  }
  const { call, ...stated } = api === "standard" ? byStandard(person, tell) : bySatsConnect(person, tell)

  await context.exposeFunction("bitcoinWalletCall", async (method: string, inputs: unknown) => {
    try {
      return { result: packed(await call(method, unpacked(inputs))) }
    } catch (error) {
      const { code = -32603, message } = error as { readonly code?: number; readonly message: string }
      return { error: { code, message } }
    }
  })
  const said = JSON.stringify({ api, ...about, ...stated })
  const script = await inpageScript(new URL("bitcoinInpage.ts", import.meta.url))
  await context.addInitScript({ content: `(() => { const bitcoinWallet = ${said};\n${script}\n})()` })
  return person
}

type Tell = (event: string, said: unknown) => void

const bySatsConnect = (person: Holder, tell: Tell) => {
  const wallet = satsConnectWallet(person)
  for (const eventName of ["accountChange", "networkChange", "disconnect"])
    wallet.addListener({ eventName, cb: (said) => tell(eventName, said) })
  return { call: wallet.request, chains: [], features: [] }
}

const byStandard = (person: Holder, tell: Tell) => {
  const wallet = standardWallet(person)
  const { "standard:events": events, ...features } = wallet.features
  events.on("change", (change) => tell("change", change))
  return {
    chains: wallet.chains,
    features: ["standard:connect", ...Object.keys(features)],
    call: async (feature: string, inputs: unknown) => {
      // Without a prompt: what it shows already.
      if (feature === "standard:connect") return { accounts: wallet.accounts }
      const own = features[feature as keyof typeof features] as unknown as Readonly<Record<string, Method>>
      return own[feature.slice(feature.indexOf(":") + 1)]?.(...(inputs as readonly unknown[]))
    },
  }
}

type Method = (...inputs: readonly unknown[]) => Promise<unknown>

/** Runs in the page. */
const notify = ([event, said]: readonly [event: string, said: unknown]) =>
  (window as unknown as { bitcoinWalletNotify?: Tell }).bitcoinWalletNotify?.(event, said)
