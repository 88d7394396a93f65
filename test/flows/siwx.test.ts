import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { layer as scripted } from "../../layers/browser/scripted.ts"
import { createWorld } from "../../layers/demo.ts"
import { layer as site } from "../../layers/siwx/site.ts"
import { fromSiwe } from "../../layers/siwx/siwe.ts"
import { Dialog } from "../../services/Dialog.ts"
import { Siwx } from "../../services/Siwx.ts"
import { latest } from "../../src/domain/loadable.ts"
import { base, mainnet, type Network, polygon, solana } from "../../src/domain/networks.ts"
import { type SiweConfig, type SiwxConfig, type SiwxSession, siwxText, withText } from "../../src/domain/siwx.ts"
import { connect, connectExternal } from "../../src/flows/connect.ts"
import { disconnect } from "../../src/flows/connections.ts"
import { removeNamespace } from "../../src/flows/namespaces.ts"
import { switchNetwork } from "../../src/flows/network.ts"
import { closeBySite, leave, openModal } from "../../src/flows/open.ts"
import { cancelSignIn, prepareMessage, signIn } from "../../src/flows/siwx.ts"
import { Modal, use } from "../../src/modal.ts"
import { siwx } from "../../src/state/siwx.ts"
import { snack } from "../../src/state/snack.ts"
import { settled } from "../contracts/settled.ts"
import { cinderbox, dialog, halyard, instanceOf, rest, shelf, visit, walletOf } from "./modal.ts"

const options = { networks: [mainnet, base] }
const view = Effect.map(Modal, ({ core }) => (core.open.peek() ? core.route.peek()?.name : "closed"))
const status = Effect.map(Modal, ({ core }) => core.accounts.eip155.peek().status)

/** A visitor who has pressed a wallet and approved. */
const approved = Effect.gen(function* () {
  yield* openModal()
  yield* settled(connectExternal(halyard))
  yield* settled(rest)
})

/** What a site's own message says beside whose it is. */
const least = { domain: "site.example", uri: "https://site.example", version: "1", nonce: "12345678" }

/** Reads the message and signs it. */
const signs = Effect.gen(function* () {
  yield* settled(prepareMessage())
  yield* settled(signIn())
  yield* settled(rest)
})

const moves = (network: Network) =>
  Effect.gen(function* () {
    yield* settled(switchNetwork({ network: network.caipNetworkId }))
    yield* settled(rest)
  })

const cancels = Effect.andThen(settled(cancelSignIn()), settled(rest))

const visiting = <A, E>(
  config: SiwxConfig,
  run: Parameters<typeof visit<A, E>>[1],
  { world = createWorld(), storage = shelf(), at = dialog(), origin = "https://site.example" } = {},
) => {
  const leaves = { siwx: site(config), storage: storage.leaf, dialog: at.leaf, browser: scripted({ page: { origin } }) }
  return visit(world, run, { options, leaves })
}

