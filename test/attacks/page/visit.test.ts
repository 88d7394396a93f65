import { inspect } from "node:util"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as browser from "../../../layers/browser/withoutWindow.ts"
import { createWorld, demo, type World, withoutPage } from "../../../layers/demo.ts"
import { Api } from "../../../services/Api.ts"
import { Frame } from "../../../services/Frame.ts"
import { Rpc } from "../../../services/Rpc.ts"
import { Telemetry } from "../../../services/Telemetry.ts"
import { connectExternal } from "../../../src/connect/flows/connectExternal.ts"
import { fromRpcError } from "../../../src/core/readRpcError.ts"
import { FrameError, HttpStatus, UnknownFailure } from "../../../src/errors/index.ts"
import { base, mainnet } from "../../../src/options/networks.ts"
import { storageKey } from "../../../src/persistence/first-paint/model/storageKeys.ts"
import { createModal, engineOf } from "../../../src/stub/createModal.ts"
import type { ModalOptions } from "../../../src/stub/modal.ts"
import { consoleTrace } from "../../../src/trace/consoleTrace.ts"
import { recorder } from "../../../src/trace.ts"
import { search } from "../../../src/wallets/operations.ts"
import { type Draw, draws } from "../../fixtures/draws.ts"
import { hurried } from "../../fixtures/hurried.ts"
import { answering, changed } from "../../fixtures/layers.ts"
import { cinderbox, halyard, shelf } from "../../fixtures/modal.ts"
import { storedItems } from "../../fixtures/stored.ts"
import { attacks, seed, tell } from "../cases.ts"
import { found, type Secret, secretOf } from "./secrets.ts"

/** Places in which a hostile wallet, node, service, page, site or visitor puts a secret. */
const places = [
  "the query of the page",
  "the fragment of the page",
  "the path of the page",
  "storage",
  "an error of a wallet that connects",
  "an error of a wallet that signs",
  "an error of a wallet that sends",
  "an error of a wallet that switches",
  "an error of a node",
  "an error of a service",
  "an error of the secure frame",
  "a search",
  "a name",
  "a recipient",
  "an email",
  "a code",
  "the options",
  "a bug",
] as const
type Place = (typeof places)[number]

/** Ways in which a wallet, a node or a service phrases a text. */
const said = (draw: Draw, text: string): unknown =>
  draw.oneOf([
    new Error(text),
    { code: -32_000, message: text, data: { message: text } },
    { code: 4_001, message: text },
    Object.assign(new Error("broken", { cause: new Error(text) }), { code: -32_603 }),
    Object.assign(new Error(text), { name: text, code: text, data: text }),
    text,
    { message: { nested: text } },
  ])

/** Options of every kind, with a secret wherever a site could have placed one. */
const optionsWith = (secret: string): Omit<ModalOptions, "layers"> =>
  ({
    projectId: "demo",
    networks: [mainnet, base],
    metadata: { name: secret, description: secret, url: secret, icons: [secret] },
    sdkVersion: secret,
    customWallets: [{ id: secret, name: secret, homepage: secret }],
    featuredWalletIds: [secret],
    excludeWalletIds: [secret],
    termsConditionsUrl: secret,
    privacyPolicyUrl: `https://site.example/?${secret}`,
    customRpcUrls: { "eip155:1": [{ url: `https://node.example/${encodeURIComponent(secret)}` }, { url: secret }] },
    tokens: { "eip155:8453": { address: secret, image: secret } },
    paymasters: { "eip155:1": { url: `https://pay.example/${encodeURIComponent(secret)}`, context: { secret } } },
    chainImages: { 1: secret },
    connectorImages: { [secret]: secret },
    themeMode: secret,
    themeVariables: { "--portico-accent": secret, [secret]: secret },
    messages: { connectWallet: secret, [secret]: secret },
    siwx: { statement: secret, [secret]: secret, required: secret },
    features: { [secret]: secret, socialsOrder: [secret] },
    defaultAccountTypes: { eip155: secret },
    cspNonce: secret,
    apiKey: secret,
    [secret]: true,
  }) as unknown as Omit<ModalOptions, "layers">

