// @vitest-environment happy-dom
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import { signMessage } from "../../../src/account/operations.ts"
import { connect } from "../../../src/connect/operations.ts"
import { parseChainId } from "../../../src/core/caip.ts"
import { safeText } from "../../../src/core/first-paint/safeText.ts"
import { isEmail } from "../../../src/embedded/endpoints/frameEvents.ts"
import { embeddedConnectorId } from "../../../src/embedded/first-paint/model/embeddedConnector.ts"
import { loginWithEmail, updateEmail } from "../../../src/embedded/operations/email.ts"
import { closeModal } from "../../../src/navigation/opening/flows.ts"
import { switchNetwork } from "../../../src/network/operations.ts"
import type { Needs } from "../../../src/runtime/flow.ts"
import { breath, settled } from "../../contracts/settled.ts"
import { type Draw, draws } from "../../fixtures/draws.ts"
import { mailbox } from "../../fixtures/embedded.ts"
import { pass } from "../../fixtures/visits.ts"
import { broken, oddValue } from "../broken.ts"
import { attacks, seed, tell, timeout, visitsOf } from "../cases.ts"
import { isTyped } from "../outcome.ts"
import { type Secret, secretOf } from "../page/secrets.ts"
import { type FrameVisit, logsIn, signsHonestly, whenFramed } from "./page.ts"

const secure = "https://secure.example"
const origins = [
  "https://evil.example",
  "https://secure.example.evil.example",
  "https://secure.example:8443",
  "http://secure.example",
  "https://SECURE.example",
  "https://site.example",
  "null",
  "",
]
const thief = `0x${"f".repeat(40)}`

/** A sender other than the frame: another window, another origin, or both. */
const outsider = (draw: Draw, frame: object) => {
  const other = draw.oneOf<object | null>([{ postMessage: () => {} }, window, null])
  return draw.oneOf([
    { origin: secure, source: other },
    { origin: draw.oneOf(origins), source: frame },
    { origin: draw.oneOf(origins), source: other },
  ])
}

/** Forged messages of an outsider who knows the ID of the pending request. */
const forged = (draw: Draw, id: string, secret: string): unknown => {
  const [type, payload] = draw.oneOf<readonly [string, unknown]>([
    ["RPC_REQUEST_SUCCESS", `0x${"1".repeat(130)}`],
    ["RPC_REQUEST_ERROR", { message: secret }],
    ["READY", undefined],
    ["SESSION_UPDATE", { token: secret }],
    ["GET_USER_SUCCESS", { address: thief, chainId: 1, accounts: [{ address: thief, type: "eoa" }] }],
    ["IS_CONNECTED_SUCCESS", { isConnected: false }],
    ["SIGN_OUT_SUCCESS", undefined],
    ["SWITCH_NETWORK_SUCCESS", { chainId: 1 }],
    ["UPDATE_EMAIL_SECONDARY_OTP_SUCCESS", { newEmail: "thief@bank.example" }],
  ])
  const message = { id, type: `@w3m-frame/${type}`, payload }
  return draw.upTo(2) === 0 ? broken(message, draw, secret) : message
}

const visible = ({ core, storage, framed, views }: FrameVisit) =>
  JSON.stringify([core.address.peek(), core.network.peek()?.id, views(), [...storage.texts], framed().posted])

/** Sends such messages while the visitor reviews something to sign. Returns those that had an effect. */
const attacked = Effect.fnUntraced(function* (visit: FrameVisit, drawn: readonly Draw[], secrets: Secret[]) {
  const { site, framed } = visit
  const actedOn: string[] = []
  site.answer("wait")
  const signing = yield* Effect.forkChild(Effect.exit(signMessage({ message: `Waiting ${drawn.length}` })))
  yield* Effect.repeat(breath, { until: () => visit.views().includes("ApproveTransaction") })
  yield* pass("1 second")
  const waiting = framed().posted.findLast(({ message }) => message.type === "@w3m-app/RPC_REQUEST")?.message.id ?? ""
  const before = visible(visit)
  for (const draw of drawn) {
    const secret = secretOf(draw)
    secrets.push(secret)
    const [data, from] = [forged(draw, waiting, secret.text), outsider(draw, framed().window)]
    framed().say(data, from)
    yield* breath
    if (signing.pollUnsafe() || visible(visit) !== before)
      actedOn.push(`${JSON.stringify(Object(data).type)} of ${from.origin}`)
  }
  // Closing the modal rejects the pending request.
  yield* settled(closeModal())
  const exit = yield* settled(Fiber.join(signing))
  if (Exit.isSuccess(exit) || !isTyped(exit) || visit.core.open.peek()) actedOn.push("what waited was not rejected")
  return actedOn
})

