import { VersionedTransaction } from "@solana/web3.js"
import { Effect } from "effect"
import nacl from "tweetnacl"
import { adapt } from "../../../../layers/chains/solana/adapter.ts"
import { fromBase58, fromBase64, toBase58, toBase64 } from "../../../../layers/chains/solana/transaction.ts"
import type { WalletChange } from "../../../../services/Chains.ts"
import type { RelayProvider } from "../../../../services/Relay.ts"
import { SwitchNotApproved, UnknownFailure } from "../../../../src/errors/index.ts"
import { UserRejectedRequestError } from "../../../../src/errors/rpc.ts"
import type { SolanaProvider } from "../../../../src/namespaces/model/solanaProvider.ts"
import { type CaipNetworkId, mainnet, type Network, solana, solanaDevnet } from "../../../../src/options/networks.ts"
import { breath, settled } from "../../../contracts/settled.ts"
import { assert, describe, it } from "../../../fixtures/it.ts"
import { placed, relayWith } from "../chainScene.ts"
import { addressOf, first, isSigned, second, siteOf, tagOf, transfer, transferWire } from "../fakeSolanaWallet.ts"

const connectorId = "walletConnect"
const networks: readonly Network[] = [mainnet, solana, solanaDevnet]
const all = [
  "solana_signMessage",
  "solana_signTransaction",
  "solana_signAllTransactions",
  "solana_signAndSendTransaction",
]

interface Asked {
  readonly method: string
  readonly params: Readonly<Record<string, string>>
  readonly chain: string | undefined
}

/** A session whose wallet signs with the first account's key, and its adapter. */
const session = (methods: readonly string[] = all) => {
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const asked: Asked[] = []
  let caipNetworkId: CaipNetworkId = solana.caipNetworkId
  let addresses: readonly string[] = [addressOf(first)]
  const approved: readonly CaipNetworkId[] = [solana.caipNetworkId, solanaDevnet.caipNetworkId]
  const signedWire = (text: string | undefined) => {
    const transaction = VersionedTransaction.deserialize(fromBase64(text) ?? new Uint8Array())
    transaction.sign([first])
    return transaction
  }
  const answers: Record<string, (params: Asked["params"]) => unknown> = {
    solana_signMessage: ({ message }) => ({
      signature: toBase58(nacl.sign.detached(fromBase58(message) ?? new Uint8Array(), first.secretKey)),
    }),
    solana_signTransaction: ({ transaction }) => ({ transaction: toBase64(signedWire(transaction).serialize()) }),
    solana_signAllTransactions: ({ transactions }) => ({
      transactions: (transactions as unknown as readonly string[]).map((one) => toBase64(signedWire(one).serialize())),
    }),
    solana_signAndSendTransaction: ({ transaction }) => ({
      signature: toBase58(signedWire(transaction).signatures[0] ?? new Uint8Array()),
    }),
  }
  const emit = (event: string, value: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(value)
  }
  const provider: RelayProvider = {
    request: async ({ method, params }, chain) => {
      asked.push({ method, params: params as Asked["params"], chain })
      return answers[method]?.(params as Asked["params"])
    },
    on: (event, listener) => void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
    status: async () => ({ caipNetworkId, addresses, approved, methods: new Set(methods) }),
    setDefaultChain: async (id) => {
      if (!approved.includes(id)) throw new SwitchNotApproved(id.slice("solana:".length))
      caipNetworkId = id
      emit("chainChanged", id.slice("solana:".length))
    },
  }
  const chain = adapt({
    networks: () => networks,
    wallets: { list: () => [], find: () => undefined, watch: () => () => {} },
    rpc: { request: () => Effect.fail(new UnknownFailure()) },
    relay: relayWith(provider),
  })
  const provided = Effect.map(settled(chain.provider(connectorId)), (given) => given as SolanaProvider)
  return {
    chain,
    asked,
    answers,
    emit,
    select: (address: string) => {
      addresses = [address]
      emit("accountsChanged", addresses)
    },
    listening: () => [...listeners.values()].reduce((count, { size }) => count + size, 0),
    provided,
    site: Effect.map(provided, siteOf),
    signed: settled(chain.signMessage({ connectorId, address: addressOf(first), message: "Grüße" })),
  }
}

