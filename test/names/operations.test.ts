import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { verifyMessage } from "viem"
import { Telemetry } from "../../services/Telemetry.ts"
import { refreshAccount } from "../../src/account/flows.ts"
import { account } from "../../src/account/state/account.ts"
import { latest } from "../../src/core/first-paint/loadable.ts"
import { debounce } from "../../src/core/limits.ts"
import { HttpStatus } from "../../src/errors/index.ts"
import { registerNameEndpoint } from "../../src/names/endpoints.ts"
import {
  chooseName,
  learnNames,
  registerChosen,
  registerName,
  resolveName,
  reverseName,
  suggest,
  suggestNames,
} from "../../src/names/operations.ts"
import { names } from "../../src/names/state.ts"
import { switchNetwork } from "../../src/network/operations.ts"
import { base, bitcoin, defineNetwork, mainnet, polygon, solana } from "../../src/options/networks.ts"
import { cacheLifetimes } from "../../src/persistence/limits.ts"
import { CurrentModal, slicesOf } from "../../src/runtime/currentModal.ts"
import * as Router from "../../src/runtime/router.ts"
import { snapshot } from "../../src/stub/takeSnapshot.ts"
import { cinderbox, halyard, rest, walletOf } from "../fixtures/modal.ts"
import { whenRecorded } from "../fixtures/scenes/recorded.ts"
import { ansel, exchangeWith, recordedSnacks, test } from "../fixtures/scenes.ts"
import { fails, pass } from "../fixtures/visits.ts"

const views = Effect.map(CurrentModal, ({ core }) => core.stack.value.map(({ name }) => name))
const marguerite = "0xdbC7d4ef0007fA387aE67cC789e95be1BEC727C9"

