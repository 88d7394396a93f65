import { Effect, Layer } from "effect"
import { vi } from "vitest"
import * as demo from "../../layers/api/demo.ts"
import * as api from "../../layers/api/http.ts"
import * as browser from "../../layers/browser/withoutWindow.ts"
import { createWorld } from "../../layers/demo/world.ts"
import * as walletConnect from "../../layers/relay/walletConnect.ts"
import { layer } from "../../layers/rpc/http.ts"
import { Api } from "../../services/Api.ts"
import { Relay } from "../../services/Relay.ts"
import { Rpc } from "../../services/Rpc.ts"
import { Storage } from "../../services/Storage.ts"
import { mainnet } from "../../src/options/networks.ts"
import { supportedChainsEndpoint } from "../../src/project/opening/endpoints.ts"
import { hostsOf, site } from "../contracts/provider.ts"
import { fails } from "../fixtures/fails.ts"
import { assert, beforeEach, it } from "../fixtures/it.ts"
import { loopback, node, reply } from "../fixtures/server.ts"
import { noApi } from "./api/noApi.ts"

const imports = vi.hoisted(() => {
  const state = { made: 0, offline: true }
  const load = (original: () => Promise<object>) => {
    state.made += 1
    if (state.offline) throw new Error("no network")
    return original()
  }
  return { state, load }
})
const { state } = imports

vi.mock("../../layers/rpc/transport/transport.ts", imports.load)
vi.mock("../../layers/api/opening/client.ts", imports.load)
vi.mock("../../layers/demo/provider/responses.ts", imports.load)
vi.mock("../../layers/relay/client/relay.ts", imports.load)
vi.mock("../../layers/relay/client/client.ts", imports.load)

beforeEach(() => {
  Object.assign(state, { made: 0, offline: true })
})

it.effect("loads the transport with the first request, and retries a failed import", function* () {
  const server = yield* loopback(node(() => ({ result: 1 })))
  const customRpcUrls = { "eip155:1": [{ url: server.url }] }
  const request = { network: mainnet, method: "eth_chainId", params: [] }
  yield* Effect.provide(
    Effect.gen(function* () {
      const rpc = yield* Rpc
      assert.strictEqual(state.made, 0)
      yield* fails(rpc.request(request), { _tag: "UnknownFailure" })

      state.offline = false
      yield* rpc.request(request)
      yield* rpc.request(request)
      assert.strictEqual(state.made, 2)
    }),
    layer({ projectId: "abc", blockchainHost: server.url, customRpcUrls }),
  )
})

const apis = [
  ["the API's client", (url: string) => api.layer({ ...site, hosts: hostsOf(url) })],
  ["the demo's responses", () => demo.layer(createWorld())],
] as const
it.effect.each(apis)("loads %s with the first call, and retries a failed import", function* ([, layerFor]) {
  const server = yield* loopback((_, response) => reply(response, { http: [], ws: [] }))
  const { call } = yield* Effect.provide(Effect.service(Api), layerFor(server.url))
  assert.strictEqual(state.made, 0)
  const failure = yield* Effect.flip(call(supportedChainsEndpoint, undefined))
  assert.propertyVal(failure.cause, "_tag", "UnknownFailure")

  state.offline = false
  yield* call(supportedChainsEndpoint, undefined)
  assert.strictEqual(state.made, 2)
})

it.effect("Error: 'Failed to disconnect', if the relay's client cannot be loaded", function* () {
  const storage = Layer.succeed(Storage, {
    read: () => Effect.succeed(undefined),
    write: () => Effect.void,
    remove: () => Effect.void,
  })
  const page = Layer.mergeAll(browser.layer(), storage, noApi, layer({ projectId: "abc", blockchainHost: "" }))
  const options = { id: "loading", projectId: "abc", relayUrls: [], networks: () => [mainnet] }
  yield* Effect.gen(function* () {
    const relay = yield* Relay
    const failure = yield* fails(relay.disconnect, { _tag: "DisconnectFailed", message: "Failed to disconnect" })
    assert.nestedPropertyVal(failure, "cause.cause._tag", "UnknownFailure")
    const unloaded = { _tag: "ConnectFailed", message: "Failed to connect" }
    assert.propertyVal((yield* fails(relay.restore, unloaded)).cause, "_tag", "UnknownFailure")

    state.offline = false
    assert.isUndefined(yield* relay.restore)
    state.offline = true
    const error = yield* fails(relay.connect({ networks: [mainnet], onUri: () => undefined }), unloaded)
    assert.nestedPropertyVal(error, "cause.cause.message", "no network")
  }).pipe(Effect.provide(Layer.provide(walletConnect.layer(options), page)))
})
