// @vitest-environment happy-dom
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import { signMessage } from "../../../src/account/operations.ts"
import { disconnect } from "../../../src/connections/operations/connections.ts"
import { closeModal, openModal } from "../../../src/navigation/opening/flows.ts"
import { switchNetwork } from "../../../src/network/operations.ts"
import { allNamespaces } from "../../../src/options/isNamespace.ts"
import type { Needs } from "../../../src/runtime/flow.ts"
import { breath } from "../../contracts/settled.ts"
import { type Draw, draws } from "../../fixtures/draws.ts"
import { broken, oddValue } from "../broken.ts"
import { attacks, seed, tell, timeout, visits, visitsOf } from "../cases.ts"
import { isTyped } from "../outcome.ts"
import { type Secret, secretOf } from "../page/secrets.ts"
import {
  asking,
  connects,
  granted,
  holder,
  type RelayVisit,
  scanned,
  settles,
  signsHonestly,
  wantsSignIn,
  whenRelayed,
} from "./visit.ts"
import type { Letter, Payload } from "./wire.ts"

const thief = `0x${"f".repeat(40)}`
const stolen = {
  eip155: { ...granted.eip155, accounts: [`eip155:1:${thief}`, `eip155:137:${thief}`] },
}

/**
 * Data of a session that the page shows, and that it opened, sent and stored. The library's own storage is left out, since it logs every
 * message. A request that the relay delivers twice has one ID.
 */
const visible = ({ core, storage, views, peer }: RelayVisit, opened: readonly unknown[]) =>
  JSON.stringify([
    allNamespaces.map((namespace) => core.accounts[namespace].peek()),
    [core.network.peek()?.id, views(), opened, new Set(peer.asked.map(({ id }) => id)).size],
    [...storage.texts].filter(([key]) => !key.includes("relay")),
  ])

/** Forged messages of a stranger who knows the IDs of requests. */
const forged = (draw: Draw, { id, own, secret }: { id: number; own: number; secret: string }): Payload => {
  const request = (method: string, params: unknown) => ({ id: own, jsonrpc: "2.0", method, params })
  const event = (name: string, data: unknown) =>
    request("wc_sessionEvent", { event: { name, data }, chainId: "eip155:1" })
  return draw.oneOf<Payload>([
    { id, jsonrpc: "2.0", result: `0x${"1".repeat(130)}` },
    { id, jsonrpc: "2.0", error: { code: 5000, message: secret } },
    event("chainChanged", 137),
    event("accountsChanged", [thief]),
    request("wc_sessionUpdate", { namespaces: stolen }),
    request("wc_sessionDelete", { code: 6000, message: secret }),
    request("wc_pairingDelete", { code: 6000, message: secret }),
  ])
}

/** A stranger's message to a topic: sealed with another key or not sealed, altered, repeated, or not a message. */
const strange = async (visit: RelayVisit, on: Awaited<ReturnType<typeof topicsOf>>, payload: Payload, draw: Draw) => {
  const { crypto, letters, signInKeys } = visit.peer
  const topic = draw.oneOf([on.topic, on.topic, on.pairing])
  const own = await crypto.generateKeyPair()
  const sealed = (type: number, receiverPublicKey = on.page) =>
    crypto.encode(on.foreign, payload as never, { type, senderPublicKey: own, receiverPublicKey })
  const letter = draw.oneOf<Letter>(letters)
  const at = draw.upTo(letter.message.length - 1)
  const made = await draw.oneOf<() => Promise<string> | string>([
    () => sealed(2),
    () => sealed(2),
    () => sealed(0),
    () => sealed(1),
    () => sealed(1, signInKeys[0]),
    () => letter.message,
    () => letter.message.slice(0, at),
    () => `${letter.message.slice(0, at)}${draw.oneOf(["A", "/", "=", "\u0000", "é"])}${letter.message.slice(at + 1)}`,
    () => letter.message.repeat(2),
    () => Buffer.from(JSON.stringify(payload)).toString("base64"),
    () => JSON.stringify(payload),
    () => draw.oneOf(["", " ", "A", "==", "Ag==", "AA==", "AQ==", "\u202e", "A".repeat(200_000)]),
  ])()
  return { topic, message: made }
}