describe("Sign-in with a wallet signature", () => {
  it.effect("SIWX: after connect, if a supported network has no sessions, the sign view opens", () =>
    visiting(
      {},
      Effect.gen(function* () {
        yield* approved
        assert.strictEqual(yield* view, "SIWXSignMessage")
        assert.strictEqual(yield* status, "connected")
      }),
    ),
  )

  it.effect(
    "opens by itself for a site that connects without the modal, and not on a network that the site lacks",
    () =>
      visiting(
        {},
        Effect.gen(function* () {
          yield* settled(connect({ wallet: halyard }))
          yield* settled(rest)
          assert.strictEqual(yield* view, "SIWXSignMessage")
          yield* cancels

          const { core } = yield* Modal
          yield* settled(connect({ wallet: halyard }))
          core.accounts.eip155.value = { ...core.accounts.eip155.peek(), caipNetworkId: polygon.caipNetworkId }
          yield* settled(rest)
          assert.notStrictEqual(yield* view, "SIWXSignMessage")
        }),
      ),
  )

  it.effect("SIWX: signing adds a session and closes the modal", () => {
    const storage = shelf()
    return Effect.gen(function* () {
      yield* visiting(
        { statement: "Sign in to Site" },
        Effect.gen(function* () {
          yield* approved
          yield* signs
          const { session } = yield* use(siwx)
          assert.strictEqual(yield* view, "closed")
          const { data, message, signature } = session.value as SiwxSession
          assert.strictEqual(message, siwxText(data))
          assert.match(data.nonce, /^\d{8}$/)
          assert.strictEqual(data.statement, "Sign in to Site")
          assert.strictEqual(Date.parse(data.expirationTime ?? "") - Date.parse(data.issuedAt ?? ""), 7 * 86_400_000)
          assert.match(signature, /^0x/)
          assert.deepStrictEqual(storage.json("siwx"), [session.value])
        }),
        { storage },
      )
      // The next visit finds it, and asks nothing, until it is over.
      yield* visiting(
        {},
        Effect.gen(function* () {
          yield* settled(connect({ wallet: halyard }))
          yield* settled(rest)
          assert.strictEqual(yield* view, "closed")
          assert.isDefined((yield* use(siwx)).session.value)
        }),
        { storage },
      )
      yield* TestClock.adjust("8 days")
      yield* visiting(
        {},
        Effect.gen(function* () {
          yield* settled(connect({ wallet: halyard }))
          yield* settled(rest)
          assert.strictEqual(yield* view, "SIWXSignMessage")
        }),
        { storage },
      )
    })
  })

  it.effect("SIWX, sign-in required: cancelling switches back to the last SIWE network if it still has a session", () =>
    visiting(
      {},
      Effect.gen(function* () {
        const { core } = yield* Modal
        yield* approved
        yield* signs
        yield* moves(base)
        assert.strictEqual(yield* view, "SIWXSignMessage")
        yield* cancels
        assert.strictEqual(core.network.value?.caipNetworkId, mainnet.caipNetworkId)
        assert.strictEqual(yield* status, "connected")
        assert.strictEqual(yield* view, "closed")
        assert.isDefined((yield* use(siwx)).session.value)
      }),
    ),
  )

  it.effect("SIWX, sign-in required: otherwise cancelling disconnects", () =>
    visiting(
      {},
      Effect.gen(function* () {
        yield* approved
        yield* cancels
        assert.strictEqual(yield* status, "disconnected")
        assert.strictEqual(yield* view, "closed")
      }),
    ),
  )

  it.effect("SIWX, sign-in not required: cancel only closes", () => {
    const storage = shelf()
    const config: SiwxConfig = { getRequired: () => false }
    return Effect.gen(function* () {
      yield* visiting(
        config,
        Effect.gen(function* () {
          yield* approved
          yield* cancels
          assert.strictEqual(yield* status, "connected")
          assert.strictEqual(yield* view, "closed")
        }),
        { storage },
      )
      // Who comes back is not asked again.
      yield* visiting(
        config,
        Effect.gen(function* () {
          yield* settled(rest)
          assert.strictEqual(yield* status, "connected")
          assert.strictEqual(yield* view, "closed")
        }),
        { storage },
      )
    })
  })

  it.effect(
    "SIWX: while sign-in is required and no session exists, closing is disabled on the sign and approve views",
    () => {
      const at = dialog()
      return visiting(
        {},
        Effect.gen(function* () {
          yield* approved
          yield* settled(leave())
          assert.strictEqual(yield* view, "SIWXSignMessage")
          assert.include(at.told, "refuse")
          yield* signs
          assert.strictEqual(yield* view, "closed")
        }),
        { at },
      )
    },
  )

  for (const enableEmbedded of [true, false])
    it.effect(
      `SIWX, sign-in required: the site's own open and close leave the sign view where it is: ${enableEmbedded ? "embedded" : "in the dialog"}`,
      () => {
        const run = Effect.gen(function* () {
          yield* approved
          yield* settled(closeBySite())
          assert.strictEqual(yield* view, "SIWXSignMessage")
          yield* settled(openModal({ view: "Networks" }))
          assert.strictEqual(yield* view, "SIWXSignMessage")
          yield* signs
          yield* settled(openModal({ view: "Networks" }))
          assert.strictEqual(yield* view, "Networks")
          yield* settled(closeBySite())
          assert.strictEqual(yield* view, "closed")
        })
        return visit(createWorld(), run, {
          options: { ...options, enableEmbedded },
          leaves: { siwx: site({}), dialog: dialog().leaf },
        })
      },
    )

  it.effect("that is not required may be left by closing, and the wallet stays connected", () =>
    visiting(
      { getRequired: () => false },
      Effect.gen(function* () {
        yield* approved
        yield* settled(leave())
        assert.strictEqual(yield* view, "closed")
        assert.strictEqual(yield* status, "connected")
      }),
    ),
  )

  const init = "'A problem occurred while trying initialize authentication'"
  it.effect(`${init}: a snack error on SIWX init failure; the wallet is disconnected; the view resets to Connect`, () =>
    visiting(
      {
        getSessions: () => {
          throw new Error("down")
        },
      },
      Effect.gen(function* () {
        const { shown } = yield* use(snack)
        yield* approved
        assert.strictEqual(yield* view, "Connect")
        assert.strictEqual(yield* status, "disconnected")
        assert.deepInclude(shown.value, {
          message: "A problem occurred while trying initialize authentication",
          variant: "error",
        })
      }),
    ),
  )

  const refusals: readonly (readonly [what: string, SiwxConfig, answer: "approve" | "reject"])[] = [
    ["the wallet declines", {}, "reject"],
    ["the site refuses the signature", { addSession: () => Promise.reject(new Error("forged")) }, "approve"],
  ]
  for (const [what, config, answer] of refusals)
    it.effect(`'Error signing message': a snack error on SIWX signing failure: ${what}`, () => {
      const world = createWorld()
      return visiting(
        config,
        Effect.gen(function* () {
          const { shown } = yield* use(snack)
          const { message, busy } = yield* use(siwx)
          yield* approved
          walletOf(world).behave({ sign: answer })
          yield* settled(prepareMessage())
          const before = message.value
          yield* settled(signIn())
          assert.strictEqual(yield* view, "SIWXSignMessage")
          assert.deepInclude(shown.value, { message: "Error signing message", variant: "error" })
          assert.strictEqual(message.value.is, "loaded")
          assert.notStrictEqual(message.value, before)
          assert.isUndefined(busy.value)
          assert.isUndefined((yield* use(siwx)).session.value)
        }),
        { world },
      )
    })

  it.effect(
    "'Error signing message': the sign view reopens, where the visitor had closed it while the wallet was asked",
    () => {
      const world = createWorld()
      return visiting(
        { getRequired: () => false },
        Effect.gen(function* () {
          const { shown } = yield* use(snack)
          yield* approved
          walletOf(world).behave({ sign: "reject", delay: 3_000 })
          yield* settled(prepareMessage())
          const signing = yield* Effect.forkChild(signIn())
          yield* rest
          yield* settled(leave())
          assert.strictEqual(yield* view, "closed")
          yield* settled(Fiber.join(signing))
          assert.strictEqual(shown.value.message, "Error signing message")
          assert.strictEqual(yield* view, "SIWXSignMessage")
        }),
        { world },
      )
    },
  )

  it.effect("asks the wallet once, however often Sign is pressed", () => {
    const asked: SiwxSession[] = []
    return visiting(
      { addSession: (session) => void asked.push(session), getSessions: () => asked },
      Effect.gen(function* () {
        yield* approved
        yield* settled(prepareMessage())
        yield* settled(Effect.all([signIn(), signIn()], { concurrency: "unbounded" }))
        assert.lengthOf(asked, 1)
        assert.strictEqual(yield* view, "closed")
      }),
    )
  })

  for (const [signOutOnDisconnect, held] of [
    [undefined, 0],
    [false, 1],
  ] as const)
    it.effect(`SIWX default: signOutOnDisconnect true: ${signOutOnDisconnect}`, () => {
      const storage = shelf()
      return visiting(
        signOutOnDisconnect === undefined ? {} : { signOutOnDisconnect },
        Effect.gen(function* () {
          yield* approved
          yield* signs
          yield* settled(disconnect())
          assert.lengthOf(storage.json("siwx") as unknown[], held)
        }),
        { storage },
      )
    })

  const ends: readonly (readonly [what: string, Effect.Effect<unknown, never, Modal>])[] = [
    ["the wallet over the relay", Effect.void],
    ["the site, which offers the namespace no more", removeNamespace({ namespace: "eip155" }) as never],
  ]
  for (const [what, end] of ends)
    for (const signOutOnDisconnect of [true, false])
      it.effect(`SIWX default: signOutOnDisconnect true: ${signOutOnDisconnect}, when it is ended by ${what}`, () => {
        const world = createWorld({ relay: "scan" })
        const storage = shelf()
        return visit(
          world,
          Effect.gen(function* () {
            yield* openModal()
            yield* settled(connect({ wallet: "walletConnect" }))
            yield* settled(rest)
            yield* signs
            assert.lengthOf(storage.json("siwx") as unknown[], 1)
            if (end === Effect.void) world.phone.leave()
            yield* settled(end)
            yield* settled(rest)
            assert.strictEqual(yield* status, "disconnected")
            assert.lengthOf(storage.json("siwx") as unknown[], signOutOnDisconnect ? 0 : 1)
          }),
          {
            options: { networks: [mainnet, base, solana] },
            leaves: { siwx: site({ signOutOnDisconnect }), storage: storage.leaf },
          },
        )
      })

  for (const required of [true, false])
    it.effect(`counts no more from the time on at which it runs out, ${required ? "and is asked for again" : ""}`, () =>
      visiting(
        { getRequired: () => required },
        Effect.gen(function* () {
          yield* approved
          yield* signs
          const { session } = yield* use(siwx)
          const ends = Date.parse(session.value?.data.expirationTime ?? "")
          yield* TestClock.setTime(ends - 1)
          yield* rest
          assert.isDefined(session.value)
          yield* TestClock.setTime(ends)
          yield* rest
          assert.isUndefined(session.value)
          assert.strictEqual(yield* view, required ? "SIWXSignMessage" : "closed")
          assert.strictEqual(yield* status, "connected")
          if (!required) return
          yield* signs
          assert.isDefined(session.value)
        }),
      ),
    )

  it.effect("whose views cannot be fetched keeps nobody connected who must sign in, and whoever need not", () => {
    const unfetched = (required: boolean) => {
      const instance = { ...instanceOf(options), engine: () => Promise.reject(new Error("no network")) }
      const run = Effect.gen(function* () {
        yield* settled(connect({ wallet: halyard }))
        yield* settled(rest)
        return yield* status
      })
      return visit(createWorld(), run, { instance, leaves: { siwx: site({ getRequired: () => required }) } })
    }
    return Effect.gen(function* () {
      assert.strictEqual(yield* unfetched(true), "disconnected")
      assert.strictEqual(yield* unfetched(false), "connected")
    })
  })

  it.effect("has no message on a page without an origin, and says so", () =>
    visiting(
      {},
      Effect.gen(function* () {
        const { message } = yield* use(siwx)
        yield* approved
        yield* settled(prepareMessage())
        assert.strictEqual(message.value.is, "failed")
        yield* cancels
        assert.strictEqual(yield* status, "disconnected")
      }),
      { origin: "null" },
    ),
  )

  it.effect("asks anew for another account, and shows a message of that account", () => {
    const world = createWorld()
    return visiting(
      {},
      Effect.gen(function* () {
        const { core } = yield* Modal
        yield* approved
        yield* signs
        walletOf(world).select(1)
        yield* settled(rest)
        assert.strictEqual(yield* view, "SIWXSignMessage")
        yield* settled(prepareMessage())
        const { message } = yield* use(siwx)
        const now = message.value
        assert.strictEqual(now.is === "loaded" && now.value.accountAddress, core.address.value)
      }),
      { world },
    )
  })

  for (const signedIn of [true, false])
    it.effect(
      `SIWX, sign-in required: cancelling for one of several wallets leaves the other, ${signedIn ? "which has a session" : "which is asked too"}`,
      () =>
        visiting(
          {},
          Effect.gen(function* () {
            const { core } = yield* Modal
            const { session } = yield* use(siwx)
            yield* openModal()
            yield* settled(connectExternal(cinderbox))
            yield* settled(rest)
            const first = core.address.value
            if (signedIn) yield* signs
            yield* settled(connect({ wallet: halyard }))
            yield* settled(rest)
            assert.strictEqual(yield* view, "SIWXSignMessage")
            assert.notStrictEqual(core.address.value, first)
            yield* cancels
            assert.strictEqual(core.address.value, first)
            assert.strictEqual(yield* view, signedIn ? "closed" : "SIWXSignMessage")
            assert.strictEqual(session.value !== undefined, signedIn)
          }),
        ),
    )

  it.effect("does not have one account sign the message of another", () => {
    const world = createWorld()
    const asked: SiwxSession[] = []
    return visiting(
      { addSession: (session) => void asked.push(session) },
      Effect.gen(function* () {
        const { message, busy } = yield* use(siwx)
        yield* approved
        yield* settled(prepareMessage())
        const before = message.value
        walletOf(world).select(1)
        yield* settled(rest)
        assert.strictEqual(message.value, before)
        yield* settled(signIn())
        assert.isUndefined(busy.value)
        assert.lengthOf(asked, 0)
        // Until its own message has come there is none to sign.
        const shown = new Set<string | undefined>()
        const stop = message.subscribe((now) => void (now !== before && shown.add(latest(now)?.accountAddress)))
        yield* settled(prepareMessage())
        stop()
        yield* settled(signIn())
        const { core } = yield* Modal
        assert.deepStrictEqual(
          asked.map(({ data }) => data.accountAddress),
          [core.address.value],
        )
        assert.deepStrictEqual([...shown], [undefined, core.address.value])
      }),
      { world },
    )
  })

  const changed: readonly (readonly [what: string, message: Partial<typeof least>, elsewhere: string | undefined])[] = [
    ["another site", { domain: "bank.example", uri: "https://bank.example" }, "site.example"],
    ["this one", {}, undefined],
  ]
  for (const [what, message, elsewhere] of changed)
    it.effect(`of a backend that speaks for ${what} ${elsewhere ? "warns" : "does not warn"} whoever reads it`, () =>
      visiting(
        { createMessage: (account) => withText({ ...account, ...least, ...message }) },
        Effect.gen(function* () {
          yield* approved
          yield* settled(prepareMessage())
          assert.strictEqual((yield* use(siwx)).elsewhere.value, elsewhere)
        }),
      ),
    )

  it.effect("whose text says something else than is shown is not signed", () =>
    visiting(
      {
        createMessage: (account) => ({
          ...account,
          ...least,
          toString: () => siwxText({ ...account, ...least, nonce: "87654321" }),
        }),
      },
      Effect.gen(function* () {
        yield* approved
        yield* signs
        const { message, session } = yield* use(siwx)
        assert.strictEqual(message.value.is, "failed")
        assert.isUndefined(session.value)
      }),
    ),
  )

  it.effect("does not show a message that the site made for another account", () =>
    visiting(
      { createMessage: (account) => withText({ ...least, ...account, chainId: base.caipNetworkId }) },
      Effect.gen(function* () {
        const { message } = yield* use(siwx)
        yield* approved
        yield* settled(prepareMessage())
        assert.strictEqual(message.value.is, "failed")
        yield* settled(signIn())
        assert.isUndefined((yield* use(siwx)).session.value)
      }),
    ),
  )

  it.effect("may be cancelled while the wallet is asked, and a signature that comes later signs nobody in", () => {
    const world = createWorld()
    const storage = shelf()
    return visiting(
      {},
      Effect.gen(function* () {
        const { busy } = yield* use(siwx)
        yield* approved
        walletOf(world).behave({ sign: "hang" })
        yield* settled(prepareMessage())
        const signing = yield* Effect.forkChild(signIn())
        yield* settled(rest)
        assert.strictEqual(busy.value, "signing")
        yield* cancels
        assert.strictEqual(yield* view, "closed")
        assert.strictEqual(yield* status, "disconnected")
        yield* settled(Fiber.join(signing))
        assert.isUndefined(busy.value)
        assert.isUndefined((yield* use(siwx)).session.value)
        assert.deepStrictEqual(storage.json("siwx") ?? [], [])
      }),
      { world, storage },
    )
  })

  it.effect("whose backend never answers keeps nobody half signed in, and signed out is signed out", () => {
    const never = () => new Promise<never>(() => {})
    return Effect.gen(function* () {
      yield* visiting(
        { getSessions: never },
        Effect.gen(function* () {
          yield* openModal()
          yield* settled(connectExternal(halyard))
          yield* TestClock.adjust("1 minute")
          yield* settled(rest)
          assert.strictEqual(yield* status, "disconnected")
        }),
      )
      const sessions: SiwxSession[] = []
      yield* visiting(
        { addSession: (one) => void sessions.push(one), getSessions: () => sessions, revokeSession: never },
        Effect.gen(function* () {
          yield* approved
          yield* signs
          const begun = yield* Clock.currentTimeMillis
          yield* settled(disconnect())
          assert.strictEqual(yield* status, "disconnected")
          assert.isBelow((yield* Clock.currentTimeMillis) - begun, 10_000)
        }),
      )
    })
  })

  it.effect("names an EVM account as ERC-4361 has it, however its wallet does, and any other as it is", () => {
    const evm = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"
    const solana = "6dNUXkrW9Rdmj3YfR3rPBN1ADjkfvCXzSKvD5W2vTvHm"
    const run = Effect.gen(function* () {
      const { message } = yield* Siwx
      const lower = yield* message({ chainId: mainnet.caipNetworkId, accountAddress: evm.toLowerCase() })
      assert.strictEqual(lower.accountAddress, evm)
      assert.include(String(lower), `account:\n${evm}\n`)
      const chainId = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"
      assert.strictEqual((yield* message({ chainId, accountAddress: solana })).accountAddress, solana)
    })
    return visiting({}, run)
  })

  it.effect("ends a session however its address is written", () => {
    const storage = shelf()
    return visiting(
      {
        createMessage: ({ chainId, accountAddress }) =>
          withText({ ...least, chainId, accountAddress: accountAddress.toLowerCase() }),
      },
      Effect.gen(function* () {
        yield* approved
        yield* signs
        assert.lengthOf(storage.json("siwx") as unknown[], 1)
        yield* settled(disconnect())
        assert.lengthOf(storage.json("siwx") as unknown[], 0)
      }),
      { storage },
    )
  })

  it.effect("is not asked of accounts that the site's backend does not know", () =>
    visit(
      createWorld(),
      Effect.gen(function* () {
        yield* approved
        assert.strictEqual(yield* view, "closed")
        assert.strictEqual(yield* status, "connected")
      }),
      { options, leaves: { siwx: site({}, "solana") } },
    ),
  )

  it.effect("keeps its sessions as long as the page lasts where storage is full", () =>
    visiting(
      {},
      Effect.gen(function* () {
        yield* approved
        yield* signs
        assert.strictEqual(yield* view, "closed")
        yield* moves(base)
        yield* cancels
        assert.strictEqual(yield* status, "connected")
      }),
      { storage: shelf({}, { room: 0 }) },
    ),
  )

  it.effect("is not asked of anybody where the site has none", () =>
    visit(
      {},
      Effect.gen(function* () {
        yield* approved
        assert.strictEqual(yield* view, "closed")
        assert.strictEqual((yield* Dialog).slots, undefined)
      }),
      { options },
    ),
  )
})

