import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { demo, type Manner, type World } from "../../layers/demo.ts"
import { fromSiwe } from "../../layers/siwx/siwe.ts"
import { Relay } from "../../services/Relay.ts"
import { goTo, openModal } from "../../src/navigation/opening/flows.ts"
import { base, mainnet, solana } from "../../src/options/networks.ts"
import { cancelSignIn } from "../../src/siwx/flows/cancelSignIn.ts"
import { type SiwxConfig, type SiwxSession, siwxText, withText } from "../../src/siwx/model/message.ts"
import { snapshot } from "../../src/stub/takeSnapshot.ts"
import { pair } from "../../src/walletConnect/operations.ts"
import { settled } from "../contracts/settled.ts"
import { changed, changedChains, listening } from "../fixtures/layers.ts"
import { instanceOf } from "../fixtures/modal.ts"
import { calm, session, shown, whenSiteSignsIn } from "../fixtures/scenes/siwx.ts"
import { recordedSnacks, type Setup, type Steps, shownView, testing } from "../fixtures/scenes.ts"
import { shownSnack, type Visit } from "../fixtures/visits.ts"

import "../../src/siwx/steps/oneClickAuth.ts"

interface Scanned extends Setup {
  readonly siwx?: SiwxConfig
  readonly namespace?: "eip155"
  /** Differences of the phone from one that signs while it approves. */
  readonly phone?: Manner
}

/** The phone has scanned the QR code of a site with sign-in. `snacks`: those shown in the meantime. */
const whenScanned = ({ phone, ...setup }: Scanned, steps: Steps<Visit & { readonly snacks: readonly string[] }>) => {
  const script = { relay: { connect: "approve", oneClick: true, ...phone } } as const
  return whenSiteSignsIn({ ...setup, script }, function* (scene) {
    const snacks = yield* recordedSnacks
    yield* openModal()
    yield* goTo({ name: "ConnectingWalletConnect" })
    yield* settled(pair())
    yield* calm
    yield* Effect.gen(() => steps({ ...scene, snacks }))
  })
}

const test = testing(whenScanned)

