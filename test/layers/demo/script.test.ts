import { assert, describe, it } from "@effect/vitest"
import { readScript, type Script } from "../../../layers/demo.ts"
import { allEndpoints } from "../../fixtures/endpoints.ts"

describe("the demo's script", () => {
  it("is decoded completely", () => {
    const script: Required<Script> = {
      seed: -3,
      latency: 120,
      tick: 0,
      directory: 5_000,
      tokens: 500,
      transactions: 30,
      login: "ansel@inkwell.example",
      nodes: { "eip155:31337": "http://127.0.0.1:8545" },
      frame: { connect: "approve", sign: "hang", delay: 700 },
      sends: "repriced",
      transferFees: { TLN: 100 },
      deposits: "stuck",
      project: { features: null, origins: ["https://*.example"], analytics: false, networks: ["eip155:1"] },
      wallets: {
        "*": "slow",
        "example.halyard": { connect: "approve", sign: "reject", delay: 900, chains: [1, 8453], announce: 50 },
        "example.tessera": "absent",
      },
      relay: "scan",
      faults: { wallets: { status: 503, times: 2 }, rpc: { offline: true }, api: { delay: 2_000 } },
    }

    assert.deepStrictEqual(readScript(JSON.stringify(script)), { script, problems: [] })
  })

  const nothing: readonly (readonly [json: string | null, problems: readonly string[]])[] = [
    [null, []],
    ["", []],
    ["{}", []],
    ["{", ["script: Expected JSON"]],
    ["[]", ["script: Expected object, received array"]],
    ["null", ["script: Expected object, received null"]],
    ['{"seed":"one"}', ["script.seed: Expected integer, received string"]],
    ['{"seed":1.5}', ["script.seed: Expected integer, received number"]],
    ['{"latency":-1}', ["script.latency: Expected number of at least 0, received number"]],
    ['{"prices":1}', ["script.prices: no such field"]],
    ['{"__proto__":{"seed":1}}', ["script.__proto__: no such field"]],
    [
      '{"faults":{"walets":{"status":500}}}',
      ["script.faults.walets: no such service, endpoint or method. Did you mean 'wallets'?"],
    ],
    [
      '{"faults":{"nowhere":{"status":500}}}',
      [
        "script.faults.nowhere: no such service, endpoint or method. Services: api, rpc, relay, frame, abilities, events",
      ],
    ],
    ['{"relay":"dance"}', ["script.relay: Expected wait, scan, reject, received 'dance'"]],
  ]
  it.each(nothing)("is empty if nothing of it is valid: %s", (json, problems) => {
    const read = readScript(json)

    assert.deepStrictEqual(read.problems, problems)
    assert.deepStrictEqual({ faults: {}, ...read.script }, { faults: {} })
  })

  it("accepts faults of every service, endpoint and method", async () => {
    const endpoints = await allEndpoints()
    const methods = ["eth_estimateGas", "wallet_getAssets", "CONNECT_OTP", "personal_sign", "getBalance"]
    const names = ["api", "rpc", "relay", "frame", "abilities", "events", ...methods]
    const faults = Object.fromEntries([...names, ...endpoints.map(({ name }) => name)].map((name) => [name, {}]))

    assert.deepStrictEqual(readScript(JSON.stringify({ faults })), { script: { faults }, problems: [] })
  })

  it("keeps its valid parts beside invalid ones", () => {
    const { script, problems } = readScript(
      JSON.stringify({
        seed: 2,
        wallets: { one: "approve", other: "explode", third: { sign: "maybe", delay: 5 } },
        faults: { wallets: { status: 503, often: true }, balance: 500 },
      }),
    )

    assert.deepStrictEqual(script, {
      seed: 2,
      wallets: { one: "approve", third: { delay: 5 } },
      faults: { wallets: { status: 503 } },
    })
    assert.lengthOf(problems, 4)
    assert.include(problems.join("\n"), "script.wallets.third.sign: Expected")
    assert.include(problems.join("\n"), "script.faults.balance: Expected object, received number")
  })
})
