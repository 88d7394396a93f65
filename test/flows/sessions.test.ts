import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import type { Script } from "../../layers/demo.ts"
import { smartSessions } from "../../src/domain/limits.ts"
import { mainnet, solana } from "../../src/domain/networks.ts"
import { kindOf } from "../../src/domain/sessions.ts"
import { connect } from "../../src/flows/connect.ts"
import { disconnect } from "../../src/flows/connections.ts"
import { grantPermissions, refreshSessions, revokePermissions, revokeSession } from "../../src/flows/sessions.ts"
import { Modal, use } from "../../src/modal.ts"
import { project } from "../../src/state/project.ts"
import { sessions } from "../../src/state/sessions.ts"
import { snack } from "../../src/state/snack.ts"
import { settled } from "../contracts/settled.ts"
import { cinderbox, createWorld, halyard, rest, visit, walletOf, withWallet } from "./modal.ts"

const on = { options: { networks: [mainnet, solana], features: { smartSessions: true } } }
const watched = (script: Script = {}) => {
  const before = createWorld(script)
  const wallet = walletOf(before, cinderbox)
  const asked: { readonly method: string; readonly params?: unknown }[] = []
  const world = withWallet(before, cinderbox, () => ({
    request: (input) => {
      asked.push(input)
      return wallet.request(input)
    },
  }))
  const paramsOf = (method: string) => asked.filter((one) => one.method === method).map(({ params }) => params)
  return { world, paramsOf }
}
const request = Effect.map(Clock.currentTimeMillis, (now) => ({
  chainId: "0x1",
  expiry: Math.floor(now / 1_000) + 3_600,
  signer: { type: "keys" as const, data: { keys: [{ type: "secp256k1" as const, publicKey: "0x02ab" }] } },
  permissions: [
    { type: "native-token-recurring-allowance" as const, data: { allowance: "0x1", start: 0, period: 60 } },
  ] as const,
}))
/** Not at the beginning of time: sessions of before have begun too. */
const connected = Effect.andThen(TestClock.setTime(1_700_000_000_000), settled(connect({ wallet: cinderbox })))
const active = Effect.gen(function* () {
  const now = yield* Clock.currentTimeMillis
  return (yield* use(sessions)).list.peek().filter((one) => kindOf(one, now) === "active")
})
const told = { revoked: "Revoked", declined: "Declined", failed: "Failed" }