/** Messages of errors that the page reports, until the scope closes. */
const reports = Effect.gen(function* () {
  const messages: string[] = []
  yield* placed(() => {
    const before = globalThis.reportError
    globalThis.reportError = (error) => void messages.push((error as Error).message)
    return () => {
      globalThis.reportError = before
    }
  })
  return messages
})

describe("a WalletConnect session with a Solana wallet", () => {
  it.effect("Wallet JSON-RPC method: solana_signMessage", function* () {
    const { signed, asked } = session()
    const text = new TextEncoder().encode("Grüße")
    const answer = yield* Effect.result(signed)

    const params = { message: toBase58(text), pubkey: addressOf(first) }
    assert.deepStrictEqual(asked, [{ method: "solana_signMessage", params, chain: undefined }])
    const signature = fromBase58(yield* Effect.fromResult(answer)) ?? new Uint8Array(64)
    assert.isTrue(nacl.sign.detached.verify(text, signature, first.publicKey.toBytes()))
  })

  it.effect(
    "Wallet method: solana_signTransaction, with wire bytes and the fields that older wallets read",
    function* () {
      const { site, asked } = session()
      const { sign } = yield* site

      assert.deepStrictEqual((yield* Effect.promise(() => sign({ transaction: transfer() }))).map(isSigned), [true])
      const [{ params, chain } = { params: {} as Asked["params"], chain: "" }] = asked
      assert.strictEqual(chain, solana.caipNetworkId)
      assert.hasAllKeys(params, ["transaction", "pubkey", "feePayer", "recentBlockhash", "instructions"])
      assert.deepStrictEqual(fromBase64(params.transaction), new Uint8Array(transferWire()))
    },
  )

  it.effect("accepts a bare signature, and puts it in its place", function* () {
    const { site, answers } = session()
    const signature = toBase58(nacl.sign.detached(transfer().serializeMessage(), first.secretKey))
    answers.solana_signTransaction = () => ({ signature })
    const { sign } = yield* site

    assert.deepStrictEqual((yield* Effect.promise(() => sign({ transaction: transferWire() }))).map(isSigned), [true])
  })

  it.effect(
    "Wallet methods: solana_signAllTransactions for several at once, one by one if it is not granted",
    function* () {
      for (const [methods, wanted] of [
        [all, ["solana_signAllTransactions"]],
        [["solana_signTransaction"], ["solana_signTransaction", "solana_signTransaction"]],
      ]) {
        const { site, asked } = session(methods)
        const { sign } = yield* site
        const both = [{ transaction: transfer() }, { transaction: transferWire() }]

        assert.deepStrictEqual((yield* Effect.promise(() => sign(...both))).map(isSigned), [true, true])
        assert.deepStrictEqual(
          asked.map(({ method }) => method),
          wanted,
        )
      }
    },
  )

  it.effect("Wallet method: solana_signAndSendTransaction, on the given chain", function* () {
    const { site, asked } = session()
    const { send } = yield* site
    const options = { skipPreflight: true }
    const input = { transaction: transfer(), chain: "solana:devnet", options } as const

    assert.lengthOf(yield* Effect.promise(() => send(input)), 64)
    assert.strictEqual(asked[0]?.chain, solanaDevnet.caipNetworkId)
    assert.deepNestedPropertyVal(asked, "0.params.sendOptions", options)
  })

  it.effect("offers only the features that the session grants", function* () {
    const { provided, signed } = session([])
    const { features, chains } = yield* provided

    assert.sameMembers(Object.keys(features), ["standard:connect", "standard:events"])
    assert.deepStrictEqual([...chains], [solana.caipNetworkId, solanaDevnet.caipNetworkId])
    assert.strictEqual((yield* Effect.flip(signed))._tag, "UnsupportedProviderMethodError")
  })

  it.effect("switches only among the approved networks, without a prompt", function* () {
    const { chain, asked, site } = session()
    yield* settled(chain.switchNetwork({ connectorId, network: solanaDevnet }))
    const { sign } = yield* site
    yield* Effect.promise(() => sign({ transaction: transferWire() }))
    const elsewhere = { ...solana, id: "localnet", caipNetworkId: "solana:localnet" } as const
    const error = yield* Effect.flip(settled(chain.switchNetwork({ connectorId, network: elsewhere })))

    assert.deepStrictEqual(
      asked.map((one) => [one.method, one.chain]),
      [["solana_signTransaction", solanaDevnet.caipNetworkId]],
    )
    assert.strictEqual(error.message, new SwitchNotApproved("localnet").message)
  })

  it.effect("reports exceptions of a site's listener, and calls the others", function* () {
    const { chain, emit, provided } = session()
    const { on } = (yield* provided).features["standard:events"]
    const heard: unknown[] = []
    const reported = yield* reports
    on("change", () => {
      throw new Error("of the site")
    })
    on("change", ({ accounts }) => heard.push(accounts?.map(({ address }) => address)))
    const changes: WalletChange[] = []
    yield* settled(chain.watch(connectorId, (change) => changes.push(change)))
    emit("accountsChanged", [addressOf(second)])
    yield* breath

    assert.deepStrictEqual(heard, [[addressOf(second)]])
    assert.deepStrictEqual(changes.at(-1), { type: "accounts", accounts: [{ address: addressOf(second) }] })
    assert.deepStrictEqual(reported, ["of the site"])
  })

  it.effect("is restored on its network, watched, and ended like any wallet", function* () {
    const { chain, select, listening } = session()
    yield* settled(chain.switchNetwork({ connectorId, network: solanaDevnet }))
    const { accounts, caipNetwork } = yield* settled(chain.reconnect({ connectorId, network: solana }))
    const heard: WalletChange[] = []
    yield* Effect.scoped(
      Effect.gen(function* () {
        yield* settled(chain.watch(connectorId, (change) => heard.push(change)))
        select(addressOf(second))
        yield* settled(chain.switchNetwork({ connectorId, network: solana }))
      }),
    )
    const after = listening()
    yield* settled(chain.disconnect(connectorId))
    const gone = yield* Effect.flip(settled(chain.reconnect({ connectorId, network: solana })))
    const provider = yield* Effect.flip(settled(chain.provider(connectorId)))
    const moved = yield* Effect.flip(settled(chain.switchNetwork({ connectorId, network: solana })))

    assert.deepStrictEqual([accounts, caipNetwork], [[{ address: addressOf(first) }], solanaDevnet])
    assert.deepStrictEqual(heard, [
      { type: "chain", caipNetworkId: solanaDevnet.caipNetworkId },
      { type: "accounts", accounts },
      { type: "accounts", accounts: [{ address: addressOf(second) }] },
      { type: "chain", caipNetworkId: solana.caipNetworkId },
    ])
    assert.strictEqual(after, 0)
    assert.deepStrictEqual(
      [gone, provider, moved].map(({ _tag }) => _tag),
      ["ConnectFailed", "AdapterNotFound", "AdapterNotFound"],
    )
  })

  const wrong: readonly (readonly [method: string, answer: unknown])[] = [
    ["solana_signMessage", undefined],
    ["solana_signMessage", { signature: "not base58: 0OIl" }],
    ["solana_signMessage", { signature: "abc" }],
    ["solana_signMessage", "signature"],
    ["solana_signTransaction", {}],
    ["solana_signTransaction", { transaction: 7 }],
    ["solana_signTransaction", { transaction: "AQAB" }],
    ["solana_signTransaction", { signature: "abc" }],
    ["solana_signAllTransactions", { transactions: "AQ==" }],
    ["solana_signAllTransactions", { transactions: [7] }],
    ["solana_signAndSendTransaction", { signature: null }],
  ]
  it.effect.each(wrong)("fails with a typed error if %s returns %j", function* ([method, answer]) {
    const { site, answers } = session()
    answers[method] = () => answer
    const { signMessage, sign, send } = yield* site
    const input = { transaction: transferWire() }
    const asked: Readonly<Record<string, () => Promise<unknown>>> = {
      solana_signMessage: () => signMessage(new Uint8Array(1)),
      solana_signTransaction: () => sign(input),
      solana_signAllTransactions: () => sign(input, input),
      solana_signAndSendTransaction: () => send(input),
    }

    assert.strictEqual(yield* Effect.promise(() => tagOf(asked[method]?.() ?? Promise.resolve())), "AnswerInvalid")
  })

  it.effect("keeps the wallet's error code if the visitor rejects", function* () {
    const { signed, answers } = session()
    answers.solana_signMessage = () => {
      throw new UserRejectedRequestError("User rejected.")
    }

    assert.strictEqual((yield* Effect.flip(signed))._tag, "UserRejectedRequestError")
  })
})