/** Visitor actions while the frame itself lies. */
const acts = [
  () => signMessage({ message: "A lie" }),
  () => switchNetwork({ network: "eip155:1" }),
  () => switchNetwork({ network: "eip155:8453" }),
  () => connect({ wallet: embeddedConnectorId }),
  () => updateEmail({ email: "rowan@fernhill.example" }),
  () => Effect.andThen(pass("31 seconds"), loginWithEmail({ email: mailbox })),
]

/** The frame's responses, half of them malformed or an error. The `id` of the pending request stays correct. */
const lying = (draw: Draw, secret: string) => (said: unknown) => {
  const { id, type, payload } = said as { readonly id?: string; readonly type: string; readonly payload?: unknown }
  if (draw.upTo(1) === 0) return said
  if (id === undefined) return { type, payload: broken(payload, draw, secret) }
  if (draw.upTo(2) === 0) return { id, type: type.replace("_SUCCESS", "_ERROR"), payload: oddValue(draw, secret) }
  return { id, type, payload: broken(payload, draw, secret) }
}

/** Whether everything the modal would show of a login is fit to show. */
const isShowable = ({ core }: FrameVisit) =>
  core.accounts.eip155.peek().connections.every(({ accounts, auth, caipNetwork, elsewhere }) => {
    const network = caipNetwork?.caipNetworkId ?? elsewhere
    return (
      accounts.every(({ address }) => /^0x[0-9a-fA-F]{40}$/.test(address)) &&
      (network === undefined || !(parseChainId(network) instanceof Error)) &&
      (auth?.email === undefined || isEmail(auth.email)) &&
      (auth?.username === undefined || safeText(auth.username) === auth.username)
    )
  })

const deceived = Effect.fnUntraced(function* (visit: FrameVisit, drawn: readonly Draw[], secrets: Secret[]) {
  const actedOn: string[] = []
  for (const draw of drawn) {
    const secret = secretOf(draw)
    secrets.push(secret)
    const [at, act] = draw.oneOf([...acts.entries()])
    visit.site.answer(draw.oneOf(["approve", "reject"]))
    visit.lies(lying(draw, secret.text))
    const exit = yield* Effect.exit(settled<unknown, unknown, Needs | Scope.Scope>(act()))
    yield* settled(closeModal())
    if (!isTyped(exit)) actedOn.push(`${at}: ${exit}`)
    if (visit.core.open.peek()) actedOn.push(`${at}: the modal stays open`)
    if (!isShowable(visit)) actedOn.push(`${at}: ${JSON.stringify(visit.core.accounts.eip155.peek().connections)}`)
    visit.lies(undefined)
  }
  return actedOn
})

describe(`The embedded wallet's frame (${attacks} cases of seed ${seed})`, () => {
  const suite = (
    title: string,
    what: string,
    perVisit: number,
    perTurn: number,
    attack: (
      visit: FrameVisit,
      drawn: readonly Draw[],
      secrets: Secret[],
    ) => Effect.Effect<readonly string[], unknown, Needs | Scope.Scope>,
  ) =>
    it.effect(
      title,
      () =>
        Effect.gen(function* () {
          const actedOn: string[] = []
          const errors: unknown[] = []
          const thrown = ({ error }: ErrorEvent) => errors.push(error)
          window.addEventListener("error", thrown)
          let honest = 0
          for (const [number, ofVisit] of visitsOf(draws(attacks, seed), perVisit).entries())
            yield* whenFramed(number % 2 === 0, function* (visit) {
              const secrets: Secret[] = []
              yield* logsIn(visit)
              for (const drawn of visitsOf(ofVisit, perTurn)) {
                actedOn.push(...(yield* attack(visit, drawn, secrets)))
                // Refused because of the lie, not for another reason.
                assert.isTrue(yield* signsHonestly(visit, `Honest ${number} ${honest}`))
                honest += 1
              }
              actedOn.push(...visit.outputs.leaked(secrets))
            })
          window.removeEventListener("error", thrown)
          assert.deepStrictEqual(errors, [])
          assert.notProperty({}, "polluted")
          tell(what, attacks, actedOn, honest)
        }),
      timeout,
    )

  suite(
    "is the only trusted source: messages from other windows and origins have no effect while the visitor reviews a request",
    "Messages from senders other than the frame",
    100,
    10,
    attacked,
  )
  suite(
    "causes nothing worse than a typed failure or a closed modal, and shows only valid content",
    "Lies of the frame itself",
    50,
    10,
    deceived,
  )
})
