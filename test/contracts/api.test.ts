import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as demo from "../../layers/api/demo.ts"
import * as http from "../../layers/api/http.ts"
import { createWorld } from "../../layers/demo/world.ts"
import { Api } from "../../services/Api.ts"
import { balanceEndpoint } from "../../src/balances/endpoints/balances.ts"
import { utxoEndpoint } from "../../src/balances/endpoints/utxos.ts"
import { namesOfEndpoint } from "../../src/names/endpoints.ts"
import { networkImages } from "../../src/network/model/networkImages.ts"
import { bitcoin } from "../../src/options/networks.ts"
import { cacheLifetimes } from "../../src/persistence/limits.ts"
import { supportedChainsEndpoint } from "../../src/project/opening/endpoints.ts"
import { meEndpoint } from "../../src/siwx/endpoints.ts"
import { pricesEndpoint } from "../../src/swap/endpoints.ts"
import { connectorImages } from "../../src/wallets/first-paint/model/connectorImages.ts"
import { walletsEndpoint } from "../../src/wallets/opening/endpoints.ts"
import { assert, describe, it } from "../fixtures/it.ts"
import { fixture } from "../fixtures/provider.ts"
import { loopback, reply } from "../fixtures/server.ts"
import { apiContract } from "./api.ts"
import { hostsOf, provided, site } from "./provider.ts"
import { settled } from "./settled.ts"

const routes = { wallets: "GET /getWallets", balance: "GET /v1/account/*/balance" }

describe("Api, live", () => {
  apiContract(
    Effect.map(provided, (provider) => {
      provider.set(routes.balance, () => fixture("balance").answer)
      return {
        layer: http.layer({ ...site, hosts: hostsOf(provider.url) }),
        account: { address: "0x70997970c51812dc3a010c7d01b50e0d17dc79c8", chainId: "eip155:1" },
        asked: (row) => provider.count(routes[row]),
        fail: (row, status, times) => provider.fault(routes[row], { status, times }),
      }
    }),
  )
})