/** A frame that no relay sends. */
const unframed = (draw: Draw, { topic, message }: Letter, secret: string): string => {
  const name = draw.oneOf(["relayer_error", "relayer_disconnect", "relayer_message", "error", "1", secret])
  const params = { id: name, data: { topic, message, publishedAt: 1, tag: 1108 } }
  const carried = { id: 1, jsonrpc: "2.0", method: "irn_subscription", params }
  const frame = draw.oneOf<unknown>([
    carried,
    carried,
    { id: draw.oneOf<unknown>([name, null, 1.5]), jsonrpc: "2.0", result: secret },
    { id: name, jsonrpc: "2.0", error: { code: -32000, message: secret } },
    { id: 1, jsonrpc: "2.0", method: draw.oneOf(["irn_publish", "irn_subscription", secret]), params: [secret] },
  ])
  const odd = draw.upTo(1) === 0 ? frame : broken(frame, draw, secret)
  return draw.upTo(5) === 0 ? draw.oneOf(["", "{", "null", "[]", "7", `"${topic}"`]) : textOf(odd)
}

const textOf = (value: unknown): string => {
  try {
    return JSON.stringify(value, (_, one) => (typeof one === "bigint" ? `${one}` : one)) ?? "null"
  } catch {
    return "{}"
  }
}

const topicsOf = async ({ peer }: RelayVisit, on: { topic: string; pairing: string; page: string }) => ({
  ...on,
  foreign: await peer.crypto.setSymKey("5".repeat(64)),
})

type Attack = (
  visit: RelayVisit,
  drawn: readonly Draw[],
  secrets: Secret[],
  opened: readonly unknown[],
) => Effect.Effect<readonly string[], unknown, Needs | Scope.Scope>

const secretly = (draw: Draw, secrets: Secret[]): string => {
  const secret = secretOf(draw)
  secrets.push(secret)
  return secret.text
}

/** Strangers send such messages while a signature request is pending. */
const disturbed: Attack = Effect.fnUntraced(function* (visit, drawn, secrets, opened) {
  const { peer: wallet, relay, core } = visit
  const actedOn: string[] = []
  yield* wantsSignIn(wallet)
  const on = yield* connects(wallet)
  const topics = yield* Effect.promise(() => topicsOf(visit, on))
  for (const some of visitsOf(drawn, 10)) {
    yield* openModal()
    const { fiber, asked } = yield* asking(wallet, signMessage({ message: `Waiting ${wallet.asked.length}` }))
    const before = visible(visit, opened)
    for (const draw of some) {
      const secret = secretly(draw, secrets)
      const payload = forged(draw, { id: asked?.id ?? 0, own: wallet.nextId(), secret })
      const letter = yield* Effect.promise(() => strange(visit, topics, payload, draw))
      const frame = draw.upTo(2) === 0 ? unframed(draw, letter, secret) : undefined
      if (frame === undefined) wallet.post(letter.topic, letter.message)
      else relay.shout(frame)
      const isActedOn = () => fiber.pollUnsafe() !== undefined || visible(visit, opened) !== before
      yield* Effect.promise(() => wallet.seen(on.topic, isActedOn))
      yield* breath
      if (isActedOn()) return [...actedOn, `${textOf(payload)} as ${frame ?? letter.message.slice(0, 200)}`]
    }
    yield* closeModal()
    if (core.open.peek()) actedOn.push("the modal stays open")
    yield* Fiber.interrupt(fiber)
    // Refused because of the lie, not for another reason.
    assert.isTrue(yield* signsHonestly(wallet, `Honest ${wallet.asked.length}`))
  }
  return actedOn
})

/** Whether everything shown of a session is from the site and fit to show. */
const isSound = ({ core }: RelayVisit) =>
  allNamespaces.every((namespace) =>
    core.accounts[namespace]
      .peek()
      .connections.every(
        ({ accounts, caipNetwork, elsewhere }) =>
          namespace === "eip155" &&
          accounts.length > 0 &&
          accounts.every(({ address }) => /^0x[0-9a-fA-F]{40}$/.test(address)) &&
          (caipNetwork === undefined || ["eip155:1", "eip155:137"].includes(caipNetwork.caipNetworkId)) &&
          (elsewhere === undefined || /^eip155:[1-9]\d*$/.test(elsewhere)),
      ),
  )