/** Everything that left the page, was printed or was recorded during a visit, by channel. */
type Outputs = readonly (readonly [where: string, text: string])[]

const pageWith = (at: (place: Place) => string) => {
  const url = new URL(`https://site.example/shop/${encodeURIComponent(at("the path of the page"))}`)
  url.searchParams.set("code", at("the query of the page"))
  url.hash = at("the fragment of the page")
  return url.href
}

const storageWith = (secret: string) =>
  shelf(
    Object.fromEntries(
      storedItems.flatMap((item, index) => [
        [
          storageKey(item),
          [secret, JSON.stringify(secret), JSON.stringify([{ id: secret, name: secret }]), "{"][index % 4],
        ],
      ]) as readonly (readonly [string, string])[],
    ),
  )

const leavesOf = (world: World, draw: Draw, at: (place: Place) => string, events: unknown[]) => {
  const layers = demo(world)
  const nodesFail = draw.oneOf([true, false])
  return {
    ...withoutPage(),
    ...layers,
    browser: browser.layer({ page: { url: pageWith(at), origin: "https://site.example" } }),
    storage: storageWith(at("storage")).layer,
    // A transfer reaches the wallet only if the nodes let it.
    rpc: changed(Rpc, layers.rpc, ({ request }) => ({
      request: (call) => (nodesFail ? Effect.fail(fromRpcError(said(draw, at("an error of a node")))) : request(call)),
    })),
    api: changed(Api, layers.api, ({ call }) => ({
      call: (row, input) => {
        if (!/ame|balance|wap|history|identity|exchange/i.test(row.name)) return call(row, input)
        const text = at("an error of a service")
        const reasons = { text: JSON.stringify({ reasons: [{ name: text, description: text }] }) }
        return Effect.fail(
          row.failure(
            draw.oneOf([new HttpStatus(400, { cause: reasons }), new UnknownFailure({ cause: new Error(text) })]),
          ),
        )
      },
    })),
    frame: changed(Frame, layers.frame, () => ({
      request: () => Effect.fail(new FrameError(at("an error of the secure frame"))),
    })),
    telemetry: changed(Telemetry, layers.telemetry, ({ track, report }) => ({
      track: (event) =>
        Effect.andThen(
          Effect.sync(() => events.push(event)),
          track(event),
        ),
      report: (error) =>
        Effect.andThen(
          Effect.sync(() => events.push(inspect(error))),
          report(error),
        ),
    })),
  }
}

/** Wallets that fail with a secret, then connect. */
const worldOf = (draw: Draw, at: (place: Place) => string) => {
  const failing = (place: Place) => () => Effect.fail(fromRpcError(said(draw, at(place))))
  const worlds: readonly (readonly [method: RegExp, place: Place, wallet: string])[] = [
    [/requestAccounts|requestPermissions/, "an error of a wallet that connects", cinderbox],
    [/personal_sign/, "an error of a wallet that signs", halyard],
    [/sendTransaction|sendCalls/, "an error of a wallet that sends", halyard],
    [/switchEthereumChain|addEthereumChain/, "an error of a wallet that switches", halyard],
  ]
  return worlds.reduce(
    (world, [method, place, wallet]) => answering(method, failing(place), { world, wallet }),
    createWorld({ tick: 0 }),
  )
}

let visits = 0