describe("Api, live, beyond the contract", () => {
  it.effect("GET (image requests): wallet, network, connector, currency and token images", function* () {
    const provider = yield* provided
    const hosts = { ...hostsOf("http://other.example"), images: provider.url }
    const options = { projectId: "a project", sdkType: "portico", sdkVersion: "html-a,b-1", hosts }
    const { image } = yield* Effect.provide(Effect.service(Api), http.layer(options))
    const addresses = [
      image("wallet", "a1"),
      image("asset", networkImages["eip155:1"] ?? ""),
      image("asset", connectorImages.walletConnect ?? ""),
      image("currency", "EUR"),
      image("token", "A&B?"),
    ]
    const types = yield* Effect.promise(() =>
      Promise.all(addresses.map(async (address) => (await fetch(address)).headers.get("content-type"))),
    )

    assert.deepStrictEqual(types, Array(5).fill("image/svg+xml"))
    assert.deepStrictEqual(
      new Set(provider.ledger.map(({ method, path }) => `${method} ${path}`)),
      new Set([
        "GET /getWalletImage/a1",
        "GET /public/getAssetImage/ba0ba0cd-17c6-4806-ad93-f9d174f17900",
        "GET /public/getAssetImage/ef1a1fcf-7fe8-4d69-bd6d-fda1345b4400",
        "GET /public/getCurrencyImage/EUR",
        "GET /public/getTokenImage/A&B?",
      ]),
    )
    const query = { projectId: "a project", st: "portico", sv: "html-a,b-1" }
    for (const { query: sent } of provider.ledger) assert.deepStrictEqual(sent, query)
  })

  it.effect(
    "sends the relay's client ID to the blockchain host once it is known, but does not repeat a fresh request",
    function* () {
      const provider = yield* provided
      provider.set(routes.balance, () => fixture("balance").answer)
      let known: string | undefined
      const layer = http.layer({ ...site, hosts: hostsOf(provider.url), clientId: () => known })
      const api = yield* Effect.provide(Effect.service(Api), layer)
      const calls = Effect.all([
        settled(api.call(balanceEndpoint, { address: `0x${"1".repeat(40)}`, chainId: "eip155:1" })),
        settled(api.call(supportedChainsEndpoint, undefined)),
        settled(api.call(walletsEndpoint, { page: 1, entries: 4 })),
      ])
      yield* calls
      known = "did:key:z6Mk"
      yield* calls

      assert.deepStrictEqual(
        provider.ledger.map(({ path, query }) => [path.split("/").at(-1), query.clientId]),
        [
          ["balance", undefined],
          ["supported-chains", undefined],
          ["getWallets", undefined],
          ["supported-chains", "did:key:z6Mk"],
          ["getWallets", undefined],
        ],
      )
      yield* TestClock.adjust(cacheLifetimes.portfolio)
      yield* calls
      assert.deepStrictEqual(
        provider.ledger.slice(5).map(({ path, query }) => [path.split("/").at(-1), query.clientId]),
        [
          ["balance", "did:key:z6Mk"],
          ["supported-chains", "did:key:z6Mk"],
          ["getWallets", undefined],
        ],
      )
    },
  )

  it.effect("sends nothing about the project to the host of unspent outputs", function* () {
    const server = yield* loopback((_, response) => reply(response, []))
    const options = { ...site, hosts: hostsOf(server.url), clientId: () => "did:key:z6Mk" }
    const api = yield* Effect.provide(Effect.service(Api), http.layer(options))
    yield* settled(api.call(utxoEndpoint, { network: bitcoin, address: "tb1q" }))

    assert.deepStrictEqual(
      server.received.map(({ url }) => url),
      ["/api/address/tb1q/utxo"],
    )
  })

  it.effect("requests no other path for an address that a URL would drop from its path", function* () {
    const server = yield* loopback((_, response) => reply(response, []))
    const api = yield* Effect.provide(Effect.service(Api), http.layer({ ...site, hosts: hostsOf(server.url) }))
    const namesOf = (address: string) => settled(api.call(namesOfEndpoint, { address, sender: undefined }))
    for (const address of [".", ".."])
      assert.strictEqual((yield* Effect.flip(namesOf(address)))._tag, "NamesForAddressFailed")
    for (const address of ["%2e%2e", "...", "..a", "a\ud800"]) yield* namesOf(address)

    assert.deepStrictEqual(
      server.received.map(({ url }) => url?.split("?")[0]),
      ["%252e%252e", "...", "..a", "a%EF%BF%BD"].map((segment) => `/v1/profile/reverse/${segment}`),
    )
  })

  it.effect("omits empty query parameters and headers, and joins lists", function* () {
    const server = yield* loopback((_, response) => reply(response, { http: [], ws: [] }))
    const api = yield* Effect.provide(Effect.service(Api), http.layer({ ...site, hosts: hostsOf(server.url) }))
    const query = () => ({ none: undefined, text: "", list: [], two: ["a", "b"], zero: 0, off: false, sign: "&" })
    const headers = () => ({ "x-none": undefined, "x-one": "1" })
    yield* settled(api.call({ ...supportedChainsEndpoint, query, headers }, undefined))

    assert.deepStrictEqual(
      server.received.map(({ url }) => url),
      ["/v1/supported-chains?two=a%2Cb&zero=0&off=false&sign=%26&projectId=p&st=portico&sv=html-test-1"],
    )
    assert.propertyVal(server.received[0]?.headers, "x-one", "1")
    assert.notProperty(server.received[0]?.headers, "x-none")
  })

  it.effect("shares no response between requests with other headers", function* () {
    const server = yield* loopback((_, response) => reply(response, { http: [], ws: [] }))
    const api = yield* Effect.provide(Effect.service(Api), http.layer({ ...site, hosts: hostsOf(server.url) }))
    const as = (token: string) =>
      settled(
        api.call(
          { ...supportedChainsEndpoint, fresh: cacheLifetimes.portfolio, headers: () => ({ authorization: token }) },
          undefined,
        ),
      )
    for (const token of ["ada", "bo", "ada"]) yield* as(token)

    assert.deepStrictEqual(
      server.received.map(({ headers }) => headers.authorization),
      ["ada", "bo"],
    )
  })

  it.effect("Cache lifetime, token price: 15 s", function* () {
    const provider = yield* provided
    const api = yield* Effect.provide(Effect.service(Api), http.layer({ ...site, hosts: hostsOf(provider.url) }))
    const price = api.call(pricesEndpoint, {
      projectId: "p",
      addresses: ["eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"],
    })
    const counts: number[] = []
    for (const later of [0, 14_999, 1, 15_000]) {
      yield* TestClock.adjust(later)
      yield* price
      counts.push(provider.count("POST /v1/fungible/price"))
    }
    assert.deepStrictEqual(counts, [1, 1, 2, 3])
    yield* api.call(pricesEndpoint, { projectId: "p", addresses: ["eip155:1:0x1"] })
    assert.strictEqual(provider.count("POST /v1/fungible/price"), 4)
  })
})

describe("Api, demo", () => {
  apiContract(
    Effect.sync(() => {
      const world = createWorld({ tick: 0 })
      return {
        layer: demo.layer(world),
        account: { address: world.wallets.get("example.halyard")?.state().addresses[0] ?? "", chainId: "eip155:8453" },
        asked: world.faults.requestCount,
        fail: (row, status, times) => world.faults.set(row, { status, times }),
      }
    }),
  )
})

describe("Api, demo, beyond the contract", () => {
  it.effect("refuses like the service, and bundles the first wallets of its directory", function* () {
    const world = createWorld()
    const { bundled, call } = yield* Effect.provide(Effect.service(Api), demo.layer(world))
    const { cause } = yield* Effect.flip(settled(call(meEndpoint, { token: "unknown" })))

    assert.propertyVal(cause, "_tag", "HttpStatus")
    assert.deepStrictEqual(
      bundled?.map(({ id }) => id),
      world.directory.slice(0, 12).map((wallet) => Reflect.get(Object(wallet), "id")),
    )
  })
})