/** Arbitrary messages that a wallet sends unprompted. */
const pushed = (draw: Draw, id: number, secret: string): unknown => {
  const [method, params] = draw.oneOf<readonly [string, unknown]>([
    ["wc_sessionEvent", { event: { name: "chainChanged", data: 137 }, chainId: "eip155:1" }],
    ["wc_sessionEvent", { event: { name: "accountsChanged", data: [holder.address] }, chainId: "eip155:1" }],
    ["wc_sessionUpdate", { namespaces: granted }],
    ["wc_sessionUpdate", { namespaces: { ...granted, ...draw.oneOf(unasked) } }],
    ["wc_sessionExtend", {}],
    ["wc_sessionDelete", { code: 6000, message: secret }],
    ["wc_sessionSettle", { relay: { protocol: "irn" }, namespaces: stolen, expiry: 2_000_000_000 }],
    ["wc_sessionRequest", { request: { method: "personal_sign", params: [secret] }, chainId: "eip155:1" }],
    ["wc_sessionPropose", { proposer: {}, requiredNamespaces: {}, relays: [] }],
    [draw.oneOf(["wc_sessionAuthenticate", "wc_pairingPing", "wc_unknown", "toString"]), { secret }],
  ])
  return { id, jsonrpc: "2.0", method, params: draw.upTo(3) === 0 ? params : broken(params, draw, secret) }
}

/** Namespaces, networks and methods that the page has not requested. */
const unasked = [
  {
    solana: {
      accounts: ["solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:So11111111111111111111111111111111111111112"],
      methods: ["solana_signTransaction"],
      events: [],
    },
  },
  { tron: { accounts: [`tron:1:${thief}`], methods: ["sign"], events: [] } },
  { "eip155:10": { accounts: [`eip155:10:${thief}`], methods: ["eth_sign"], events: [] } },
  {
    eip155: {
      ...granted.eip155,
      chains: ["eip155:10", ...granted.eip155.chains],
      accounts: [`eip155:10:${thief}`, ...granted.eip155.accounts],
    },
  },
  { eip155: { ...granted.eip155, methods: [...granted.eip155.methods, "eth_getBalance", "eth_call"] } },
] as const

const sent = (visit: RelayVisit, payload: unknown, topic: string) =>
  // Values that JSON cannot represent cannot be sent.
  Effect.promise(() => visit.peer.tell(topic, JSON.parse(textOf(payload))))

/** The wallet sends false messages, both unprompted and in response. */
const deceived: Attack = Effect.fnUntraced(function* (visit, drawn, secrets, opened) {
  const { core, peer: wallet } = visit
  const actedOn: string[] = []
  const isConnected = () => core.accounts.eip155.peek().connections.length > 0
  let on = yield* connects(wallet)
  let honest = 0
  for (const draw of drawn) {
    if (!isConnected()) on = yield* connects(wallet)
    const { topic } = on
    const secret = secretly(draw, secrets)
    yield* openModal()
    const before = wallet.asked.length
    let what: unknown
    if (draw.upTo(1) === 0) {
      what = pushed(draw, wallet.nextId(), secret)
      yield* sent(visit, what, topic)
      yield* Effect.promise(() => wallet.seen(topic, () => !isConnected()))
      yield* breath
      if (wallet.asked.length > before) actedOn.push(`asked after ${textOf(what)}`)
    } else {
      const act = draw.oneOf<() => Effect.Effect<unknown, unknown, Needs | Scope.Scope>>([
        () => signMessage({ message: `A lie ${before}` }),
        () => switchNetwork({ network: "eip155:8453" }),
      ])
      const { fiber, asked } = yield* asking(wallet, act())
      if (asked) {
        const answer = draw.oneOf<Payload>([
          { result: oddValue(draw, secret) },
          { error: oddValue(draw, secret) },
          { error: broken({ code: 5000, message: secret, data: secret }, draw, secret) },
        ])
        what = { id: asked.id, jsonrpc: "2.0", ...answer }
        yield* sent(visit, what, topic)
        yield* Effect.promise(() => wallet.seen(topic, () => fiber.pollUnsafe() !== undefined))
        // An invalid response leaves the request pending, and the visitor can cancel it.
        yield* breath
      }
      const exit = fiber.pollUnsafe()
      if (exit && Exit.isSuccess(exit) && !isTyped(exit.value)) actedOn.push(`${exit.value}`)
      yield* Fiber.interrupt(fiber)
    }
    yield* closeModal()
    if (core.open.peek()) actedOn.push("the modal stays open")
    if (!isSound(visit)) actedOn.push(`${textOf(what)}: ${textOf(core.accounts)}`)
    if (opened.length > 0) actedOn.push(`opened ${textOf(opened)}`)
  }
  yield* disconnect({})
  yield* connects(wallet)
  assert.isTrue(yield* signsHonestly(wallet, `Honest ${honest++}`))
  return actedOn
})