describe("one-click sign-in over WalletConnect", () => {
  test("'Authenticating...': a loading snack during the universal provider sign-in, and no sign view", {
    siwx: { statement: "Sign in to Site" },
  }, function* ({ core, storage, snacks }) {
    assert.deepStrictEqual(yield* shown, ["closed", "connected"])
    assert.deepStrictEqual(snacks, ["loading: Authenticating..."])
    assert.isFalse((yield* shownSnack).open)
    const { data, message } = (yield* session) as SiwxSession
    assert.strictEqual(data.accountAddress, core.address.value)
    assert.strictEqual(data.chainId, core.network.value?.caipNetworkId)
    assert.strictEqual(data.statement, "Sign in to Site")
    assert.strictEqual(message, siwxText(data))
    assert.lengthOf(storage.json("siwx") as unknown[], 2)
  })

  it.effect("'Authenticating...' stays until the site has taken the sessions", () => {
    const instance = instanceOf({ networks: [mainnet, base] })
    const seen: unknown[] = []
    const config: SiwxConfig = { setSessions: () => void seen.push(snapshot(instance).snack) }
    return whenScanned({ siwx: config, instance }, function* () {
      assert.deepStrictEqual(seen, [
        { open: true, message: "Authenticating...", variant: "loading", svg: undefined, autoClose: false },
      ])
      assert.isFalse((yield* shownSnack).open)
    })
  })

  it.effect("adds the sessions of all networks at once, the active network's first", () => {
    const added: (readonly SiwxSession[])[] = []
    const accounts: string[] = []
    const fields = { domain: "site.example", uri: "https://site.example", version: "1", nonce: "n0" }
    const config: SiwxConfig = {
      createMessage: (account) => {
        accounts.push(account.accountAddress)
        return withText({ ...account, ...fields })
      },
      addSession: () => Promise.reject(new Error("not at once")),
      setSessions: (sessions) => void added.push(sessions),
      getSessions: () => added[0] ?? [],
    }
    const verified: string[] = []
    const { layers: chains } = changedChains(({ isSigned }) => ({
      isSigned: (input) => {
        verified.push(input.network.caipNetworkId)
        return isSigned(input)
      },
    }))
    const layers = (world: World) => ({
      ...chains(world),
      relay: changed(Relay, demo(world).relay, ({ connect }) => ({
        connect: (input) =>
          Effect.map(connect(input), (held) => ({ ...held, ...(held.signed && { signed: held.signed.toReversed() }) })),
      })),
    })
    return whenScanned({ siwx: config, layers }, function* () {
      assert.strictEqual(yield* shownView, "closed")
      assert.deepStrictEqual(accounts, [""])
      // Each signature is verified on its own network, in the wallet's order.
      assert.deepStrictEqual(verified, [base.caipNetworkId, mainnet.caipNetworkId])
      assert.lengthOf(added, 1)
      assert.deepStrictEqual(
        added[0]?.map(({ data }) => [data.chainId, data.nonce]),
        [
          [mainnet.caipNetworkId, "n0"],
          [base.caipNetworkId, "n0"],
        ],
      )
    })
  })

  it.effect.each<readonly [when: string, setup: Scanned]>([
    ["the wallet does not support it", { phone: { oneClick: false } }],
    ["the site also has non-EVM networks", { options: { networks: [mainnet, solana] } }],
    ["the site adds sessions one by one", { siwx: { addSession: () => undefined } }],
    [
      "the site needs the account to create a message",
      { siwx: { createMessage: () => Promise.reject(new Error("who?")) } },
    ],
    ["the site is slow to create a message", { siwx: { createMessage: () => new Promise<never>(() => {}) } }],
  ])("opens the sign view instead if %s", ([, setup]) =>
    whenScanned(setup, function* ({ snacks }) {
      assert.deepStrictEqual(yield* shown, ["SIWXSignMessage", "connected"])
      assert.isEmpty(snacks)
    }),
  )

  const unsigned = changedChains(() => ({ isSigned: () => Effect.succeed(false) }))
  it.effect.each<readonly [when: string, setup: Scanned]>([
    ["the signature is not from the account", unsigned],
    ["the site rejects the sessions", { siwx: { setSessions: () => Promise.reject(new Error("forged")) } }],
  ])("disconnects, shows Connect and says so, if %s", ([, setup]) =>
    whenScanned(setup, function* ({ core, storage, snacks }) {
      assert.deepStrictEqual(yield* shown, ["Connect", "disconnected"])
      assert.deepStrictEqual(core.stack.value, [{ name: "Connect" }])
      const failed = "error: A problem occurred while trying initialize authentication"
      assert.deepStrictEqual(snacks, ["loading: Authenticating...", failed])
      assert.isUndefined(yield* session)
      assert.isNull(storage.json("siwx"))
      assert.isNull(storage.json("demo_relay"))
    }),
  )

  it.effect.each([
    ["SIWX_AUTH_SUCCESS", "eip155:1", {}],
    ["SIWX_AUTH_ERROR", "…", unsigned],
  ] as const)("is reported to analytics as %s", ([event, network, setup]) => {
    const { events, telemetry } = listening()
    const layers = (world: World) => ({ ...("layers" in setup && setup.layers(world)), telemetry })
    return whenScanned({ layers }, function* () {
      assert.deepStrictEqual(
        events.filter(({ event }) => event.includes("SIWX")),
        [{ event, properties: { network, isSmartAccount: false } }],
      )
    })
  })

  it.effect("works with siweConfig, whose backend verifies the session of the active network", () => {
    const verified: string[] = []
    const page = { origin: "https://site.example", url: "https://site.example/", title: "", description: "" }
    const config = fromSiwe(
      {
        getNonce: async () => "abcdefgh",
        createMessage: (asked) => JSON.stringify(asked),
        verifyMessage: async ({ message }) => {
          verified.push(message)
          return true
        },
        getSession: async () => null,
        signOut: async () => true,
      },
      page,
      { currentTimeMillisUnsafe: () => 0 },
    )
    return whenScanned({ siwx: config, namespace: "eip155" }, function* () {
      assert.lengthOf(verified, 1)
      assert.include(verified[0], "Chain ID: 1\nNonce: abcdefgh")
      yield* settled(cancelSignIn())
    })
  })
})
