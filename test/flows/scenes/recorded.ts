import type * as Effect from "effect/Effect"
import { createWorld, type World } from "../../../layers/demo.ts"
import type { RpcFailure } from "../../../src/domain/rpcErrors.ts"
import { cinderbox, withWallet } from "../modal.ts"
import { type Setup, type Steps, whenConnected } from "../scenes.ts"
import type { Visit } from "../visiting.ts"

import "../../../layers/chains/evm/abilities.ts"

/** Controls of a scene whose wallet's requests are recorded. */
export interface RecordedScene extends Visit {
  readonly requests: readonly { readonly method: string; readonly params?: unknown }[]
  /** First parameter of each request with a method so far. */
  readonly asked: <Parameter = object>(method: string) => readonly Parameter[]
  /** Responses that replace the wallet's own, by method. */
  readonly instead: Map<string, Effect.Effect<unknown, RpcFailure>>
}

/**
 * Runs the steps in a modal with a wallet whose requests are recorded: Cinderbox, which bundles calls, accepts a paymaster, lists its
 * assets and grants sessions, unless the setup names another.
 */
export const whenRecorded = (
  { wallet = cinderbox, ...setup }: Setup & { readonly wallet?: string },
  steps: Steps<RecordedScene>,
): Effect.Effect<void, unknown> => {
  const { world, ...controls } = recording(setup.world ?? createWorld({ tick: 0, ...setup.script }), wallet)
  return whenConnected({ ...setup, world, wallet }, (scene) => steps({ ...scene, ...controls }))
}

/** The world with the requests of one of its wallets recorded, for tests that visit it twice. */
export const recording = (given: World, wallet = cinderbox) => {
  const requests: RecordedScene["requests"][number][] = []
  const instead: RecordedScene["instead"] = new Map()
  const asked: RecordedScene["asked"] = <Parameter>(method: string) =>
    requests.filter((one) => one.method === method).map(({ params }) => (params as [Parameter])[0])
  const world = withWallet(given, wallet, ({ request }) => ({
    request: (input) => {
      requests.push(input)
      return instead.get(input.method) ?? request(input)
    },
  }))
  return { world, requests, asked, instead }
}
