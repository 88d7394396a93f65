import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { vi } from "vitest"
import { createWorld } from "../../layers/demo.ts"
import { layer as site } from "../../layers/siwx/site.ts"
import { connect, connectExternal } from "../../src/flows/connect.ts"
import { openModal } from "../../src/flows/open.ts"
import { Modal, use } from "../../src/modal.ts"
import { snack } from "../../src/state/snack.ts"
import { settled } from "../contracts/settled.ts"
import { halyard, rest, shelf, visit } from "./modal.ts"

// The code of signing in, and what signs out of a wallet, cannot be fetched.
const { lost } = vi.hoisted(() => ({ lost: { connections: false } }))
vi.mock("../../src/flows/siwx.ts", () => {
  throw new Error("no network")
})
vi.mock("../../src/flows/connections.ts", async (original) => {
  if (lost.connections) throw new Error("no network")
  return await original()
})

const status = Effect.map(Modal, ({ core }) => core.accounts.eip155.peek().status)

const visiting = <A, E>(required: boolean, run: Parameters<typeof visit<A, E>>[1], storage = shelf()) =>
  visit(createWorld(), run, { leaves: { siwx: site({ getRequired: () => required }), storage: storage.leaf } })

for (const without of [false, true])
  it.effect(
    `whose code cannot be fetched keeps nobody connected who must sign in${without ? ", nor without what signs out" : ""}`,
    () =>
      Effect.gen(function* () {
        lost.connections = without
        vi.resetModules()
        const storage = shelf()
        yield* visiting(
          true,
          Effect.gen(function* () {
            const { core } = yield* Modal
            const { shown } = yield* use(snack)
            yield* openModal()
            yield* settled(connectExternal(halyard))
            yield* settled(rest)
            assert.strictEqual(yield* status, "disconnected")
            assert.strictEqual(core.route.value?.name, "Connect")
            assert.strictEqual(shown.value.message, "A problem occurred while trying initialize authentication")
            // Who tries again fares no better, also by the site's own method.
            yield* settled(connect({ wallet: halyard }))
            yield* settled(rest)
            assert.strictEqual(yield* status, "disconnected")
          }),
          storage,
        )
        assert.deepStrictEqual(storage.json("connections"), [])
      }),
  )

it.effect("whose code cannot be fetched leaves who need not sign in connected", () =>
  visiting(
    false,
    Effect.gen(function* () {
      const { core } = yield* Modal
      yield* openModal()
      yield* settled(connectExternal(halyard))
      yield* settled(rest)
      assert.strictEqual(yield* status, "connected")
      assert.isFalse(core.open.value)
    }),
  ),
)
