import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { createWorld, type Manner } from "../../layers/demo.ts"
import { connect } from "../../src/connect/operations.ts"
import { mainnet, solana } from "../../src/options/networks.ts"
import { type SiwxConfig, type SiwxSession, siwxText } from "../../src/siwx/model/message.ts"
import { settled } from "../contracts/settled.ts"
import { answering, changedChains } from "../fixtures/layers.ts"
import { halyard, walletOf } from "../fixtures/modal.ts"
import { approved, calm, connects, session, shown, whenSiteSignsIn } from "../fixtures/scenes/siwx.ts"
import { recordedSnacks, type Setup, type Steps, testing } from "../fixtures/scenes.ts"
import type { Visit } from "../fixtures/visits.ts"

import "../../src/siwx/steps/oneClickAuth.ts"

interface Connected extends Setup {
  readonly siwx?: SiwxConfig
  readonly namespace?: "solana"
  /** Differences of the wallet from one that signs while it approves. */
  readonly wallet?: Manner
}

interface Seen {
  readonly snacks: readonly string[]
  /** Prompts of the wallet, in order. */
  readonly prompts: readonly string[]
  /** Requests to the wallet to connect and sign in at once. */
  readonly asked: readonly unknown[]
}

/** The visitor has connected a wallet of the page on a site with sign-in. */
const whenConnected = ({ wallet: manner, ...setup }: Connected, steps: Steps<Visit & Seen>) => {
  const script = { wallets: { [halyard]: { oneClick: true, chain: 1, delay: 1, ...manner } } } as const
  const asked: unknown[] = []
  const noted = <A>(own: A) => {
    asked.push(own)
    return own
  }
  const world = answering("wallet_connect", noted, { world: createWorld(script) })
  return whenSiteSignsIn({ ...setup, world }, function* (scene) {
    const prompts: string[] = []
    const wallet = walletOf(world, halyard)
    wallet.watch(() => prompts.push(...wallet.state().openPrompts))
    const snacks = yield* recordedSnacks
    yield* approved
    yield* Effect.gen(() => steps({ ...scene, snacks, prompts, asked }))
  })
}

const test = testing(whenConnected)

describe("sign-in while a browser wallet connects", () => {
  test("takes one prompt, and opens no sign view", { siwx: { statement: "Sign in to Site" } }, function* (scene) {
    const { core, prompts, snacks, storage } = scene
    assert.deepStrictEqual(yield* shown, ["closed", "connected"])
    assert.deepStrictEqual(prompts, ["connect"])
    assert.deepStrictEqual(snacks, ["loading: Authenticating..."])
    const { data, message } = (yield* session) as SiwxSession
    assert.strictEqual(data.accountAddress, core.address.value)
    assert.strictEqual(data.chainId, "eip155:1")
    assert.strictEqual(data.domain, "site.example")
    assert.strictEqual(message, siwxText(data))
    assert.lengthOf(storage.json("siwx") as unknown[], 1)
  })

  test("takes one prompt also if sign-in is optional", { siwx: { getRequired: () => false } }, function* ({ prompts }) {
    assert.deepStrictEqual(yield* shown, ["closed", "connected"])
    assert.deepStrictEqual(prompts, ["connect"])
    assert.isDefined(yield* session)
  })

  test("takes one prompt also if the site has networks of other namespaces", {
    options: { networks: [mainnet, solana] },
  }, function* ({ prompts }) {
    assert.deepStrictEqual(prompts, ["connect"])
    assert.isDefined(yield* session)
  })

  test("keeps the session of a wallet that stays on a network that the site lacks", {
    wallet: { chain: 424242, switch: "reject" },
  }, function* ({ storage, wallet }) {
    assert.deepStrictEqual(yield* shown, ["UnsupportedChain", "connected"])
    assert.isUndefined(yield* session)
    assert.lengthOf(storage.json("siwx") as unknown[], 1)
    wallet().move(1)
    yield* calm
    assert.isDefined(yield* session)
  })

  it.effect("adds the session by the site's own method", () => {
    const added: (readonly SiwxSession[])[] = []
    const siwx: SiwxConfig = {
      addSession: () => Promise.reject(new Error("not at once")),
      setSessions: (sessions) => void added.push(sessions),
      getSessions: () => added[0] ?? [],
    }
    return whenConnected({ siwx }, function* () {
      assert.deepStrictEqual(yield* shown, ["closed", "connected"])
      assert.deepStrictEqual(
        added.map((sessions) => sessions.map(({ data }) => data.chainId)),
        [["eip155:1"]],
      )
    })
  })

  it.effect.each<readonly [when: string, setup: Connected, requests: number]>([
    ["the wallet does not support it", { wallet: { oneClick: false } }, 1],
    ["the site adds sessions one by one", { siwx: { addSession: () => undefined } }, 0],
    [
      "the site needs the account to create a message",
      { siwx: { createMessage: () => Promise.reject(new Error("who?")) } },
      0,
    ],
  ])("takes two steps if %s, with one prompt to connect", ([, setup, requests]) =>
    whenConnected(setup, function* ({ asked, prompts, snacks }) {
      assert.lengthOf(asked, requests)
      assert.deepStrictEqual(yield* shown, ["SIWXSignMessage", "connected"])
      assert.deepStrictEqual(prompts, ["connect"])
      assert.isEmpty(snacks)
    }),
  )

  test("is not requested by a site that signs in on Solana only", {
    namespace: "solana",
  }, function* ({ asked, prompts }) {
    assert.isEmpty(asked)
    assert.deepStrictEqual(prompts, ["connect"])
    assert.isUndefined(yield* session)
    assert.deepStrictEqual(yield* shown, ["closed", "connected"])
  })

  test("ends with the visitor's rejection", { wallet: { connect: "reject" } }, function* ({ prompts, storage }) {
    assert.deepStrictEqual(prompts, ["connect"])
    assert.strictEqual((yield* shown)[1], "disconnected")
    assert.isNull(storage.json("siwx"))
  })

  const unsigned = changedChains(() => ({ isSigned: () => Effect.succeed(false) }))
  it.effect.each<readonly [when: string, setup: Connected]>([
    ["the signature is not from the account", unsigned],
    ["the site rejects the session", { siwx: { setSessions: () => Promise.reject(new Error("forged")) } }],
  ])("disconnects, shows Connect and says so, if %s", ([, setup]) =>
    whenConnected(setup, function* ({ snacks, storage, world }) {
      assert.deepStrictEqual(yield* shown, ["Connect", "disconnected"])
      const failed = "error: A problem occurred while trying initialize authentication"
      assert.deepStrictEqual(snacks, ["loading: Authenticating...", failed])
      assert.isUndefined(yield* session)
      assert.isNull(storage.json("siwx"))
      assert.isFalse(walletOf(world, halyard).state().granted)
    }),
  )

  it.effect("reports to a site that connects without the modal why it fails", () => {
    const script = { wallets: { [halyard]: { oneClick: true, chain: 1 } } }
    return whenSiteSignsIn({ script, ...unsigned }, function* () {
      const { cause } = yield* settled(Effect.flip(connect({ wallet: halyard })))
      assert.strictEqual(`${cause}`, "Error: The signature is not the account's")
    })
  })

  it.effect("works for a site that connects without the modal", () =>
    whenSiteSignsIn({ script: { wallets: { [halyard]: { oneClick: true, chain: 1 } } } }, function* () {
      yield* connects
      assert.isDefined(yield* session)
      assert.strictEqual((yield* shown)[1], "connected")
    }),
  )
})
