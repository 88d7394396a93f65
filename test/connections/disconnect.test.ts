import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import type { World } from "../../layers/demo.ts"
import { layer as site } from "../../layers/siwx/site.ts"
import { Relay } from "../../services/Relay.ts"
import { connect } from "../../src/connect/operations.ts"
import {
  deleteConnection,
  disconnect,
  reconnect,
  signOutOfWallets,
} from "../../src/connections/operations/connections.ts"
import { switchConnection } from "../../src/connections/operations/switchConnection.ts"
import { signingOut } from "../../src/connections/state/signingOut.ts"
import { ConnectFailed, DisconnectFailed } from "../../src/errors/index.ts"
import { openModal } from "../../src/navigation/opening/flows.ts"
import { switchNetwork } from "../../src/network/operations.ts"
import { snack } from "../../src/notifications/first-paint/state.ts"
import { mainnet, solana } from "../../src/options/networks.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import { settled } from "../contracts/settled.ts"
import { answering, changedChains } from "../fixtures/layers.ts"
import { cinderbox, halyard, rest } from "../fixtures/modal.ts"
import { ended } from "../fixtures/time.ts"
import { begun, bothConnected, failing, pass, signedOut, test } from "../fixtures/visits.ts"

const plover = "example.plover"

/** A relay on which a wallet has approved an EVM account, and from which it cannot be disconnected. */
const session = {
  topic: "00",
  expiresAt: 1e9,
  accounts: ["eip155:1:0xdbC7d4ef0007fA387aE67cC789e95be1BEC727C9"],
  approvedCaipNetworkIds: [],
  methods: [],
  peer: { name: "Fathom" },
}
const relay = Layer.succeed(Relay, {
  connect: () => Effect.succeed(session),
  restore: Effect.succeed(session),
  disconnect: Effect.fail(new DisconnectFailed()),
  watch: () => Effect.void,
  provider: () => Effect.fail(new ConnectFailed()),
  revive: Effect.void,
})

describe("disconnect", () => {
  test("ends every connection, and revokes the wallets' grants", function* ({ account, wallet }) {
    yield* bothConnected
    yield* disconnect()

    assert.deepInclude(account(), signedOut)
    for (const id of [halyard, cinderbox]) assert.isFalse(wallet(id).state().granted)
  })

  const late = () => ({ world: answering("eth_accounts", (own) => Effect.delay(own, "2 seconds")) })
  test("wins over a reconnection that completes after it", late, function* ({ account, storage, wallet }) {
    const connection = { namespace: "eip155", connectorId: halyard } as const
    yield* settled(connect({ wallet: halyard }))
    const waking = yield* begun(failing(reconnect(connection)))
    yield* deleteConnection(connection)
    wallet().resume({ granted: true })
    yield* pass("2 seconds")
    const error = yield* settled(Fiber.join(waking))

    assert.strictEqual(error._tag, "ConnectFailed")
    assert.deepInclude(account(), signedOut)
    assert.deepStrictEqual(storage.json("connections"), [])
  })

  test("leaves other namespaces connected", function* ({ account }) {
    yield* connect({ wallet: halyard })
    yield* disconnect({ namespace: "solana" })
    assert.strictEqual(account().status, "connected")
    yield* disconnect({ namespace: "eip155" })

    assert.deepInclude(account(), signedOut)
  })

  const failingToo = changedChains(() => ({ disconnect: () => Effect.fail(new DisconnectFailed()) }))
  test("reports the failure of each wallet", failingToo, function* () {
    yield* bothConnected
    const { message } = yield* failing(disconnect())

    assert.strictEqual(message, "Failed to disconnect chains: Failed to disconnect, Failed to disconnect")
  })

  const single = { script: { project: { features: [] } }, options: { networks: [mainnet, solana] } }
  test("leaves the modal open if there was nothing to end", single, function* ({ account, core }) {
    yield* connect({ wallet: plover })
    yield* switchNetwork({ network: mainnet.caipNetworkId })
    yield* openModal()
    yield* disconnect({ namespace: "eip155" })
    yield* disconnect({ connectorId: halyard })

    assert.isTrue(core.open.value)
    assert.strictEqual(account("solana").active, plover)
  })

  const stuck = () => {
    const held = { site: false }
    const getSessions = () => (held.site ? new Promise<never>(() => {}) : Promise.resolve([]))
    const siwx = site({ getRequired: () => false, getSessions })
    const { layers } = changedChains(() => ({ disconnect: () => Effect.never }))
    return { held, layers: (world: World) => ({ ...layers(world), siwx }) }
  }
  test("Disconnect waits at most 3000 ms", stuck, function* ({ account, held }) {
    yield* connect({ wallet: halyard })
    held.site = true
    const asked = yield* begun(disconnect())
    yield* pass(2_999)
    assert.strictEqual(account().status, "connected")
    yield* pass(1)
    yield* ended(asked)

    assert.deepInclude(account(), signedOut)
  })

  test.visits(
    "fails with 'Failed to disconnect chains: {reason}' if the wallet cannot be reached, and stays disconnected",
    function* ({ look, storage, visit }) {
      yield* visit(
        function* ({ account }) {
          const { shown } = yield* slicesOf(snack)
          yield* connect({ wallet: "walletConnect" })
          const error = yield* failing(disconnect())
          assert.strictEqual(error.message, "Failed to disconnect chains: Failed to disconnect")
          assert.deepInclude(account(), signedOut)
          yield* connect({ wallet: "walletConnect" })
          yield* signOutOfWallets()
          yield* rest

          assert.deepInclude(shown.value, { message: error.message, variant: "error", open: true })
          assert.deepStrictEqual(storage.json("connections"), [])
        },
        { layers: { relay } },
      )
      assert.deepInclude(yield* look(({ account }) => account(), { layers: { relay } }), signedOut)
    },
  )

  const slow = () => ({ world: answering("wallet_revokePermissions", (own) => Effect.delay(own, 1_000)) })
  test("Disconnect: closes the modal unless told otherwise", slow, function* ({ core }) {
    const { busy } = yield* slicesOf(signingOut)
    yield* connect({ wallet: halyard })
    yield* openModal()
    const pressed = yield* begun(signOutOfWallets())
    assert.isTrue(busy.value)
    yield* signOutOfWallets()
    assert.isTrue(core.open.value)
    yield* pass(1_000)
    yield* ended(pressed)
    assert.isFalse(core.open.value)
    assert.isFalse(busy.value)
    yield* connect({ wallet: halyard })
    yield* openModal()
    const asked = yield* begun(disconnect())
    yield* pass(1_000)
    yield* ended(asked)
    assert.isFalse(core.open.value)
    yield* openModal()
    yield* disconnect()

    assert.isTrue(core.open.value)
  })
})

