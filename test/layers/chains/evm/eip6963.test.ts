// @vitest-environment happy-dom

import { Effect, Exit, Scope } from "effect"
import { type Discovery, discover } from "../../../../layers/chains/evm/first-paint/eip6963.ts"
import { pageWallets } from "../../../../layers/chains/pageWallets.ts"
import { throwing } from "../../../fixtures/hostile.ts"
import { afterEach, assert, describe, it } from "../../../fixtures/it.ts"
import { placed } from "../chainScene.ts"
import { announceOnWindow, fakeWallet, meta } from "../fakeWallet.ts"

const inject = (ethereum: unknown) => Object.defineProperty(window, "ethereum", { value: ethereum, configurable: true })

/** The wallets that the page lists after this announcement. */
const listAfter = Effect.fnUntraced(function* (announce: () => () => void, options: Discovery = {}) {
  yield* placed(announce)
  return (yield* pageWallets(() => discover(options))).list()
})

const idsOf = (wallets: readonly { readonly id: string }[]) => wallets.map(({ id }) => id)

afterEach(() => {
  Reflect.deleteProperty(window, "ethereum")
})

describe("announced wallets", () => {
  it.effect("Connector: info.rdns, info.icon", function* () {
    const connectors = yield* listAfter(() => fakeWallet().announce())

    assert.deepStrictEqual(connectors, [
      {
        id: "io.meta",
        name: "Meta",
        type: "ANNOUNCED",
        chain: "eip155",
        info: { rdns: meta.rdns, icon: meta.icon, uuid: meta.uuid },
        imageUrl: meta.icon,
      },
    ])
  })

  it.effect("are found before and after the page loads, and reported once", function* () {
    const early = fakeWallet()
    const late = fakeWallet()
    yield* placed(early.announce)
    const wallets = yield* pageWallets(() => discover({}))
    const told: (readonly string[])[] = []
    wallets.watch(() => told.push(idsOf(wallets.list())))

    late.announce({ name: "Late", rdns: "io.late" })()
    window.dispatchEvent(new Event("eip6963:requestProvider"))

    assert.deepStrictEqual(told, [["io.meta", "io.late"]])
    assert.strictEqual(wallets.find("io.meta"), early.provider)
    assert.strictEqual(wallets.find("io.late"), late.provider)
  })

  it.effect("Options flag: enableEIP6963", function* () {
    const connectors = yield* listAfter(() => fakeWallet().announce(), { enableEIP6963: false })
    assert.deepStrictEqual(connectors, [])

    const wallets = yield* pageWallets(() => discover({ enableEIP6963: false }))
    fakeWallet().announce({ name: "Late", rdns: "io.late" })()
    assert.deepStrictEqual(wallets.list(), [])
  })

  it.effect("are ignored once the scope closes", function* () {
    const scope = yield* Scope.make()
    const wallets = yield* Scope.provide(
      pageWallets(() => discover({})),
      scope,
    )
    let changes = 0
    wallets.watch(() => changes++)
    yield* Scope.close(scope, Exit.void)
    fakeWallet().announce()()
    inject(fakeWallet().provider)
    window.dispatchEvent(new Event("ethereum#initialized"))

    assert.strictEqual(changes, 0)
  })

  describe("the connector's ID is the rdns, or else the name, or else the uuid", () => {
    const table: readonly (readonly [title: string, info: object, id: string | undefined])[] = [
      ["rdns", {}, "io.meta"],
      ["no rdns", { rdns: "" }, "Meta"],
      ["an rdns that is not a string", { rdns: 7 }, "Meta"],
      ["only a uuid", { rdns: "", name: "" }, meta.uuid],
      ["nothing at all", { rdns: "", name: "", uuid: "" }, undefined],
      ["the ID of another connector as rdns", { rdns: "walletConnect" }, "Meta"],
      ["the ID of another connector as rdns and name", { rdns: "ID_AUTH", name: "injected" }, meta.uuid],
    ]
    it.effect.each(table)("%s", function* ([, info, id]) {
      const [connector] = yield* listAfter(() => fakeWallet().announce(info))

      assert.strictEqual(connector?.id, id)
    })
  })

  it.effect("with one uuid appear once by rdns and once by name; the first stays", function* () {
    const first = fakeWallet()
    const wallets = yield* pageWallets(() => discover({}))
    first.announce()()
    fakeWallet().announce({ name: "Other" })()
    fakeWallet().announce({ rdns: "io.other" })()

    assert.deepStrictEqual(
      wallets.list().map(({ id, name }) => [id, name]),
      [["io.meta", "Meta"]],
    )
    assert.strictEqual(wallets.find("io.meta"), first.provider)
  })
})

describe("a wallet that announces itself more than once", () => {
  const again: readonly (readonly [title: string, info: object, ids: readonly string[]])[] = [
    ["unchanged", {}, ["io.meta"]],
    [
      "with another uuid, like another wallet",
      { uuid: "00000000-0000-4000-8000-000000000001" },
      ["io.meta", "io.meta#2"],
    ],
    ["with another icon", { icon: "data:image/png;base64,AAAA" }, ["io.meta"]],
    ["under another name, with the same rdns", { name: "Meta 2" }, ["io.meta"]],
    ["under another rdns, with the same name", { rdns: "io.meta.mobile" }, ["io.meta"]],
    ["without its rdns", { rdns: "" }, ["io.meta"]],
    ["as another wallet with the same uuid", { name: "Other", rdns: "io.other" }, ["io.meta", "io.other"]],
  ]
  it.effect.each(again)("%s", function* ([, info, ids]) {
    const [first, second] = [fakeWallet(), fakeWallet()]
    const wallets = yield* pageWallets(() => discover({}))
    let changes = 0
    wallets.watch(() => changes++)
    first.announce()()
    second.announce(info)()
    first.announce()()

    assert.deepStrictEqual(idsOf(wallets.list()), [...ids])
    assert.strictEqual(wallets.find("io.meta"), first.provider)
    assert.strictEqual(changes, ids.length)
  })

  it.effect("is read once: later results of a getter change nothing", function* () {
    const names = ["Meta", "Other", "Third"]
    const info = {
      ...meta,
      rdns: "",
      get name() {
        return names.shift() ?? throwing()
      },
    }
    const wallets = yield* pageWallets(() => discover({}))
    announceOnWindow({ info, provider: fakeWallet().provider })()

    assert.deepStrictEqual(
      wallets.list().map(({ id, name }) => [id, name]),
      [["Meta", "Meta"]],
    )
    assert.deepStrictEqual(names, ["Other", "Third"])
  })
})

