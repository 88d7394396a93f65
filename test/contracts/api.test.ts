import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as demo from "../../layers/api/demo.ts"
import * as http from "../../layers/api/http.ts"
import { createWorld } from "../../layers/demo/world.ts"
import { Api } from "../../services/Api.ts"
import { balanceRow } from "../../src/domain/balancesRow.ts"
import { supportedChainsRow } from "../../src/domain/configRow.ts"
import { connectorImages } from "../../src/domain/connectorImages.ts"
import { networkImages } from "../../src/domain/networkImages.ts"
import { walletsRow } from "../../src/domain/walletsRow.ts"
import { fixture } from "../fixtures/provider.ts"
import { start } from "../real/parts/provider.ts"
import { apiContract } from "./api.ts"
import { settled } from "./settled.ts"

const routes = { wallets: "GET /getWallets", balance: "GET /v1/account/*/balance" }

describe("Api, live", () => {
  apiContract(
    Effect.map(
      Effect.acquireRelease(
        Effect.promise(() => start()),
        (provider) => Effect.promise(() => provider.stop()),
      ),
      (provider) => {
        const { url: host } = provider
        provider.set(routes.balance, () => fixture("balance").answer)
        const hosts = { api: host, blockchain: host, utxo: host, images: host }
        return {
          layer: http.layer({ projectId: "p", sdkType: "portico", sdkVersion: "html-test-1", hosts }),
          account: { address: "0x70997970c51812dc3a010c7d01b50e0d17dc79c8", chainId: "eip155:1" },
          asked: (row) => provider.count(routes[row]),
          fail: (row, status, times) => provider.fault(routes[row], { status, times }),
        }
      },
    ),
  )
})

describe("Api, live, beyond the contract", () => {
  it.effect("GET (image requests): wallet, network, connector, currency and token images", () =>
    Effect.gen(function* () {
      const provider = yield* Effect.acquireRelease(
        Effect.promise(() => start()),
        (started) => Effect.promise(() => started.stop()),
      )
      const { url: host } = provider
      const hosts = { api: "http://a.example", blockchain: "http://b.example", utxo: "http://c.example", images: host }
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
      assert.deepStrictEqual(new Set(provider.ledger.map(({ method, path }) => `${method} ${path}`)), new Set(paths))
      const query = { projectId: "a project", st: "portico", sv: "html-a,b-1" }
      for (const { query: sent } of provider.ledger) assert.deepStrictEqual(sent, query)
    }),
  )
})

describe("Api, live, and the relay", () => {
  it.effect(
    "the blockchain host is told by what name the relay knows the page, once it does; what is fresh is not asked anew",
    () =>
      Effect.gen(function* () {
        const provider = yield* Effect.acquireRelease(
          Effect.promise(() => start()),
          (started) => Effect.promise(() => started.stop()),
        )
        provider.set(routes.balance, () => fixture("balance").answer)
        const { url: host } = provider
        let known: string | undefined
        const api = yield* Effect.provide(
          Effect.service(Api),
          http.layer({
            projectId: "p",
            sdkType: "portico",
            sdkVersion: "html-test-1",
            hosts: { api: host, blockchain: host, utxo: host, images: host },
            clientId: () => known,
          }),
        )
        const balance = settled(api.call(balanceRow, { address: `0x${"1".repeat(40)}`, chainId: "eip155:1" }))
        const calls = [
          balance,
          settled(api.call(supportedChainsRow, undefined)),
          settled(api.call(walletsRow, { page: 1, entries: 4 })),
        ]
        yield* Effect.all(calls)
        known = "did:key:z6Mk"
        yield* Effect.all(calls)

        const told = provider.ledger.map(({ path, query }) => [path.split("/").at(-1), query.clientId])
        assert.deepStrictEqual(told, [
          ["balance", undefined],
          ["supported-chains", undefined],
          ["getWallets", undefined],
          ["supported-chains", "did:key:z6Mk"],
          ["getWallets", undefined],
        ])
      }),
  )
})

const paths = [
  "GET /getWalletImage/a1",
  "GET /public/getAssetImage/ba0ba0cd-17c6-4806-ad93-f9d174f17900",
  "GET /public/getAssetImage/ef1a1fcf-7fe8-4d69-bd6d-fda1345b4400",
  "GET /public/getCurrencyImage/EUR",
  "GET /public/getTokenImage/A&B?",
]

describe("Api, demo", () => {
  apiContract(
    Effect.sync(() => {
      const world = createWorld({ tick: 0 })
      return {
        layer: demo.layer(world),
        account: { address: world.wallets.get("example.halyard")?.state().addresses[0] ?? "", chainId: "eip155:8453" },
        asked: world.faults.asked,
        fail: (row, status, times) => world.faults.set(row, { status, times }),
      }
    }),
  )
})
