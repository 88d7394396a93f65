// @vitest-environment happy-dom
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { disconnect } from "../../../src/connections/operations/connections.ts"
import { logInWith } from "../../../src/embedded/operations/social.ts"
import { closeModal, openModal } from "../../../src/navigation/opening/flows.ts"
import { breath, settled } from "../../contracts/settled.ts"
import { type Draw, draws } from "../../fixtures/draws.ts"
import { pass } from "../../fixtures/visits.ts"
import { broken } from "../broken.ts"
import { attacks, seed, tell, timeout, visitsOf } from "../cases.ts"
import { type FrameVisit, whenFramed } from "../frame/page.ts"
import { isTyped } from "../outcome.ts"
import { type Secret, secretOf } from "../page/secrets.ts"
import { address, isPage, openedWindow, otherOrigin, postToPage } from "./windows.ts"

const secure = "https://secure.example"
const words = { untrusted: "Untrusted Origin" }

/** A visitor selects Google, which opens a window. */
const pressing = Effect.gen(function* () {
  const opened = openedWindow()
  yield* openModal()
  const fiber = yield* Effect.forkChild(Effect.exit(logInWith("google", opened.window, words)))
  // The frame loads before it is asked for the login URL.
  yield* Effect.repeat(pass("100 millis"), { until: () => opened.led.length > 0 || fiber.pollUnsafe() !== undefined })
  return { ...opened, fiber }
})
type Pressed = Effect.Success<typeof pressing>

/** Login results that were passed to the frame. */
const taken = ({ framed }: FrameVisit) =>
  framed().posted.flatMap(({ message }) =>
    message.type === "@w3m-app/CONNECT_SOCIAL" ? [(message.payload as { readonly uri: string }).uri] : [],
  )

/** The attacker's login result. */
const resultOf = (secret: string) => ({ resultUri: `${secure}/?name=thief&code=${encodeURIComponent(secret)}` })

/** The frame returns another login URL. */
const misled = Effect.fnUntraced(function* (visit: FrameVisit, draw: Draw, secret: string) {
  const uri = address(draw, secret)
  visit.lies((said) => {
    const message = said as { readonly type: string }
    return message.type.startsWith("@w3m-frame/GET_SOCIAL_REDIRECT_URI") ? { ...message, payload: { uri } } : said
  })
  const { fiber, led } = yield* pressing
  visit.lies(undefined)
  yield* settled(closeModal())
  const exit = yield* settled(Fiber.join(fiber))
  const wrong = led.filter(({ to }) => !/^https?:$/.test(URL.canParse(to) ? new URL(to).protocol : ""))
  return wrong.length > 0 || !isTyped(exit) ? [`led to ${JSON.stringify(uri)}: ${exit}`] : []
})

/** Another window posts a login result, or the login window posts an invalid one. */
const imposed = Effect.fnUntraced(function* (visit: FrameVisit, pressed: Pressed, draw: Draw, secret: string) {
  const other = draw.oneOf<object | null>([{ postMessage: () => {} }, window, visit.framed().window, null])
  const [origin, source, data] = draw.oneOf<readonly [string, object | null, unknown]>([
    [secure, other, resultOf(secret)],
    [secure, other, resultOf(secret)],
    [otherOrigin(draw, secure), other, resultOf(secret)],
    [otherOrigin(draw, secure), pressed.window, resultOf(secret)],
    [secure, pressed.window, broken({ resultUri: [secret] }, draw, secret)],
  ])
  const before = taken(visit).length
  postToPage(data, origin, source)
  yield* breath
  yield* breath
  const honest = source === pressed.window && origin === secure && typeof Object(data).resultUri === "string"
  return taken(visit).length > before && !honest ? [`${JSON.stringify(data)} of ${origin}`] : []
})

describe(`The window of a social login (${attacks} cases of seed ${seed})`, () => {
  it.effect(
    "only opens web pages and is the only trusted source: no other window or origin can log a visitor in",
    () =>
      Effect.gen(function* () {
        const actedOn: string[] = []
        let honest = 0
        for (const [number, ofVisit] of visitsOf(draws(attacks, seed), 60).entries())
          yield* whenFramed(number % 2 === 0, function* (visit) {
            const secrets: Secret[] = []
            const secret = (draw: Draw) => {
              const made = secretOf(draw)
              secrets.push(made)
              return made.text
            }
            for (const drawn of visitsOf(ofVisit, 15)) {
              const [first, ...rest] = drawn
              if (first) actedOn.push(...(yield* misled(visit, first, secret(first))))
              let pressed = yield* pressing
              for (const draw of rest) {
                // An invalid message from a login's window ends the login.
                if (pressed.fiber.pollUnsafe()) pressed = yield* pressing
                actedOn.push(...(yield* imposed(visit, pressed, draw, secret(draw))))
              }
              if (pressed.fiber.pollUnsafe()) pressed = yield* pressing
              postToPage({ resultUri: `${secure}/?name=ansel` }, secure, pressed.window)
              assert.isTrue(Exit.isSuccess(yield* settled(Fiber.join(pressed.fiber))))
              assert.strictEqual(visit.core.connection.peek()?.auth?.username, "ansel")
              assert.isTrue(pressed.isClosed() && pressed.led.every(({ to }) => isPage(to)))
              yield* settled(disconnect({}))
              yield* settled(closeModal())
              honest += 1
            }
            actedOn.push(...visit.outputs.leaked(secrets))
          })
        tell("Social logins", attacks, actedOn, honest)
      }),
    timeout,
  )
})