describe("name", () => {
  test.started(
    "is resolved by the chain's name service, or by the provider's for its own names",
    function* ({ world }) {
      const chains = yield* resolveName({ name: " Ansel.eth " })
      assert.strictEqual(chains?.address, ansel)
      assert.match(chains?.avatar ?? "", /^data:image\//)
      assert.deepStrictEqual(yield* resolveName({ name: "ansel.reown.id" }), { address: ansel })
      assert.isUndefined(yield* resolveName({ name: "nobody.eth" }))
      const asked = () => [world.faults.requestCount("identity"), world.faults.requestCount("lookUpName")]
      const before = asked()
      for (const name of ["no dot", "an sel.reown.id"]) assert.isUndefined(yield* resolveName({ name }))
      assert.deepStrictEqual(asked(), before)
    },
  )

  test.started("is cached for 5 minutes", function* ({ world }) {
    yield* resolveName({ name: "ansel.eth" })
    yield* TestClock.adjust(cacheLifetimes.ens - 1)
    yield* resolveName({ name: "ANSEL.eth" })
    assert.strictEqual(world.faults.requestCount("identity"), 1)
    yield* TestClock.adjust(1)
    yield* resolveName({ name: "ansel.eth" })
    assert.strictEqual(world.faults.requestCount("identity"), 2)

    yield* resolveName({ name: "ansel.reown.id" })
    yield* resolveName({ name: "ansel.reown.id" })
    assert.strictEqual(world.faults.requestCount("lookUpName"), 1)

    const others = Effect.andThen(reverseName({ address: ansel }), suggestNames({ name: "ansel" }))
    const asked = () => [world.faults.requestCount("namesOf"), world.faults.requestCount("suggestions")]
    yield* others
    yield* TestClock.adjust(cacheLifetimes.names - 1)
    yield* others
    assert.deepStrictEqual(asked(), [1, 1])
    yield* TestClock.adjust(1)
    yield* others
    assert.deepStrictEqual(asked(), [2, 2])
  })

  test.started(
    "has its own address on each network",
    { options: { networks: [mainnet, polygon] } },
    function* ({ world }) {
      const [onEthereum, onPolygon] = [{ address: ansel }, { address: marguerite }] as never[]
      const addresses = { "60": onEthereum, "2147483785": onPolygon } as never
      const avatar = "https://p.example/1.png"
      const attributes = [{ bio: "hello" }, { avatar }] as never
      world.names.set("two.reown.id", { name: "two.reown.id", addresses, attributes })
      const two = resolveName({ name: "two.reown.id" })
      assert.deepStrictEqual(yield* two, { address: ansel, avatar })
      yield* switchNetwork({ network: "eip155:137" })
      assert.deepStrictEqual(yield* two, { address: marguerite, avatar })
    },
  )

  test.started(
    "does not resolve to an account of another network",
    { options: { networks: [mainnet, base] } },
    function* ({ world }) {
      const to = (address: string) => ({ address }) as never
      const records: readonly (readonly [
        name: string,
        addresses: object,
        onEthereum?: string | undefined,
        onBase?: string,
      ])[] = [
        ["base.reown.id", { "2147492101": to(ansel) }, undefined, ansel],
        ["polygon.reown.id", { "2147483785": to(ansel) }],
        ["solana.reown.id", { "501": to("6dNUXkrW9Rdmj3YfR3rPBN1ADjkfvCXzSKvD5W2vTvHm") }],
        ["ethereum.reown.id", { "60": to(ansel) }, ansel],
        ["registered.reown.id", { "2147483649": to(ansel) }, ansel],
        ["all.reown.id", { "2147483648": to(ansel) }, ansel, ansel],
        ["both.reown.id", { "60": to(ansel), "2147492101": to(marguerite) }, ansel, marguerite],
        ["none.reown.id", {}],
      ]
      for (const [name, addresses] of records) world.names.set(name, { name, addresses } as never)
      const found = Effect.forEach(records, ([name]) => Effect.map(resolveName({ name }), (one) => [name, one]))
      const of = (address: string | undefined) => address && { address }
      assert.deepStrictEqual<unknown>(
        yield* found,
        records.map(([name, , onEthereum]) => [name, of(onEthereum)]),
      )
      yield* switchNetwork({ network: base.caipNetworkId })
      assert.deepStrictEqual<unknown>(
        yield* found,
        records.map(([name, , , onBase]) => [name, of(onBase)]),
      )
    },
  )

  test.started("fails with the API's first reason, or 'Error resolving name'", function* ({ world }) {
    const unknown = { _tag: "NameNotResolved", message: "Name is not registered" }
    yield* fails(resolveName({ name: "nobody.reown.id" }), unknown)
    world.faults.set("lookUpName", { status: 500 })
    yield* fails(resolveName({ name: "ansel.reown.id" }), { message: "Error resolving name" })
    world.faults.set("identity", { status: 500 })
    const { cause } = yield* fails(resolveName({ name: "ansel.eth" }), { message: "Error resolving name" })
    assert.instanceOf(cause, Error)
  })

  test.started(
    "is found by address at the provider, or fails with 'Error fetching names for address'",
    function* ({ world }) {
      const records = yield* reverseName({ address: ansel.toLowerCase() })
      assert.deepStrictEqual(
        records.map(({ name }) => name),
        ["ansel.reown.id"],
      )
      assert.deepStrictEqual(yield* reverseName({ address: marguerite }), [])
      const asked = world.faults.requestCount("namesOf")
      yield* fails(reverseName({ address: ".." }), { message: "Error fetching names for address" })
      assert.strictEqual(world.faults.requestCount("namesOf"), asked)
      world.faults.set("namesOf", { status: 500 })
      yield* fails(reverseName({ address: `0x${"9".repeat(40)}` }), { message: "Error fetching names for address" })
    },
  )

  test.started(
    "is suggested with its availability, or fails with 'Error fetching name suggestions'",
    function* ({ world }) {
      const [first, second] = yield* suggestNames({ name: "Ansel" })
      assert.deepStrictEqual(first, { name: "ansel.reown.id", registered: true })
      assert.isFalse(second?.registered)
      assert.deepStrictEqual(yield* suggestNames({ name: "!?" }), [])
      assert.strictEqual(world.faults.requestCount("suggestions"), 1)
      world.faults.set("suggestions", { status: 500 })
      yield* fails(suggestNames({ name: "other" }), { message: "Error fetching name suggestions" })
    },
  )

  for (const [network, wallet] of [
    [bitcoin, "example.sheepshank"],
    [solana, "example.halyard.solana"],
  ] as const)
    test(`Per-capability chain support: names: EVM only, no names are requested on ${network.name}`, {
      // The provider's other services support the network.
      script: { project: { networks: [network.caipNetworkId] } },
      options: { networks: [network] },
      wallet,
    }, function* ({ world, core }) {
      assert.isDefined(core.address.peek())
      for (const name of ["ansel.eth", "ansel.reown.id"]) assert.isUndefined(yield* resolveName({ name }))
      assert.deepStrictEqual([yield* reverseName({ address: ansel }), yield* suggestNames({ name: "ansel" })], [[], []])
      yield* fails(registerName({ name: "harbour" }), { _tag: "UnsupportedChain" })
      const services = ["suggestions", "identity", "namesOf", "lookUpName", "registerName"] as const
      assert.deepStrictEqual(
        services.filter((service) => world.faults.requestCount(service) > 0),
        [],
      )
    })
})

describe("Name registration", () => {
  it.effect("loading, sign a message, register, success view", () => {
    const script = { wallets: { [halyard]: { sign: "hang", chain: 1 } } } as const
    const sent: Parameters<typeof verifyMessage>[0][] = []
    const layers = exchangeWith(registerNameEndpoint, (response, input) => {
      sent.push(input)
      return response
    })
    return whenRecorded({ wallet: halyard, script, layers }, function* ({ world, requests }) {
      const { owned, registering } = yield* slicesOf(names)
      const { identity } = yield* slicesOf(account)
      yield* Router.reset({ name: "Account" })
      yield* Router.push({ name: "ChooseAccountName" })
      yield* chooseName()
      const first = yield* Effect.forkChild(registerChosen("harbour-1"))
      yield* rest
      yield* learnNames()
      assert.deepStrictEqual([owned.value.status, registering.value.status], ["loaded", "loading"])
      // A second click does not prompt again.
      yield* registerChosen("harbour-1")
      assert.deepStrictEqual(walletOf(world).state().openPrompts, ["sign"])
      walletOf(world).approve()
      yield* Fiber.join(first)

      assert.deepStrictEqual(yield* views, ["Account", "RegisterAccountNameSuccess"])
      assert.deepInclude(registering.value, { status: "loaded", value: "harbour-1.reown.id" })
      assert.strictEqual(latest(identity.value)?.name, "harbour-1.reown.id")
      yield* refreshAccount()
      assert.strictEqual(latest(identity.value)?.name, "harbour-1.reown.id")
      // The list of names is requested again.
      assert.deepStrictEqual(owned.value, { status: "idle" })
      const record = world.names.get("harbour-1.reown.id")
      assert.deepStrictEqual(Object.keys(record?.addresses ?? {}), [String(2_147_483_648 + 1)])
      const signed = requests.find(({ method }) => method === "personal_sign")
      const [message, address] = (signed?.params ?? ["", ""]) as [string, string]
      const text = Buffer.from(message.slice(2), "hex").toString()
      const timestamp = Math.floor((yield* Clock.currentTimeMillis) / 1_000)
      assert.deepStrictEqual(JSON.parse(text), { name: "harbour-1.reown.id", attributes: {}, timestamp })
      assert.strictEqual(address.toLowerCase(), marguerite.toLowerCase())
      const [registration] = sent
      assert.propertyVal(registration, "message", text)
      assert.match(String(registration?.signature), /^0x[0-9a-f]{130}$/)
      assert.isTrue(yield* Effect.promise(async () => registration && verifyMessage(registration)))
    })
  })

  test("on failure it returns to RegisterAccountName, with the API's reason", function* () {
    const { registering } = yield* slicesOf(names)
    const seen = yield* recordedSnacks
    for (const [stack, left] of [
      [
        ["Account", "RegisterAccountName", "ApproveTransaction", "Networks"],
        ["Account", "RegisterAccountName"],
      ],
      [["RegisterAccountName", "Networks"], ["RegisterAccountName"]],
      [
        ["Account", "Networks"],
        ["Account", "Networks"],
      ],
    ] as const) {
      const [first, ...more] = stack
      yield* Router.reset({ name: first })
      for (const name of more) yield* Router.push({ name })
      yield* registerChosen("ansel")
      yield* pass("1 second")
      assert.deepStrictEqual<unknown>(yield* views, left)
    }

    assert.deepStrictEqual(seen, Array(3).fill("error: Name is already registered"))
    assert.strictEqual(registering.value.status, "failed")
    yield* learnNames()
    assert.deepStrictEqual(registering.value, { status: "idle" })
  })

  test("fails with 'Error registering name {name}' without a reason of the API, or with the wallet's error", {
    script: { faults: { registerName: { status: 500, times: 1 } } },
  }, function* ({ world }) {
    const { cause } = yield* fails(registerName({ name: "harbour" }), { message: "Error registering name harbour" })
    assert.strictEqual(cause instanceof HttpStatus && cause.status, 500)
    walletOf(world).behave({ sign: "reject" })
    yield* fails(registerName({ name: "harbour" }), { _tag: "UserRejectedRequestError" })
    assert.isFalse(world.names.has("harbour.reown.id"))
    walletOf(world).behave({ sign: "approve" })
    assert.strictEqual(yield* registerName({ name: " Harbour.reown.id " }), "harbour.reown.id")
    assert.isFalse(world.events.some(({ props }) => props.event === "REGISTER_NAME_SUCCESS"))
  })

  const invalid = [
    "abc",
    "",
    "har bour",
    "här-bour",
    "a.b.c.d",
    "harbour!",
    "ab.reown.id",
    "har!bour.reown.id",
    "harbour.wcn.id",
  ]
  test.each(invalid)("rejects an invalid name: '%s'", function* (name, { world }) {
    const message = `Expected at least 4 letters, digits and hyphens, received '${name}'`
    yield* fails(registerName({ name }), { _tag: "InvalidInput", message, path: "name" })
    assert.strictEqual(world.faults.requestCount("registerName"), 0)
  })

  test.started("fails with 'Address or auth connector not found' without a connected wallet", function* ({ world }) {
    const { owned } = yield* slicesOf(names)
    yield* fails(registerName({ name: "harbour" }), { message: "Address or auth connector not found" })
    yield* learnNames()
    assert.deepStrictEqual(owned.value, { status: "idle" })
    assert.strictEqual(world.faults.requestCount("namesOf"), 0)
  })

  test("is not possible on a network that the modal does not have", {
    script: { wallets: { [halyard]: { chain: 1 } } },
  }, function* ({ core, world }) {
    walletOf(world).move(424_242)
    yield* rest
    assert.isUndefined(core.network.peek())
    yield* fails(registerName({ name: "harbour" }), { _tag: "NetworkNotFound" })
  })

  test("is reported with its outcome, if analytics is on", function* ({ world }) {
    yield* (yield* Telemetry).allow(true)
    yield* chooseName()
    yield* registerName({ name: "harbour" })
    yield* fails(registerName({ name: "ansel" }), { message: "Name is already registered" })
    yield* rest
    const told = world.events.map(({ props }) => [props.event, props.properties] as const)
    const opened = { caipNetworkId: undefined, isSmartAccount: false }
    // The name itself is not disclosed.
    const named = { ...opened, ensName: "…" }
    assert.deepStrictEqual<unknown>(
      told.filter(([event]) => /_NAME_|ENS/.test(event)),
      [
        ["OPEN_ENS_FLOW", opened],
        ["REGISTER_NAME_INITIATED", named],
        ["REGISTER_NAME_SUCCESS", named],
        ["REGISTER_NAME_INITIATED", named],
        ["REGISTER_NAME_ERROR", { ...named, error: "Name is already registered" }],
      ],
    )
  })

  const large = defineNetwork({ ...mainnet, id: 2_147_483_648 })
  test("Chain id to coin type: the chain id must be below 2147483648, else 'Invalid chainId'", {
    script: { project: { networks: [large.caipNetworkId] } },
    options: { networks: [large] },
  }, function* ({ world }) {
    yield* fails(registerName({ name: "harbour" }), { message: "Invalid chainId" })
    assert.strictEqual(world.faults.requestCount("registerName"), 0)
  })
})

describe("Choosing a name", () => {
  test("suggests names half a second after the last keystroke, for the newest text only, and reports failures", function* ({
    world,
    instance,
  }) {
    const { suggestions } = yield* slicesOf(names)
    const seen = yield* recordedSnacks
    yield* suggest("abc")
    assert.strictEqual(suggestions.value.status, "idle")
    const older = yield* Effect.forkChild(suggest("harb"))
    yield* TestClock.adjust(250)
    const newer = yield* Effect.forkChild(suggest("harbour"))
    yield* pass(499)
    assert.strictEqual(world.faults.requestCount("suggestions"), 0)
    yield* pass(1)
    yield* Fiber.join(older)
    yield* Fiber.join(newer)
    assert.strictEqual(world.faults.requestCount("suggestions"), 1)
    assert.strictEqual(latest(suggestions.value)?.[0]?.name, "harbour.reown.id")
    assert.deepEqual(snapshot(instance).names?.suggestions, latest(suggestions.value))
    const taken = yield* Effect.forkChild(suggest("ansel"))
    yield* pass(debounce.input)
    yield* Fiber.join(taken)
    const [same] = snapshot(instance).names?.suggestions ?? []
    assert.deepStrictEqual(same, { name: "ansel.reown.id", registered: true })

    world.faults.set("suggestions", { status: 500 })
    const failing = yield* Effect.forkChild(suggest("lantern"))
    yield* TestClock.adjust(debounce.input)
    yield* Fiber.join(failing)
    yield* rest
    assert.deepStrictEqual(seen, ["error: Error fetching name suggestions"])
  })

  test("lists the names of the account", { wallet: cinderbox }, function* ({ instance, world }) {
    const { owned } = yield* slicesOf(names)
    const at = "2026-01-01T00:00:00Z"
    const dated = { registered_at: at, updated_at: at, attributes: [{ bio: "hello" }] }
    const record = { name: "ansel.reown.id", addresses: { 60: { address: ansel } }, ...dated }
    world.names.set("ansel.reown.id", record as never)
    yield* learnNames()
    assert.deepStrictEqual(snapshot(instance).names?.records, [record] as never)

    assert.strictEqual(latest(owned.value)?.of, ansel)
    assert.deepStrictEqual(
      latest(owned.value)?.records.map(({ name }) => name),
      ["ansel.reown.id"],
    )
  })
})
