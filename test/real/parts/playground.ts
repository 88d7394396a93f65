import { expect, type Frame, type Page } from "@playwright/test"
import type { DrivenClock } from "../../../examples/playground/clock.ts"
import type { Modal } from "../../../src/index.ts"
import type { Namespace } from "../../../src/options/namespaces.ts"
import { base, mainnet, type Network, polygon } from "../../../src/options/networks.ts"
import { sending } from "../../../src/send/limits.ts"
import type { Site } from "../../serve.ts"
import type { Provider } from "./provider.ts"
import type { Relay } from "./relay.ts"

/** Real parts that the playground uses. */
export interface Parts {
  readonly site: Pick<Site, "url">
  readonly provider: Provider
  /** If omitted, no relay is reachable. */
  readonly relay?: Relay
  /**
   * EVM chain ID to its node's HTTP URL. Those of the networks 1, 137 and 8453 that are listed become the site's
   * networks.
   */
  readonly nodes: Readonly<Record<number, string>>
  /** Overrides of the playground's options. */
  readonly options?: object
}

/** A page, or a frame with the modal. */
export type Place = Page | Frame

/** URL of the built playground with live layers and a driven clock, everything on loopback. */
export const addressOf = ({ site, provider, relay, nodes, options }: Parts): string => {
  const networks = all.flatMap((network) => {
    const url = nodes[network.id]
    return url === undefined ? [] : [at(url, network)]
  })
  const query = new URLSearchParams({
    layers: "live",
    clock: "driven",
    hosts: provider.url,
    relay: relay?.url ?? "ws://127.0.0.1:1",
    options: JSON.stringify({ networks, ...options }),
  })
  return `${site.url}/?${query}`
}

/** A network whose node is at this URL. */
export const at = <A extends Network>(url: string, network: A) => ({
  ...network,
  rpcUrls: { default: { http: [url] } },
})

/** Names of the modal's functions. */
type Callable = { [K in keyof Modal]: Modal[K] extends (...input: never) => unknown ? K : never }[keyof Modal]
type Input<K extends Callable> = Modal[K] extends (...input: infer I) => unknown ? I : never
type Output<K extends Callable> = Modal[K] extends (...input: never) => infer O ? Awaited<O> : never

/** Calls a function of the modal in the page. */
export const call = <K extends Callable>(place: Place, name: K, ...input: Input<K>): Promise<Output<K>> =>
  place.evaluate(([name, input]) => (window.portico[name] as (...input: readonly unknown[]) => unknown)(...input), [
    name,
    input,
  ] as const) as Promise<Output<K>>

/** Error of a modal function, as far as it can be serialized. `undefined` if it succeeds. */
export const refusal = <K extends Callable>(place: Place, name: K, ...input: Input<K>) =>
  place.evaluate(
    async ([name, input]): Promise<Refusal | undefined> => {
      try {
        await (window.portico[name] as (...input: readonly unknown[]) => unknown)(...input)
        return undefined
      } catch (error) {
        const { _tag, message, code, lacks, cause } = error as Refusal
        return { _tag, message, code, lacks, cause: { code: cause?.code } }
      }
    },
    [name, input] as const,
  )

interface Refusal {
  readonly _tag: string
  readonly message: string
  readonly code: unknown
  readonly lacks: unknown
  readonly cause: { readonly code: unknown }
}

/** Calls the site's EVM provider. Returns the result or the error code. */
export const request = (place: Place, method: string, params: readonly unknown[] = []) =>
  place.evaluate(
    async (input): Promise<{ readonly result?: unknown; readonly code?: number }> => {
      const provider = (await window.portico.getProvider("eip155")) as { request(asked: object): Promise<unknown> }
      return provider.request(input).then(
        (result) => ({ result }),
        ({ code }) => ({ code }),
      )
    },
    { method, params },
  )

/**
 * Ends the page's waits of exactly this duration. Resolves with whether there was one. Fails with what keeps the page
 * busy.
 */
export const pass = (place: Place, milliseconds: number): Promise<boolean> =>
  place.evaluate((milliseconds) => (window.clock as DrivenClock).pass(milliseconds), milliseconds)