describe("The modal can also offer smart sessions", () => {
  it.effect("a grant is the wallet's, with the service's key beside the site's, and is listed from then on", () => {
    const { world, paramsOf } = watched()
    const run = Effect.gen(function* () {
      yield* connected
      const asked = yield* request
      const grant = yield* settled(grantPermissions(asked))
      const { core } = yield* Modal
      assert.deepInclude(grant, { chainId: "0x1", address: core.address.peek() ?? "", expiry: asked.expiry })
      const [[sent]] = paramsOf("wallet_grantPermissions") as [
        [{ readonly signer: { readonly data: { readonly keys: readonly object[] } }; readonly address: string }],
      ]
      assert.deepStrictEqual(sent.signer.data.keys[0], asked.signer.data.keys[0])
      assert.lengthOf(sent.signer.data.keys, 2)
      assert.strictEqual(sent.address, core.address.peek())
      assert.deepStrictEqual(
        ["addSession", "activateSession"].map((row) => world.faults.asked(row)),
        [1, 1],
      )
      yield* settled(refreshSessions())
      assert.include(
        (yield* active).map(({ pci }) => pci),
        grant.pci,
      )
      yield* settled(revokePermissions({ pci: grant.pci }))
      yield* settled(refreshSessions())
      assert.notInclude(
        (yield* active).map(({ pci }) => pci),
        grant.pci,
      )
    })
    return visit(world, run, on)
  })

  it.effect("the same asked for twice at a time is asked once", () => {
    const { world, paramsOf } = watched()
    const run = Effect.gen(function* () {
      yield* connected
      const asked = yield* request
      const both = yield* Effect.all([settled(grantPermissions(asked)), settled(grantPermissions(asked))], {
        concurrency: "unbounded",
      })
      assert.strictEqual(both[0].pci, both[1].pci)
      assert.lengthOf(paramsOf("wallet_grantPermissions"), 1)
    })
    return visit(world, run, on)
  })

  const refusals: readonly (readonly [what: string, change: object, tag: string, script?: Script, options?: object])[] =
    [
      ["a request that is none", { permissions: [] }, "InvalidInput"],
      ["another's account", { address: `0x${"12".repeat(20)}` }, "InvalidInput"],
      ["a network that the modal does not have", { chainId: "0x2105" }, "NetworkNotFound"],
      ["a site that does not offer them", {}, "SmartSessionsNotOffered", {}, { features: {} }],
      [
        "a service that does not stand beside it",
        {},
        "SmartSessionNotCreated",
        { faults: { addSession: { status: 500 } } },
      ],
      [
        "a service that does not let it begin",
        {},
        "SmartSessionNotCreated",
        { faults: { activateSession: { status: 401 } } },
      ],
      [
        "a wallet whose holder says no",
        {},
        "UserRejectedRequestError",
        { wallets: { [cinderbox]: { sign: "reject" } } },
      ],
      ["a wallet that cannot", {}, "MethodNotFoundRpcError", { wallets: { [cinderbox]: { able: [] } } }],
    ]
  for (const [what, change, tag, script, options] of refusals)
    it.effect(`nothing is granted for ${what}`, () => {
      const { world, paramsOf } = watched(script)
      const run = Effect.gen(function* () {
        yield* connected
        const error = yield* Effect.flip(settled(grantPermissions({ ...(yield* request), ...change })))
        assert.strictEqual(error._tag, tag)
        if (["InvalidInput", "NetworkNotFound", "SmartSessionsNotOffered"].includes(tag)) {
          assert.isEmpty(paramsOf("wallet_grantPermissions"))
          assert.strictEqual(world.faults.asked("addSession"), 0)
        }
      })
      return visit(world, run, { options: { ...on.options, ...options } })
    })

  it.effect("nobody has none, and an account of another namespace neither", () =>
    visit(
      {},
      Effect.gen(function* () {
        const nobody = yield* Effect.flip(settled(revokePermissions({ pci: "x" })))
        assert.strictEqual(nobody._tag, "NoActiveCaipAddress")
        yield* settled(connect({ wallet: "example.plover" }))
        const { core } = yield* Modal
        assert.strictEqual(core.namespace.peek(), "solana")
        const error = yield* Effect.flip(settled(grantPermissions(yield* request)))
        assert.strictEqual(error._tag, "SmartSessionsNotOffered")
      }),
      on,
    ),
  )
})

