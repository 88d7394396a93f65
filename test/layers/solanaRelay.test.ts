import { SystemProgram, Transaction, VersionedTransaction } from "@solana/web3.js"
import * as Effect from "effect/Effect"
import nacl from "tweetnacl"
import { fromBase58, fromBase64, toBase58, toBase64 } from "../../layers/chains/solana/transaction.ts"
import { adapt } from "../../layers/chains/solana.ts"
import type { WalletChange } from "../../services/Chains.ts"
import type { RelayProvider, RelaySession } from "../../services/Relay.ts"
import { NamespaceNotConfigured, SwitchNotApproved, UnknownFailure } from "../../src/domain/errors.ts"
import { type CaipNetworkId, mainnet, type Network, solana, solanaDevnet } from "../../src/domain/networks.ts"
import { UserRejectedRequestError } from "../../src/domain/rpcErrors.ts"
import type { SolanaProvider } from "../../src/domain/solana.ts"
import { breath, settled } from "../contracts/settled.ts"
import { assert, describe, it } from "../fixtures/it.ts"
import { addressOf, first, isSigned, second } from "./fakeSolanaWallet.ts"

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

/** A session whose wallet signs with the first account's key, and the adapter over it. */
const session = (methods: readonly string[] = all) => {
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const asked: Asked[] = []
  let caipNetworkId: CaipNetworkId = solana.caipNetworkId
  let addresses: readonly string[] = [addressOf(first)]
  let ended = false
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
    stand: async () => ({ caipNetworkId, addresses, approved, methods: new Set(methods) }),
    moveTo: async (id) => {
      if (!approved.includes(id)) throw new SwitchNotApproved(id.slice("solana:".length))
      caipNetworkId = id
      emit("chainChanged", id.slice("solana:".length))
    },
  }
  const chain = adapt({
    networks: () => networks,
    wallets: { list: () => [], find: () => undefined, watch: () => () => {} },
    rpc: { request: () => Effect.fail(new UnknownFailure()) },
    relay: {
      connect: () => Effect.never,
      restore: Effect.sync(() => (ended ? undefined : ({} as RelaySession))),
      disconnect: Effect.sync(() => {
        ended = true
      }),
      follow: () => Effect.void,
      provider: () =>
        Effect.suspend(() => (ended ? Effect.fail(new NamespaceNotConfigured()) : Effect.succeed(provider))),
      revive: Effect.void,
    },
  })
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
    provided: Effect.map(settled(chain.provider(connectorId)), (given) => given as SolanaProvider),
  }
}

/** What the page is told of errors that are a listener's own. */
const reports = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => {
      const told: string[] = []
      const before = globalThis.reportError
      globalThis.reportError = (error) => void told.push((error as Error).message)
      return { told, before }
    }),
    ({ before }) =>
      Effect.sync(() => {
        globalThis.reportError = before
      }),
  ),
  ({ told }) => told,
)

const transfer = () =>
  new Transaction({ feePayer: first.publicKey, recentBlockhash: addressOf(second) }).add(
    SystemProgram.transfer({ fromPubkey: first.publicKey, toPubkey: second.publicKey, lamports: 1 }),
  )
const wire = () => transfer().serialize({ requireAllSignatures: false })

