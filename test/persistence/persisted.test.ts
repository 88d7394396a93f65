import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { connect } from "../../src/connect/operations.ts"
import { connecting } from "../../src/connections/first-paint/state.ts"
import { disconnect } from "../../src/connections/operations/connections.ts"
import { switchNetwork } from "../../src/network/operations.ts"
import { mainnet, polygon, solana } from "../../src/options/networks.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import { pair } from "../../src/walletConnect/operations.ts"
import { settled } from "../contracts/settled.ts"
import { cinderbox, halyard, rest, tessera } from "../fixtures/modal.ts"
import { bothConnected, namesOf, visiting } from "../fixtures/visits.ts"

const plover = "example.plover"
const unlocked = { wallets: { [tessera]: { locked: false } } }
const test = visiting({
  script: unlocked,
  options: { networks: [mainnet, polygon, solana] },
})

describe("Local storage", () => {
  test("Local storage holds: active namespace", function* ({ storage }) {
    yield* connect({ wallet: halyard })
    assert.strictEqual(storage.json("active_namespace"), "eip155")
    yield* switchNetwork({ network: solana.caipNetworkId })
    assert.strictEqual(storage.json("active_namespace"), "solana")
  })

  test("Local storage holds: active network id", function* ({ storage }) {
    yield* connect({ wallet: halyard })
    assert.deepInclude(storage.json("active_caip_network_ids"), { eip155: "eip155:1" })
    yield* settled(switchNetwork({ network: polygon.caipNetworkId }))
    yield* switchNetwork({ network: solana.caipNetworkId })
    const both = { eip155: "eip155:137", solana: solana.caipNetworkId }
    assert.deepStrictEqual(storage.json("active_caip_network_ids"), both)
  })

  test("Local storage holds: connected connector id per namespace", function* ({ storage }) {
    yield* bothConnected
    assert.deepStrictEqual(storage.json("connected_connector_ids"), { eip155: halyard })
    yield* connect({ wallet: plover, namespace: "solana" })
    assert.deepStrictEqual(storage.json("connected_connector_ids"), { eip155: halyard, solana: plover })
    yield* disconnect({ namespace: "eip155" })
    assert.deepStrictEqual(storage.json("connected_connector_ids"), { solana: plover })
  })

  test("Local storage holds: connections", function* ({ storage, wallet }) {
    const { accounts } = yield* bothConnected
    const [first, second, ...others] = storage.json("connections") as object[]
    const connection = { namespace: "eip155", connectorId: halyard, accounts, caipNetworkId: "eip155:1" }
    assert.deepStrictEqual(first, connection)
    assert.deepInclude(second, { namespace: "eip155", connectorId: cinderbox })
    assert.isEmpty(others)
    // Also follows a wallet that is not the active one.
    wallet(cinderbox).move(137)
    yield* rest
    const networks = (storage.json("connections") as { caipNetworkId: string }[]).map((one) => one.caipNetworkId)
    assert.deepStrictEqual(networks, ["eip155:1", "eip155:137"])
    yield* connect({ wallet: plover, namespace: "solana" })
    const namespaces = (storage.json("connections") as { namespace: string }[]).map((one) => one.namespace)
    assert.deepStrictEqual(namespaces, ["eip155", "eip155", "solana"])
    yield* disconnect()
    assert.deepStrictEqual(storage.json("connections"), [])
  })

  test("Local storage holds: disconnected connector ids, until they are connected again", function* ({ storage }) {
    yield* connect({ wallet: halyard })
    assert.deepStrictEqual(storage.json("disconnected_connector_ids"), [])
    yield* disconnect()
    assert.deepStrictEqual(storage.json("disconnected_connector_ids"), [`eip155:${halyard}`])
    yield* connect({ wallet: halyard })
    assert.deepStrictEqual(storage.json("disconnected_connector_ids"), [])
  })

  const scans = { script: { ...unlocked, relay: { connect: "approve", delay: 0 } } } as const
  test.visits("Local storage holds: recent wallets (max 2)", scans, function* ({ storage, visit }) {
    const recent = Effect.map(slicesOf(connecting), ({ recentWallets }) => namesOf(recentWallets.value))
    yield* visit(function* () {
      for (const [wallet, expected] of [
        [halyard, ["Halyard"]],
        [cinderbox, ["Cinderbox", "Halyard"]],
        [tessera, ["Tessera", "Cinderbox"]],
        [cinderbox, ["Cinderbox", "Tessera"]],
        [cinderbox, ["Cinderbox", "Tessera"]],
      ] as const) {
        yield* connect({ wallet })

        assert.deepStrictEqual(namesOf(storage.json("recent_wallets@2") as []), expected)
        assert.deepStrictEqual(yield* recent, expected)
      }
      yield* disconnect()
    })

    assert.deepStrictEqual(yield* visit(recent), ["Cinderbox", "Tessera"])
    yield* visit(settled(pair({ id: "scanned", name: "Fathom" })))
    assert.deepStrictEqual(yield* visit(recent), ["Fathom", "Cinderbox"])
  })
})
