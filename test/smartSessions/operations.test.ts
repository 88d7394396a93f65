import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { createWorld, demo, type Script, type World } from "../../layers/demo.ts"
import { Api } from "../../services/Api.ts"
import { connect } from "../../src/connect/operations.ts"
import { disconnect } from "../../src/connections/operations/connections.ts"
import { mainnet, solana } from "../../src/options/networks.ts"
import { project } from "../../src/project/first-paint/state.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import { smartSessionLimits } from "../../src/smartSessions/limits.ts"
import { kindOf } from "../../src/smartSessions/model.ts"
import {
  grantPermissions,
  refreshSessions,
  revokePermissions,
  revokeSession,
} from "../../src/smartSessions/operations.ts"
import { smartSessions } from "../../src/smartSessions/state.ts"
import { settled } from "../contracts/settled.ts"
import { changed } from "../fixtures/layers.ts"
import { cinderbox, halyard, rest } from "../fixtures/modal.ts"
import { type RecordedScene, whenRecorded } from "../fixtures/scenes/recorded.ts"
import { type Setup, type Steps, testing, whenStarted } from "../fixtures/scenes.ts"
import { fails, shownSnack } from "../fixtures/visits.ts"

const options = { networks: [mainnet, solana], features: { smartSessions: true } }
const rejects = { wallets: { [cinderbox]: { sign: "reject" } } } as const
const words = { revoked: "Revoked", declined: "Declined", failed: "Failed" }
const request = Effect.map(Clock.currentTimeMillis, (now) => ({
  chainId: "0x1",
  expiry: Math.floor(now / 1_000) + 3_600,
  signer: { type: "keys" as const, data: { keys: [{ type: "secp256k1" as const, publicKey: "0x02ab" }] } },
  permissions: [
    { type: "native-token-recurring-allowance" as const, data: { allowance: "0x1", start: 0, period: 60 } },
  ] as const,
}))

interface Grant {
  readonly address: string
  readonly signer: { readonly type: string; readonly data: { readonly keys: readonly object[] } }
}

/** A connected wallet that grants sessions, with some granted earlier. The clock is set so those have begun too. */
const whenGranting = (setup: Setup, steps: Steps<RecordedScene>) =>
  Effect.andThen(
    TestClock.setTime(1_700_000_000_000),
    whenRecorded({ ...setup, options: { ...options, ...setup.options } }, steps),
  )

/** A world whose service responds with these sessions. */
const listing = (sessions: readonly object[]): World => {
  const world = createWorld()
  return { ...world, sessions: { ...world.sessions, list: () => sessions } } as unknown as World
}
const session = (index: number) => ({
  pci: `p${index}`,
  name: "A site",
  url: "",
  iconUrl: "",
  createdAt: index + 1,
  expiry: 2_000_000_000_000,
  revokedAt: undefined,
  permissions: [],
})

/** The active sessions of the list. */
const active = Effect.gen(function* () {
  const now = yield* Clock.currentTimeMillis
  return (yield* slicesOf(smartSessions)).list.peek().filter((one) => kindOf(one, now) === "active")
})
const isActive = (pci: string) => Effect.map(active, (list) => list.some((one) => one.pci === pci))

const test = testing(whenGranting)

