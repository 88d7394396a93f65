import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import type { Script } from "../../layers/demo.ts"
import { debounce, fresh } from "../../src/domain/limits.ts"
import { latest } from "../../src/domain/loadable.ts"
import { bitcoin, defineNetwork, mainnet, polygon } from "../../src/domain/networks.ts"
import { connect } from "../../src/flows/connect.ts"
import {
  chooseName,
  learnNames,
  registerChosen,
  registerName,
  resolveName,
  reverseName,
  suggest,
  suggestNames,
} from "../../src/flows/names.ts"
import { switchNetwork } from "../../src/flows/network.ts"
import { Modal, use } from "../../src/modal.ts"
import * as Router from "../../src/router.ts"
import { snapshot } from "../../src/snapshot.ts"
import { account } from "../../src/state/account.ts"
import { names } from "../../src/state/names.ts"
import { snack } from "../../src/state/snack.ts"
import { createWorld, halyard, rest, visit, walletOf, withWallet } from "./modal.ts"
import "../../src/domain/namesRow.ts"

const still = (script: Script = {}) => createWorld({ tick: 0, ...script })
const connected = connect({ wallet: halyard })
const view = Effect.map(Modal, ({ core }) => core.stack.value.map(({ name }) => name))
const marguerite = "0x7a3f6B0e2C915D84f7a0E6C35B1d28F04e9c41D2"
const ansel = "0xb51e07D3f8426Ac9035E71b98D4fa2C60788E3F5"
const snacks = Effect.map(use(snack), ({ shown }) => {
  const seen: string[] = []
  shown.subscribe(({ open, variant, message }) => void (open && seen.push(`${variant}: ${message}`)))
  return seen
})

