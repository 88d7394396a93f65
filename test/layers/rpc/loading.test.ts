import { Effect } from "effect"
import { vi } from "vitest"
import { layer } from "../../../layers/rpc/http.ts"
import { Rpc } from "../../../services/Rpc.ts"
import { mainnet } from "../../../src/options/networks.ts"
import { fails } from "../../fixtures/fails.ts"
import { assert, it } from "../../fixtures/it.ts"
import { loopback, node } from "../../fixtures/server.ts"

const imports = vi.hoisted(() => ({ made: 0, offline: true }))

vi.mock("../../../layers/rpc/transport/transport.ts", (original) => {
  imports.made += 1
  if (imports.offline) throw new Error("no network")
  return original()
})

it.effect("loads the transport with the first request, and retries a failed import", function* () {
  const server = yield* loopback(node(() => ({ result: 1 })))
  const customRpcUrls = { "eip155:1": [{ url: server.url }] }
  const request = { network: mainnet, method: "eth_chainId", params: [] }
  yield* Effect.provide(
    Effect.gen(function* () {
      const rpc = yield* Rpc
      assert.strictEqual(imports.made, 0)
      yield* fails(rpc.request(request), { _tag: "UnknownFailure" })

      imports.offline = false
      yield* rpc.request(request)
      yield* rpc.request(request)
      assert.strictEqual(imports.made, 2)
    }),
    layer({ projectId: "abc", blockchainHost: server.url, customRpcUrls }),
  )
})