describe("The modal can also offer smart sessions", () => {
  test("the wallet grants permissions to the site's key and the service's, and the session is listed from then on", function* ({
    world,
    core,
    asked,
  }) {
    const input = yield* request
    const grant = yield* settled(grantPermissions(input))
    assert.deepInclude(grant, { chainId: "0x1", address: core.address.peek() ?? "", expiry: input.expiry })
    const [sent] = asked<Grant>("wallet_grantPermissions")
    const keys = sent?.signer.data.keys ?? []
    assert.deepStrictEqual(keys[0], input.signer.data.keys[0])
    assert.lengthOf(keys, 2)
    assert.strictEqual(sent?.signer.type, input.signer.type)
    assert.strictEqual(sent?.address, core.address.peek())
    for (const row of ["addSession", "activateSession"]) assert.strictEqual(world.faults.requestCount(row), 1)

    yield* settled(refreshSessions())
    assert.isTrue(yield* isActive(grant.pci))
    yield* settled(revokePermissions({ pci: grant.pci }))
    yield* settled(refreshSessions())
    assert.isFalse(yield* isActive(grant.pci))
  })

  test("prompts once for two concurrent calls with the same request, and again for another", function* ({ asked }) {
    const input = yield* request
    const longer = { ...input, expiry: input.expiry + 1 }
    const [one, same, other] = yield* settled(
      Effect.all([input, input, longer].map(grantPermissions), { concurrency: "unbounded" }),
    )
    assert.strictEqual(one?.pci, same?.pci)
    assert.notStrictEqual(one?.pci, other?.pci)
    assert.deepStrictEqual([one?.expiry, other?.expiry], [input.expiry, longer.expiry])
    assert.lengthOf(asked("wallet_grantPermissions"), 2)
  })

  const elsewhere = { address: `0x${"12".repeat(20)}` }
  const noBackup = { faults: { addSession: { status: 500 } } }
  const notActivated = { faults: { activateSession: { status: 401 } } }
  const unable = { wallets: { [cinderbox]: { able: [] } } }
  const notHeld = {
    message: `Expected account in use, received '${elsewhere.address.slice(0, 40)}...'`,
    path: "address",
  }
  const noBase = { details: "eip155:8453 is not one of the option `networks`" }
  it.effect.each<readonly [what: string, change: object, tag: string, setup?: Setup, says?: object]>([
    ["an incomplete request", { permissions: [] }, "InvalidInput"],
    ["another account", elsewhere, "InvalidInput", {}, notHeld],
    ["a network that the modal does not have", { chainId: "0x2105" }, "NetworkNotFound", {}, noBase],
    ["a site that does not offer them", {}, "SmartSessionsNotOffered", { options: { features: {} } }],
    ["a service that adds no key", {}, "SmartSessionNotCreated", { script: noBackup }],
    ["a service that does not activate the session", {}, "SmartSessionNotCreated", { script: notActivated }],
    ["a visitor who rejects", {}, "UserRejectedRequestError", { script: rejects }],
    ["a wallet without the method", {}, "MethodNotFoundRpcError", { script: unable }],
  ])("nothing is granted for %s", ([, change, _tag, setup = {}, says = {}]) =>
    whenGranting(setup, function* ({ world, asked }) {
      yield* fails(settled(grantPermissions({ ...(yield* request), ...change })), { _tag, ...says })
      if (["InvalidInput", "NetworkNotFound", "SmartSessionsNotOffered"].includes(_tag)) {
        assert.isEmpty(asked("wallet_grantPermissions"))
        assert.strictEqual(world.faults.requestCount("addSession"), 0)
      }
    }),
  )

  it.effect("nothing is granted or revoked without an EVM account", () =>
    whenStarted({ options }, function* ({ core }) {
      yield* fails(settled(revokePermissions({ pci: "x" })), { _tag: "NoActiveCaipAddress" })
      yield* settled(connect({ wallet: "example.plover" }))
      assert.strictEqual(core.namespace.peek(), "solana")
      yield* fails(settled(grantPermissions(yield* request)), { _tag: "SmartSessionsNotOffered" })
    }),
  )
})

