import { afterAll, beforeAll } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { type Loopback, loopback, node } from "../fixtures/server.ts"
import { live, networkAt } from "../layers/chains/nodes.ts"
import { rpcContract } from "./rpc.ts"

const scope = Scope.makeUnsafe()
let server: Loopback

const results: Readonly<Record<string, unknown>> = {
  eth_chainId: "0x7a69",
  eth_blockNumber: "0x1b4",
  eth_getBalance: "0xde0b6b3a7640000",
}

beforeAll(async () => {
  const answer = node(({ method }) =>
    method in results ? { result: results[method] } : { error: { code: -32601, message: "Method not found" } },
  )
  server = await Effect.runPromise(Scope.provide(loopback(answer), scope))
})

afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

rpcContract("live", () => ({ network: networkAt(31_337, server.url), layer: live() }))