/** One visit to a page with a secret in every place. */
const visited = async (draw: Draw, at: (place: Place) => string): Promise<Outputs> => {
  const world = worldOf(draw, at)
  const events: unknown[] = []
  const lines: string[] = []
  const tape = recorder()
  const trace = consoleTrace({
    print: { line: (text) => lines.push(text), tree: (head, rest) => lines.push(head, ...rest) },
  })
  const records = draw.oneOf([true, false])
  const layers = { ...leavesOf(world, draw, at, events), tracer: records ? tape.tracer : trace }
  printed.length = 0
  const modal = createModal({ ...optionsWith(at("the options")), id: `attack-${++visits}`, layers })
  const stop = tape.follow(modal)
  const quietly = async (step: () => Promise<unknown>) => step().catch(() => undefined)
  const secret = at("a bug")
  await quietly(() => modal.ready())
  await quietly(() => modal.open())
  const engine = await engineOf(modal)
  await quietly(() => engine.call(Effect.provide(search({ search: at("a search"), certified: false }), hurried)))
  await quietly(() => engine.call(connectExternal(cinderbox)))
  await quietly(() => modal.connect({ wallet: halyard }))
  await quietly(() => modal.signMessage({ message: "Hello" }))
  await quietly(() => modal.switchNetwork({ network: "eip155:8453" }))
  await quietly(() => modal.resolveName({ name: at("a name") }))
  await quietly(() => modal.suggestNames({ name: at("a name") }))
  for (const name of [at("a name"), "fernhill"]) await quietly(() => modal.registerName({ name }))
  const transfer = { token: "native", sendTokenAmount: "0.1" }
  await quietly(() => modal.send({ ...transfer, receiverAddress: at("a recipient") }))
  await quietly(() => modal.send({ ...transfer, receiverAddress: `0x${"1".repeat(40)}` }))
  await quietly(() => modal.fetchBalances())
  await quietly(() => modal.fetchActivity())
  await quietly(() => modal.quoteSwap({ fromToken: "ETH", toToken: "USDC", amount: "0.1" } as never))
  await quietly(() => modal.loginWithEmail({ email: at("an email") }))
  await quietly(() => modal.submitOtp({ otp: at("a code") }))
  await quietly(() => modal.disconnect())
  for (const bug of [new Error(secret), secret, Object.assign(new Error(secret), { name: secret })])
    await quietly(() => engine.call(Effect.die(bug)))
  await quietly(() => modal.close())
  await eventually(() => world.events.some(({ props }) => props.type === "error"))
  stop()
  await modal.destroy()
  return [
    ["events of a site's own telemetry", inspect(events, { depth: 9 })],
    [
      "events that are posted",
      JSON.stringify(
        world.events.map(({ props: { address: _, ...props }, ...body }) => [props, body.url, body.domain]),
      ),
    ],
    ["trace", lines.join("\n")],
    ["recording", JSON.stringify(tape.export())],
    ["console", printed.join("\n")],
  ]
}

/** Waits for other fibers to make progress. */
const eventually = async (holds: () => boolean) => {
  for (let turn = 0; turn < 1_000 && !holds(); turn++) await new Promise((resolve) => setTimeout(resolve))
}

const printed: string[] = []
const methods = ["log", "info", "warn", "error", "debug", "groupCollapsed"] as const
const ownInfo = console.info
const own = methods.map((method) => [method, console[method]] as const)

beforeAll(() => {
  for (const method of methods) console[method] = (...words: unknown[]) => void printed.push(inspect(words))
})
afterAll(() => {
  for (const [method, print] of own) console[method] = print
})

/** Here only the modal uses the console. */
const tellAll = (planted: number, leaked: readonly string[]) => {
  const { info } = console
  console.info = ownInfo
  tell("Secrets on a page", planted, leaked)
  console.info = info
}

describe(`A page with secrets everywhere (${attacks} cases of seed ${seed})`, () => {
  it("leaks none in events, traces, recordings, reports or the console", async () => {
    const leaked: string[] = []
    const reached = new Set<string>()
    const visitors = draws(Math.ceil(attacks / places.length), seed)
    for (const draw of visitors) {
      const secrets = new Map<Place, Secret>(places.map((place) => [place, secretOf(draw)]))
      const outputs = await visited(draw, (place) => secrets.get(place)?.text ?? "")
      for (const [where, text] of outputs) {
        if (text.length > 2) reached.add(where)
        for (const [place, secret] of secrets)
          if (found(text.replace(/(:\d+){2}/g, ""), secret).length > 0)
            leaked.push(`${where} has ${secret.kind} of ${place}: ${secret.text}`)
      }
    }
    tellAll(visitors.length * places.length, leaked)
    // Every channel produced output.
    expect([...reached].sort()).toEqual(
      ["console", "events of a site's own telemetry", "events that are posted", "recording", "trace"].sort(),
    )
  }, 3_600_000)
})
