import { Effect } from "effect"
import { cacheSize } from "../../../layers/api/limits.ts"
import { createResponseCache } from "../../../layers/api/responseCache.ts"
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

it.effect("A response that is never fresh, and a failure, take no place in the response cache", function* () {
  const answers = createResponseCache()
  const asked: string[] = []
  const ask = (key: string, fresh: number) =>
    answers(
      key,
      fresh,
      Effect.suspend(() => {
        asked.push(key)
        return key === "failing" ? Effect.fail(new Error(key)) : Effect.void
      }),
    )
  yield* ask("kept", 1_000)
  yield* Effect.flip(ask("failing", 1_000))
  yield* Effect.flip(ask("failing", 1_000))
  for (let key = 0; key < cacheSize; key++) yield* ask(`${key}`, 0)
  yield* ask("0", 0)
  yield* ask("kept", 1_000)

  assert.deepStrictEqual(
    ["kept", "failing", "0"].map((key) => asked.filter((one) => one === key).length),
    [1, 2, 2],
  )
})