describe("the list of smart sessions", () => {
  it.effect("has the newest where the service answers with more than anybody reads", () => {
    const { world } = watched()
    const one = {
      name: "A site",
      url: "",
      iconUrl: "",
      expiry: 2_000_000_000_000,
      revokedAt: undefined,
      permissions: [],
    }
    const many = Array.from({ length: 500 }, (_, index) => ({ ...one, pci: `p${index}`, createdAt: index + 1 }))
    const crowded = { ...world, sessions: { ...world.sessions, list: () => many } } as unknown as typeof world
    const run = Effect.gen(function* () {
      const { list } = yield* use(sessions)
      yield* connected
      yield* settled(refreshSessions())
      assert.lengthOf(list.peek(), smartSessions)
      assert.strictEqual(list.peek()[0]?.pci, "p499")
    })
    return visit(crowded, run, on)
  })

  it.effect("leaves out none that holds for newer ones that are over, and ends one that it does not list", () => {
    const { world, paramsOf } = watched()
    const one = {
      name: "A site",
      url: "",
      iconUrl: "",
      expiry: 2_000_000_000_000,
      revokedAt: undefined,
      permissions: [],
    }
    const over = Array.from({ length: 500 }, (_, at) => ({
      ...one,
      pci: `over${at}`,
      createdAt: at + 9,
      revokedAt: 10,
    }))
    const holds = Array.from({ length: 250 }, (_, at) => ({ ...one, pci: `p${at}`, createdAt: at + 1 }))
    const run = (all: readonly object[], listed: number, pci: string) => {
      const crowded = { ...world, sessions: { ...world.sessions, list: () => all } } as unknown as typeof world
      return visit(
        crowded,
        Effect.gen(function* () {
          yield* connected
          yield* settled(refreshSessions())
          assert.lengthOf(yield* active, listed)
          const before = paramsOf("wallet_revokePermissions").length
          yield* Effect.ignore(settled(revokePermissions({ pci })))
          assert.lengthOf(paramsOf("wallet_revokePermissions"), before + 1)
        }),
        on,
      )
    }
    return Effect.andThen(run([...over, ...holds.slice(0, 1)], 1, "p0"), run(holds, smartSessions, "p0"))
  })

  it.effect("is the account's, by kind; of another account it goes at once", () => {
    const { world } = watched()
    const run = Effect.gen(function* () {
      const { list, refresh } = yield* use(sessions)
      yield* connected
      yield* settled(refreshSessions())
      const now = yield* Clock.currentTimeMillis
      const kinds = list.peek().map((one) => kindOf(one, now))
      assert.deepStrictEqual(kinds.toSorted(), ["active", "active", "expired", "revoked"])
      const before = list.peek().map(({ pci }) => pci)

      yield* settled(disconnect())
      yield* settled(connect({ wallet: halyard }))
      world.faults.set("sessions", { status: 503 })
      yield* settled(refreshSessions())
      assert.isEmpty(list.peek())
      assert.strictEqual(refresh.value.is === "failed" && refresh.value.error.message, "Failed to fetch smart sessions")
      world.faults.heal()
      yield* settled(refreshSessions())
      assert.lengthOf(list.peek(), 4)
      assert.notIncludeMembers(
        list.peek().map(({ pci }) => pci),
        before,
      )
      const { served } = yield* use(project)
      served.value = new Set()
      yield* settled(refreshSessions())
      assert.isEmpty(list.peek())
    })
    return visit(world, run, on)
  })

  it.effect("a session is revoked by the account's signature, once whoever presses how often", () => {
    const { world, paramsOf } = watched({ wallets: { [cinderbox]: { delay: 2_000 } } })
    const run = Effect.gen(function* () {
      const { shown } = yield* use(snack)
      const { revoking } = yield* use(sessions)
      yield* connected
      yield* settled(refreshSessions())
      const [session] = yield* active
      assert.exists(session)
      const pci = session?.pci ?? ""
      const first = yield* Effect.forkChild(revokeSession(pci, told))
      yield* rest
      assert.deepStrictEqual([...revoking.peek()], [pci])
      yield* revokeSession(pci, told)
      yield* settled(Fiber.join(first))
      yield* rest

      const { core } = yield* Modal
      const [[asked]] = paramsOf("wallet_revokePermissions") as [[object]]
      assert.deepStrictEqual(asked, {
        pci,
        permissions: session?.permissions,
        expiry: (session?.expiry ?? 0) / 1_000,
        address: core.address.peek(),
      })
      assert.lengthOf(paramsOf("wallet_revokePermissions"), 1)
      assert.strictEqual(world.faults.asked("revokeSession"), 1)
      assert.notInclude(
        (yield* active).map((one) => one.pci),
        pci,
      )
      assert.deepInclude(shown.peek(), { message: "Revoked", variant: "success" })
      assert.isEmpty(revoking.peek())
      const error = yield* Effect.flip(settled(revokePermissions({ pci })))
      assert.strictEqual(error._tag, "SmartSessionNotRevoked")
    })
    return visit(world, run, on)
  })

  for (const [what, script, message] of [
    ["a holder who says no", { wallets: { [cinderbox]: { sign: "reject" } } }, "Declined"],
    ["a service that does not take it", { faults: { revokeSession: { status: 500 } } }, "Failed"],
  ] as readonly (readonly [string, Script, string])[])
    it.effect(`stays as it is after ${what}, which is told`, () => {
      const { world } = watched(script)
      const run = Effect.gen(function* () {
        const { shown } = yield* use(snack)
        yield* connected
        yield* settled(refreshSessions())
        const before = yield* active
        yield* settled(revokeSession(before[0]?.pci ?? "", told))
        yield* rest
        assert.deepInclude(shown.peek(), { message, variant: "error" })
        assert.deepStrictEqual(yield* active, before)
      })
      return visit(world, run, on)
    })
})
