import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import type { World } from "../../layers/demo.ts"
import { layer as site } from "../../layers/siwx/site.ts"
import { fromSiwe } from "../../layers/siwx/siwe.ts"
import { Siwx } from "../../services/Siwx.ts"
import { connectExternal } from "../../src/connect/flows/connectExternal.ts"
import { connect } from "../../src/connect/operations.ts"
import { leave } from "../../src/connections/opening/flows.ts"
import { disconnect } from "../../src/connections/operations/connections.ts"
import { openModal } from "../../src/navigation/opening/flows.ts"
import { base, mainnet, polygon, solana } from "../../src/options/networks.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import type { Needs } from "../../src/runtime/flow.ts"
import { push } from "../../src/runtime/router.ts"
import { siwx } from "../../src/siwx/first-paint/state.ts"
import { prepareMessage, signShownMessage } from "../../src/siwx/flows/signIn.ts"
import {
  type SiweConfig,
  type SiwxConfig,
  type SiwxSession,
  siwxText,
  type WalletInfo,
} from "../../src/siwx/model/message.ts"
import { settled } from "../contracts/settled.ts"
import { loggedIn, withLogins } from "../fixtures/embedded.ts"
import { changed, listening } from "../fixtures/layers.ts"
import { cinderbox, halyard, instanceOf, shelf } from "../fixtures/modal.ts"
import {
  approved,
  calm,
  cancels,
  connects,
  optional,
  session,
  shown,
  signs,
  switches,
  test,
  unsigned,
  whenSiteSignsIn,
} from "../fixtures/scenes/siwx.ts"
import { shownView, whenConnected, whenStarted } from "../fixtures/scenes.ts"
import { begun, shownSnack } from "../fixtures/visits.ts"

