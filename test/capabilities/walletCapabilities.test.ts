import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { capabilityLimits } from "../../src/capabilities/limits.ts"
import { capabilities } from "../../src/capabilities/operations.ts"
import { recordSponsorFailure, walletCapabilities } from "../../src/capabilities/steps/walletCapabilities.ts"
import { connect } from "../../src/connect/operations.ts"
import { disconnect } from "../../src/connections/operations/connections.ts"
import { InternalRpcError } from "../../src/errors/rpc.ts"
import { mainnet, solana } from "../../src/options/networks.ts"
import { settled } from "../contracts/settled.ts"
import { cinderbox, halyard } from "../fixtures/modal.ts"
import { whenRecorded } from "../fixtures/scenes/recorded.ts"
import { testing } from "../fixtures/scenes.ts"
import { ended } from "../fixtures/time.ts"
import { begun, fails, pass } from "../fixtures/visits.ts"

const test = testing(whenRecorded)

describe("the active wallet's capabilities", () => {
  test("are unknown after a failed request, for every caller, until the wallet is queried again after 30 s", {
    options: { networks: [mainnet] },
  }, function* ({ asked, instead }) {
    instead.set("wallet_getCapabilities", Effect.fail(new InternalRpcError("Busy")))
    assert.deepStrictEqual([yield* walletCapabilities, yield* walletCapabilities], [undefined, undefined])
    assert.lengthOf(asked("wallet_getCapabilities"), 1)

    instead.delete("wallet_getCapabilities")
    yield* pass("29 seconds")
    assert.isUndefined(yield* walletCapabilities)
    yield* pass("1 second")
    assert.isTrue((yield* walletCapabilities)?.can.atomic)
    assert.lengthOf(asked("wallet_getCapabilities"), 2)
  })

  test("are those that the wallet reports for every network, and for the active one", {
    options: { networks: [mainnet, solana] },
  }, function* ({ instead }) {
    const able = { supported: true }
    const reported = { "0x0": { paymasterService: able }, "0x1": { assetDiscovery: able }, "0x89": { atomic: able } }
    instead.set("wallet_getCapabilities", Effect.succeed(reported))
    assert.deepStrictEqual((yield* walletCapabilities)?.can, { atomic: false, paymaster: true, assets: true })
    assert.hasAllKeys(yield* settled(capabilities()), ["eip155:0", "eip155:1", "eip155:137"])
    yield* settled(connect({ wallet: halyard }))
    assert.deepInclude((yield* walletCapabilities)?.can, { paymaster: false, assets: false })
    yield* settled(connect({ wallet: "example.plover", namespace: "solana" }))
    assert.isUndefined(yield* walletCapabilities)
    assert.deepStrictEqual(yield* settled(capabilities()), {})
    yield* settled(disconnect())
    assert.isUndefined(yield* walletCapabilities)
    yield* fails(capabilities(), { _tag: "MissingAddressForCapabilities" })
  })

  test("are unknown if the wallet does not respond in time", function* ({ instead }) {
    instead.set("wallet_getCapabilities", Effect.never)
    const reading = yield* begun(walletCapabilities)
    yield* pass(capabilityLimits.response)
    assert.isUndefined(yield* ended(reading))
  })

  test("lose the paymaster for 5 minutes after two failures within 5 minutes", function* ({ core }) {
    const network = core.network.peek() ?? mainnet
    const of = { connectorId: cinderbox, from: core.address.peek() ?? "", network }
    const fail = recordSponsorFailure(new InternalRpcError("Failed to fetch"), of)
    const sponsors = Effect.map(walletCapabilities, (wallet) => wallet?.can.paymaster)
    yield* fail
    yield* pass(capabilityLimits.pause)
    yield* fail
    assert.isTrue(yield* sponsors)
    yield* pass(capabilityLimits.pause - 1)
    yield* fail
    assert.isFalse(yield* sponsors)
    yield* pass(capabilityLimits.pause - 1)
    assert.isFalse(yield* sponsors)
    yield* pass(1)
    assert.isTrue(yield* sponsors)
  })
})