describe("a relay session with a Solana wallet", () => {
  it.effect("Wallet JSON-RPC method: solana_signMessage", function* () {
    const { chain, asked } = session()
    const text = new TextEncoder().encode("Grüße")
    const signed = yield* settled(chain.signMessage({ connectorId, address: addressOf(first), message: "Grüße" }))

    assert.deepStrictEqual(asked, [
      {
        method: "solana_signMessage",
        params: { message: toBase58(text), pubkey: addressOf(first) },
        chain: undefined,
      },
    ])
    const signature = fromBase58(signed) ?? new Uint8Array(64)
    assert.isTrue(nacl.sign.detached.verify(text, signature, first.publicKey.toBytes()))
  })

  it.effect("Wallet method: solana_signTransaction, with wire bytes and what older wallets read", function* () {
    const { provided, asked } = session()
    const { features } = yield* provided
    const [signed] = yield* Effect.promise(
      async () => (await features["solana:signTransaction"]?.signTransaction({ transaction: transfer() })) ?? [],
    )

    assert.isTrue(isSigned(signed?.signedTransaction ?? new Uint8Array()))
    const [{ params, chain } = { params: {} as Asked["params"], chain: "" }] = asked
    assert.strictEqual(chain, solana.caipNetworkId)
    assert.hasAllKeys(params, ["transaction", "pubkey", "feePayer", "recentBlockhash", "instructions"])
    assert.deepStrictEqual(fromBase64(params.transaction), new Uint8Array(wire()))
  })

  it.effect("takes a signature alone, and puts it where it belongs", function* () {
    const { provided, answers } = session()
    answers.solana_signTransaction = () => ({
      signature: toBase58(nacl.sign.detached(transfer().serializeMessage(), first.secretKey)),
    })
    const { features } = yield* provided
    const [signed] = yield* Effect.promise(
      async () => (await features["solana:signTransaction"]?.signTransaction({ transaction: wire() })) ?? [],
    )

    assert.isTrue(isSigned(signed?.signedTransaction ?? new Uint8Array()))
  })

  it.effect(
    "Wallet methods: solana_signAllTransactions for several at once, one by one where it is not granted",
    function* () {
      const asks: readonly (readonly [methods: readonly string[], asked: readonly string[]])[] = [
        [all, ["solana_signAllTransactions"]],
        [["solana_signTransaction"], ["solana_signTransaction", "solana_signTransaction"]],
      ]
      for (const [methods, wanted] of asks) {
        const { provided, asked } = session(methods)
        const { features } = yield* provided
        const signed = yield* Effect.promise(
          async () =>
            (await features["solana:signTransaction"]?.signTransaction(
              { transaction: transfer() },
              { transaction: wire() },
            )) ?? [],
        )

        assert.deepStrictEqual(
          signed.map(({ signedTransaction }) => isSigned(signedTransaction)),
          [true, true],
        )
        assert.deepStrictEqual(
          asked.map(({ method }) => method),
          [...wanted],
        )
      }
    },
  )

  it.effect("Wallet method: solana_signAndSendTransaction, on the chain that it is told", function* () {
    const { provided, asked } = session()
    const { features } = yield* provided
    const options = { skipPreflight: true }
    const [sent] = yield* Effect.promise(
      async () =>
        (await features["solana:signAndSendTransaction"]?.signAndSendTransaction({
          transaction: transfer(),
          chain: "solana:devnet",
          options,
        })) ?? [],
    )

    assert.lengthOf(sent?.signature ?? [], 64)
    assert.strictEqual(asked[0]?.chain, solanaDevnet.caipNetworkId)
    assert.deepNestedPropertyVal(asked, "0.params.sendOptions", options)
  })

  it.effect("states what the session grants, and no other feature", function* () {
    const { provided, chain } = session([])
    const { features, chains } = yield* provided
    const error = yield* Effect.flip(
      settled(chain.signMessage({ connectorId, address: addressOf(first), message: "hello" })),
    )

    assert.sameMembers(Object.keys(features), ["standard:connect", "standard:events"])
    assert.deepStrictEqual([...chains], [solana.caipNetworkId, solanaDevnet.caipNetworkId])
    assert.strictEqual(error._tag, "UnsupportedProviderMethodError")
  })

  it.effect(
    "switches among the approved networks without asking; another is refused in the catalogue's words",
    function* () {
      const { chain, asked, provided } = session()
      yield* settled(chain.switchNetwork({ connectorId, network: solanaDevnet }))
      const { features } = yield* provided
      yield* Effect.promise(async () => features["solana:signTransaction"]?.signTransaction({ transaction: wire() }))
      const elsewhere = { ...solana, id: "localnet", caipNetworkId: "solana:localnet" } as const
      const error = yield* Effect.flip(settled(chain.switchNetwork({ connectorId, network: elsewhere })))

      assert.deepStrictEqual(
        asked.map(({ method, chain }) => [method, chain]),
        [["solana_signTransaction", solanaDevnet.caipNetworkId]],
      )
      assert.strictEqual(error.message, new SwitchNotApproved("localnet").message)
    },
  )

  it.effect("a site's listener that throws takes nothing along", function* () {
    const { chain, emit, provided } = session()
    const { features } = yield* provided
    const { on } = features["standard:events"]
    const heard: unknown[] = []
    const reported = yield* reports
    on("change", () => {
      throw new Error("of the site")
    })
    on("change", ({ accounts }) => heard.push(accounts?.map(({ address }) => address)))
    const changes: WalletChange[] = []
    yield* settled(chain.follow(connectorId, (change) => changes.push(change)))
    emit("accountsChanged", [addressOf(second)])
    yield* breath

    assert.deepStrictEqual(heard, [[addressOf(second)]])
    assert.deepStrictEqual(changes.at(-1), { is: "accounts", accounts: [{ address: addressOf(second) }] })
    assert.deepStrictEqual(reported, ["of the site"])
  })

  it.effect("is restored where it stands, followed, and ended like any wallet", function* () {
    const { chain, select, listening } = session()
    yield* settled(chain.switchNetwork({ connectorId, network: solanaDevnet }))
    const { accounts, caipNetwork } = yield* settled(chain.reconnect({ connectorId, network: solana }))
    const heard: WalletChange[] = []
    yield* Effect.scoped(
      Effect.gen(function* () {
        yield* settled(chain.follow(connectorId, (change) => heard.push(change)))
        select(addressOf(second))
        yield* settled(chain.switchNetwork({ connectorId, network: solana }))
      }),
    )
    const after = listening()
    yield* settled(chain.disconnect(connectorId))
    const gone = yield* Effect.flip(settled(chain.reconnect({ connectorId, network: solana })))
    const provider = yield* Effect.flip(settled(chain.provider(connectorId)))

    assert.deepStrictEqual([accounts, caipNetwork], [[{ address: addressOf(first) }], solanaDevnet])
    assert.deepStrictEqual(heard, [
      { is: "chain", caipNetworkId: solanaDevnet.caipNetworkId },
      { is: "accounts", accounts },
      { is: "accounts", accounts: [{ address: addressOf(second) }] },
      { is: "chain", caipNetworkId: solana.caipNetworkId },
    ])
    assert.strictEqual(after, 0)
    assert.deepStrictEqual([gone._tag, provider._tag], ["ConnectFailed", "AdapterNotFound"])
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
  it.effect.each(wrong)("has a typed failure where %s answers %j", function* ([method, answer]) {
    const { provided, answers } = session()
    answers[method] = () => answer
    const { features } = yield* provided
    const { signTransaction } = features["solana:signTransaction"] ?? {}
    const asks: Readonly<Record<string, () => Promise<unknown> | undefined>> = {
      solana_signMessage: () => features["solana:signMessage"]?.signMessage({ message: new Uint8Array(1) }),
      solana_signTransaction: () => signTransaction?.({ transaction: wire() }),
      solana_signAllTransactions: () => signTransaction?.({ transaction: wire() }, { transaction: wire() }),
      solana_signAndSendTransaction: () =>
        features["solana:signAndSendTransaction"]?.signAndSendTransaction({ transaction: wire() }),
    }
    const error = yield* Effect.promise(
      () =>
        asks[method]?.()?.then(
          () => "answered",
          ({ _tag }) => _tag,
        ) ?? Promise.resolve("not asked"),
    )

    assert.strictEqual(error, "AnswerInvalid")
  })

  it.effect("keeps the wallet's code when the holder says no", function* () {
    const { chain, answers } = session()
    answers.solana_signMessage = () => {
      throw new UserRejectedRequestError("User rejected.")
    }
    const error = yield* Effect.flip(
      settled(chain.signMessage({ connectorId, address: addressOf(first), message: "hello" })),
    )

    assert.strictEqual(error._tag, "UserRejectedRequestError")
  })
})