describe("list of smart sessions", () => {
  const over = Array.from({ length: 500 }, (_, at) => ({ ...session(at + 8), pci: `over${at}`, revokedAt: 10 }))
  const holding = Array.from({ length: 500 }, (_, at) => session(at))

  test("has the newest ones if there are more than it can hold", { world: listing(holding) }, function* () {
    const { list } = yield* slicesOf(smartSessions)
    yield* settled(refreshSessions())
    assert.lengthOf(list.peek(), smartSessionLimits)
    assert.strictEqual(list.peek()[0]?.pci, "p499")
  })

  it.effect.each([
    ["one among newer ones that are no longer active", [...over, ...holding.slice(0, 1)], 1],
    ["one too old to be listed", holding.slice(0, 250), smartSessionLimits],
  ] as const)("has the active ones first, and can revoke %s", ([, all, listed]) =>
    whenGranting({ world: listing(all) }, function* ({ asked }) {
      yield* settled(refreshSessions())
      assert.lengthOf(yield* active, listed)
      yield* Effect.ignore(settled(revokePermissions({ pci: "p0" })))
      assert.lengthOf(asked("wallet_revokePermissions"), 1)
    }),
  )

  test("shows the account's sessions by status, and is emptied at once for another account", function* ({ world }) {
    const { list, refresh } = yield* slicesOf(smartSessions)
    yield* settled(refreshSessions())
    const now = yield* Clock.currentTimeMillis
    const kinds = list.peek().map((one) => kindOf(one, now))
    assert.deepStrictEqual(kinds.toSorted(), ["active", "active", "expired", "revoked"])
    const before = list.peek().map(({ pci }) => pci)

    yield* settled(disconnect())
    assert.isEmpty(list.peek())
    yield* settled(connect({ wallet: halyard }))
    world.faults.set("sessions", { status: 503 })
    yield* settled(refreshSessions())
    assert.isEmpty(list.peek())
    assert.strictEqual(
      refresh.value.status === "failed" && refresh.value.error.message,
      "Failed to fetch smart sessions",
    )
    world.faults.heal()
    yield* settled(refreshSessions())
    assert.lengthOf(list.peek(), 4)
    assert.notIncludeMembers(
      list.peek().map(({ pci }) => pci),
      before,
    )
    const { served } = yield* slicesOf(project)
    served.value = new Set()
    yield* settled(refreshSessions())
    assert.isEmpty(list.peek())
  })

  test("revokes a session with the account's signature, once for two clicks", {
    script: { wallets: { [cinderbox]: { delay: 2_000 } } },
  }, function* ({ world, core, asked }) {
    const { revoking } = yield* slicesOf(smartSessions)
    yield* settled(refreshSessions())
    const [session] = yield* active
    assert.exists(session)
    const pci = session?.pci ?? ""
    const first = yield* Effect.forkChild(revokeSession(pci, words))
    yield* rest
    assert.deepStrictEqual([...revoking.peek()], [pci])
    yield* revokeSession(pci, words)
    yield* settled(Fiber.join(first))
    yield* rest

    const expiry = (session?.expiry ?? 0) / 1_000
    assert.deepStrictEqual(asked("wallet_revokePermissions"), [
      { pci, permissions: session?.permissions, expiry, address: core.address.peek() },
    ])
    assert.strictEqual(world.faults.requestCount("revokeSession"), 1)
    assert.isFalse(yield* isActive(pci))
    assert.deepInclude(yield* shownSnack, { message: "Revoked", variant: "success" })
    assert.isEmpty(revoking.peek())
    for (const gone of [pci, "unknown"])
      yield* fails(settled(revokePermissions({ pci: gone })), { _tag: "SmartSessionNotRevoked" })
    assert.lengthOf(asked("wallet_revokePermissions"), 1)
  })

  test("revokes one session while the wallet still asks about another", function* ({ asked, instead }) {
    const { revoking } = yield* slicesOf(smartSessions)
    yield* settled(refreshSessions())
    const [one = "", other = ""] = (yield* active).map(({ pci }) => pci)
    const answer = yield* Deferred.make<string>()
    instead.set("wallet_revokePermissions", Deferred.await(answer))
    const waiting = yield* Effect.forkChild(revokeSession(other, words))
    yield* rest
    instead.clear()
    yield* settled(revokeSession(one, words))
    assert.deepStrictEqual([...revoking.peek()], [other])
    assert.deepStrictEqual(
      (yield* active).map(({ pci }) => pci),
      [other],
    )

    yield* Deferred.succeed(answer, "0x5190")
    yield* settled(Fiber.join(waiting))
    assert.isEmpty(revoking.peek())
    assert.isEmpty(yield* active)
    assert.deepStrictEqual(
      asked<{ readonly pci: string }>("wallet_revokePermissions").map(({ pci }) => pci),
      [other, one],
    )
  })

  test("is neither requested while offline nor shown to the next account", {
    script: { faults: { sessions: { delay: 5_000 } } },
  }, function* ({ world, core }) {
    const { list } = yield* slicesOf(smartSessions)
    core.online.value = false
    yield* settled(refreshSessions())
    assert.strictEqual(world.faults.requestCount("sessions"), 0)

    core.online.value = true
    const late = yield* Effect.forkChild(refreshSessions())
    yield* rest
    assert.strictEqual(world.faults.requestCount("sessions"), 1)
    yield* disconnect()
    yield* settled(Fiber.join(late))
    assert.isEmpty(list.peek())
  })

  it.effect("are requested by the account's CAIP-10 ID, and revoked with the wallet's signature", () => {
    const sent: (readonly [name: string, input: unknown])[] = []
    const layers = (world: World) => ({
      api: changed(Api, demo(world).api, ({ call }) => ({
        call: (endpoint, input) => {
          if (/session/i.test(endpoint.name)) sent.push([endpoint.name, input])
          return call(endpoint, input)
        },
      })),
    })
    return whenGranting({ layers }, function* ({ core, instead }) {
      instead.set("wallet_revokePermissions", Effect.succeed("0x5190"))
      yield* settled(refreshSessions())
      const pci = (yield* active)[0]?.pci ?? ""
      yield* settled(revokePermissions({ pci }))

      const address = core.address.peek()
      const listing = ["sessions", { account: `eip155:1:${address}` }]
      assert.deepStrictEqual<unknown>(sent, [
        listing,
        listing,
        ["revokeSession", { address, pci, signature: "0x5190" }],
      ])
    })
  })

  it.effect.each<readonly [what: string, message: string, script: Script]>([
    ["the visitor rejects", "Declined", rejects],
    ["the service rejects the revocation", "Failed", { faults: { revokeSession: { status: 500 } } }],
  ])("keeps a session, and says so, if %s", ([, message, script]) =>
    whenGranting({ script }, function* () {
      yield* settled(refreshSessions())
      const before = yield* active
      yield* settled(revokeSession(before[0]?.pci ?? "", words))
      yield* rest
      assert.deepInclude(yield* shownSnack, { message, variant: "error" })
      assert.deepStrictEqual(yield* active, before)
    }),
  )
})
