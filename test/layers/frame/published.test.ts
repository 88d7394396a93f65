// @vitest-environment happy-dom
import { W3mFrameConstants, W3mFrameSchema } from "@reown/appkit-wallet"
import { Effect } from "effect"
import type { Message } from "../../../examples/secure-site/service.ts"
import { Frame } from "../../../services/Frame.ts"
import * as events from "../../../src/embedded/endpoints/frameEvents.ts"
import { safeMethods, unsafeMethods } from "../../../src/embedded/model/frameMethods.ts"
import { settled } from "../../contracts/settled.ts"
import { assert, it } from "../../fixtures/it.ts"
import { framePage, secureSite } from "./frameWorld.ts"

type Schema = typeof W3mFrameSchema.appEvent | typeof W3mFrameSchema.frameEvent

const invalid = (schema: Schema, messages: readonly Message[]) =>
  messages.filter((message) => !schema.safeParse(message).success)

it.effect("every message of both sides passes the schemas published in AppKit's wallet package", function* () {
  const site = secureSite()
  const page = framePage(site.begun)
  const conversation = Effect.gen(function* () {
    const { request } = yield* Frame
    const [mailbox, other] = ["linden@fernhill.example", "hall@fernhill.example"]
    const code = () => ({ otp: site.mails.at(-1)?.code ?? "" })
    yield* request(events.isConnected, {})
    yield* request(events.connectEmail, { email: mailbox })
    yield* Effect.flip(request(events.connectOtp, { otp: code().otp === "000000" ? "000001" : "000000" }))
    yield* request(events.connectOtp, code())
    yield* request(events.connectDevice, undefined)
    const { address } = yield* request(events.getUser, { chainId: 1, preferredAccountType: "eoa" })
    yield* request(events.isConnected, {})
    yield* request(events.getChainId, undefined)
    yield* request(events.smartAccountNetworks, undefined)
    yield* request(events.setPreferredAccount, { type: "smartAccount" })
    yield* request(events.switchNetwork, { chainId: 8453 })
    yield* Effect.flip(request(events.switchNetwork, { chainId: 4242 }))
    yield* request(events.rpcRequest, {
      method: "personal_sign",
      params: ["0x68656c6c6f", address],
      chainId: 1,
      chainNamespace: "eip155",
    })
    site.answer("reject")
    yield* Effect.flip(request(events.rpcRequest, { method: "personal_sign", params: ["0x68656c6c6f", address] }))
    site.answer("approve")
    yield* request(events.rpcRequest, { method: "eth_blockNumber", params: [] })
    const there = yield* request(events.getUser, { chainId: "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp" })
    yield* request(events.rpcRequest, {
      method: "solana_signMessage",
      params: { message: "Cn8eVZg", pubkey: there.address },
      chainNamespace: "solana",
    })
    yield* request(events.updateEmail, { email: other })
    yield* request(events.updateEmailPrimaryOtp, code())
    yield* request(events.updateEmailSecondaryOtp, code())
    yield* request(events.signOut, undefined)
    const { uri } = yield* request(events.socialRedirectUri, { provider: "google" })
    yield* request(events.connectSocial, {
      uri: `${uri}&name=linden&email=${mailbox}`,
      chainId: 1,
      preferredAccountType: "eoa",
    })
    yield* request(events.farcasterUri, undefined)
    yield* request(events.connectFarcaster, undefined)
    yield* request(events.syncTheme, { themeMode: "light" })
    yield* request(events.reload, undefined)
  })
  yield* settled(Effect.provide(conversation, page.layer))

  const { posted, said } = page.framed
  const sent = posted.map(({ message }) => message)
  assert.isAbove(sent.length, 25)
  assert.isAbove(said.length, 25)
  assert.deepStrictEqual(invalid(W3mFrameSchema.appEvent, sent), [])
  assert.deepStrictEqual(invalid(W3mFrameSchema.frameEvent, said), [])
})

it("the events have the published names", () => {
  const published = Object.values(W3mFrameConstants).filter((one) => String(one).startsWith("@w3m-app/"))
  const rows = Object.values(events).flatMap((one) => (typeof one === "object" && "response" in one ? [one.name] : []))
  const ours = [...rows, events.rpcAbort].map((name) => `@w3m-app/${name}`)

  // The first is the prefix of each; the others are declared but never sent.
  const unused = ["@w3m-app/", "@w3m-app/INIT_SMART_ACCOUNT", "@w3m-app/AWAIT_UPDATE_EMAIL"]
  assert.sameMembers(
    [...new Set(published.map(String))].filter((one) => !unused.includes(one)),
    ours,
  )
})

it("the methods are the published ones", async () => {
  const { W3mFrameRpcConstants } = await import("@reown/appkit-wallet/utils")
  const { SAFE_RPC_METHODS: safe, NOT_SAFE_RPC_METHODS: unsafe } = W3mFrameRpcConstants

  assert.sameMembers([...safeMethods], [...new Set<string>(safe)])
  assert.sameMembers([...unsafeMethods], [...new Set<string>(unsafe)])
})
