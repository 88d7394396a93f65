import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { verifyMessage } from "viem"
import type { World } from "../../layers/demo.ts"
import { layer as site } from "../../layers/siwx/site.ts"
import { Siwx } from "../../services/Siwx.ts"
import { connect } from "../../src/connect/operations.ts"
import { disconnect } from "../../src/connections/operations/connections.ts"
import { UnknownFailure } from "../../src/errors/index.ts"
import { removeNamespace } from "../../src/namespaces/operations.ts"
import { openModal } from "../../src/navigation/opening/flows.ts"
import { switchNetwork } from "../../src/network/operations.ts"
import { base, mainnet, optimism, polygon, solana } from "../../src/options/networks.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import type { Needs } from "../../src/runtime/flow.ts"
import { siwx } from "../../src/siwx/first-paint/state.ts"
import { type SiwxConfig, type SiwxSession, siwxText, withText } from "../../src/siwx/model/message.ts"
import { signIn } from "../../src/siwx/operations.ts"
import { settled } from "../contracts/settled.ts"
import { changed } from "../fixtures/layers.ts"
import { rest, shelf } from "../fixtures/modal.ts"
import {
  approved,
  calm,
  cancels,
  connects,
  leastMessage,
  optional,
  session,
  shown,
  signs,
  switches,
  test,
  unsigned,
  whenSiteSignsIn,
} from "../fixtures/scenes/siwx.ts"
import { shownView } from "../fixtures/scenes.ts"
import { pass } from "../fixtures/visits.ts"

/** A response that never comes. */
const never = () => new Promise<never>(() => {})

describe("sessions of a sign-in", () => {
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

  it.effect("gives the site a session with the text that the wallet signed, in the site's spelling", () => {
    const added: SiwxSession[] = []
    const siwx: SiwxConfig = {
      createMessage: (account) => {
        const fields = { ...account, ...leastMessage }
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
      withText({ ...leastMessage, chainId, accountAddress: accountAddress.toLowerCase() })
    return whenSiteSignsIn({ siwx: { createMessage } }, function* ({ storage }) {
      yield* approved
      yield* signs
      assert.lengthOf(storage.json("siwx") as unknown[], 1)
      yield* settled(disconnect())
      assert.lengthOf(storage.json("siwx") as unknown[], 0)
    })
  })

  test("keeps its sessions for the visit if storage is full", { storage: shelf({}, { room: 0 }) }, function* () {
    yield* approved
    yield* signs
    assert.strictEqual(yield* shownView, "closed")
    yield* switches(base)
    yield* cancels
    assert.strictEqual((yield* shown)[1], "connected")
  })
})
