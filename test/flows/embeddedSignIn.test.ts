import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { layer as scripted } from "../../layers/browser/scripted.ts"
import { layer as site } from "../../layers/siwx/site.ts"
import { mainnet } from "../../src/domain/networks.ts"
import type { SiwxConfig } from "../../src/domain/siwx.ts"
import { leave } from "../../src/flows/open.ts"
import { prepareMessage, signIn } from "../../src/flows/siwx.ts"
import { Modal, use } from "../../src/modal.ts"
import { siwx } from "../../src/state/siwx.ts"
import { snack } from "../../src/state/snack.ts"
import { settled } from "../contracts/settled.ts"
import { loggedIn, withLogins } from "./embedded.ts"
import { createWorld, dialog, rest, visit } from "./modal.ts"

import "../../src/flows/requests.ts"

/** Somebody has logged in, reads what they are asked to sign, and presses Sign; the frame asks them to approve. */
const asked = <A, E>(
  config: SiwxConfig,
  then: (the: {
    readonly answer: (how: "approve" | "reject") => Effect.Effect<void>
    readonly views: () => readonly string[]
    readonly refused: () => boolean
  }) => Effect.Effect<A, E, Parameters<typeof visit<A, E>>[1] extends Effect.Effect<A, E, infer R> ? R : never>,
) => {
  const world = createWorld({ ...withLogins, frame: { sign: "hang" } })
  const at = dialog()
  return visit(
    world,
    Effect.gen(function* () {
      const { core } = yield* Modal
      yield* settled(loggedIn())
      yield* settled(rest)
      yield* settled(prepareMessage())
      const signing = yield* Effect.forkChild(signIn())
      yield* rest
      return yield* then({
        answer: (how) =>
          Effect.gen(function* () {
            world.secure[how]()
            yield* settled(Fiber.join(signing))
            yield* settled(rest)
          }),
        views: () => [String(core.open.peek()), ...core.stack.peek().map(({ name }) => name)],
        refused: () => at.told.includes("refuse"),
      })
    }),
    {
      options: { networks: [mainnet] },
      leaves: { siwx: site(config), dialog: at.leaf, browser: scripted({ page: { origin: "https://site.example" } }) },
    },
  )
}

describe("Sign-in with the embedded wallet", () => {
  it.effect("is approved in the secure frame, over the sign view, and closes the modal", () =>
    asked({}, ({ answer, views }) =>
      Effect.gen(function* () {
        const during = views()
        yield* answer("approve")
        const { session } = yield* use(siwx)

        assert.deepStrictEqual(during, ["true", "SIWXSignMessage", "ApproveTransaction"])
        assert.match(session.peek()?.signature ?? "", /^0x[0-9a-f]+$/)
        assert.strictEqual(views()[0], "false")
      }),
    ),
  )

  it.effect("who does not approve is back in the sign view, and reads why", () =>
    asked({}, ({ answer, views }) =>
      Effect.gen(function* () {
        const { session } = yield* use(siwx)
        const { shown } = yield* use(snack)
        yield* answer("reject")

        assert.deepStrictEqual(views(), ["true", "SIWXSignMessage"])
        assert.strictEqual(session.peek(), undefined)
        assert.strictEqual(shown.peek().message, "Error signing message")
      }),
    ),
  )

  it.effect("neither view can be closed by who must sign in", () =>
    asked({}, ({ answer, views, refused }) =>
      Effect.gen(function* () {
        yield* leave()
        const during = views()
        yield* answer("approve")

        assert.isTrue(refused())
        assert.deepStrictEqual(during, ["true", "SIWXSignMessage", "ApproveTransaction"])
        assert.strictEqual(views()[0], "false")
      }),
    ),
  )
})