describe("The older option siweConfig", () => {
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

  it.effect("makes its message with the backend's nonce, and has the signature checked there", () =>
    Effect.promise(async () => {
      const config = fromSiwe({ ...backend(), getMessageParams: () => ({ statement: "Hello" }) }, page, clock)
      const message = await config.createMessage?.(account)
      const said = JSON.parse(String(message))
      assert.deepInclude(said, { address: account.accountAddress, chainId: 1, nonce: "abcdefgh", statement: "Hello" })
      assert.strictEqual(said.iat, "2027-01-01T00:00:00.000Z")
      assert.deepInclude(said, { domain: "site.example", uri: "https://site.example", version: "1" })
      const session = { data: message, message: String(message) } as unknown as SiwxSession
      await config.addSession?.({ ...session, signature: "good" })
      const refused = await Promise.resolve(config.addSession?.({ ...session, signature: "bad" })).catch(String)
      assert.include(String(refused), "refused")
      assert.isTrue(config.getRequired?.())
      assert.isTrue(config.signOutOnDisconnect)
    }),
  )

  const { accountAddress } = account
  const sessions = [
    ["of the account", { address: accountAddress.toLowerCase(), chainId: 1 }, {}, 1],
    ["of another account", { address: `${accountAddress.slice(0, -1)}0`, chainId: 1 }, {}, 0],
    ["of another account that is to stay", { address: "0x00", chainId: 1 }, { signOutOnAccountChange: false }, 1],
    ["of another network", { address: accountAddress, chainId: 10 }, {}, 0],
    [
      "of another network that is to stay",
      { address: accountAddress, chainId: 10 },
      { signOutOnNetworkChange: false },
      1,
    ],
    ["that is none", null, {}, 0],
  ] as const
  for (const [what, session, changes, count] of sessions)
    it.effect(`counts a session ${what} or does not`, () =>
      Effect.promise(async () => {
        const config = fromSiwe({ ...backend(session), ...changes }, page, clock)
        assert.lengthOf((await config.getSessions?.(account.chainId, accountAddress)) ?? [], count)
      }),
    )
})