describe("deleteConnection", () => {
  test("leaves other connections", function* ({ account, connected }) {
    yield* bothConnected
    yield* deleteConnection({ namespace: "eip155", connectorId: cinderbox })

    assert.strictEqual(account().active, halyard)
    assert.deepStrictEqual(connected(), [halyard])
  })

  test("with an address, ends only the connection that has this account", function* ({ connected, storage, wallet }) {
    const [own = "", second = ""] = wallet().state().addresses
    const [other = ""] = wallet(cinderbox).state().addresses
    yield* bothConnected
    yield* deleteConnection({ namespace: "eip155", connectorId: halyard, address: other })
    yield* deleteConnection({ namespace: "eip155", connectorId: cinderbox, address: own })
    assert.deepStrictEqual(connected(), [halyard, cinderbox])
    yield* deleteConnection({ namespace: "eip155", connectorId: halyard, address: second })

    assert.deepStrictEqual(connected(), [cinderbox])
    assert.deepStrictEqual(storage.json("recent_connections"), [])
  })
})

describe("switchConnection", () => {
  // A wallet grants the same accounts again without a prompt, so only its requests show that it was not reused.
  const counted = () => {
    const asked: string[] = []
    const world = answering(
      "eth_requestAccounts",
      (own) => {
        asked.push(cinderbox)
        return own
      },
      { wallet: cinderbox },
    )
    return { asked, world, options: { networks: [mainnet, solana] } }
  }
  test(
    "Switching a connection, connected or active: reuse it",
    counted,
    function* ({ asked, core, connected, storage }) {
      const first = yield* connect({ wallet: cinderbox })
      yield* connect({ wallet: halyard })
      for (const _ of ["active", "connected"]) {
        yield* switchConnection({ namespace: "eip155", connectorId: cinderbox })

        assert.strictEqual(core.address.value, first.accounts[0]?.address)
        assert.lengthOf(connected(), 2)
        assert.lengthOf(asked, 1)
        assert.deepStrictEqual(storage.json("connected_connector_ids"), { eip155: cinderbox })
      }
    },
  )

  test(
    "Connection class, per namespace: one is still active or connected while a wallet of another chain is in use, and is reused",
    counted,
    function* ({ asked, core }) {
      const first = yield* connect({ wallet: cinderbox })
      yield* connect({ wallet: halyard })
      for (const _ of ["active", "connected"]) {
        yield* connect({ wallet: "example.plover" })
        assert.strictEqual(core.namespace.value, "solana")
        yield* switchConnection({ namespace: "eip155", connectorId: cinderbox })

        assert.strictEqual(core.address.value, first.accounts[0]?.address)
        assert.lengthOf(asked, 1)
      }
    },
  )

  test("fails with 'No connector found for connection' for an unknown connector", function* () {
    const error = yield* failing(switchConnection({ namespace: "eip155", connectorId: "unknown" }))

    assert.deepInclude(error, {
      message: "No connector found for connection",
      details: "No wallet of eip155 on this page has the id 'unknown'",
    })
  })

  const onlyEvm = { layers: { relay }, options: { networks: [mainnet, solana] } }
  test("fails if WalletConnect grants no account of the namespace", onlyEvm, function* ({ account, core }) {
    const error = yield* failing(switchConnection({ namespace: "solana", connectorId: "walletConnect" }))

    assert.deepInclude(error, {
      message: "No connector found for connection",
      details: "'walletConnect' granted no account of solana",
    })
    assert.deepInclude(account("solana"), signedOut)
    assert.strictEqual(core.namespace.value, "eip155")
  })
})