describe("sign-in with a wallet signature", () => {
  test.visits("SIWX: after connect, if a supported network has no sessions, the sign view opens", function* () {
    for (const siwx of [{ getRequired: () => true }, optional])
      yield* whenSiteSignsIn({ siwx, storage: shelf() }, function* () {
        yield* approved
        assert.deepStrictEqual(yield* shown, ["SIWXSignMessage", "connected"])
      })
    // An account that has a session is not asked.
    yield* whenSiteSignsIn({ siwx: { signOutOnDisconnect: false }, storage: shelf() }, function* () {
      yield* approved
      yield* signs
      yield* settled(disconnect())
      yield* approved
      assert.deepStrictEqual(yield* shown, ["closed", "connected"])
    })
  })

  test("opens after a connect without the modal, but not on a network that the site lacks", {
    options: { allowUnsupportedChain: true },
  }, function* ({ core }) {
    yield* connects
    assert.strictEqual(yield* shownView, "SIWXSignMessage")
    yield* cancels

    yield* settled(connect({ wallet: halyard }))
    core.accounts.eip155.value = { ...core.accounts.eip155.peek(), caipNetworkId: polygon.caipNetworkId }
    yield* calm
    assert.notStrictEqual(yield* shownView, "SIWXSignMessage")
  })

  test.visits("SIWX: signing adds a session and closes the modal", function* () {
    const storage = shelf()
    yield* whenSiteSignsIn({ siwx: { statement: "Sign in to Site" }, storage }, function* () {
      yield* approved
      yield* signs
      assert.strictEqual(yield* shownView, "closed")
      const added = (yield* session) as SiwxSession
      const { data, message, signature } = added
      assert.strictEqual(message, siwxText(data))
      assert.match(data.nonce, /^\d{8}$/)
      assert.deepInclude(data, {
        accountAddress: "0xdbC7d4ef0007fA387aE67cC789e95be1BEC727C9",
        chainId: "eip155:1",
        domain: "site.example",
        uri: "https://site.example",
        version: "1",
      })
      assert.strictEqual(data.statement, "Sign in to Site")
      assert.strictEqual(Date.parse(data.expirationTime ?? "") - Date.parse(data.issuedAt ?? ""), 7 * 86_400_000)
      assert.match(signature, /^0x/)
      assert.deepStrictEqual(storage.json("siwx"), [added])
    })
    // The next visit has it, until it expires.
    yield* whenSiteSignsIn({ storage }, function* () {
      yield* connects
      assert.strictEqual(yield* shownView, "closed")
      assert.isDefined(yield* session)
    })
    yield* TestClock.adjust("8 days")
    yield* whenSiteSignsIn({ storage }, function* () {
      yield* connects
      assert.strictEqual(yield* shownView, "SIWXSignMessage")
    })
  })

  const init = "A problem occurred while trying initialize authentication"
  it.effect(
    `'${init}': a snack error on SIWX init failure; the wallet is disconnected; the view resets to Connect`,
    () => {
      const getSessions = () => {
        throw new Error("down")
      }
      return Effect.forEach([{}, optional], (siwx) =>
        whenSiteSignsIn({ siwx: { ...siwx, getSessions } }, function* ({ core }) {
          yield* calm
          yield* openModal()
          yield* push({ name: "ConnectingExternal", connector: halyard })
          yield* settled(connectExternal(halyard))
          yield* calm
          assert.deepStrictEqual(yield* shown, ["Connect", "disconnected"])
          assert.deepStrictEqual(core.stack.value, [{ name: "Connect" }])
          assert.deepInclude(yield* shownSnack, { message: init, variant: "error" })
        }),
      )
    },
  )

  it.effect(`'${init}': a snack error on SIWX init failure on another network, after a sign-in on the first`, () => {
    let down = false
    const held: SiwxSession[] = []
    const config: SiwxConfig = {
      addSession: (added) => void held.push(added),
      getSessions: () => {
        if (down) throw new Error("down")
        return held
      },
    }
    return whenSiteSignsIn({ siwx: config }, function* () {
      yield* approved
      yield* signs
      assert.deepStrictEqual(yield* shown, ["closed", "connected"])
      down = true
      yield* switches(base)
      assert.strictEqual((yield* shown)[1], "disconnected")
      assert.deepInclude(yield* shownSnack, { message: init, variant: "error" })
    })
  })

  it.effect(`'${init}': the wallet is disconnected, and the visitor's other wallets are not`, () => {
    const held: SiwxSession[] = []
    const config: SiwxConfig = {
      addSession: (added) => void held.push(added),
      getSessions: (_, address) =>
        address === (held[0]?.data.accountAddress ?? address) ? held : Promise.reject(new Error("down")),
    }
    return whenSiteSignsIn({ siwx: config }, function* ({ connected, core }) {
      yield* settled(connect({ wallet: cinderbox }))
      yield* calm
      yield* signs
      yield* connects
      assert.deepStrictEqual(connected(), [cinderbox])
      assert.strictEqual(core.address.value, held[0]?.data.accountAddress)
      assert.deepInclude(yield* shownSnack, { message: init, variant: "error" })
    })
  })

  it.effect(`'${init}': the wallet is disconnected, also one on Solana`, () => {
    const getSessions = () => Promise.reject(new Error("down"))
    const options = { networks: [solana, mainnet] }
    return whenSiteSignsIn({ siwx: { getSessions }, options }, function* ({ core }) {
      yield* calm
      yield* openModal()
      yield* settled(connect({ wallet: "example.plover", namespace: "solana" }))
      yield* calm
      assert.deepStrictEqual(core.accounts.solana.peek().connections, [])
      assert.deepInclude(yield* shownSnack, { message: init, variant: "error" })
      assert.strictEqual(yield* shownView, "Connect")
    })
  })

  it.effect.each<readonly [what: string, setup: Parameters<typeof whenSiteSignsIn>[0], answer: "approve" | "reject"]>([
    ["the wallet declines", {}, "reject"],
    ["the site rejects the signature", { siwx: { addSession: () => Promise.reject(new Error("forged")) } }, "approve"],
    ["the signature is not from the account", unsigned, "approve"],
  ])("'Error signing message': a snack error on SIWX signing failure: %s", ([, setup, answer]) =>
    whenSiteSignsIn(setup, function* ({ storage, wallet }) {
      const { message, busy } = yield* slicesOf(siwx)
      yield* approved
      wallet().behave({ sign: answer })
      yield* settled(prepareMessage())
      const before = message.value
      yield* settled(signShownMessage())
      assert.strictEqual(yield* shownView, "SIWXSignMessage")
      assert.deepInclude(yield* shownSnack, { message: "Error signing message", variant: "error" })
      assert.strictEqual(message.value.status, "loaded")
      assert.notStrictEqual(message.value, before)
      assert.isUndefined(busy.value)
      assert.isUndefined(yield* session)
      assert.isNull(storage.json("siwx"))
    }),
  )

  it.effect.each([
    [true, "disconnected"],
    [false, "connected"],
  ] as const)("if its views cannot be loaded, required: %s: leaves the wallet %s", ([required, status]) => {
    const instance = { ...instanceOf(), engine: () => Promise.reject(new Error("no network")) }
    return whenConnected({ instance, layers: { siwx: site({ getRequired: () => required }) } }, function* () {
      yield* calm
      assert.strictEqual((yield* shown)[1], status)
    })
  })

  test("fails if the site does not respond in time", {
    siwx: { createMessage: () => new Promise<never>(() => {}) },
  }, function* () {
    const asked = yield* Effect.forkChild(
      Effect.flip(
        (yield* Siwx).message({
          chainId: mainnet.caipNetworkId,
          accountAddress: "0xdbC7d4ef0007fA387aE67cC789e95be1BEC727C9",
        }),
      ),
    )
    yield* TestClock.adjust("30 seconds")
    const { cause } = yield* Fiber.join(asked)

    assert.strictEqual(`${cause}`, "Error: The site did not respond")
  })

  test("'Error signing message': the sign view reopens if the visitor closed it during the prompt", {
    siwx: optional,
  }, function* ({ wallet }) {
    yield* approved
    wallet().behave({ sign: "reject", delay: 3_000 })
    yield* settled(prepareMessage())
    const signing = yield* begun(signShownMessage())
    yield* settled(leave())
    assert.strictEqual(yield* shownView, "closed")
    yield* settled(Fiber.join(signing))
    assert.strictEqual((yield* shownSnack).message, "Error signing message")
    assert.strictEqual(yield* shownView, "SIWXSignMessage")
  })

  it.effect("prompts the wallet once for two clicks", () => {
    const added: SiwxSession[] = []
    const config: SiwxConfig = { addSession: (session) => void added.push(session), getSessions: () => added }
    return whenSiteSignsIn({ siwx: config }, function* () {
      yield* approved
      yield* settled(prepareMessage())
      yield* settled(Effect.all([signShownMessage(), signShownMessage()], { concurrency: "unbounded" }))
      assert.lengthOf(added, 1)
      assert.strictEqual(yield* shownView, "closed")
    })
  })

  test.visits("if it is optional, asks on another network after a connection or a sign-in only", function* () {
    const setup = { siwx: optional, options: { networks: [mainnet, base, polygon] }, storage: shelf() }
    yield* whenSiteSignsIn(setup, function* () {
      yield* approved
      yield* signs
      for (const network of [base, polygon]) {
        yield* switches(network)
        assert.strictEqual(yield* shownView, "SIWXSignMessage")
        yield* cancels
      }
      yield* switches(mainnet)
    })
    yield* whenSiteSignsIn(setup, function* () {
      yield* calm
      assert.isDefined(yield* session)
      yield* switches(base)
      assert.strictEqual(yield* shownView, "SIWXSignMessage")
      yield* cancels
      yield* switches(polygon)
      assert.strictEqual(yield* shownView, "closed")
    })
  })

  const icon = (world: World) => world.wallets.get(halyard)?.icon
  it.effect.each<
    readonly [what: string, connecting: Effect.Effect<unknown, unknown, Needs>, signer: (world: World) => WalletInfo]
  >([
    [
      "of the page",
      connect({ wallet: halyard }),
      (world) => ({ type: "extension", name: "Halyard", icon: icon(world) }),
    ],
    ["over WalletConnect", connect({ wallet: "walletConnect" }), () => ({ type: "walletconnect", name: "Fathom" })],
    ["with a login", loggedIn(), () => ({ type: "social", social: "email", identifier: undefined })],
  ])("reports to the provider which wallet signs: one %s", ([, connecting, signer]) => {
    const signers: (WalletInfo | undefined)[] = []
    const layer = changed(Siwx, site({}), ({ add }) => ({
      add: (added, wallet) => {
        signers.push(wallet)
        return add(added, wallet)
      },
    }))
    const script = { ...withLogins, relay: "scan" } as const
    return whenSiteSignsIn({ script, layers: { siwx: layer } }, function* ({ world }) {
      yield* settled(connecting)
      yield* calm
      yield* signs
      assert.deepStrictEqual(signers, [signer(world)])
    })
  })

  it.effect("is reported to analytics, with the network", () => {
    const { events, telemetry } = listening()
    return whenSiteSignsIn({ layers: { telemetry } }, function* ({ wallet }) {
      yield* approved
      events.length = 0
      wallet().behave({ sign: "reject" })
      yield* signs
      wallet().behave({ sign: "approve" })
      yield* signs
      yield* switches(base)
      yield* cancels
      const on = (network: string) => ({ network, isSmartAccount: false })
      assert.deepStrictEqual(
        events.filter(({ event }) => event.includes("SIWX")),
        [
          { event: "CLICK_SIGN_SIWX_MESSAGE", properties: on("eip155:1") },
          { event: "SIWX_AUTH_ERROR", properties: on("eip155:1") },
          { event: "CLICK_SIGN_SIWX_MESSAGE", properties: on("eip155:1") },
          { event: "SIWX_AUTH_SUCCESS", properties: on("eip155:1") },
          { event: "CLICK_CANCEL_SIWX", properties: on("eip155:8453") },
        ],
      )
    })
  })

  it.effect("is required even if the site sets `required`, which only the older form has", () =>
    whenSiteSignsIn({ siwx: { required: false } as object }, function* () {
      yield* approved
      assert.deepStrictEqual(yield* shown, ["SIWXSignMessage", "connected"])
      yield* cancels
      assert.deepStrictEqual(yield* shown, ["closed", "disconnected"])
    }),
  )

  test("does not open for accounts of a namespace in which the site does not use sign-in", {
    namespace: "solana",
  }, function* () {
    yield* approved
    assert.deepStrictEqual(yield* shown, ["closed", "connected"])
  })

  it.effect("does not open on a site without it", () =>
    whenStarted({}, function* () {
      yield* approved
      assert.strictEqual(yield* shownView, "closed")
    }),
  )
})

