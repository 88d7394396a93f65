import { VersionedTransaction } from "@solana/web3.js"
import { Effect } from "effect"
import { toBase58 } from "../../../../layers/chains/solana/transaction.ts"
import { transfersOf } from "../../../../layers/chains/solana/transfers.ts"
import type { Rpc } from "../../../../services/Rpc.ts"
import { rpcFailure } from "../../../../src/core/readRpcError.ts"
import { HttpStatus, type RpcError, UnknownFailure } from "../../../../src/errors/index.ts"
import type { SolanaProvider } from "../../../../src/namespaces/model/solanaProvider.ts"
import { solana } from "../../../../src/options/networks.ts"
import { assert, describe, it } from "../../../fixtures/it.ts"
import { addressOf, first, recentBlockhash, second } from "../fakeSolanaWallet.ts"

const transfer = {
  connectorId: "lantern",
  network: solana,
  from: addressOf(first),
  to: addressOf(second),
  amount: 10_000_000n,
  token: { symbol: "SOL", decimals: 9 },
}

/** A wallet that only signs, and a node that fails when the transaction is sent. */
const sentOver = (failure: RpcError) =>
  Effect.gen(function* () {
    let signature = ""
    const answers: Readonly<Record<string, unknown>> = {
      getBalance: { value: 1_000_000_000 },
      getAccountInfo: { value: null },
      getMinimumBalanceForRentExemption: 890_880,
      getLatestBlockhash: { value: { blockhash: recentBlockhash, lastValidBlockHeight: 7 } },
    }
    const request: Rpc["Service"]["request"] = ({ method }) =>
      method in answers ? Effect.succeed(answers[method]) : Effect.fail(failure)
    const signTransaction = async ({ transaction }: { readonly transaction: Uint8Array }) => {
      const signed = VersionedTransaction.deserialize(transaction)
      signed.sign([first])
      signature = toBase58(signed.signatures[0] ?? new Uint8Array())
      return [{ signedTransaction: signed.serialize() }]
    }
    const wallet = { features: { "solana:signTransaction": { signTransaction } } } as unknown as SolanaProvider
    const { prepare, send } = transfersOf({ request }, () => Effect.succeed(wallet))
    const outcome = yield* Effect.result(send(yield* prepare(transfer)))
    return { outcome, signature }
  })

describe("sending on Solana", () => {
  const refused = (message: string, err: string) => rpcFailure({ code: -32002, message, data: { err, logs: [] } })
  const failures: readonly (readonly [what: string, failure: RpcError, tag: string])[] = [
    ["no answer", new UnknownFailure(), "SendUnclear"],
    ["a gateway's response", new HttpStatus(504), "SendUnclear"],
    [
      "a node's rejection",
      refused("Transaction simulation failed", "BlockhashNotFound"),
      "ResourceUnavailableRpcError",
    ],
  ]
  it.effect.each(failures)(
    "determines from %s whether a signed transaction may be on the chain",
    function* ([, failure, tag]) {
      const { outcome } = yield* sentOver(failure)
      assert.nestedPropertyVal(outcome, "failure._tag", tag)
    },
  )

  it.effect(
    "counts a transaction as sent if a node reports it as already processed: the first response was lost",
    function* () {
      const message = "Transaction simulation failed: This transaction has already been processed"
      const { outcome, signature } = yield* sentOver(refused(message, "AlreadyProcessed"))
      assert.propertyVal(outcome, "success", signature)
    },
  )

  it.effect.each([256, 2 ** 40, -1])("rejects a token of %d decimals, which no mint has", function* (decimals) {
    const owner = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"
    const mint = (count: number) => ({ value: { owner, data: { parsed: { info: { decimals: count } } } } })
    const tokenOf = (count: number) =>
      transfersOf({ request: () => Effect.succeed(mint(count)) }, () =>
        Effect.fail(new UnknownFailure() as never),
      ).token({
        network: solana,
        address: addressOf(second),
      })

    assert.strictEqual((yield* tokenOf(255)).decimals, 255)
    assert.strictEqual((yield* Effect.flip(tokenOf(decimals)))._tag, "TokenNotFound")
  })

  it.effect.each([undefined, {}, { value: [] }, { value: ["finalized"] }])(
    "does not count a transaction as expired because a node's response is malformed: %j",
    function* (response) {
      const outcomeWith = (value: unknown) =>
        transfersOf({ request: () => Effect.succeed(value) }, () => Effect.fail(new UnknownFailure() as never)).outcome(
          {
            ...{ id: toBase58(new Uint8Array(64).fill(1)), network: solana, connectorId: "lantern" },
            ...{ from: transfer.from, to: transfer.to, amount: "0.01", symbol: "SOL", units: "10000000" },
            ...{ status: "pending" as const, at: -3_600_000 },
          },
        )
      assert.deepEqual(yield* outcomeWith({ value: [null] }), { status: "replaced" })
      assert.strictEqual((yield* Effect.flip(outcomeWith(response)))._tag, "AnswerInvalid")
    },
  )
})
