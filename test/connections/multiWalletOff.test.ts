import { assert, describe } from "@effect/vitest"
import { connectExternal } from "../../src/connect/flows/connectExternal.ts"
import { connect } from "../../src/connect/operations.ts"
import { deleteConnection, signOutOfWallets } from "../../src/connections/operations/connections.ts"
import { switchConnection } from "../../src/connections/operations/switchConnection.ts"
import { openModal } from "../../src/navigation/opening/flows.ts"
import { dismissAlert } from "../../src/notifications/flows.ts"
import { mainnet, solana } from "../../src/options/networks.ts"
import { CurrentModal } from "../../src/runtime/currentModal.ts"
import { snapshot } from "../../src/stub/takeSnapshot.ts"
import { cinderbox, halyard, rest } from "../fixtures/modal.ts"
import { ended as done } from "../fixtures/time.ts"
import { begun, bothConnected, visiting } from "../fixtures/visits.ts"
import { connectionTo, connectMessages, listedConnections, plover } from "./multiWalletSteps.ts"

describe("With multi-wallet off,", () => {
  const test = visiting({ script: { project: { features: [] } } })

  test("Multi-wallet operations wait for the project's configuration before they decide", function* ({
    account,
    core,
    instance,
  }) {
    yield* bothConnected
    let start = () => {}
    const started = new Promise<void>((resolve) => {
      start = resolve
    })
    Object.assign(instance, { engine: async () => ({ started }) })
    const switching = yield* begun(switchConnection(connectionTo(cinderbox)))
    yield* rest
    assert.strictEqual(account().active, halyard)
    core.remoteFeatures.value = { ...core.remoteFeatures.value, multiWallet: true }
    start()
    yield* done(switching)

    assert.strictEqual(account().active, cinderbox)
    assert.isEmpty(core.alerts.value)
  })

  test("Multi-wallet operations when the feature is off show an info alert", function* ({ core }) {
    yield* connect({ wallet: halyard })
    assert.isEmpty(core.alerts.value)
    for (const operation of [switchConnection, deleteConnection]) {
      yield* operation(connectionTo(halyard))
      yield* operation(connectionTo(halyard))

      const [alert, ...others] = core.alerts.value
      assert.deepInclude(alert, { code: "", variant: "info", title: "Multi-Wallet Not Enabled" })
      assert.isEmpty(others)
      yield* dismissAlert("")
    }
  })

  test("Multi-wallet operations when the feature is off return empty", function* ({ account, connected }) {
    yield* bothConnected
    assert.isUndefined(yield* switchConnection(connectionTo(cinderbox)))
    assert.isUndefined(yield* deleteConnection(connectionTo(cinderbox)))

    assert.strictEqual(account().active, halyard)
    assert.lengthOf(connected(), 2)
  })

  test("When the multiWallet remote feature is not on, only the active connector's connections are shown", function* ({
    connected,
    core,
    wallet,
  }) {
    yield* bothConnected
    assert.deepStrictEqual(yield* listedConnections, { connections: [halyard], recent: [] })
    wallet().lock()
    yield* rest
    // The locked wallet is still the active one, and the other does not take its place.
    assert.deepStrictEqual(yield* listedConnections, { connections: [], recent: [] })
    wallet().unlock()
    yield* rest
    assert.deepStrictEqual(yield* listedConnections, { connections: [halyard], recent: [] })
    yield* openModal()
    yield* signOutOfWallets()

    assert.isFalse(core.open.value)
    assert.deepStrictEqual(yield* listedConnections, { connections: [], recent: [] })
    assert.isEmpty(connected())
  })

  test("each namespace shows only the connections of its own active connector", {
    options: { networks: [mainnet, solana] },
  }, function* ({ account }) {
    for (const wallet of [plover, "example.halyard.solana", halyard]) yield* connect({ wallet })
    assert.lengthOf(account("solana").connections, 2)
    const { connections } = snapshot(yield* CurrentModal)

    assert.deepStrictEqual(
      [connections?.eip155, connections?.solana].map((list) => list?.map(({ connectorId }) => connectorId)),
      [[halyard], ["example.halyard.solana"]],
    )
  })

  test("Disconnect: the modal closes even if a wallet of another chain remains connected", {
    options: { networks: [mainnet, solana] },
  }, function* ({ account, core }) {
    yield* connect({ wallet: plover })
    yield* connect({ wallet: halyard })
    yield* openModal()
    yield* signOutOfWallets()

    assert.strictEqual(account("solana").status, "connected")
    assert.isFalse(core.open.value)
    assert.strictEqual(core.namespace.value, "eip155")
    assert.strictEqual(account("solana").active, plover)
  })

  test("a wallet that connects beside another closes the modal, like any other", function* ({ core }) {
    yield* connect({ wallet: cinderbox })
    yield* openModal()
    yield* connectExternal(halyard, undefined, connectMessages)

    assert.isFalse(core.open.value)
  })
})
