import { describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as demo from "../../layers/api/demo.ts"
import * as http from "../../layers/api/http.ts"
import { createWorld } from "../../layers/demo/world.ts"
import { fixture } from "../fixtures/provider.ts"
import { start } from "../real/parts/provider.ts"
import { apiContract } from "./api.ts"

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