describe("option siweConfig", () => {
  const page = { origin: "https://site.example", url: "https://site.example/x", title: "", description: "" }
  const clock = { currentTimeMillisUnsafe: () => Date.parse("2027-01-01T00:00:00Z") }
  const account = { chainId: "eip155:1", accountAddress: "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045" }
  const backend = (session: { readonly address: string; readonly chainId: number } | null = null): SiweConfig => ({
    getNonce: async () => "abcdefgh",
    createMessage: (asked) => JSON.stringify(asked),
    verifyMessage: async ({ signature }) => signature === "good",
    getSession: async () => session,
    signOut: async () => true,
  })

  it("creates its message with the backend's nonce, and has the signature checked there", async () => {
    const config = fromSiwe({ ...backend(), getMessageParams: () => ({ statement: "Hello" }) }, page, clock)
    const message = await config.createMessage?.(account)
    const fields = JSON.parse(String(message))
    assert.deepInclude(fields, { address: account.accountAddress, chainId: 1, nonce: "abcdefgh", statement: "Hello" })
    assert.strictEqual(fields.iat, "2027-01-01T00:00:00.000Z")
    assert.deepInclude(fields, { domain: "site.example", uri: "https://site.example", version: "1" })
    const session = { data: message, message: String(message) } as unknown as SiwxSession
    await config.addSession?.({ ...session, signature: "good" })
    const refused = await Promise.resolve(config.addSession?.({ ...session, signature: "bad" })).catch(String)
    assert.include(String(refused), "refused")
    assert.isTrue(config.getRequired?.())
    assert.isTrue(config.signOutOnDisconnect)
  })

  it("waits for a message that the site creates asynchronously", async () => {
    const later = { ...backend(), createMessage: async ({ address }: { readonly address: `0x${string}` }) => address }
    const message = await fromSiwe(later, page, clock).createMessage?.(account)
    assert.strictEqual(String(message), account.accountAddress)
  })

  const { accountAddress: address } = account
  const other = `${address.slice(0, -1)}0`
  it.each([
    ["counts a session of the account", { address: address.toLowerCase(), chainId: 1 }, {}, 1],
    ["ignores one of another account", { address: other, chainId: 1 }, {}, 0],
    ["counts it if account changes keep it", { address: "0x00", chainId: 1 }, { signOutOnAccountChange: false }, 1],
    ["ignores one of another network", { address, chainId: 10 }, {}, 0],
    ["counts it if network changes keep it", { address, chainId: 10 }, { signOutOnNetworkChange: false }, 1],
    ["has none without a session", null, {}, 0],
  ] as const)("%s", async (_, session, changes, count) => {
    const config = fromSiwe({ ...backend(session), ...changes }, page, clock)
    assert.lengthOf((await config.getSessions?.(account.chainId, address)) ?? [], count)
  })
})
