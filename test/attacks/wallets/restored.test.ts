// @vitest-environment happy-dom

import { inspect } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { discover } from "../../../layers/chains/bitcoin/discovery.ts"
import { connectExternal } from "../../../src/connect/flows/connectExternal.ts"
import { connect } from "../../../src/connect/operations.ts"
import { mainnet, type Network, solana } from "../../../src/options/networks.ts"
import { settled } from "../../contracts/settled.ts"
import { type Draw, draws } from "../../fixtures/draws.ts"
import { shelf } from "../../fixtures/modal.ts"
import { fails, pass, type Steps, type Visit, visited } from "../../fixtures/visits.ts"
import { onWindow } from "../../layers/chains/bitcoin/live.ts"
import { liveChains } from "../../layers/chains/chainScene.ts"
import {
  accountOf,
  addressOf,
  fakeSolanaWallet,
  first,
  name,
  registerOnWindow,
  second,
} from "../../layers/chains/fakeSolanaWallet.ts"
import { fakeWallet, meta } from "../../layers/chains/fakeWallet.ts"
import { attacks, seed, tell, timeout, visits } from "../cases.ts"

/** An injected wallet that grants an account without prompting. */
interface Present {
  readonly account: string
  /** Installs it in the page. Returns a function that removes it. */
  readonly arrive: () => () => void
  /** Makes it report, unprompted, that its account is the active one. */
  readonly speak: () => void
}

interface Kind {
  readonly network: Network
  readonly connectorId: string
  readonly own: () => Present
  readonly impostor: (draw: Draw) => Present
}

const onEvm = (account: string, info: object): Present => {
  const wallet = fakeWallet({ granted: true, accounts: [account] })
  const speak = () => {
    wallet.emit("accountsChanged", [account])
    wallet.emit("connect", { chainId: "0x1" })
  }
  return { account, arrive: () => wallet.announce(info), speak }
}

const onSolana = (key: typeof first): Present => {
  const wallet = fakeSolanaWallet({ granted: true, accounts: [key] })
  const speak = () => wallet.emit({ accounts: [accountOf(key)] })
  return { account: addressOf(key), arrive: wallet.register, speak }
}

const kinds: readonly Kind[] = [
  {
    network: mainnet,
    connectorId: meta.rdns,
    own: () => onEvm(`0x${"1".repeat(40)}`, {}),
    impostor: (draw) =>
      onEvm(`0x${"6".repeat(40)}`, {
        uuid: draw.oneOf(["22222222-2222-4222-8222-222222222222", ""]),
        name: draw.oneOf([meta.name, "Other", meta.rdns, ""]),
        rdns: draw.oneOf([meta.rdns, ` ${meta.rdns}`, `\u200b${meta.rdns}`]),
      }),
  },
  { network: solana, connectorId: name, own: () => onSolana(first), impostor: () => onSolana(second) },
]

/** Storage of a visitor who was connected to a wallet of this kind on the last visit. */
const storageOf = ({ network, connectorId }: Kind, { account }: Present) => {
  const namespace = network.chainNamespace
  return shelf({
    connections: JSON.stringify([{ namespace, connectorId, accounts: [{ address: account }] }]),
    connected_connector_ids: JSON.stringify({ [namespace]: connectorId }),
    active_namespace: JSON.stringify(namespace),
  })
}

const all = (acts: readonly (() => void)[]) => {
  for (const act of acts) act()
}

/** A visit to a page on which these wallets appear, each after its delay. */
const visit = <A>(
  kind: Kind,
  own: Present,
  arriving: readonly (readonly [after: number, one: Present])[],
  run: (visit: Visit) => Steps<A>,
) =>
  Effect.suspend(() => {
    const early = arriving.filter(([after]) => after === 0)
    const late = arriving.filter(([after]) => after > 0)
    const leave = early.map(([, one]) => one.arrive())
    return visited(
      {
        starting: true,
        storage: storageOf(kind, own),
        options: { networks: [mainnet, solana] },
        layers: { chains: liveChains({ networks: [mainnet, solana] }) },
      },
      function* (visit) {
        for (const [after, one] of late) {
          yield* pass(after)
          leave.push(one.arrive())
        }
        yield* pass("4 seconds")
        return yield* Effect.gen(() => run(visit))
      },
    ).pipe(Effect.ensuring(Effect.sync(() => all(leave))))
  })

