import { fixture } from "../../fixtures/provider.ts"
import { type DirectoryWallet, directory } from "../../fixtures/wallets.ts"
import { exchangePage, exchanges } from "./providerExchanges.ts"
import { authentication } from "./providerSignIn.ts"

/** A request as the provider's services see it. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Parsed JSON, else the text; `undefined` if empty. */
  readonly body: unknown
}

export interface Answer {
  readonly status: number
  readonly type: string
  readonly body: string
}

/** Handles a route: returns JSON to send with 200, or a complete response. */
export type Give = (asked: Asked) => unknown | Answer | Promise<unknown | Answer>

/** An error response in the format of the blockchain host. */
export const refusal = (status: number, description: string): Answer => ({
  status,
  type: "application/json",
  body: JSON.stringify({ status: "FAILED", reasons: [{ field: "request", description }] }),
})

export const isAnswer = (given: unknown): given is Answer =>
  typeof given === "object" && given !== null && "status" in given && "type" in given && "body" in given

/** All routes as "METHOD /path", where `*` matches one segment. The first match is used. */
export const routes = (wallets: readonly DirectoryWallet[] = directory()): Map<string, Give> => {
  const list: [string, Give][] = [
    ["GET /appkit/v1/config", saved("appkit-config")],
    ["GET /projects/v1/origins", saved("project-origins")],
    ["GET /getAnalyticsConfig", saved("analytics-config")],
    ...authentication(),
    ["GET /getWallets", ({ query }) => page(wallets, query)],
    ["GET /getWalletImage/*", picture],
    ["GET /public/getAssetImage/*", picture],
    ["GET /public/getCurrencyImage/*", picture],
    ["GET /public/getTokenImage/*", picture],
    ["GET /icon.png", picture],
    ["POST /e", () => ({ status: 202, type: "application/json", body: "{}" })],

    ["GET /v1/supported-chains", saved("supported-chains")],
    ["GET /v1/identity/*", identity],
    ["GET /v1/account/*/balance", balance],
    ["GET /v1/account/*/history", history],
    ["GET /v1/convert/quotes", saved("convert-quotes")],
    ["GET /v1/convert/tokens", saved("convert-tokens")],
    ["GET /v1/convert/allowance", saved("convert-allowance")],
    ["GET /v1/convert/gas-price", saved("convert-gas-price")],
    ["GET /v1/convert/build-approve", saved("convert-build-approve")],
    ["POST /v1/convert/build-transaction", saved("convert-build-transaction")],
    ["POST /v1/fungible/price", saved("fungible-price")],
    ["GET /v1/profile/account/*", saved("profile-lookup")],
    ["POST /v1/profile/account", saved("profile-register")],
    ["GET /v1/profile/reverse/*", saved("profile-reverse")],
    ["GET /v1/profile/suggestions/*", saved("profile-suggestions")],
    ["POST /v1/generators/onrampurl", saved("generators-onrampurl")],
    ["GET /v1/onramp/options", saved("onramp-options-server")],
    ["POST /v1/onramp/quote", saved("onramp-quote-spec")],
    ["GET /v1/onramp/buy/options", saved("onramp-options-server")],
    ["GET /v1/onramp/buy/quotes", saved("onramp-quote-server")],
    ["POST /v1/json-rpc", exchanges()],
    ["POST /v1/bundler", () => ({ jsonrpc: "2.0", id: 1, result: null })],
    ["GET /exchange/*", exchangePage],
    ["GET /v1/sessions/*", saved("sessions-list")],
    ["POST /v1/sessions/*", saved("sessions-add")],
    ["POST /v1/sessions/*/activate", () => ({})],
    ["POST /v1/sessions/*/revoke", saved("sessions-revoke")],

    ["GET /api/address/*/utxo", () => []],
    ["GET /testnet/api/address/*/utxo", () => []],
    ["GET /signet/api/address/*/utxo", () => []],
    ["GET /v3/attestation", attestation],
    ["GET /sdk", absent],
    ["GET /loading", absent],
  ]
  return new Map(list)
}

const absent: Give = () => ({ status: 404, type: "text/plain", body: "Not found" })

const saved =
  (name: string): Give =>
  () =>
    fixture(name).answer

const listed = (value: string | undefined): readonly string[] => value?.split(",").filter(Boolean) ?? []

/** `page` starts at 1; `include`, `exclude` and `chains` are comma-separated, and an empty one does not filter. */
const page = (wallets: readonly DirectoryWallet[], query: Asked["query"]) => {
  const [include, exclude, chains] = [listed(query.include), listed(query.exclude), listed(query.chains)]
  const search = query.search?.trim().toLowerCase() ?? ""
  const found = wallets.filter(
    (wallet) =>
      (include.length === 0 || include.includes(wallet.id)) &&
      !exclude.includes(wallet.id) &&
      (chains.length === 0 || chains.some((chain) => wallet.chains.includes(chain))) &&
      (query.badge_type !== "certified" || wallet.badge_type === "certified") &&
      wallet.name.toLowerCase().includes(search),
  )
  const entries = Number(query.entries ?? 40)
  const from = (Number(query.page ?? 1) - 1) * entries
  return { count: found.length, data: found.slice(from, from + entries) }
}

const identity: Give = ({ path }) => {
  const { path: named, answer } = fixture("identity")
  return path.toLowerCase() === named ? answer : { name: null, avatar: null }
}

/** The same tokens on every chain. Without an origin and an `sv` the list is empty, as in the real service. */
const balance: Give = ({ query, headers }) => {
  const { chainId = "eip155:1", sv } = query
  if (!headers.origin || !sv) return fixture("balance-empty").answer
  if (chainId.startsWith("solana:")) return fixture("balance-solana").answer
  return JSON.parse(JSON.stringify(fixture("balance").answer).replaceAll('"eip155:1', `"${chainId}`))
}

/** History of the fixture's account on every chain, followed by an empty page. Empty for any other account. */
const history: Give = ({ path, query }) => {
  const { path: named, answer } = fixture("history")
  if (path.toLowerCase() !== named || query.cursor) return fixture("history-empty").answer
  return JSON.parse(JSON.stringify(answer).replaceAll('"eip155:1"', `"${query.chainId ?? "eip155:1"}"`))
}

/** A generated square whose color depends on the ID. */
const picture: Give = ({ path }) => {
  const hue = [...path].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7)
  const square = `<rect width="8" height="8" fill="hsl(${hue} 60% 55%)"/>`
  return {
    status: 200,
    type: "image/svg+xml",
    body: `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 8 8">${square}</svg>`,
  }
}

/** Page that the relay client embeds before each request. It attests, and the client continues at once. */
const attestation: Give = ({ query }) => {
  const part = (json: object) => Buffer.from(JSON.stringify(json)).toString("base64url")
  const jwt = `${part({ alg: "ES256", typ: "JWT" })}.${part({ id: query.id ?? "" })}.${part({})}`
  const message = JSON.stringify({ type: "verify_attestation", attestation: jwt })
  return {
    status: 200,
    type: "text/html",
    body: `<script>parent.postMessage(${JSON.stringify(message).replaceAll("<", "\\u003c")}, "*")</script>`,
  }
}
