import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { verifyMessage } from "viem"
import type { World } from "../../layers/demo.ts"
import { layer as site } from "../../layers/siwx/site.ts"
import { fromSiwe } from "../../layers/siwx/siwe.ts"
import { Siwx } from "../../services/Siwx.ts"
import { connectExternal } from "../../src/connect/flows/connectExternal.ts"
import { connect } from "../../src/connect/operations.ts"
import { leave } from "../../src/connections/opening/flows.ts"
import { disconnect } from "../../src/connections/operations/connections.ts"
import { latest } from "../../src/core/first-paint/loadable.ts"
import { UnknownFailure } from "../../src/errors/index.ts"
import { removeNamespace } from "../../src/namespaces/operations.ts"
import { closeFromSite, openModal } from "../../src/navigation/opening/flows.ts"
import { switchNetwork } from "../../src/network/operations.ts"
import { base, mainnet, optimism, polygon, solana } from "../../src/options/networks.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import type { Needs } from "../../src/runtime/flow.ts"
import { push } from "../../src/runtime/router.ts"
import { siwx } from "../../src/siwx/first-paint/state.ts"
import { cancelSignIn } from "../../src/siwx/flows/cancelSignIn.ts"
import { prepareMessage, signShownMessage } from "../../src/siwx/flows/signIn.ts"
import { signIn as limits } from "../../src/siwx/limits.ts"
import {
  type SiweConfig,
  type SiwxConfig,
  type SiwxSession,
  siwxText,
  type WalletInfo,
  withText,
} from "../../src/siwx/model/message.ts"
import { getSessions, signIn } from "../../src/siwx/operations.ts"
import { settled } from "../contracts/settled.ts"
import { loggedIn, withLogins } from "../fixtures/embedded.ts"
import { changed, changedChains, listening } from "../fixtures/layers.ts"
import { cinderbox, halyard, instanceOf, rest, shelf } from "../fixtures/modal.ts"
import {
  approved,
  calm,
  cancels,
  connects,
  session,
  shown,
  signs,
  switches,
  whenSiteSignsIn,
} from "../fixtures/scenes/siwx.ts"
import { shownView, testing, whenConnected, whenStarted } from "../fixtures/scenes.ts"
import { ended } from "../fixtures/time.ts"
import { begun, pass, shownSnack } from "../fixtures/visits.ts"

/** Fields of every message, besides the account. */
const least = { domain: "site.example", uri: "https://site.example", version: "1", nonce: "12345678" }
const optional: SiwxConfig = { getRequired: () => false }

const test = testing(whenSiteSignsIn)

