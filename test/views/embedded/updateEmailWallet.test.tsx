// @vitest-environment happy-dom
import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { act } from "react"
import { expect } from "vitest"
import { demo, type World } from "../../../layers/demo.ts"
import { Frame } from "../../../services/Frame.ts"
import type { Flow, Needs } from "../../../src/runtime/flow.ts"
import { UpdateEmailWallet } from "../../../views/embedded/email/UpdateEmailWallet.tsx"
import { HereContext } from "../../../views/shared/first-paint/useModal.ts"
import { mailbox } from "../../fixtures/embedded.ts"
import { changed } from "../../fixtures/layers.ts"
import { instanceOf, rest } from "../../fixtures/modal.ts"
import { mounted } from "../../fixtures/mounted.ts"
import { whenStarted } from "../../fixtures/scenes.ts"
import { viewContextOf } from "../../fixtures/viewContext.ts"
import { pass } from "../../fixtures/visits.ts"

const page = mounted()

it.effect("Email change poll: 1 s, from when the view of the change is shown", () => {
  let email = mailbox
  const persistedLogin = Effect.sync(() => ({ email, smartAccountNetworks: [] }))
  const layers = (world: World) => ({ frame: changed(Frame, demo(world).frame, () => ({ persistedLogin })) })
  const instance = instanceOf()
  return whenStarted({ layers, instance }, function* () {
    const services = yield* Effect.context<Needs>()
    const run = (flow: Flow | (() => Promise<Flow>)) => {
      const fiber = Effect.runForkWith(services)(Effect.isEffect(flow) ? flow : Effect.flatten(Effect.promise(flow)))
      return () => fiber.interruptUnsafe()
    }
    const afterPaint = (then: () => void) => {
      then()
      return () => undefined
    }
    instance.core.open.value = true
    const view = (
      <HereContext.Provider value={{ ...viewContextOf(instance), run, afterPaint }}>
        <UpdateEmailWallet name="UpdateEmailWallet" email={mailbox} />
      </HereContext.Provider>
    )
    const acting = (step: Effect.Effect<void>) => Effect.promise(() => act(() => Effect.runPromiseWith(services)(step)))
    yield* acting(
      Effect.andThen(
        Effect.sync(() => page.render(view)),
        rest,
      ),
    )
    const field = () => page.place.querySelector("input")?.value
    email = "rowan@fernhill.example"
    yield* acting(pass(999))
    expect(field()).toBe("linden@fernhill.example")
    yield* acting(pass(1))

    expect(field()).toBe("rowan@fernhill.example")
  })
})
