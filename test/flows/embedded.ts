import * as Effect from "effect/Effect"
import type { Script } from "../../layers/demo.ts"
import { Frame } from "../../services/Frame.ts"
import { connectEmail, connectOtp } from "../../src/domain/frameEvents.ts"
import type { Namespace } from "../../src/domain/namespaces.ts"
import { authConnector } from "../../src/domain/wallets.ts"
import { connect } from "../../src/flows/connect.ts"

// What is fetched when it is first needed is here at once.
import "../../layers/chains/secure.ts"
import "../../layers/chains/secure/evm.ts"
import "../../layers/chains/secure/solana.ts"
import "../../layers/frame/demoClient.ts"
import "../../src/flows/embedded.ts"

/** A project whose visitors may log in. */
export const withLogins = {
  project: { features: [{ id: "social_login", isEnabled: true, config: ["email", "google", "discord"] }] },
} satisfies Script

export const mailbox = "linden@fernhill.example"

/** Somebody logs in to the frame; nobody is connected by that. */
const enterFrame = Effect.fnUntraced(function* (email: string = mailbox) {
  const frame = yield* Frame
  yield* frame.ask(connectEmail, { email })
  yield* frame.ask(connectOtp, { otp: "123456" })
})

/** Somebody logs in, and is connected. */
export const loggedIn = Effect.fnUntraced(function* (namespace?: Namespace) {
  yield* enterFrame()
  return yield* connect({ wallet: authConnector, ...(namespace && { namespace }) })
})
