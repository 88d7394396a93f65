import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { createWorld, demo, type Manner } from "../../layers/demo.ts"
import { layer as site } from "../../layers/siwx/site.ts"
import { fromSiwe } from "../../layers/siwx/siwe.ts"
import { Chains } from "../../services/Chains.ts"
import { base, mainnet, type Network, solana } from "../../src/domain/networks.ts"
import { type SiwxConfig, type SiwxSession, siwxText, withText } from "../../src/domain/siwx.ts"
import { openModal } from "../../src/flows/open.ts"
import { pair } from "../../src/flows/relay.ts"
import { cancelSignIn } from "../../src/flows/siwx.ts"
import { Modal, use } from "../../src/modal.ts"
import { siwx } from "../../src/state/siwx.ts"
import { snack } from "../../src/state/snack.ts"
import { settled } from "../contracts/settled.ts"
import { rest, shelf, visit } from "./modal.ts"

import "../../src/flows/oneClick.ts"

const view = Effect.map(Modal, ({ core }) => (core.open.peek() ? core.route.peek()?.name : "closed"))
const status = Effect.map(Modal, ({ core }) => core.accounts.eip155.peek().status)

/** A visit on which a code is shown and scanned; what the snack said on the way is noted. */
const scanned = <A, E>(
  config: SiwxConfig,
  run: (said: readonly string[]) => Parameters<typeof visit<A, E>>[1],
  {
    manner = {},
    networks = [mainnet, base],
    storage = shelf(),
    signed = true,
    only,
  }: {
    readonly manner?: Manner
    readonly networks?: readonly [Network, ...Network[]]
    readonly storage?: ReturnType<typeof shelf>
    readonly signed?: boolean
    readonly only?: "eip155"
  } = {},
) => {
  const world = createWorld({ relay: { connect: "approve", oneClick: true, ...manner } })
  const { chains } = demo(world)
  const forged = Layer.effect(
    Chains,
    Effect.map(Chains, (own) => ({
      ...own,
      get: (namespace: Parameters<typeof own.get>[0]) =>
        Effect.map(own.get(namespace), (chain) => ({ ...chain, isSigned: () => Effect.succeed(false) })),
    })),
  ).pipe(Layer.provide(chains))
  const story = Effect.gen(function* () {
    const said: string[] = []
    const { shown } = yield* use(snack)
    const stop = shown.subscribe((now) => void (now.open && said.push(`${now.variant}: ${now.message}`)))
    yield* Effect.addFinalizer(() => Effect.sync(stop))
    yield* openModal()
    yield* settled(pair())
    yield* settled(rest)
    return yield* run(said)
  })
  const leaves = { siwx: site(config, only), storage: storage.leaf, ...(!signed && { chains: forged }) }
  return visit(world, story, { options: { networks }, leaves })
}

describe("Sign-in with the approval of a wallet over the relay", () => {
  it.effect("'Authenticating...': a loading snack during the universal provider sign-in, and no sign view", () => {
    const storage = shelf()
    return scanned(
      { statement: "Sign in to Site" },
      (said) =>
        Effect.gen(function* () {
          assert.strictEqual(yield* view, "closed")
          assert.strictEqual(yield* status, "connected")
          assert.deepStrictEqual(said, ["loading: Authenticating..."])
          assert.isFalse((yield* use(snack)).shown.value.open)
          const { core } = yield* Modal
          const { session } = yield* use(siwx)
          const { data, message } = session.value as SiwxSession
          assert.strictEqual(data.accountAddress, core.address.value)
          assert.strictEqual(data.chainId, core.network.value?.caipNetworkId)
          assert.strictEqual(data.statement, "Sign in to Site")
          assert.strictEqual(message, siwxText(data))
          assert.lengthOf(storage.json("siwx") as unknown[], 2)
        }),
      { storage },
    )
  })

  it.effect("gives the sessions to the site at once, that of the network in use first", () => {
    const given: (readonly SiwxSession[])[] = []
    const asked: string[] = []
    return scanned(
      {
        createMessage: (account) => {
          asked.push(account.accountAddress)
          return withText({
            ...account,
            domain: "site.example",
            uri: "https://site.example",
            version: "1",
            nonce: "n0",
          })
        },
        addSession: () => Promise.reject(new Error("not at once")),
        setSessions: (sessions) => void given.push(sessions),
        getSessions: () => given[0] ?? [],
      },
      () =>
        Effect.gen(function* () {
          assert.strictEqual(yield* view, "closed")
          assert.deepStrictEqual(asked, [""])
          assert.lengthOf(given, 1)
          assert.deepStrictEqual(
            given[0]?.map(({ data }) => [data.chainId, data.nonce]),
            [
              [mainnet.caipNetworkId, "n0"],
              [base.caipNetworkId, "n0"],
            ],
          )
        }),
    )
  })

  const without: readonly (readonly [what: string, SiwxConfig, Parameters<typeof scanned>[2]])[] = [
    ["the wallet does not know how", {}, { manner: { oneClick: false } }],
    ["the site has networks beside those of EVM", {}, { networks: [mainnet, solana] }],
    ["the site takes sessions one by one", { addSession: () => undefined }, {}],
    ["the site makes messages for known accounts only", { createMessage: () => Promise.reject(new Error("who?")) }, {}],
    ["the site is slow to make a message", { createMessage: () => new Promise<never>(() => {}) }, {}],
  ]
  for (const [what, config, more] of without)
    it.effect(`asks in the sign view, where ${what}`, () =>
      scanned(
        config,
        (said) =>
          Effect.gen(function* () {
            assert.strictEqual(yield* view, "SIWXSignMessage")
            assert.strictEqual(yield* status, "connected")
            assert.deepStrictEqual(said, [])
          }),
        more,
      ),
    )

  const refusals: readonly (readonly [what: string, SiwxConfig, Parameters<typeof scanned>[2]])[] = [
    ["the signature is not the account's", {}, { signed: false }],
    ["the site refuses the sessions", { setSessions: () => Promise.reject(new Error("forged")) }, {}],
  ]
  for (const [what, config, more] of refusals)
    it.effect(`connects nobody where ${what}, and says so`, () => {
      const storage = shelf()
      return scanned(
        config,
        (said) =>
          Effect.gen(function* () {
            assert.strictEqual(yield* status, "disconnected")
            assert.deepStrictEqual(said, [
              "loading: Authenticating...",
              "error: A problem occurred while trying initialize authentication",
            ])
            assert.isUndefined((yield* use(siwx)).session.value)
            assert.isNull(storage.json("siwx"))
            assert.isNull(storage.json("demo_relay"))
          }),
        { ...more, storage },
      )
    })

  it.effect("is that of the older option too, whose backend checks the session of the network in use", () => {
    const checked: string[] = []
    const page = { origin: "https://site.example", url: "https://site.example/", title: "", description: "" }
    const config = fromSiwe(
      {
        getNonce: async () => "abcdefgh",
        createMessage: (asked) => JSON.stringify(asked),
        verifyMessage: async ({ message }) => {
          checked.push(message)
          return true
        },
        getSession: async () => null,
        signOut: async () => true,
      },
      page,
      { currentTimeMillisUnsafe: () => 0 },
    )
    return scanned(
      config,
      () =>
        Effect.gen(function* () {
          assert.lengthOf(checked, 1)
          assert.include(checked[0], "Chain ID: 1\nNonce: abcdefgh")
          yield* settled(cancelSignIn())
        }),
      { only: "eip155" },
    )
  })
})