/** The wallet approves something other than the request. */
const misled: Attack = Effect.fnUntraced(function* (visit, drawn, secrets, opened) {
  const { core, peer: wallet } = visit
  const actedOn: string[] = []
  for (const draw of drawn) {
    const secret = secretly(draw, secrets)
    yield* openModal()
    const { waiting, proposed } = yield* scanned(wallet)
    let said: unknown
    const topic = yield* settles(wallet, proposed, (honest) => {
      const lies = {
        ...honest,
        namespaces: draw.oneOf<unknown>([granted, { ...granted, ...draw.oneOf(unasked) }, draw.oneOf(unasked)]),
        controller: { publicKey: wallet.publicKey(), metadata: lyingMetadata(draw, secret) },
        sessionConfig: { disableDeepLink: false },
        sessionProperties: { bundler_url: `javascript:${secret}`, bundler_name: secret },
      }
      said = draw.upTo(2) === 0 ? lies : broken(lies, draw, secret)
      return JSON.parse(textOf(said))
    })
    const over = () => waiting.pollUnsafe() !== undefined
    yield* Effect.promise(() => wallet.seen(topic, over))
    yield* breath
    const exit = waiting.pollUnsafe()
    if (exit && Exit.isSuccess(exit) && !isTyped(exit.value)) actedOn.push(`${textOf(said)}: ${exit.value}`)
    if (!isSound(visit)) actedOn.push(`${textOf(said)}: ${textOf(core.accounts)}`)
    if (core.address.peek() !== undefined) {
      // The modal opens a wallet's link only in a click, or not at all.
      const { fiber } = yield* asking(wallet, signMessage({ message: `Linked ${wallet.asked.length}` }))
      yield* Fiber.interrupt(fiber)
    }
    if (opened.length > 0) actedOn.push(`opened ${textOf(opened)} of ${textOf(said)}`)
    yield* Fiber.interrupt(waiting)
    yield* closeModal()
    if (core.open.peek()) actedOn.push("the modal stays open")
    yield* disconnect({})
  }
  yield* connects(wallet)
  assert.isTrue(yield* signsHonestly(wallet, "Honest"))
  return actedOn
})

const lyingMetadata = (draw: Draw, secret: string): unknown => ({
  name: draw.oneOf([secret, "\u202e\u{e0001}", "W".repeat(50_000), ""]),
  description: secret,
  url: draw.oneOf(["javascript:alert(1)", `https://wallet.example/?${encodeURIComponent(secret)}`, "//", ""]),
  icons: draw.oneOf<unknown>([["javascript:alert(1)"], ["data:text/html,x"], [secret], "icon"]),
  redirect: draw.oneOf([
    { native: "javascript:alert(1)", universal: "javascript:alert(1)" },
    { native: "intent://pay", universal: "https://evil.example", linkMode: true },
  ]),
})

describe(`A wallet and strangers over the relay (${attacks} cases of seed ${seed})`, () => {
  const suite = (title: string, what: string, count: number, perVisit: number, attack: Attack) =>
    it.effect(
      title,
      () =>
        Effect.gen(function* () {
          const actedOn: string[] = []
          const thrown: unknown[] = []
          const note = (error: unknown) => void thrown.push(error)
          process.on("uncaughtException", note).on("unhandledRejection", note)
          const opened: unknown[] = []
          const { open } = window
          window.open = (...given) => {
            opened.push(given)
            return null
          }
          // The key under which the library would store a deep link.
          localStorage.setItem("WALLETCONNECT_DEEPLINK_CHOICE", JSON.stringify({ href: "https://evil.example" }))
          for (const [number, ofVisit] of visitsOf(draws(count, seed), perVisit).entries())
            yield* whenRelayed(number % 2 === 0, function* (visit) {
              const secrets: Secret[] = []
              actedOn.push(...(yield* attack(visit, ofVisit, secrets, opened)))
              actedOn.push(...visit.outputs.leaked(secrets))
            })
          localStorage.clear()
          window.open = open
          process.off("uncaughtException", note).off("unhandledRejection", note)
          assert.deepStrictEqual(thrown, [])
          assert.notProperty({}, "polluted")
          tell(what, count, actedOn)
        }),
      timeout,
    )

  suite(
    "ignores strangers: messages not sealed by the wallet and frames from the relay itself have no effect",
    "Messages and frames of strangers",
    attacks,
    100,
    disturbed,
  )
  suite(
    "limits the wallet's messages to typed failures and to what the site requested",
    "Lies of the wallet",
    attacks,
    100,
    deceived,
  )
  suite(
    "drops whatever part of a session was not requested, and opens no link",
    "Sessions that were not asked for",
    visits,
    60,
    misled,
  )
})
