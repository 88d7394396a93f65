import { readProposalId } from "../../../layers/relay/client/proposal.ts"
import { checkTopic, readEvent, readSession, readTopic } from "../../../layers/relay/client/readSession.ts"
import { textLimits } from "../../../src/core/first-paint/display.ts"
import { solana } from "../../../src/options/networks.ts"
import { assert, describe, it } from "../../fixtures/it.ts"
import { allNetworks, firstAddress, readStored, secondAddress, storedSession } from "./sessionSteps.ts"

const solanaAccount = "So11111111111111111111111111111111111111112"

describe("A stored session of the library", () => {
  it("is decoded with its accounts, networks, methods and wallet", () => {
    assert.deepStrictEqual(readStored()?.session, {
      topic: "topic",
      expiresAt: 1_800_000_000_000,
      accounts: [`eip155:1:${firstAddress}`, `eip155:1:${secondAddress}`, `eip155:137:${firstAddress}`],
      approvedCaipNetworkIds: ["eip155:1", "eip155:137"],
      methods: ["personal_sign"],
      peer: { name: "Wallet", icon: "https://wallet.example/icon.png", url: "https://wallet.example/" },
    })
  })

  it("has a network approved that occurs only in an account, or in a namespace's name", () => {
    const namespaces = {
      eip155: { accounts: [`eip155:137:${firstAddress}`], methods: [] },
      "eip155:10": { accounts: [`eip155:10:${firstAddress}`], methods: ["eth_sign"] },
    }
    const session = readStored({ namespaces })?.session

    assert.deepStrictEqual(session?.approvedCaipNetworkIds, ["eip155:137", "eip155:10"])
    assert.deepStrictEqual(session?.methods, ["eth_sign"])
  })

  it("has a network with an older ID, which is used for requests to the wallet", () => {
    const old = solana.deprecatedCaipNetworkId
    const namespaces = {
      solana: { chains: [old], accounts: [`${old}:${solanaAccount}`], methods: ["solana_signMessage"] },
    }
    const held = readStored({ namespaces })

    assert.deepStrictEqual(held?.session.accounts, [`${solana.caipNetworkId}:${solanaAccount}`])
    assert.deepStrictEqual(held?.session.approvedCaipNetworkIds, [solana.caipNetworkId])
    assert.strictEqual(held?.grants.get("solana")?.chains.get(solana.caipNetworkId), old)
    const both = readStored({ namespaces: { solana: { ...namespaces.solana, chains: [solana.caipNetworkId, old] } } })
    assert.strictEqual(both?.grants.get("solana")?.chains.get(solana.caipNetworkId), solana.caipNetworkId)
  })

  it("has the wallet's name and picture only after sanitizing", () => {
    const metadata = { name: `\u202e${"W".repeat(10_000)}`, url: "javascript:alert(1)", icons: ["javascript:alert(1)"] }
    const peer = readStored({ peer: { metadata } })?.session.peer

    assert.deepStrictEqual(Object.keys(peer ?? {}), ["name"])
    assert.match(peer?.name ?? "", /^W+…$/)
    assert.isAtMost(peer?.name.length ?? 0, textLimits.name + 1)
  })

  const nameless = [undefined, null, 7, { metadata: null }]
  it.each([...nameless, { metadata: { name: 7, url: 7, icons: "https://wallet.example" } }])(
    "is used without the wallet's name and picture if its wallet is %j",
    (peer) => assert.deepStrictEqual(readStored({ peer })?.session.peer, { name: "" }),
  )

  it("omits what its wallet lists under another namespace's name or another chain's", () => {
    const namespaces = {
      eip155: {
        chains: ["eip155:1", solana.caipNetworkId],
        accounts: [`eip155:1:${firstAddress}`, `${solana.caipNetworkId}:${solanaAccount}`],
        methods: ["personal_sign"],
      },
      "eip155:10": {
        chains: ["eip155:137"],
        accounts: [`eip155:10:${secondAddress}`, `eip155:137:${secondAddress}`],
        methods: ["eth_sign"],
      },
      elsewhere: { chains: ["elsewhere:1"], accounts: [`elsewhere:1:${firstAddress}`], methods: ["sign"] },
      solana: null,
    }
    const held = readStored({ namespaces })

    assert.deepStrictEqual(held?.session.accounts, [`eip155:1:${firstAddress}`, `eip155:10:${secondAddress}`])
    assert.deepStrictEqual(held?.session.approvedCaipNetworkIds, ["eip155:1", "eip155:10"])
    assert.deepStrictEqual([...(held?.grants.keys() ?? [])], ["eip155"])
    const foreign = { eip155: { accounts: [`${solana.caipNetworkId}:${solanaAccount}`], methods: [] } }
    assert.strictEqual(readStored({ namespaces: foreign }), undefined)
  })

  it("A CAIP address must have 3 non-empty parts and a known namespace, or it is not an account of a session", () => {
    const partial = [
      `eip155:1:${firstAddress}:more`,
      "eip155:1",
      "eip155:1:",
      `:1:${firstAddress}`,
      `eip155::${firstAddress}`,
    ]
    const accounts = [...partial, `elsewhere:1:${firstAddress}`, "eip155:1:0x1", 7, null]
    const good = `eip155:1:${firstAddress}`

    const { session } = readStored({ namespaces: { eip155: { accounts: [...accounts, good], methods: [7] } } }) ?? {}
    assert.deepInclude(session, { accounts: [good], methods: [] })
    assert.strictEqual(readStored({ namespaces: { eip155: { accounts } } }), undefined)
  })

  const wrong = [{ topic: 7 }, { expiry: "soon" }, { namespaces: [] }].map((field) => ({ ...storedSession, ...field }))
  const invalid: readonly unknown[] = [undefined, null, 7, "text", [], {}, ...wrong]
  it.each(invalid.map((value) => ({ value })))("is invalid as $value", ({ value }) => {
    assert.isUndefined(readSession(value, allNetworks))
  })
})

