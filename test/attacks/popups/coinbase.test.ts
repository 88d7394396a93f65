// @vitest-environment happy-dom
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import { recoverMessageAddress } from "viem"
import { connector } from "../../../layers/chains/coinbaseConnector.ts"
import { signMessage } from "../../../src/account/operations.ts"
import { connect } from "../../../src/connect/operations.ts"
import { disconnect } from "../../../src/connections/operations/connections.ts"
import { closeModal, openModal } from "../../../src/navigation/opening/flows.ts"
import { switchNetwork } from "../../../src/network/operations.ts"
import type { Needs } from "../../../src/runtime/flow.ts"
import { breath, settled } from "../../contracts/settled.ts"
import { type Draw, draws } from "../../fixtures/draws.ts"
import { pass } from "../../fixtures/visits.ts"
import { broken, oddValue } from "../broken.ts"
import { attacks, seed, tell, timeout, visitsOf } from "../cases.ts"
import { isTyped } from "../outcome.ts"
import { type Secret, secretOf } from "../page/secrets.ts"
import { type CoinbaseVisit, holder, host, type Lie, type Message, whenCoinbase } from "./coinbase.ts"
import { otherOrigin, postToPage } from "./windows.ts"

const connects = settled(connect({ wallet: connector.id }))

/** Starts an action that may open a window. Continues once the action is done or a window has a pending request. */
const begun = <R>({ windows }: CoinbaseVisit, act: Effect.Effect<unknown, unknown, R>) =>
  Effect.gen(function* () {
    const fiber: Fiber.Fiber<Exit.Exit<unknown, unknown>> = yield* Effect.forkChild(Effect.exit(act))
    yield* Effect.repeat(breath, {
      until: () => fiber.pollUnsafe() !== undefined || (windows.at(-1)?.waiting.length ?? 0) > 0,
    })
    return fiber
  })

/** Whether the visitor gets an honest signature. */
const signsHonestly = Effect.fnUntraced(function* (visit: CoinbaseVisit, message: string) {
  visit.lies(undefined)
  visit.holder("quick")
  if (visit.connected().length === 0) yield* connects
  const signature = yield* signMessage({ message })
  const signer = yield* Effect.promise(() => recoverMessageAddress({ message, signature: signature as `0x${string}` }))
  return signer === holder.address && visit.core.address.peek() === holder.address
})

const secretly = (draw: Draw, secrets: Secret[]): string => {
  const secret = secretOf(draw)
  secrets.push(secret)
  return secret.text
}

/** Forged messages of outsiders who know the ID of the pending request. */
const forged = (draw: Draw, { id, sender }: Message, secret: string): unknown => {
  const message = draw.oneOf<Message>([
    { requestId: id, content: { failure: { code: 4001, message: secret } } },
    { requestId: id, sender, content: { encrypted: { iv: new Uint8Array(12), cipherText: new ArrayBuffer(32) } } },
    { requestId: id, data: "scw" },
    { event: "PopupUnload" },
    { event: "PopupLoaded", id: secret },
  ])
  return draw.upTo(3) === 0 ? broken(message, draw, secret) : message
}

const visible = ({ core, asked, windows, views, storage }: CoinbaseVisit) =>
  JSON.stringify([
    core.accounts.eip155.peek(),
    [core.network.peek()?.id, views(), asked, [...storage.texts]],
    windows.map(({ window, led, waiting }) => [window.closed, led, waiting.length]),
  ])

type Attack = (
  visit: CoinbaseVisit,
  drawn: readonly Draw[],
  secrets: Secret[],
) => Effect.Effect<readonly string[], unknown, Needs | Scope.Scope>

/** Other windows send messages while a signature request is pending, and so does this window before and after its turn. */
const imposed: Attack = Effect.fnUntraced(function* (visit, drawn, secrets) {
  const { core, windows } = visit
  const actedOn: string[] = []
  yield* connects
  for (const [number, some] of visitsOf(drawn, 10).entries()) {
    yield* openModal()
    visit.holder("slow")
    const message = `Waiting ${number}`
    const fiber = yield* begun(visit, signMessage({ message }))
    const own = windows.at(-1)
    const [request] = own?.waiting ?? []
    assert.isDefined(request)
    const before = visible(visit)
    for (const draw of some) {
      const secret = secretly(draw, secrets)
      const data = forged(draw, request ?? {}, secret)
      const other = draw.oneOf([{ postMessage: () => {} }, window, windows[0]?.window ?? null, null])
      // Its own window may respond to another request.
      const elsewhere = { requestId: secret, content: { failure: { code: 4001, message: secret } } }
      const [said, origin, source] = draw.oneOf<readonly [unknown, string, object | null]>([
        [data, host, other],
        [data, otherOrigin(draw, host), own?.window ?? null],
        [data, otherOrigin(draw, host), other],
        [elsewhere, host, own?.window ?? null],
      ])
      postToPage(said, origin, source)
      for (const _ of [1, 2, 3]) yield* breath
      if (fiber.pollUnsafe() || visible(visit) !== before) {
        actedOn.push(`${JSON.stringify(said)} of ${origin}`)
        break
      }
    }
    yield* closeModal()
    if (core.open.peek()) actedOn.push("the modal stays open")
    // Refused because of the lie: the window's own response counts, later ones do not.
    yield* Effect.promise(async () => own?.approves())
    const exit = yield* Fiber.join(fiber)
    const answered = visible(visit)
    for (const draw of some.slice(0, 2)) own?.say(forged(draw, request ?? {}, secretly(draw, secrets)))
    yield* breath
    if (visible(visit) !== answered) actedOn.push("a closed window was believed")
    if (!Exit.isSuccess(exit)) actedOn.push(`${exit}`)
    else {
      const signature = exit.value as `0x${string}`
      const signer = yield* Effect.promise(() => recoverMessageAddress({ message, signature }))
      assert.strictEqual(signer, holder.address)
    }
  }
  return actedOn
})

