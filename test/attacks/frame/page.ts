import * as Effect from "effect/Effect"
import { recoverMessageAddress } from "viem"
import { layer as frameLayer } from "../../../layers/frame/iframe.ts"
import { signMessage } from "../../../src/account/operations.ts"
import { connect } from "../../../src/connect/operations.ts"
import { embeddedConnectorId } from "../../../src/embedded/first-paint/model/embeddedConnector.ts"
import { loginWithEmail, submitOtp } from "../../../src/embedded/operations/email.ts"
import { base, mainnet } from "../../../src/options/networks.ts"
import { settled } from "../../contracts/settled.ts"
import { mailbox, withLogins } from "../../fixtures/embedded.ts"
import { pass, type Steps, type Visit, visited } from "../../fixtures/visits.ts"
import { type Framed, framePage, secureSite } from "../../layers/frame/frameWorld.ts"
import { outputsOf } from "../outputs.ts"
// Loaded before the layer imports it, so tests only depend on the test clock.
import "../../../layers/frame/client/client.ts"

/** A page whose modal uses the live frame layer, with the example's secure site in it. */
export interface FrameVisit extends Visit {
  readonly site: ReturnType<typeof secureSite>
  readonly framed: () => Framed
  readonly outputs: ReturnType<typeof outputsOf>
  /** Changes the messages of the secure site from now on. `undefined` restores the honest ones. */
  readonly lies: (lie: ((said: unknown) => unknown) | undefined) => void
}

/** Visits such a page, logged out. */
export const whenFramed = (recorded: boolean, steps: (visit: FrameVisit) => Steps): Effect.Effect<void, unknown> =>
  Effect.suspend(() => {
    const site = secureSite()
    const outputs = outputsOf(recorded)
    let lie: ((said: unknown) => unknown) | undefined
    const page = framePage((framed) =>
      site.begun({ ...framed, say: (data, from) => framed.say(lie ? lie(data) : data, from) }),
    )
    const layers = { ...outputs.layers, frame: frameLayer(page.options), dialog: page.dialog }
    const lies: FrameVisit["lies"] = (next) => {
      lie = next
    }
    return visited({ script: { ...withLogins, tick: 0 }, options: { networks: [base, mainnet] }, layers }, (visit) =>
      steps({ ...visit, site, outputs, lies, framed: () => page.framed }),
    )
  })

/** A visitor logs in by email, without waiting for an earlier email. */
export const logsIn = ({ site }: FrameVisit) =>
  Effect.gen(function* () {
    yield* pass("31 seconds")
    yield* settled(loginWithEmail({ email: mailbox }))
    yield* settled(submitOtp({ otp: site.mails.at(-1)?.code ?? "" }))
  })

/** A visitor known to the site signs a message. Returns whether the signature is from the account. */
export const signsHonestly = (visit: FrameVisit, message: string) =>
  Effect.gen(function* () {
    const { core, lies, site } = visit
    lies(undefined)
    site.answer("approve")
    // Account data that the frame reported before may be false.
    yield* Effect.catch(settled(connect({ wallet: embeddedConnectorId })), () => logsIn(visit))
    const signature = yield* settled(signMessage({ message }))
    const signer = yield* Effect.promise(() =>
      recoverMessageAddress({ message, signature: signature as `0x${string}` }),
    )
    return signer === core.address.peek()
  })