describe(`A wallet that claims to be the one of the last visit (${visits} cases of seed ${seed})`, () => {
  it.effect(
    "is not connected on reload, whichever of the two comes first",
    () =>
      Effect.gen(function* () {
        const actedOn: string[] = []
        let honest = 0
        for (const [number, draw] of draws(visits, seed).entries()) {
          const kind = draw.oneOf(kinds)
          const namespace = kind.network.chainNamespace as "eip155" | "solana"
          const [own, impostor] = [kind.own(), kind.impostor(draw)]
          const orders = [
            ...[[0, impostor, 0, own] as const, [0, own, 0, impostor] as const],
            ...[[0, impostor, 1_000, own] as const, [0, own, 1_000, impostor] as const],
            ...[[500, impostor, 500, own] as const, [500, own, 500, impostor] as const],
          ]
          const [before, one, after, other] = draw.oneOf(orders)
          const speaks = draw.upTo(1) === 0
          yield* visit(
            kind,
            own,
            [
              [before, one],
              [after, other],
            ],
            function* ({ connected, core }) {
              if (speaks) impostor.speak()
              yield* pass("1 second")
              const order = `${namespace}: ${one === own ? "own" : "impostor"} after ${before}, then ${after}`
              if (connected(namespace).length > 0) actedOn.push(`${order}: ${core.address.peek()}`)
              if (number % 10 > 0) return
              yield* fails(connect({ wallet: kind.connectorId }), { message: "No connector found for connection" })
              if (connected(namespace).length > 0) actedOn.push(`${order}, by the site: ${core.address.peek()}`)
              // The visitor's choice between the two counts.
              yield* settled(connectExternal(kind.connectorId, namespace))
              assert.deepStrictEqual(connected(namespace), [kind.connectorId])
            },
          )
          if (number % 10 > 0) continue
          // When it is the only one, it is restored.
          yield* visit(kind, own, [[draw.oneOf([0, 1_000]), own]], function* ({ core }) {
            assert.strictEqual(core.address.peek()?.toLowerCase(), own.account.toLowerCase())
          })
          honest += 1
        }
        tell("Twins of restored wallets", visits, actedOn, honest)
      }),
    timeout,
  )

  it("does not hide a Bitcoin wallet by its name, nor take the ID of another", () => {
    const actedOn: string[] = []
    let honest = 0
    const standard = () => ({
      name: "Lantern",
      chains: ["bitcoin:mainnet"],
      features: { "bitcoin:connect": { connect: async () => ({ accounts: [] }) } },
    })
    const [own, impostor] = [standard(), standard()]
    const inList = { request: async () => ({}) }
    for (const draw of draws(attacks, seed)) {
      const id = draw.oneOf(["Lantern", "lantern", "Lantern#2", "evil.provider"])
      const entries = [{ id, name: draw.oneOf(["Lantern", "LANTERN", "Lantern Wallet"]) }]
      const ways: Readonly<Record<string, () => () => void>> = {
        own: () => registerOnWindow(own),
        impostor: () => registerOnWindow(impostor),
        list: () => {
          const [path = "", part] = id.split(".")
          const away = [onWindow(path, part ? { [part]: inList } : inList), onWindow("btc_providers", entries)]
          return () => all(away)
        },
      }
      const other = draw.oneOf(["impostor", "list"])
      const order = draw.oneOf([
        ["own", other],
        [other, "own"],
      ])
      const page = discover()
      const leave: (() => void)[] = []
      const before = new Map<string, unknown>()
      for (const way of order) {
        const arrive = ways[way]
        if (arrive) leave.push(arrive())
        // A wallet keeps its ID.
        for (const [known, wallet] of before) if (page.find(known) !== wallet) actedOn.push(`${order}: ${known} moved`)
        for (const { id: known } of page.list()) before.set(known, page.find(known))
      }
      const listed = page.list()
      if (listed.length !== 2 || listed.some(({ disputed }) => !disputed)) actedOn.push(`${order}: ${inspect(listed)}`)
      all(leave)
      leave.splice(0, leave.length, registerOnWindow(own))
      if (page.list().length === 1 && page.list()[0]?.disputed === undefined) honest += 1
      all(leave)
      page.stop()
    }
    tell("Twins of Bitcoin wallets", attacks, actedOn, honest)
    assert.strictEqual(honest, attacks)
  })
})
