import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import * as browser from "../../layers/browser/withoutWindow.ts"
import { demo, type World } from "../../layers/demo.ts"
import { Frame } from "../../services/Frame.ts"
import type { FrameEvent } from "../../src/embedded/endpoints/frameEvents.ts"
import { login } from "../../src/embedded/first-paint/state.ts"
import { sendEmail } from "../../src/embedded/operations/email.ts"
import { logInWith } from "../../src/embedded/operations/social.ts"
import { type FrameErrors, SocialConnectFailed } from "../../src/errors/index.ts"
import { openModal } from "../../src/navigation/opening/flows.ts"
import { base, mainnet, solana } from "../../src/options/networks.ts"
import { CurrentModal, slicesOf } from "../../src/runtime/currentModal.ts"
import { snapshot } from "../../src/stub/takeSnapshot.ts"
import type { AnalyticsEvent } from "../../src/telemetry/opening/model.ts"
import { settled } from "../contracts/settled.ts"
import { loggedIn, mailbox } from "../fixtures/embedded.ts"
import { changed, listening } from "../fixtures/layers.ts"
import { type Setup, type Steps, testing, whenStarted } from "../fixtures/scenes.ts"
import type { Visit } from "../fixtures/visits.ts"

const socials = ["email", "google", "x", "discord", "farcaster", "github", "apple", "facebook"]
const project = { features: [{ id: "social_login", isEnabled: true, config: socials }] }
const networks = [mainnet, base, solana]
export const untrusted = { untrusted: "Untrusted Origin" }
/** The address to which a visitor changes. */
export const nextMailbox = "rowan@fernhill.example"

/** A pop-up window that a test controls, and can close as the visitor does. */
export const popup = () => {
  const close = () => {
    window.closed = true
  }
  const window = { closed: false, close, location: { href: "" } }
  return window as unknown as Window & { closed: boolean }
}

/** Members of the frame to replace. */
export type FrameChange = (original: Frame["Service"]) => Partial<Frame["Service"]>
/** The frame's responses, by the event's name. The demo responds to the others, and where one is `undefined`. */
export type Responds = Readonly<
  Record<string, (input: never, original: Frame["Service"]) => Effect.Effect<unknown, FrameErrors> | undefined>
>

export interface LoginSetup extends Setup {
  readonly frame?: FrameChange
  readonly responds?: Responds
  readonly browser?: Parameters<typeof browser.layer>[0]
}

/** Requests to the frame and tracked events so far, oldest first. */
export interface LoginScene extends Visit {
  readonly asked: readonly { readonly name: string; readonly input: unknown }[]
  readonly names: () => readonly string[]
  readonly events: readonly AnalyticsEvent[]
  readonly tracked: () => readonly string[]
}

/** Runs the steps in a modal whose project offers every login. */
export const whenOffered = ({ frame, responds, browser: facts, ...setup }: LoginSetup, steps: Steps<LoginScene>) => {
  const asked: { readonly name: string; readonly input: unknown }[] = []
  const { events, telemetry } = listening()
  const noting = (original: Frame["Service"]): Partial<Frame["Service"]> => ({
    ...frame?.(original),
    request: <Input, Answer>(event: FrameEvent<Input, Answer>, input: Input) => {
      asked.push({ name: event.name, input })
      const instead = responds?.[event.name]?.(input as never, original) as
        | ReturnType<typeof original.request<Input, Answer>>
        | undefined
      return instead ?? original.request(event, input)
    },
  })
  const layers = (world: World) => ({
    frame: changed(Frame, demo(world).frame, noting),
    telemetry,
    browser: browser.layer(facts),
  })
  const names = () => asked.map(({ name }) => name)
  const tracked = () => events.map(({ event }) => event).filter((name) => /^(EMAIL|SOCIAL|DEVICE)/.test(name))
  return whenStarted(
    { ...setup, options: { networks, ...setup.options }, script: { project, ...setup.script }, layers },
    (scene) => steps({ ...scene, asked, names, events, tracked }),
  )
}

/** A visitor opens the modal and enters an email address. An unknown address is asked for the code. */
export const enterEmail = (email = mailbox) => Effect.andThen(openModal(), settled(sendEmail(email)))

/** A visitor opens the modal and logs in with Google in a window. */
export const logInWithGoogle = (window: Window | null) =>
  Effect.andThen(openModal(), settled(logInWith("google", window, untrusted)))

/** A visitor is logged in, and the email cooldown has passed. */
export const loggedInBefore = Effect.andThen(settled(loggedIn()), TestClock.adjust("31 seconds"))

export const currentRoute = Effect.map(CurrentModal, ({ core }) => core.route.peek())
export const failureOf = <A>(loadable: { readonly status: string; readonly error?: A }) =>
  loadable.status === "failed" ? loadable.error : undefined
/** Reason for the failure of the social login. */
export const socialFailure = Effect.map(slicesOf(login), ({ social }) => {
  const error = failureOf(social.peek())
  return error instanceof SocialConnectFailed ? error.reason : undefined
})
/** Records whether a social login's result has arrived, from now on. */
export const recordReturns = Effect.map(slicesOf(login), ({ returned }) => {
  const seen: boolean[] = []
  returned.subscribe((now) => void seen.push(now))
  return seen
})
/** Properties of the tracked events of social logins. */
export const socialProperties = (events: readonly AnalyticsEvent[]) =>
  events.flatMap(({ event, properties }) => (event.startsWith("SOCIAL_LOGIN") ? [properties] : []))
export const accountOf = (instance: CurrentModal["Service"]) =>
  snapshot(instance).chains.eip155?.accountState as unknown as Readonly<Record<string, unknown>>

export const test = testing(whenOffered)