/** Forged messages of the window itself: plain, sealed, repeated or out of turn. */
const lieOf = (draw: Draw, visit: CoinbaseVisit, secret: string): Lie => {
  const same = (honest: Message) => honest
  return draw.oneOf<() => Lie>([
    () => ({ message: (honest) => broken(honest, draw, secret), sealed: same }),
    () => ({ message: same, sealed: (honest) => written(broken(honest, draw, secret)) }),
    () => ({ message: same, sealed: (honest) => ({ ...honest, result: { value: written(oddValue(draw, secret)) } }) }),
    () => ({ message: same, sealed: (honest) => ({ ...honest, result: { error: written(oddValue(draw, secret)) } }) }),
    () => ({
      message: same,
      sealed: (honest) => ({ ...honest, data: { chains: written(oddValue(draw, secret)), capabilities: secret } }),
    }),
    () => ({
      message: (honest) => {
        // Another response comes first, and this one twice.
        visit.windows.at(-1)?.say({ ...honest, requestId: secret })
        visit.windows.at(-1)?.say(honest)
        return honest
      },
      sealed: same,
    }),
  ])()
}

/** Parsed as JSON, the format of sealed messages. */
const written = (value: unknown): unknown => {
  try {
    return JSON.parse(JSON.stringify(value, (_, one) => (typeof one === "bigint" ? `${one}` : one)))
  } catch {
    return null
  }
}

const isSound = ({ core }: CoinbaseVisit) =>
  core.accounts.eip155
    .peek()
    .connections.every(
      ({ accounts, caipNetwork, elsewhere }) =>
        accounts.length > 0 &&
        accounts.every(({ address }) => /^0x[0-9a-fA-F]{40}$/.test(address)) &&
        (caipNetwork === undefined || ["eip155:1", "eip155:137"].includes(caipNetwork.caipNetworkId)) &&
        (elsewhere === undefined || /^eip155:[1-9]\d*$/.test(elsewhere)),
    )

const deceived: Attack = Effect.fnUntraced(function* (visit, drawn, secrets) {
  const { core, windows } = visit
  const actedOn: string[] = []
  for (const draw of drawn) {
    visit.lies(undefined)
    visit.holder("quick")
    if (visit.connected().length === 0 && draw.upTo(1) === 0) yield* connects
    const act = draw.oneOf<() => Effect.Effect<unknown, unknown, Needs | Scope.Scope>>([
      () => connects,
      () => signMessage({ message: "A lie" }),
      () => switchNetwork({ network: "eip155:137" }),
    ])
    visit.lies(lieOf(draw, visit, secretly(draw, secrets)))
    yield* openModal()
    const fiber: Fiber.Fiber<Exit.Exit<unknown, unknown>> = yield* Effect.forkChild(Effect.exit(act()))
    const isDone = { until: () => fiber.pollUnsafe() !== undefined, times: 20 }
    yield* Effect.repeat(breath, isDone)
    // Messages that are not a valid response leave the request pending until the window closes or the visitor cancels.
    windows.at(-1)?.leaves()
    yield* Effect.repeat(pass("1 second"), isDone)
    yield* closeModal()
    const done = fiber.pollUnsafe()
    yield* Fiber.interrupt(fiber)
    const exit = done && Exit.isSuccess(done) ? done.value : Exit.void
    if (!isTyped(exit)) actedOn.push(`${exit}`)
    if (!isSound(visit)) actedOn.push(JSON.stringify(core.accounts.eip155.peek()))
    if (core.open.peek()) actedOn.push("the modal stays open")
    if (windows.some(({ led }) => led.length > 1 || led.some((to) => !to.startsWith(`${host}/connect?`))))
      actedOn.push(`led to ${windows.map(({ led }) => led)}`)
    if (draw.upTo(3) === 0) yield* disconnect({})
  }
  yield* disconnect({})
  return actedOn
})

describe(`Coinbase's window (${attacks} cases of seed ${seed})`, () => {
  const suite = (title: string, what: string, attack: Attack) =>
    it.effect(
      title,
      () =>
        Effect.gen(function* () {
          const actedOn: string[] = []
          const thrown: unknown[] = []
          const note = (error: unknown) => void thrown.push(error)
          const noteEvent = ({ error }: ErrorEvent) => note(error)
          process.on("unhandledRejection", note)
          window.addEventListener("error", noteEvent)
          let honest = 0
          for (const [number, ofVisit] of visitsOf(draws(attacks, seed), 100).entries())
            yield* whenCoinbase(number % 2 === 0, function* (visit) {
              const secrets: Secret[] = []
              actedOn.push(...(yield* attack(visit, ofVisit, secrets)))
              assert.isTrue(yield* signsHonestly(visit, `Honest ${number}`))
              honest += 1
              actedOn.push(...visit.outputs.leaked(secrets))
            })
          process.off("unhandledRejection", note)
          window.removeEventListener("error", noteEvent)
          assert.deepStrictEqual(thrown, [])
          assert.notProperty({}, "polluted")
          tell(what, attacks, actedOn, honest)
        }),
      timeout,
    )

  suite(
    "is the only trusted source while it is open: no other window or origin can respond for it",
    "Messages from senders other than Coinbase's window",
    imposed,
  )
  suite(
    "causes nothing worse than a typed failure or a closed modal, and provides only valid accounts",
    "Lies of Coinbase's window",
    deceived,
  )
})
