import { EventEmitter } from "node:events"
import { describe, expect, it } from "vitest"
import { activeSession } from "../../../layers/relay/client/activeSession.ts"
import { open } from "../../../layers/relay/client/libraryStorage.ts"
import { readSession } from "../../../layers/relay/client/readSession.ts"
import type { RelayChange } from "../../../services/Relay.ts"
import { parseChainId } from "../../../src/core/caip.ts"
import { isAddress } from "../../../src/namespaces/model/namespaceTable.ts"
import { mainnet, polygon, solana } from "../../../src/options/networks.ts"
import { type Draw, draws } from "../../fixtures/draws.ts"
import { pageOn } from "../../layers/relay/relayWorld.ts"
import { broken } from "../broken.ts"
import { attacks, seed, tell, timeout, visitsOf } from "../cases.ts"

const networks = [mainnet, polygon, solana]
const [one, two] = [`0x${"1".repeat(40)}`, `0x${"2".repeat(40)}`]
const stored = {
  topic: "topic",
  expiry: 1_900_000_000,
  namespaces: {
    eip155: {
      chains: ["eip155:1", "eip155:137"],
      accounts: [`eip155:1:${one}`, `eip155:1:${two}`, `eip155:137:${one}`],
      methods: ["personal_sign"],
      events: [],
    },
  },
  peer: { metadata: { name: "Wallet", url: "https://wallet.example", icons: [] } },
}

/** An active session, in a library whose events the test controls. */
const held = () => {
  const library = new EventEmitter()
  const changes: RelayChange[] = []
  let session: unknown = structuredClone(stored)
  const sign = Object.assign(library, { session: { getAll: () => [session], update: async () => undefined } })
  const own = activeSession({
    sign: sign as never,
    store: open(pageOn({ url: "" }).storage),
    networks: () => networks,
    emit: (change) => changes.push(change),
  })
  const begin = () => {
    session = structuredClone(stored)
    const first = readSession(session, networks)
    if (first) own.approved(first, networks)
    changes.length = 0
  }
  const becomes = (next: unknown) => {
    session = next
  }
  return { own, changes, library, begin, becomes }
}

const eventOf = (draw: Draw) => ({
  event: draw.oneOf([
    { name: "chainChanged", data: draw.oneOf<unknown>([1, 137, "0x89", "eip155:137"]) },
    { name: "accountsChanged", data: draw.oneOf([[one], [two, one], [`eip155:137:${one}`], []]) },
  ]),
  chainId: "eip155:1",
})

/** Whether the modal can use and show everything reported to it: chains and addresses of the session's namespace. */
const isSound = (changes: readonly RelayChange[]) =>
  changes.every((told) => {
    if (told.type === "session")
      return told.session.accounts.length > 0 && told.session.peer.name.length <= 100 && told.session.topic === "topic"
    if (told.type !== "wallet") return told.type === "ended" || told.type === "expired"
    const { namespace, change } = told
    if (change.type === "chain") return !(parseChainId(change.caipNetworkId) instanceof Error) && namespace === "eip155"
    return change.type === "accounts" && change.accounts.every(({ address }) => isAddress("eip155", address))
  })

describe(`A message over the relay (${attacks} cases of seed ${seed})`, () => {
  it(
    "has no effect if it belongs to another session, otherwise yields only chains and accounts, and never throws",
    () => {
      const actedOn: string[] = []
      const { own, changes, library, begin, becomes } = held()
      let honest = 0
      for (const drawn of visitsOf(draws(attacks, seed), 10)) {
        for (const draw of drawn) {
          begin()
          const kind = draw.oneOf(["session_event", "session_update", "session_delete", "session_expire"] as const)
          const topic = draw.oneOf<unknown>([
            "other",
            "topic ",
            "TOPIC",
            "",
            7,
            null,
            undefined,
            ["topic"],
            "__proto__",
          ])
          library.emit(kind, { topic, params: eventOf(draw) })
          library.emit(kind, draw.oneOf<unknown>([undefined, null, 7, "topic", [], { params: eventOf(draw) }]))
          if (changes.length > 0) actedOn.push(`${kind} of ${JSON.stringify(topic)}: ${JSON.stringify(changes)}`)

          if (draw.upTo(1) === 0)
            library.emit("session_event", { topic: "topic", params: broken(eventOf(draw), draw, "x") })
          else {
            // The library keeps objects, each under its topic.
            becomes({ ...Object(broken(structuredClone(stored), draw, "x")), topic: "topic" })
            library.emit("session_update", { topic: "topic" })
          }
          if (!isSound(changes)) actedOn.push(JSON.stringify(changes))
        }
        // Refused because of the lie, not for another reason.
        begin()
        library.emit("session_event", {
          topic: "topic",
          params: { ...eventOf(drawn[0] as Draw), event: { name: "chainChanged", data: 137 } },
        })
        expect([own.chain("eip155"), own.addresses("eip155")]).toEqual(["eip155:137", [one]])
        honest += 1
      }
      tell("Events and sessions of the relay", attacks, actedOn, honest)
    },
    timeout,
  )
})