describe("A topic and a proposal ID", () => {
  const held = readStored()

  it("A topic must be a string", () => {
    assert.strictEqual(readTopic("topic"), "topic")
    const wrong = [
      [7, "Expected string, received number"],
      [null, "Expected string, received null"],
      [undefined, "Required"],
      ["", "Required"],
      [["topic"], "Expected string, received array"],
    ] as const
    for (const [topic, message] of wrong)
      assert.deepInclude(readTopic(topic), { _tag: "InvalidInput", message, path: "topic" })
    assert.isUndefined(readStored({ topic: 7 }))
  })

  it("A topic must exist", () => {
    assert.strictEqual(checkTopic(undefined, true, 0)?._tag, "TopicNotFound")
    assert.strictEqual(checkTopic(held, false, 0)?.message, "Session or pairing not found")
    assert.strictEqual(checkTopic(held, true, 0), undefined)
  })

  it("A topic must not be expired", () => {
    const { expiresAt } = held?.session ?? { expiresAt: 0 }
    assert.strictEqual(checkTopic(held, true, expiresAt - 1), undefined)
    assert.strictEqual(checkTopic(held, true, expiresAt)?.message, "Session or pairing expired")
  })

  it("A proposal id must be a number", () => {
    assert.strictEqual(readProposalId(1), 1)
    for (const [wrong, message] of [
      ["1", "Expected number, received string"],
      [null, "Expected number, received null"],
      [undefined, "Required"],
      [Number.NaN, "Expected number, received nan"],
    ] as const)
      assert.deepInclude(readProposalId(wrong), { _tag: "InvalidInput", message, path: "id" })
  })
})

describe("An event of a wallet", () => {
  const readAs = (name: unknown, data: unknown, chainId: unknown = "eip155:1") =>
    readEvent({ event: { name, data }, chainId }, allNetworks)

  it.each([137, "137", "0x89", "eip155:137"])("may name the chain as %j", (data) => {
    assert.deepStrictEqual(readAs("chainChanged", data), {
      namespace: "eip155",
      change: { type: "chain", caipNetworkId: "eip155:137" },
    })
  })

  it.each([solana.id, "a0x1", "0x1z", null])("may name a chain of another namespace by its reference: %s", (data) => {
    const caipNetworkId = data === null ? solana.caipNetworkId : `solana:${data}`
    assert.deepStrictEqual<unknown>(readAs("chainChanged", data, solana.caipNetworkId), {
      namespace: "solana",
      change: { type: "chain", caipNetworkId },
    })
  })

  it.each([-1, 0, 1.5, "0xzz", "137x", "solana:137", "eip155:1:2", {}, null])(
    "falls back to the request's chain if it names the chain as %j",
    (data) => {
      assert.deepStrictEqual(readAs("chainChanged", data)?.change, { type: "chain", caipNetworkId: "eip155:1" })
    },
  )

  it.each([
    ["addresses", [firstAddress, secondAddress]],
    ["account ids", [`eip155:1:${firstAddress}`, `eip155:137:${secondAddress}`]],
    [
      "both, with others among them",
      [
        firstAddress,
        7,
        "0x1",
        solanaAccount,
        `${solana.caipNetworkId}:0x${"3".repeat(40)}`,
        `eip155:1:${secondAddress}`,
        firstAddress,
      ],
    ],
  ])("may list its accounts as %s", (_, data) => {
    assert.deepStrictEqual(readAs("accountsChanged", data)?.change, {
      type: "accounts",
      accounts: [{ address: firstAddress }, { address: secondAddress }],
    })
  })

  it("is a lock if it lists no accounts, and ignored if it lists no valid ones", () => {
    assert.deepStrictEqual(readAs("accountsChanged", [])?.change, { type: "accounts", accounts: [] })
    assert.strictEqual(readAs("accountsChanged", ["0x1", 7]), undefined)
    assert.strictEqual(readAs("accountsChanged", firstAddress), undefined)
  })

  const moved = { name: "chainChanged", data: 1 }
  const other = { event: { name: "message", data: [firstAddress] }, chainId: "eip155:1" }
  const nowhere = { event: { name: "accountsChanged", data: [] }, chainId: "eip155" }
  const unnamed = { event: null, chainId: "eip155:1" }
  it.each([[undefined], [null], ["text"], [{}], [unnamed], [{ event: moved, chainId: 1 }], [other], [nowhere]])(
    "is ignored if it is %j",
    (params) => {
      assert.isUndefined(readEvent(params, allNetworks))
    },
  )
})
