import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { layer } from "../../../layers/api/http.ts"
import { api as limits } from "../../../layers/api/limits.ts"
import { Api } from "../../../services/Api.ts"
import { identityEndpoint } from "../../../src/account/endpoints.ts"
import { balanceEndpoint } from "../../../src/balances/endpoints/balances.ts"
import type { ApiError } from "../../../src/errors/index.ts"
import {
  analyticsEndpoint,
  configEndpoint,
  originsEndpoint,
  supportedChainsEndpoint,
} from "../../../src/project/opening/endpoints.ts"
import { walletsEndpoint } from "../../../src/wallets/opening/endpoints.ts"
import { breath } from "../../contracts/settled.ts"
import { assert, describe, it } from "../../fixtures/it.ts"
import { type Fault, start } from "../../real/parts/provider.ts"

const address = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8"

/** Each request, and the tag of its failure if the failure does not depend on the cause. */
const calls: readonly Call[] = [
  { route: "GET /appkit/v1/config", call: (api) => api.call(configEndpoint, undefined) },
  {
    route: "GET /projects/v1/origins",
    call: (api) => api.call(originsEndpoint, undefined),
    tags: { "429 and Retry-After": "RateLimited", "500": "ServerError" },
  },
  { route: "GET /getAnalyticsConfig", call: (api) => api.call(analyticsEndpoint, undefined) },
  { route: "GET /v1/supported-chains", call: (api) => api.call(supportedChainsEndpoint, undefined) },
  { route: "GET /getWallets", call: (api) => api.call(walletsEndpoint, { page: 1, entries: 40 }) },
  { route: "GET /v1/account/*/balance", call: (api) => api.call(balanceEndpoint, { address, chainId: "eip155:1" }) },
  { route: "GET /v1/identity/*", call: (api) => api.call(identityEndpoint, { address }) },
]

interface Call {
  readonly route: string
  readonly call: (api: Api["Service"]) => Effect.Effect<object, Error>
  readonly tags?: Readonly<Record<string, string>>
}

/** Each fault, and the cause of its failure. */
const faults: readonly (readonly [name: string, fault: Fault, cause: ApiError["_tag"]])[] = [
  ["a page in HTML", { body: "html" }, "AnswerInvalid"],
  ["half of the JSON", { body: "truncated" }, "AnswerInvalid"],
  ["null", { body: "null" }, "AnswerInvalid"],
  ["wrong types", { body: "wrong" }, "AnswerInvalid"],
  ["10 MB", { body: "huge" }, "AnswerTooLarge"],
  ["nothing", { body: "empty" }, "AnswerInvalid"],
  ["a truncated line", { body: "cut" }, "UnknownFailure"],
  ["403", { status: 403, body: "html" }, "HttpStatus"],
  ["429 and Retry-After", { status: 429, retryAfter: "120" }, "HttpStatus"],
  ["500", { status: 500, body: "html" }, "HttpStatus"],
  ["silence", { delay: 3_600_000 }, "UnknownFailure"],
]

const table = calls
  .flatMap(({ route, call, tags = {} }) =>
    faults.map(([name, fault, cause]) => ({ route, call, name, fault, cause, tag: tags[name] })),
  )
  // An invalid name or picture counts as missing.
  .filter(({ route, name }) => route !== "GET /v1/identity/*" || name !== "wrong types")

describe("A request to the provider's services", () => {
  it.effect.each(table)("for $route fails with its own error on $name, and recovers", function* (row) {
    const provider = yield* Effect.acquireRelease(
      Effect.promise(() => start()),
      (started) => Effect.promise(() => started.stop()),
    )
    const { url: host } = provider
    const hosts = { api: host, blockchain: host, utxo: host, images: host }
    const api = yield* Effect.provide(
      Effect.service(Api),
      layer({ projectId: "p", sdkType: "portico", sdkVersion: "html-test-1", hosts }),
    )
    provider.fault(row.route, row.fault)
    const asking = yield* Effect.forkChild(Effect.flip(row.call(api)))
    while (provider.count(row.route) === 0) yield* breath
    if (row.fault.delay !== undefined) yield* TestClock.adjust(limits.timeout)
    const failure = yield* Fiber.join(asking)

    assert.propertyVal(failure.cause, "_tag", row.cause)
    if (row.tag !== undefined) assert.propertyVal(failure, "_tag", row.tag)
    provider.heal()
    const again = yield* row.call(api)
    assert.isDefined(again)
    assert.strictEqual(provider.count(row.route), 2)
  })
})
