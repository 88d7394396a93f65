import { Effect } from "effect"
import { createResponseCache } from "../../../layers/api/responseCache.ts"
import { cacheSize } from "../../../src/core/opening/limits.ts"
import { assert, it } from "../../fixtures/it.ts"

it.effect("The response cache drops the oldest response once it is full", function* () {
  const answers = createResponseCache()
  const asked: number[] = []
  const ask = (key: number) =>
    answers(
      `${key}`,
      1_000,
      Effect.sync(() => asked.push(key)),
    )
  for (let key = 0; key < cacheSize; key++) yield* ask(key)
  yield* ask(0)
  assert.lengthOf(asked, cacheSize)
  yield* ask(cacheSize)
  yield* ask(1)
  assert.lengthOf(asked, cacheSize + 1)
  yield* ask(0)

  assert.deepStrictEqual(asked.slice(cacheSize), [cacheSize, 0])
})