describe("A name", () => {
  it.effect("is resolved by the chain's name service, one of the provider's by its own", () => {
    const world = still()
    const run = Effect.gen(function* () {
      const chains = yield* resolveName({ name: " Ansel.eth " })
      assert.strictEqual(chains?.address, ansel)
      assert.match(chains?.avatar ?? "", /^data:image\//)
      assert.deepStrictEqual(yield* resolveName({ name: "ansel.reown.id" }), { address: ansel })
      assert.isUndefined(yield* resolveName({ name: "nobody.eth" }))
      assert.isUndefined(yield* resolveName({ name: "no dot" }))
    })
    return visit(world, run)
  })

  it.effect("that was resolved is asked for again after 5 minutes", () => {
    const world = still()
    const run = Effect.gen(function* () {
      yield* resolveName({ name: "ansel.eth" })
      yield* TestClock.adjust(fresh.ens - 1)
      yield* resolveName({ name: "ANSEL.eth" })
      assert.strictEqual(world.faults.asked("identity"), 1)
      yield* TestClock.adjust(1)
      yield* resolveName({ name: "ansel.eth" })
      assert.strictEqual(world.faults.asked("identity"), 2)

      yield* resolveName({ name: "ansel.reown.id" })
      yield* resolveName({ name: "ansel.reown.id" })
      assert.strictEqual(world.faults.asked("lookUpName"), 1)
    })
    return visit(world, run)
  })

  it.effect("stands on each network for the address that it has there, whatever it stood for a moment ago", () => {
    const world = still()
    const [there, here] = [marguerite, ansel].map((address) => ({ address }))
    world.names.set("two.reown.id", {
      name: "two.reown.id",
      addresses: { "60": here as never, "2147483785": there as never },
    })
    const run = Effect.gen(function* () {
      const to = Effect.map(resolveName({ name: "two.reown.id" }), (found) => found?.address)
      assert.strictEqual(yield* to, ansel)
      yield* switchNetwork({ network: "eip155:137" })
      assert.strictEqual(yield* to, marguerite)
    })
    return visit(world, run, { options: { networks: [mainnet, polygon] } })
  })

  it.effect("'Error resolving name', or the first reason that the API gives", () => {
    const world = still()
    const run = Effect.gen(function* () {
      const unknown = yield* Effect.flip(resolveName({ name: "nobody.reown.id" }))
      assert.deepInclude(unknown, { _tag: "NameNotResolved", message: "Name is not registered" })
      world.faults.set("lookUpName", { status: 500 })
      const down = yield* Effect.flip(resolveName({ name: "ansel.reown.id" }))
      assert.strictEqual(down.message, "Error resolving name")
    })
    return visit(world, run)
  })

  it.effect("names of an address are the provider's, or 'Error fetching names for address'", () => {
    const world = still()
    const run = Effect.gen(function* () {
      const records = yield* reverseName({ address: ansel.toLowerCase() })
      assert.deepStrictEqual(
        records.map(({ name }) => name),
        ["ansel.reown.id"],
      )
      assert.deepStrictEqual(yield* reverseName({ address: marguerite }), [])
      world.faults.set("namesOf", { status: 500 })
      const error = yield* Effect.flip(reverseName({ address: `0x${"9".repeat(40)}` }))
      assert.strictEqual(error.message, "Error fetching names for address")
    })
    return visit(world, run)
  })

  it.effect("suggestions say what is taken, or 'Error fetching name suggestions'", () => {
    const world = still()
    const run = Effect.gen(function* () {
      const [first, second] = yield* suggestNames({ name: "Ansel" })
      assert.deepStrictEqual(first, { name: "ansel.reown.id", registered: true })
      assert.isFalse(second?.registered)
      world.faults.set("suggestions", { status: 500 })
      const error = yield* Effect.flip(suggestNames({ name: "other" }))
      assert.strictEqual(error.message, "Error fetching name suggestions")
    })
    return visit(world, run)
  })

  it.effect("is nothing on a chain without names", () => {
    const world = still()
    const run = Effect.gen(function* () {
      yield* connect({ wallet: "example.sheepshank" })
      assert.isUndefined(yield* resolveName({ name: "ansel.eth" }))
      assert.deepStrictEqual([yield* reverseName({ address: ansel }), yield* suggestNames({ name: "ansel" })], [[], []])
      assert.strictEqual((yield* Effect.flip(registerName({ name: "harbour" })))._tag, "UnsupportedChain")
      assert.strictEqual(world.faults.asked("suggestions") + world.faults.asked("identity"), 0)
    })
    return visit(world, run, { options: { networks: [bitcoin] } })
  })
})

describe("Name registration", () => {
  it.effect("loading, sign a message, register, success view", () => {
    const signed: unknown[] = []
    const world = withWallet(still({ wallets: { [halyard]: { sign: "hang", chain: 1 } } }), halyard, ({ request }) => ({
      request: (asked) => {
        if (asked.method === "personal_sign") signed.push(asked.params)
        return request(asked)
      },
    }))
    const run = Effect.gen(function* () {
      const { registering } = yield* use(names)
      const { identity } = yield* use(account)
      yield* connected
      yield* Router.reset({ name: "Account" })
      yield* chooseName()
      const first = yield* Effect.forkChild(registerChosen("harbour-1"))
      yield* rest
      assert.strictEqual(registering.value.is, "loading")
      // Pressed again, the wallet is not asked again.
      yield* registerChosen("harbour-1")
      assert.deepStrictEqual(walletOf(world).state().asking, ["sign"])
      walletOf(world).approve()
      yield* Fiber.join(first)

      assert.deepStrictEqual(yield* view, ["Account", "RegisterAccountNameSuccess"])
      assert.deepInclude(registering.value, { is: "loaded", value: "harbour-1.reown.id" })
      assert.strictEqual(latest(identity.value)?.name, "harbour-1.reown.id")
      const record = world.names.get("harbour-1.reown.id")
      assert.deepStrictEqual(Object.keys(record?.addresses ?? {}), [String(2_147_483_648 + 1)])
      const [[message, address] = []] = signed as [string, string][]
      const text = Buffer.from(String(message).slice(2), "hex").toString()
      const timestamp = Math.floor((yield* Clock.currentTimeMillis) / 1_000)
      assert.deepStrictEqual(JSON.parse(text), { name: "harbour-1.reown.id", attributes: {}, timestamp })
      assert.strictEqual(address?.toLowerCase(), marguerite.toLowerCase())
    })
    return visit(world, run)
  })

  it.effect("on failure it returns to RegisterAccountName, with the API's reason", () =>
    visit(
      still(),
      Effect.gen(function* () {
        const seen = yield* snacks
        yield* connected
        yield* Router.reset({ name: "Account" })
        yield* chooseName()
        yield* Router.push({ name: "ApproveTransaction" })
        yield* registerChosen("ansel")
        yield* rest

        assert.deepStrictEqual(yield* view, ["Account", "RegisterAccountName"])
        assert.deepStrictEqual(seen, ["error: Name is already registered"])
      }),
    ),
  )

  it.effect(
    "'Error registering name {name}' where the API gives no reason, and the wallet's own failure where it does not sign",
    () => {
      const world = still({ faults: { registerName: { status: 500, times: 1 } } })
      const run = Effect.gen(function* () {
        yield* connected
        const down = yield* Effect.flip(registerName({ name: "harbour" }))
        assert.strictEqual(down.message, "Error registering name harbour")
        walletOf(world).behave({ sign: "reject" })
        assert.strictEqual((yield* Effect.flip(registerName({ name: "harbour" })))._tag, "UserRejectedRequestError")
        assert.isFalse(world.names.has("harbour.reown.id"))
        walletOf(world).behave({ sign: "approve" })
        assert.strictEqual(yield* registerName({ name: "Harbour.reown.id" }), "harbour.reown.id")
        const told = world.events.map(({ props }) => props.event)
        assert.notInclude(told, "REGISTER_NAME_SUCCESS")
      })
      return visit(world, run)
    },
  )

  for (const name of ["abc", "", "har bour", "här-bour", "a.b.c.d", "harbour!", "ab.reown.id"])
    it.effect(`does not begin with a name that may not be registered: '${name}'`, () => {
      const world = still()
      const run = Effect.gen(function* () {
        yield* connected
        const error = yield* Effect.flip(registerName({ name }))
        assert.strictEqual(error._tag, "InvalidInput")
        assert.strictEqual(world.faults.asked("registerName"), 0)
      })
      return visit(world, run)
    })

  it.effect("'Address or auth connector not found' with nobody connected", () =>
    visit(
      {},
      Effect.map(Effect.flip(registerName({ name: "harbour" })), ({ message }) =>
        assert.strictEqual(message, "Address or auth connector not found"),
      ),
    ),
  )

  it.effect("Chain id to coin type: the chain id must be below 2147483648, else 'Invalid chainId'", () => {
    const large = defineNetwork({ ...mainnet, id: 2_147_483_648 })
    const world = still({ project: { networks: [large.caipNetworkId] } })
    const run = Effect.gen(function* () {
      yield* connect({ wallet: halyard })
      const error = yield* Effect.flip(registerName({ name: "harbour" }))
      assert.strictEqual(error.message, "Invalid chainId")
      assert.strictEqual(world.faults.asked("registerName"), 0)
    })
    return visit(world, run, { options: { networks: [large] } })
  })
})

describe("Choosing a name", () => {
  it.effect("suggests after half a second, the newest text alone, and tells what failed", () => {
    const world = still()
    const run = Effect.gen(function* () {
      const { suggestions } = yield* use(names)
      const seen = yield* snacks
      yield* connected
      yield* suggest("abc")
      assert.strictEqual(suggestions.value.is, "idle")
      const older = yield* Effect.forkChild(suggest("harb"))
      yield* TestClock.adjust(debounce.input / 2)
      const newer = yield* Effect.forkChild(suggest("harbour"))
      yield* TestClock.adjust(debounce.input)
      yield* rest
      yield* Fiber.join(older)
      yield* Fiber.join(newer)
      assert.strictEqual(world.faults.asked("suggestions"), 1)
      assert.strictEqual(latest(suggestions.value)?.[0]?.name, "harbour.reown.id")
      const { names: told } = snapshot(yield* Modal) as unknown as { names: { suggestions: unknown } }
      assert.deepStrictEqual(told.suggestions, latest(suggestions.value))

      world.faults.set("suggestions", { status: 500 })
      const failing = yield* Effect.forkChild(suggest("lantern"))
      yield* TestClock.adjust(debounce.input)
      yield* Fiber.join(failing)
      yield* rest
      assert.deepStrictEqual(seen, ["error: Error fetching name suggestions"])
    })
    return visit(world, run)
  })

  it.effect("learns of the names that the account has already", () =>
    visit(
      still(),
      Effect.gen(function* () {
        const { owned } = yield* use(names)
        yield* connect({ wallet: "example.cinderbox" })
        yield* learnNames()

        assert.strictEqual(latest(owned.value)?.of, ansel)
        assert.deepStrictEqual(
          latest(owned.value)?.records.map(({ name }) => name),
          ["ansel.reown.id"],
        )
      }),
    ),
  )
})
