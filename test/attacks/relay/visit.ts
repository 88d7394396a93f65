import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { recoverMessageAddress } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import * as walletconnect from "../../../layers/relay/walletConnect.ts"
import { Relay } from "../../../services/Relay.ts"
import { signMessage } from "../../../src/account/operations.ts"
import { mainnet, polygon } from "../../../src/options/networks.ts"
import { CurrentModal } from "../../../src/runtime/currentModal.ts"
import { connectRelay } from "../../../src/walletConnect/operations.ts"
import { breath } from "../../contracts/settled.ts"
import { eventually } from "../../fixtures/server.ts"
import { type Steps, type Visit, visited } from "../../fixtures/visits.ts"
import { relay as loopback } from "../../layers/relay/relayWorld.ts"
import type * as relays from "../../real/parts/relay.ts"
import { outputsOf } from "../outputs.ts"
import { type Payload, type Proposed, type Speaker, speaker } from "./wire.ts"

/** A page whose modal uses the live relay layer on loopback, with a hostile wallet at the other end. */
export interface RelayVisit extends Visit {
  readonly relay: relays.Relay
  readonly peer: Speaker
  readonly outputs: ReturnType<typeof outputsOf>
}

/** The wallet's account. */
export const holder = privateKeyToAccount(`0x${"1".repeat(64)}`)

const networks = [mainnet, polygon] as const

/** Grants of an honest wallet. */
export const granted = {
  eip155: {
    chains: ["eip155:1", "eip155:137"],
    accounts: [`eip155:1:${holder.address}`, `eip155:137:${holder.address}`],
    methods: ["personal_sign", "eth_sendTransaction"],
    events: ["chainChanged", "accountsChanged"],
  },
}

/** Visits such a page. */
export const whenRelayed = (recorded: boolean, steps: (visit: RelayVisit) => Steps): Effect.Effect<void, unknown> =>
  Effect.scoped(
    Effect.gen(function* () {
      const relay = yield* loopback
      const wallet = yield* speaker(relay)
      const outputs = outputsOf(recorded)
      const live = walletconnect.layer({
        id: `attacked-${visits++}`,
        projectId: "test",
        relayUrls: [relay.url],
        networks: () => networks,
        metadata: { url: location.origin },
      })
      const setting = {
        script: { tick: 0 },
        options: { networks: [...networks] },
        layers: { ...outputs.layers, relay: live },
      }
      yield* visited(setting, (visit) => steps({ ...visit, relay, peer: wallet, outputs }))
    }),
  )

let visits = 0

/** The wallet scans the visitor's QR code and is about to respond. */
export const scanned = Effect.fnUntraced(function* (wallet: Speaker) {
  const code = yield* Deferred.make<string>()
  const waiting = yield* Effect.forkChild(
    Effect.exit(connectRelay({ paired: (uri) => Deferred.doneUnsafe(code, Effect.succeed(uri)) })),
  )
  const uri = yield* Deferred.await(code)
  return { waiting, proposed: yield* Effect.promise(() => wallet.scan(uri)) }
})

/** The wallet derives the key of a session and settles it. */
export const settles = (wallet: Speaker, proposed: Proposed, session: (honest: Payload) => unknown) =>
  Effect.promise(async () => {
    const topic = await wallet.agree(proposed)
    const result = { relay: { protocol: "irn" }, responderPublicKey: wallet.publicKey() }
    await wallet.tell(proposed.pairing, { id: proposed.id, jsonrpc: "2.0", result })
    const params = session(wallet.session(granted))
    await wallet.tell(topic, { id: wallet.nextId(), jsonrpc: "2.0", method: "wc_sessionSettle", params })
    return topic
  })

/** An honest session. */
export const connects = Effect.fnUntraced(function* (wallet: Speaker) {
  const { waiting, proposed } = yield* scanned(wallet)
  const topic = yield* settles(wallet, proposed, (honest) => honest)
  yield* Fiber.join(waiting)
  return { topic, pairing: proposed.pairing, page: proposed.publicKey }
})

/** A visitor is shown a QR code for one-click sign-in; the wallet scans it and does not respond. */
export const wantsSignIn = Effect.fnUntraced(function* (wallet: Speaker) {
  const code = yield* Deferred.make<string>()
  const signIn = { domain: "site.example", uri: "https://site.example", version: "1", nonce: "12345678" } as const
  yield* Effect.forkChild(
    (yield* Relay).connect({ networks, signIn, onUri: (uri) => Deferred.doneUnsafe(code, Effect.succeed(uri)) }),
  )
  const uri = yield* Deferred.await(code)
  yield* Effect.promise(() => wallet.scan(uri))
  yield* eventually(() => wallet.signInKeys.length > 0)
})

/** The visitor starts a request that the wallet may respond to later. */
export const asking = <R>(wallet: Speaker, act: Effect.Effect<unknown, unknown, R>) =>
  Effect.gen(function* () {
    const before = wallet.asked.length
    const fiber: Fiber.Fiber<Exit.Exit<unknown, unknown>> = yield* Effect.forkChild(Effect.exit(act))
    yield* Effect.repeat(breath, { until: () => wallet.asked.length > before || fiber.pollUnsafe() !== undefined })
    return { fiber, asked: wallet.asked[before] }
  })

/** Whether the visitor gets an honest signature. */
export const signsHonestly = Effect.fnUntraced(function* (wallet: Speaker, message: string) {
  const { core } = yield* CurrentModal
  const { fiber, asked } = yield* asking(wallet, signMessage({ message }))
  if (!asked) return false
  yield* Effect.promise(async () =>
    wallet.tell(asked.topic, { id: asked.id, jsonrpc: "2.0", result: await holder.signMessage({ message }) }),
  )
  const exit = yield* Fiber.join(fiber)
  if (exit._tag === "Failure") return false
  const signer = yield* Effect.promise(() => recoverMessageAddress({ message, signature: exit.value as `0x${string}` }))
  return signer === holder.address && core.address.peek() === holder.address
})
