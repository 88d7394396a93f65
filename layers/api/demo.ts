import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Api } from "../../services/Api.ts"
import { type Endpoint, pathOf } from "../../src/core/opening/endpoint.ts"
import { type ApiError, HttpStatus, UnknownFailure } from "../../src/errors/index.ts"
import { readWallets } from "../../src/wallets/first-paint/model/readWallets.ts"
import type { World } from "../demo/world.ts"
import { decodeValue } from "../shared/decodeResponse.ts"
import { createResponseCache } from "./responseCache.ts"

/** API backed by the demo world. Responses pass through the same decoders as those of the real services. */
export const layer = (world: World): Layer.Layer<Api> =>
  Layer.sync(Api, () => {
    const cacheResponse = createResponseCache()
    return {
      call: (row, input) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => {
          world.ledger.settle(now)
          const path = pathOf(row, input)
          if (typeof path !== "string") return Effect.fail(row.failure(path))
          // The key contains the market's state, so a change of prices or balances makes older cached responses unreachable.
          return cacheResponse(
            `${row.name} ${world.market.stand(now)} ${JSON.stringify(input)}`,
            row.fresh,
            request(world, row, input),
          )
        }),
      image: (_, id) => world.picture(id),
      bundled: readWallets(world.directory.slice(0, bundledCount)),
    }
  })

/** Number of directory wallets in `bundled`, for which no request is needed. */
const bundledCount = 12

const request = <Input, Output, E extends Error>(world: World, row: Endpoint<Input, Output, E>, input: Input) =>
  Effect.gen(function* () {
    const { respond, decodeUnknown } = yield* Effect.tryPromise({
      try: () => import("../demo/provider/responses.ts"),
      catch: (cause): ApiError => new UnknownFailure({ cause }),
    })
    const sent = yield* world.faults.respond(
      { line: "api", row: row.name, key: `${row.name} ${JSON.stringify(input)}` },
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const sent = respond(world, row, input, now)
        return sent instanceof HttpStatus ? Effect.fail(sent) : Effect.succeed(sent)
      }),
    )
    return yield* decodeValue(sent, decodeUnknown(row.response))
  }).pipe(
    Effect.mapError((cause) => row.failure(cause)),
    Effect.withSpan(`api ${row.name}`),
  )
