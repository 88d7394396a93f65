import { expect, type Page } from "@playwright/test"
import type { Namespace } from "../../../src/domain/namespaces.ts"
import { base, mainnet, type Network, polygon } from "../../../src/domain/networks.ts"
import type { Site } from "../../serve.ts"
import type { Provider } from "./provider.ts"
import type { Relay } from "./relay.ts"

/** The real parts that the playground runs on. */
export interface Parts {
  readonly site: Site
  readonly provider: Provider
  /** Without one the relay is nowhere. */
  readonly relay?: Relay
  /** EVM chain id to its node's HTTP URL; of the networks 1, 137 and 8453 those that are here are the site's. */
  readonly nodes: Readonly<Record<number, string>>
  /** Laid over the playground's options. */
  readonly options?: object
}

/** The address of the built playground on live layers, with nothing in it that is not on loopback. */
export const addressOf = ({ site, provider, relay, nodes, options }: Parts): string => {
  const networks = all.flatMap((network) => {
    const url = nodes[network.id]
    return url === undefined ? [] : [{ ...network, rpcUrls: { default: { http: [url] } } }]
  })
  const query = new URLSearchParams({
    layers: "live",
    hosts: provider.url,
    relay: relay?.url ?? "ws://127.0.0.1:1",
    options: JSON.stringify({ networks, ...options }),
  })
  return `${site.url}/?${query}`
}

/** What the modal says of the account in use. */
export interface Who {
  readonly status: string
  readonly address: string | undefined
  readonly network: string | undefined
  readonly connector: string | undefined
}

/** Reads the modal's state on the page. */
export const snapshot = (page: Page) => page.evaluate(() => window.portico.getState())

export const who = async (page: Page, namespace: Namespace = "eip155"): Promise<Who> => {
  const { chains, selectedNetworkId } = await snapshot(page)
  const { accountState, connectionClient } = chains[namespace] ?? {}
  return {
    status: accountState?.status ?? "",
    address: accountState?.address,
    network: selectedNetworkId,
    connector: connectionClient,
  }
}

/** `expect` that gives real parts on a busy machine their time. */
export const patiently = expect.configure({ timeout: 15_000 })

/** Waits until the modal says this of the account in use. */
export const becomes = (page: Page, wanted: Partial<Who>, namespace?: Namespace) =>
  patiently.poll(() => who(page, namespace)).toMatchObject(wanted)

/** A sentence of the modal's, in which the names of wallets stand between invisible marks. */
export const sentence = (words: string): RegExp => new RegExp(words.split(" ").join("\\W+"))

/** What nobody caught in the page, from now on. */
export const uncaught = (page: Page): readonly string[] => {
  const errors: string[] = []
  page.on("pageerror", (error) => errors.push(String(error)))
  return errors
}

/** A view of the modal while it is the current one. */
export const view = (page: Page, name: string) => page.locator(`portico-modal [data-view="${name}"]`)

/** Opens the modal by the page's button and presses a wallet's row. */
export const choose = async (page: Page, wallet: string) => {
  await page.getByRole("button", { name: "Connect Wallet" }).first().click()
  await view(page, "Connect").locator(`[data-wallet="${wallet}"]`).click()
}

const all: readonly (Network & { readonly id: number })[] = [mainnet, polygon, base]
