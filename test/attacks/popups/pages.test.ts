import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { demo } from "../../../layers/demo.ts"
import { Api } from "../../../services/Api.ts"
import { decodeUnknown } from "../../../src/core/opening/schema.ts"
import { AnswerInvalid, InvalidInput } from "../../../src/errors/index.ts"
import { closeModal, openModal } from "../../../src/navigation/opening/flows.ts"
import { openOnramp, quoteOnramp } from "../../../src/onramp/operations.ts"
import { payWithExchange } from "../../../src/pay/operations.ts"
import { popupOf } from "../../../src/stub/popup.ts"
import { settled } from "../../contracts/settled.ts"
import { type Draw, draws } from "../../fixtures/draws.ts"
import { changed } from "../../fixtures/layers.ts"
import { order, usdc } from "../../fixtures/scenes/pay.ts"
import { whenConnected } from "../../fixtures/scenes.ts"
import { broken } from "../broken.ts"
import { attacks, seed, tell, timeout, visitsOf } from "../cases.ts"
import { isTyped } from "../outcome.ts"
import { outputsOf } from "../outputs.ts"
import { type Secret, secretOf } from "../page/secrets.ts"
import { address, isPage, openedWindow } from "./windows.ts"
import "../../../src/onramp/endpoints.ts"

/** False response of a service to requests of this name. */
type Lie = (name: string) => unknown

/** A service response in which the URL of a page, or another field, is false. */
const lieOf = (draw: Draw, secret: string): Lie => {
  const url = draw.upTo(3) > 0 ? address(draw, secret) : `https://exchange.example/${encodeURIComponent(secret)}`
  const whole = draw.upTo(3) > 0
  const answers: Readonly<Record<string, unknown>> = {
    onrampUrl: { url },
    payUrl: { result: { url, sessionId: secret } },
    buyStatus: { result: { status: draw.oneOf(["SUCCESS", "FAILED", "UNKNOWN", secret]), txHash: secret } },
  }
  return (name) => (name in answers ? (whole ? answers[name] : broken(answers[name], draw, secret)) : undefined)
}

describe(`The windows of sellers and exchanges (${attacks} cases of seed ${seed})`, () => {
  it.effect(
    "only open web pages, cannot reach the site's page, and are closed if there is no page to show",
    () =>
      Effect.gen(function* () {
        const actedOn: string[] = []
        let honest = 0
        for (const [number, ofVisit] of visitsOf(draws(attacks, seed), 50).entries()) {
          const outputs = outputsOf(number % 2 === 0)
          const secrets: Secret[] = []
          let lie: Lie | undefined
          const layers = (world: Parameters<typeof demo>[0]) => ({
            ...outputs.layers,
            api: changed(Api, demo(world).api, (own) => ({
              call: (row, input) => {
                const said = lie?.(row.name)
                if (said === undefined) return own.call(row, input)
                const decoded = decodeUnknown(row.response)(said)
                return decoded instanceof InvalidInput
                  ? Effect.fail(row.failure(new AnswerInvalid(decoded.message, decoded.path)))
                  : Effect.succeed(decoded)
              },
            })),
          })
          yield* whenConnected({ layers }, function* ({ core }) {
            const quote = yield* quoteOnramp({ amount: "100" })
            /** A visitor buys, deposits or pays in a window that a click has opened. */
            const goes = (draw: Draw) =>
              Effect.gen(function* () {
                const opened = openedWindow()
                const popup = popupOf(opened.window, true)
                const exit = yield* Effect.exit(
                  settled<unknown, unknown, never>(
                    draw.oneOf([
                      () => openOnramp({ quote }, popup),
                      () => payWithExchange({ exchange: "quayside", paymentAsset: usdc, amount: "10" }, popup),
                      () => payWithExchange({ exchange: "quayside", ...order }, popup),
                    ])() as Effect.Effect<unknown, unknown, never>,
                  ),
                )
                return { ...opened, exit }
              })
            for (const [at, draw] of ofVisit.entries()) {
              const secret = secretOf(draw)
              secrets.push(secret)
              lie = lieOf(draw, secret.text)
              yield* settled(openModal())
              const { led, isClosed, exit } = yield* goes(draw)
              const away = led.filter(({ to, reaches }) => reaches || !isPage(to))
              if (away.length > 0 || led.length > 1) actedOn.push(`led to ${JSON.stringify(led)}`)
              if (!isTyped(exit)) actedOn.push(`${exit}`)
              if (led.length === 0 && !isClosed()) actedOn.push("a window was left open")
              yield* settled(closeModal())
              if (core.open.peek()) actedOn.push("the modal stays open")
              lie = undefined
              if (at % 10 > 0) continue
              const truth = yield* goes(draw)
              assert.isTrue(truth.exit._tag === "Success" && truth.led.length === 1)
              honest += 1
            }
            actedOn.push(...outputs.leaked(secrets))
          })
        }
        tell("Pages of sellers and exchanges", attacks, actedOn, honest)
      }),
    timeout,
  )
})