/** Resolves when no request of the page is pending. */
export const rest = (place: Place): Promise<boolean> => pass(place, 0)

/** Advances the page's time, whatever is pending. */
export const advance = (place: Place, milliseconds: number): Promise<void> =>
  place.evaluate((milliseconds) => (window.clock as DrivenClock).advance(milliseconds), milliseconds)

/** The active account, as the modal reports it. */
export interface Who {
  readonly status: string
  readonly address: string | undefined
  readonly network: string | undefined
  readonly connector: string | undefined
}

/** Reads the modal's state. */
export const snapshot = (place: Place) => call(place, "getState")

/** Evaluated in the page, because it is polled and the whole state is large. */
export const who = (place: Place, namespace: Namespace = "eip155"): Promise<Who> =>
  place.evaluate((namespace) => {
    const { chains, selectedNetworkId } = window.portico.getState()
    const { accountState, connectionClient } = chains[namespace] ?? {}
    return {
      status: accountState?.status ?? "",
      address: accountState?.address,
      network: selectedNetworkId,
      connector: connectionClient,
    }
  }, namespace)

/** Polls until the expectation holds. */
export const soon = <A>(read: () => A | Promise<A>) => expect.poll(read, { intervals: [50] })

/** Waits until the modal reports this account. While the page loads, it reports none. */
export const becomes = (place: Place, wanted: Partial<Who>, namespace?: Namespace) =>
  soon(() => who(place, namespace).catch(() => undefined)).toMatchObject(wanted)

export const disconnected = { status: "disconnected", address: undefined, connector: undefined }

/** The latest transfer in the modal's state. */
export const latest = async (place: Place) =>
  ((await snapshot(place)).sentTransfers as readonly Readonly<Record<string, unknown>>[] | undefined)?.[0]

/** Advances the tracking of transfers until the latest matches. */
export const settles = (place: Place, wanted: Readonly<Record<string, unknown>>) =>
  soon(async () => {
    await pass(place, sending.watch)
    return latest(place)
  }).toMatchObject(wanted)

/** Ends waits of this duration until the work is done. */
export const meanwhile = async <A>(place: Place, milliseconds: number, work: Promise<A>): Promise<A> => {
  let done = false
  const end = () => {
    done = true
  }
  void work.then(end, end)
  await soon(async () => {
    await pass(place, milliseconds)
    return done
  }).toBe(true)
  return work
}

/** Matches a message of the modal, in which wallet names are between invisible marks. */
export const sentence = (words: string): RegExp => new RegExp(words.split(" ").join("\\W+"))

/** A view of the modal while it is the current one. */
export const view = (place: Place, name: string) => place.locator(`portico-modal [data-view="${name}"]`)

/** The modal's snack. */
export const snack = (place: Place, kind: "success" | "error" | "loading") => place.locator(`[data-snack="${kind}"]`)

export const dialog = (place: Place) => place.locator("portico-modal dialog")

/** Opens the modal from the page's button. */
export const press = (place: Place) => place.getByRole("button", { name: "Connect Wallet" }).first().click()

/** A wallet's row on the first view. */
export const row = (place: Place, wallet: string) => view(place, "Connect").locator(`[data-wallet="${wallet}"]`)

/** Opens the modal from the page's button and clicks a wallet's row. */
export const choose = async (place: Place, wallet: string) => {
  await press(place)
  await expect(row(place, wallet)).toBeEnabled()
  await row(place, wallet).click()
}

/** Opens the account from the page's button. */
export const openAccount = async (place: Place) => {
  await place.getByRole("button", { name: "Open account" }).click()
  return view(place, "Account")
}

/** Opens the networks and clicks one, by CAIP-2 ID. */
export const switchTo = async (place: Place, network: string) => {
  await call(place, "open", { view: "Networks" })
  const chosen = view(place, "Networks").locator(`[data-network="${network}"]`)
  await expect(chosen).toBeEnabled()
  await chosen.click()
}

const all: readonly (Network & { readonly id: number })[] = [mainnet, polygon, base]
