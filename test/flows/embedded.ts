import * as Effect from "effect/Effect"
import type { Script } from "../../layers/demo.ts"
import { Frame } from "../../services/Frame.ts"
import { connectEmail, connectOtp } from "../../src/domain/frameEvents.ts"
import type { Namespace } from "../../src/domain/namespaces.ts"
import { authConnector } from "../../src/domain/wallets.ts"
import { connect } from "../../src/flows/connect.ts"

// Loads in advance what is otherwise loaded on demand.
import "../../layers/chains/secure.ts"
import "../../layers/chains/secure/evm.ts"
import "../../layers/chains/secure/solana.ts"
import "../../layers/frame/demoClient.ts"
import "../../src/flows/embedded.ts"

/** A project that offers logins by email and two socials. */
export const withLogins = {
  project: { features: [{ id: "social_login", isEnabled: true, config: ["email", "google", "discord"] }] },
} satisfies Script

export const mailbox = "linden@fernhill.example"

/** Logs a visitor in to the frame by email, and connects the embedded wallet. */
export const loggedIn = Effect.fnUntraced(function* (namespace?: Namespace) {
  const frame = yield* Frame
  yield* frame.ask(connectEmail, { email: mailbox })
  yield* frame.ask(connectOtp, { otp: "123456" })
  return yield* connect({ wallet: authConnector, ...(namespace && { namespace }) })
})