/** The networks on which signatures are verified. */
const recordingNetworks = () => {
  const verified: string[] = []
  const { layers } = changedChains(({ isSigned }) => ({
    isSigned: (input) => {
      verified.push(input.network.caipNetworkId)
      return isSigned(input)
    },
  }))
  return { verified, layers }
}

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

  test("SIWX, sign-in required: cancelling switches back to the last SIWE network if it still has a session", {
    options: { networks: [mainnet, base, polygon] },
  }, function* ({ core }) {
    yield* approved
    yield* signs
    yield* switches(base)
    assert.strictEqual(yield* shownView, "SIWXSignMessage")
    yield* cancels
    assert.strictEqual(core.network.value?.caipNetworkId, "eip155:1")
    assert.deepStrictEqual(yield* shown, ["closed", "connected"])
    assert.isDefined(yield* session)
    // The last network is the one signed in on last, not first.
    yield* switches(base)
    yield* signs
    yield* switches(polygon)
    yield* cancels
    assert.strictEqual(core.network.value?.caipNetworkId, "eip155:8453")
  })

  it.effect.each(["if the last SIWE network no longer has a session", "if the sessions cannot be read"] as const)(
    "SIWX, sign-in required: cancelling disconnects %s",
    (when) => {
      let sessions: SiwxSession[] | undefined = []
      const addSession = (one: SiwxSession) => void sessions?.push(one)
      const getSessions = (chain: string) =>
        sessions?.filter(({ data }) => data.chainId === chain) ?? Promise.reject(new Error("down"))
      return whenSiteSignsIn({ siwx: { addSession, getSessions } }, function* () {
        yield* approved
        yield* signs
        yield* switches(base)
        sessions = when === "if the sessions cannot be read" ? undefined : []
        assert.deepStrictEqual(yield* shown, ["SIWXSignMessage", "connected"])
        yield* cancels
        assert.deepStrictEqual(yield* shown, ["closed", "disconnected"])
      })
    },
  )

  it.effect("SIWX, sign-in required: otherwise cancelling disconnects", () => {
    const asked: string[] = []
    const getSessions = (chain: string) => {
      asked.push(chain)
      return []
    }
    return whenSiteSignsIn({ siwx: { getSessions } }, function* () {
      yield* approved
      yield* cancels
      assert.deepStrictEqual(yield* shown, ["closed", "disconnected"])
      assert.sameMembers([...new Set(asked)], ["eip155:1", "eip155:8453"])
      // Without an account there is nothing to cancel.
      yield* cancels
      assert.deepStrictEqual(yield* shown, ["closed", "disconnected"])
    })
  })

  test.visits("SIWX, sign-in not required: cancel only closes", function* () {
    const setup = { siwx: optional, storage: shelf() }
    yield* whenSiteSignsIn(setup, function* () {
      yield* approved
      yield* cancels
      assert.deepStrictEqual(yield* shown, ["closed", "connected"])
    })
    // The next visit does not ask again.
    yield* whenSiteSignsIn(setup, function* () {
      yield* calm
      assert.deepStrictEqual(yield* shown, ["closed", "connected"])
    })
    // The visitor stays on a network without a session.
    yield* whenSiteSignsIn({ siwx: optional }, function* ({ core }) {
      yield* approved
      yield* signs
      yield* switches(base)
      yield* cancels
      assert.deepStrictEqual(yield* shown, ["closed", "connected"])
      assert.strictEqual(core.network.value?.caipNetworkId, "eip155:8453")
    })
  })

  test("SIWX: while sign-in is required and no session exists, closing is disabled on the sign and approve views", function* ({
    dialog,
  }) {
    yield* approved
    for (const name of ["SIWXSignMessage", "ApproveTransaction"] as const) {
      yield* push({ name })
      yield* settled(leave())
      assert.strictEqual(yield* shownView, name)
    }
    assert.lengthOf(
      dialog.told.filter((told) => told === "refuse"),
      2,
    )
    yield* signs
    assert.strictEqual(yield* shownView, "closed")
    yield* openModal({ view: "ApproveTransaction" })
    assert.strictEqual(yield* shownView, "ApproveTransaction")
    yield* settled(leave())
    assert.strictEqual(yield* shownView, "closed")
  })

  it.effect.each([
    ["embedded", true],
    ["in the dialog", false],
  ] as const)(
    "SIWX, sign-in required: the site's own open and close leave the sign view where it is: %s",
    ([, enableEmbedded]) =>
      whenSiteSignsIn({ options: { enableEmbedded } }, function* () {
        yield* approved
        yield* settled(closeFromSite())
        assert.strictEqual(yield* shownView, "SIWXSignMessage")
        yield* settled(openModal({ view: "Networks" }))
        assert.strictEqual(yield* shownView, "SIWXSignMessage")
        yield* signs
        yield* settled(openModal({ view: "Networks" }))
        assert.strictEqual(yield* shownView, "Networks")
        yield* settled(closeFromSite())
        assert.strictEqual(yield* shownView, "closed")
      }),
  )

  test("can be closed if it is not required, and the wallet stays connected", {
    siwx: optional,
  }, function* () {
    yield* approved
    yield* settled(leave())
    assert.deepStrictEqual(yield* shown, ["closed", "connected"])
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

  const unsigned = changedChains(() => ({ isSigned: () => Effect.succeed(false) }))
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

  it.effect.each<readonly [signOutOnDisconnect: string, config: SiwxConfig, held: number]>([
    ["undefined", {}, 0],
    ["false", { signOutOnDisconnect: false }, 1],
  ])("SIWX default: signOutOnDisconnect true: %s", ([, config, held]) =>
    whenSiteSignsIn({ siwx: config }, function* ({ storage }) {
      yield* approved
      yield* signs
      yield* settled(disconnect())
      assert.lengthOf(storage.json("siwx") as unknown[], held)
    }),
  )

  const endings: readonly (readonly [by: string, end: (world: World) => Effect.Effect<unknown, unknown, Needs>])[] = [
    ["the wallet over WalletConnect", ({ phone }) => Effect.sync(() => phone.leave())],
    ["the site, which removes the namespace", () => removeNamespace({ namespace: "eip155" })],
  ]
  it.effect.each(endings.flatMap(([by, end]) => [true, false].map((signsOut) => [signsOut, by, end] as const)))(
    "SIWX default: signOutOnDisconnect true: %s, when the connection is ended by %s",
    ([signsOut, , end]) => {
      const setup = { script: { relay: "scan" }, options: { networks: [mainnet, base, solana] } } as const
      return whenSiteSignsIn({ ...setup, siwx: { signOutOnDisconnect: signsOut } }, function* ({ world, storage }) {
        yield* openModal()
        yield* settled(connect({ wallet: "walletConnect" }))
        yield* calm
        yield* signs
        assert.lengthOf(storage.json("siwx") as unknown[], 1)
        yield* settled(end(world))
        yield* calm
        assert.deepStrictEqual((yield* shown)[1], "disconnected")
        assert.lengthOf(storage.json("siwx") as unknown[], signsOut ? 0 : 1)
      })
    },
  )

  it.effect("keeps the session of another wallet when a WalletConnect session ends", () =>
    whenSiteSignsIn({ script: { relay: "scan" } }, function* ({ world, storage }) {
      const signers = () => (storage.json("siwx") as readonly SiwxSession[]).map(({ data }) => data.accountAddress)
      yield* approved
      yield* signs
      const before = signers()
      yield* settled(connect({ wallet: "walletConnect" }))
      yield* calm
      yield* signs
      assert.lengthOf(signers(), 2)
      world.phone.leave()
      yield* calm

      assert.lengthOf(before, 1)
      assert.deepStrictEqual(signers(), before)
    }),
  )

  it.effect.each([true, false])(
    "SIWX default: signOutOnDisconnect true: %s, in every namespace that ends",
    (signsOut) =>
      whenSiteSignsIn(
        {
          script: { relay: "scan" },
          options: { networks: [mainnet, solana] },
          siwx: { signOutOnDisconnect: signsOut },
        },
        function* ({ core, storage }) {
          yield* openModal()
          yield* settled(connect({ wallet: "walletConnect" }))
          yield* calm
          yield* signs
          yield* switches(solana)
          yield* signs
          const namespaces = () =>
            (storage.json("siwx") as readonly SiwxSession[]).map(({ data }) => data.chainId.split(":")[0]).sort()
          assert.deepStrictEqual(namespaces(), ["eip155", "solana"])
          yield* settled(disconnect())
          yield* calm
          for (const of of ["eip155", "solana"] as const)
            assert.strictEqual(core.accounts[of].value.status, "disconnected")
          assert.deepStrictEqual(namespaces(), signsOut ? [] : ["eip155", "solana"])
        },
      ),
  )

  it.effect.each([true, false])("asks again at the expiry of a session if it is required: %s", (required) =>
    Effect.gen(function* () {
      const setup = { siwx: { getRequired: () => required }, storage: shelf() }
      yield* whenSiteSignsIn(setup, function* () {
        yield* approved
        yield* signs
      })
      // The expiry then falls between two of the checks, or before the first.
      yield* TestClock.adjust(required ? 500 : 7 * 86_400_000 - 30_000)
      yield* whenSiteSignsIn(setup, function* () {
        yield* connects
        const expiry = Date.parse((yield* session)?.data.expirationTime ?? "")
        yield* TestClock.setTime(expiry - 1)
        yield* rest
        assert.isDefined(yield* session)
        yield* TestClock.setTime(expiry)
        yield* rest
        assert.isUndefined(yield* session)
        assert.deepStrictEqual(yield* shown, [required ? "SIWXSignMessage" : "closed", "connected"])
        if (!required) return
        yield* signs
        assert.isDefined(yield* session)
      })
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

  test("fails to make a message on a page without an origin", { origin: "null" }, function* () {
    const { message } = yield* slicesOf(siwx)
    yield* approved
    yield* settled(prepareMessage())
    assert.strictEqual(message.value.status, "failed")
    yield* cancels
    assert.strictEqual((yield* shown)[1], "disconnected")
  })

  test("asks again for another account, with a message of that account", function* ({ core, wallet }) {
    const { message } = yield* slicesOf(siwx)
    yield* approved
    yield* signs
    wallet().select(1)
    yield* calm
    assert.strictEqual(yield* shownView, "SIWXSignMessage")
    yield* settled(prepareMessage())
    assert.strictEqual(latest(message.value)?.accountAddress, core.address.value)
  })

  test.each([
    ["which has a session", true],
    ["which is asked too", false],
  ] as const)(
    "SIWX, sign-in required: cancelling for one of several wallets leaves the other, %s",
    function* ([, signedIn], { core }) {
      yield* openModal()
      yield* settled(connectExternal(cinderbox))
      yield* calm
      const first = core.address.value
      if (signedIn) yield* signs
      yield* connects
      assert.strictEqual(yield* shownView, "SIWXSignMessage")
      assert.notStrictEqual(core.address.value, first)
      yield* cancels
      assert.strictEqual(core.address.value, first)
      assert.strictEqual(yield* shownView, signedIn ? "closed" : "SIWXSignMessage")
      assert.strictEqual((yield* session) !== undefined, signedIn)
    },
  )

  it.effect("does not let one account sign the message of another", () => {
    const added: SiwxSession[] = []
    const config: SiwxConfig = { addSession: (session) => void added.push(session) }
    return whenSiteSignsIn({ siwx: config }, function* ({ core, wallet }) {
      const { message, busy } = yield* slicesOf(siwx)
      yield* approved
      yield* settled(prepareMessage())
      const before = message.value
      wallet().select(1)
      yield* calm
      assert.strictEqual(message.value, before)
      yield* settled(signShownMessage())
      assert.isUndefined(busy.value)
      assert.isEmpty(added)
      // There is nothing to sign until its own message has loaded.
      const accounts = new Set<string | undefined>()
      const stop = message.subscribe((now) => void (now !== before && accounts.add(latest(now)?.accountAddress)))
      yield* settled(prepareMessage())
      stop()
      yield* settled(signShownMessage())
      assert.deepStrictEqual(
        added.map(({ data }) => data.accountAddress),
        [core.address.value],
      )
      assert.deepStrictEqual([...accounts], [undefined, core.address.value])
    })
  })

  it.effect.each<readonly [what: string, domain: string, host: string, elsewhere: string | undefined]>([
    ["warns about a message for another site", "bank.example", "site.example", "site.example"],
    ["warns about a message for a domain that other sites share", "webflow.io", "bank.webflow.io", "bank.webflow.io"],
    ["does not warn about a message for this site", "site.example", "site.example", undefined],
    [
      "does not warn about a message for the parent domain of this page",
      "bank.webflow.io",
      "app.bank.webflow.io",
      undefined,
    ],
  ])("%s", ([, domain, host, elsewhere]) => {
    const createMessage: SiwxConfig["createMessage"] = (account) =>
      withText({ ...account, ...least, domain, uri: `https://${domain}` })
    return whenSiteSignsIn({ siwx: { createMessage }, origin: `https://${host}` }, function* () {
      yield* approved
      yield* settled(prepareMessage())
      assert.strictEqual((yield* slicesOf(siwx)).elsewhere.value, elsewhere)
    })
  })

  it.effect.each<readonly [what: string, createMessage: NonNullable<SiwxConfig["createMessage"]>]>([
    [
      "whose text differs from its fields",
      (account) => {
        const fields = { ...account, ...least }
        return { ...fields, toString: () => siwxText({ ...fields, nonce: "87654321" }) }
      },
    ],
    ["of another account", (account) => withText({ ...least, ...account, chainId: base.caipNetworkId })],
  ])("neither shows nor signs a message %s", ([, createMessage]) =>
    whenSiteSignsIn({ siwx: { createMessage } }, function* () {
      const { message } = yield* slicesOf(siwx)
      yield* approved
      yield* settled(prepareMessage())
      assert.strictEqual(message.value.status, "failed")
      yield* settled(signShownMessage())
      assert.strictEqual(message.value.status, "failed")
      assert.isUndefined(yield* session)
    }),
  )

  test("can be canceled while the wallet prompts, and ignores a later signature", function* ({ storage, wallet }) {
    const { busy } = yield* slicesOf(siwx)
    yield* approved
    wallet().behave({ sign: "hang" })
    yield* settled(prepareMessage())
    const signing = yield* begun(signShownMessage())
    assert.strictEqual(busy.value, "signing")
    yield* cancels
    assert.deepStrictEqual(yield* shown, ["closed", "disconnected"])
    yield* settled(Fiber.join(signing))
    assert.isUndefined(busy.value)
    assert.isUndefined(yield* session)
    assert.deepStrictEqual(storage.json("siwx") ?? [], [])
  })

  const never = () => new Promise<never>(() => {})
  test("disconnects if the site's backend never lists sessions", { siwx: { getSessions: never } }, function* () {
    yield* openModal()
    yield* settled(connectExternal(halyard))
    yield* TestClock.adjust("1 minute")
    yield* calm
    assert.strictEqual((yield* shown)[1], "disconnected")
  })

  it.effect("disconnects after 3 s if neither the wallet nor the site's backend responds", () => {
    let responds = true
    const config: SiwxConfig = { getRequired: () => false, getSessions: () => (responds ? [] : never()) }
    const silent = changedChains(() => ({ disconnect: () => Effect.never }))
    const setup = { script: { relay: "scan" }, options: { networks: [mainnet, solana] }, ...silent } as const
    return whenSiteSignsIn({ siwx: config, ...setup }, function* () {
      yield* settled(connect({ wallet: "walletConnect" }))
      yield* calm
      responds = false
      const asked = yield* begun(disconnect())
      yield* pass(2_999)
      assert.strictEqual((yield* shown)[1], "connected")
      yield* pass(1)
      assert.strictEqual((yield* shown)[1], "disconnected")
      yield* ended(asked)
    })
  })

  it.effect("ends only the sessions that the account has, and requests those of all its networks at once", () => {
    const asked: string[] = []
    const ended: string[] = []
    const networks = [mainnet, base, polygon, optimism, solana]
    const layer = changed(Siwx, site({}), ({ sessions, revoke }) => ({
      sessions: (account) => {
        asked.push(account.chainId)
        const read = account.chainId === base.caipNetworkId ? Effect.fail(new UnknownFailure()) : sessions(account)
        return Effect.delay(read, "1 second")
      },
      revoke: (account) => {
        ended.push(account.chainId)
        return revoke(account)
      },
    }))
    return whenSiteSignsIn({ layers: { siwx: layer }, options: { networks } }, function* ({ storage }) {
      yield* approved
      yield* signs
      asked.length = 0
      yield* settled(disconnect())
      const ids = networks.map(({ caipNetworkId }) => caipNetworkId).filter((id) => id.startsWith("eip155:"))
      assert.sameMembers([...new Set(asked)], ids)
      assert.deepStrictEqual(ended, [mainnet.caipNetworkId])
      assert.isEmpty(storage.json("siwx"))
    })
  })

  test("the end of one session leaves that of another network", function* () {
    const { session } = yield* slicesOf(siwx)
    yield* approved
    yield* signs
    yield* TestClock.adjust("1 day")
    yield* switches(base)
    yield* signs
    const held = session.value
    const seen: unknown[] = []
    session.subscribe((now) => void seen.push(now))
    yield* pass("6 days")
    assert.isDefined(held)
    assert.deepStrictEqual(seen, [held])
    yield* pass("1 day")
    assert.isUndefined(session.value)
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

  test("verifies signatures on the network of the message", recordingNetworks(), function* ({ verified }) {
    yield* approved
    yield* switches(base)
    yield* signs
    yield* getSessions()
    assert.deepStrictEqual(verified, [base.caipNetworkId, base.caipNetworkId])
  })

  test("a signature that arrives after another account became active counts for its own account only", function* ({
    storage,
    wallet,
  }) {
    yield* approved
    wallet().behave({ sign: "hang" })
    yield* settled(prepareMessage())
    const signing = yield* begun(signShownMessage())
    wallet().select(1)
    yield* rest
    wallet().approve()
    yield* settled(Fiber.join(signing))
    yield* calm
    assert.isUndefined(yield* session)
    assert.deepStrictEqual(yield* shown, ["SIWXSignMessage", "connected"])
    assert.lengthOf(storage.json("siwx") as unknown[], 1)
    wallet().select(0)
    yield* calm
    assert.isDefined(yield* session)
  })

  test("while it is canceled, does not cancel again, and leaves an account connected that becomes active", function* ({
    core,
    wallet,
  }) {
    const { busy } = yield* slicesOf(siwx)
    yield* approved
    yield* signs
    yield* switches(base)
    wallet().behave({ sign: "hang", switch: "hang" })
    yield* settled(prepareMessage())
    const signing = yield* begun(signShownMessage())
    yield* begun(cancelSignIn())
    yield* ended(signing)
    assert.strictEqual(busy.value, "cancelling")
    yield* cancels
    assert.deepStrictEqual(yield* shown, ["SIWXSignMessage", "connected"])
    assert.strictEqual(busy.value, "cancelling")
    const first = core.address.value
    wallet().select(1)
    yield* pass(limits.response)
    yield* calm
    assert.isUndefined(busy.value)
    assert.notStrictEqual(core.address.value, first)
    assert.deepStrictEqual(yield* shown, ["SIWXSignMessage", "connected"])
  })

  it.effect("ignores sessions that arrive for an account after another one became active", () => {
    let fail = () => {}
    const slow = new Promise<never>((_, reject) => {
      fail = () => reject(new Error("down"))
    })
    let first: string | undefined
    const getSessions: SiwxConfig["getSessions"] = (_, address) => (address === first ? slow : [])
    return whenSiteSignsIn({ siwx: { ...optional, getSessions } }, function* ({ core, wallet }) {
      yield* connects
      yield* cancels
      first = core.address.value
      yield* settled(switchNetwork({ network: base.caipNetworkId }))
      yield* rest
      wallet().select(1)
      yield* rest
      fail()
      yield* calm
      assert.notStrictEqual(core.address.value, first)
      assert.strictEqual((yield* shown)[1], "connected")
    })
  })

  it.effect("has no session while those of another account load, and keeps one that is only read again", () => {
    const sessions: SiwxSession[] = []
    const config: SiwxConfig = {
      addSession: (one) => void sessions.push(one),
      getSessions: (_, address) => (address === (sessions[0]?.data.accountAddress ?? address) ? sessions : never()),
    }
    return whenSiteSignsIn({ siwx: config }, function* ({ wallet }) {
      const { session } = yield* slicesOf(siwx)
      yield* approved
      yield* signs
      const seen: unknown[] = []
      session.subscribe((now) => void seen.push(now !== undefined))
      yield* settled(signIn())
      assert.notInclude(seen, false)
      wallet().select(1)
      yield* rest
      assert.isUndefined(session.value)
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

  test("names an EVM account with its checksum, as ERC-4361 requires, and any other as its wallet does", function* () {
    const evm = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"
    const onSolana = "6dNUXkrW9Rdmj3YfR3rPBN1ADjkfvCXzSKvD5W2vTvHm"
    const { message } = yield* Siwx
    const lower = yield* message({ chainId: mainnet.caipNetworkId, accountAddress: evm.toLowerCase() })
    assert.strictEqual(lower.accountAddress, evm)
    assert.include(String(lower), `account:\n${evm}\n`)
    const kept = yield* message({ chainId: solana.caipNetworkId, accountAddress: onSolana })
    assert.strictEqual(kept.accountAddress, onSolana)
  })

  it.effect("gives the site a session with the text that the wallet signed, in the site's spelling", () => {
    const added: SiwxSession[] = []
    const siwx: SiwxConfig = {
      createMessage: (account) => {
        const fields = { ...account, ...least }
        return { ...fields, toString: () => `https://${siwxText(fields)}` }
      },
      addSession: (session) => added.push(session),
    }
    // The site verifies the signature, so Portico does not.
    return whenSiteSignsIn({ siwx, ...unsigned }, function* () {
      yield* approved
      yield* signs
      // A message without an expiry has none.
      assert.isDefined(yield* session)
      assert.lengthOf(added, 1)
      const [{ message, signature } = assert.fail()] = added
      assert.match(message, /^https:\/\/site\.example wants you to sign in with your Ethereum account:\n/)
      const address = "0xdbC7d4ef0007fA387aE67cC789e95be1BEC727C9"
      assert.isTrue(
        yield* Effect.promise(() => verifyMessage({ address, message, signature: signature as `0x${string}` })),
      )
    })
  })

  it.effect("ends a session whose address the site writes in lower case", () => {
    const createMessage: SiwxConfig["createMessage"] = ({ chainId, accountAddress }) =>
      withText({ ...least, chainId, accountAddress: accountAddress.toLowerCase() })
    return whenSiteSignsIn({ siwx: { createMessage } }, function* ({ storage }) {
      yield* approved
      yield* signs
      assert.lengthOf(storage.json("siwx") as unknown[], 1)
      yield* settled(disconnect())
      assert.lengthOf(storage.json("siwx") as unknown[], 0)
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

  test("keeps its sessions for the visit if storage is full", { storage: shelf({}, { room: 0 }) }, function* () {
    yield* approved
    yield* signs
    assert.strictEqual(yield* shownView, "closed")
    yield* switches(base)
    yield* cancels
    assert.strictEqual((yield* shown)[1], "connected")
  })
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