describe("hostile announcements", () => {
  const { provider } = fakeWallet()
  const revoked = Proxy.revocable({}, {})
  revoked.revoke()

  const dropped: readonly (readonly [title: string, detail: unknown])[] = [
    ["no detail", undefined],
    ["null", null],
    ["a text", "wallet"],
    ["no info", { provider }],
    ["null as info", { info: null, provider }],
    ["no provider", { info: meta }],
    ["a provider without request", { info: meta, provider: { on: () => {} } }],
    ["a provider whose request is not a function", { info: meta, provider: { request: "eth_accounts" } }],
    ["a getter that throws", Object.defineProperty({ info: meta }, "provider", { get: throwing })],
    ["a name that throws", { info: Object.defineProperty({ ...meta }, "name", { get: throwing }), provider }],
    [
      "a request that throws when read",
      { info: meta, provider: Object.defineProperty({}, "request", { get: throwing }) },
    ],
    ["a revoked proxy as detail", revoked.proxy],
    ["a revoked proxy as provider", { info: meta, provider: revoked.proxy }],
  ]
  it.effect.each(dropped)("are dropped: %s", function* ([, detail]) {
    const good = fakeWallet()
    yield* placed(() => announceOnWindow(detail))
    const connectors = yield* listAfter(() => good.announce({ rdns: "io.good", name: "Good" }))

    assert.deepStrictEqual(idsOf(connectors), ["io.good"])
  })

  const cleaned: readonly (readonly [title: string, info: object, name: string, icon: string | undefined])[] = [
    ["10,000 characters", { name: "x".repeat(10_000) }, `${"x".repeat(64)}…`, meta.icon],
    ["a right-to-left override", { name: "\u202eateM" }, "ateM", meta.icon],
    ["controls and line breaks", { name: "Me\u0000\n\nta" }, "Me ta", meta.icon],
    ["an object as name", { name: { toString: () => "Meta" } }, "io.meta", meta.icon],
    ["a javascript: icon", { icon: "javascript:alert(1)" }, "Meta", undefined],
    ["an icon that is a web page", { icon: "data:text/html,<script>alert(1)</script>" }, "Meta", undefined],
    ["an icon that is not a string", { icon: { href: meta.icon } }, "Meta", undefined],
  ]
  it.effect.each(cleaned)("are sanitized: %s", function* ([, info, name, icon]) {
    const [connector] = yield* listAfter(() => fakeWallet().announce(info))

    assert.strictEqual(connector?.name, name)
    assert.strictEqual(connector?.imageUrl, icon)
    assert.strictEqual(connector?.info?.icon, icon)
  })
})

describe("window.ethereum", () => {
  it.effect("is the connector 'Browser Wallet'", function* () {
    const { provider } = fakeWallet()
    inject(provider)
    const wallets = yield* pageWallets(() => discover({}))

    assert.deepStrictEqual(wallets.list(), [
      { id: "injected", name: "Browser Wallet", type: "INJECTED", chain: "eip155" },
    ])
    assert.strictEqual(wallets.find("injected"), provider)
  })

  it.effect("is not a separate connector if the same wallet announced itself", function* () {
    const wallet = fakeWallet()
    inject(wallet.provider)
    const wallets = yield* pageWallets(() => discover({}))
    wallet.announce()()

    assert.deepStrictEqual(idsOf(wallets.list()), ["io.meta"])
    assert.strictEqual(wallets.find("injected"), wallet.provider)
  })

  it.effect("is reported when it is injected late, by 'ethereum#initialized'", function* () {
    const wallets = yield* pageWallets(() => discover({}))
    let changes = 0
    wallets.watch(() => changes++)
    inject(fakeWallet().provider)
    window.dispatchEvent(new Event("ethereum#initialized"))
    window.dispatchEvent(new Event("ethereum#initialized"))

    assert.strictEqual(changes, 1)
    assert.strictEqual(wallets.list().length, 1)
  })

  it.effect("is not looked for with enableInjected off", function* () {
    inject(fakeWallet().provider)

    assert.deepStrictEqual((yield* pageWallets(() => discover({ enableInjected: false }))).list(), [])
  })

  const nothing: readonly (readonly [title: string, descriptor: PropertyDescriptor])[] = [
    ["null", { value: null }],
    ["a text", { value: "0x" }],
    ["an object without request", { value: {} }],
    ["a getter that throws", { get: throwing }],
  ]
  it.effect.each(nothing)("is not a connector when it is %s", function* ([, descriptor]) {
    Object.defineProperty(window, "ethereum", { ...descriptor, configurable: true })
    const wallets = yield* pageWallets(() => discover({}))

    assert.deepStrictEqual(wallets.list(), [])
    assert.strictEqual(wallets.find("injected"), undefined)
  })
})
