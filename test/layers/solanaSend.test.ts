import { VersionedTransaction } from "@solana/web3.js"
import * as Effect from "effect/Effect"
import { sendingOf } from "../../layers/chains/solana/send.ts"
import { toBase58 } from "../../layers/chains/solana/transaction.ts"
import type { Rpc } from "../../services/Rpc.ts"
import { HttpStatus, type RpcError, UnknownFailure } from "../../src/domain/errors.ts"
import { solana } from "../../src/domain/networks.ts"
import { rpcFailure } from "../../src/domain/rpcErrors.ts"
import type { SolanaProvider } from "../../src/domain/solana.ts"
import { assert, describe, it } from "../fixtures/it.ts"
import { addressOf, first, second } from "./fakeSolanaWallet.ts"

const blockhash = "4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZAMdL4VZHirAn"
const transfer = {
  connectorId: "lantern",
  network: solana,
  from: addressOf(first),
  to: addressOf(second),
  amount: 10_000_000n,
  token: { symbol: "SOL", decimals: 9 },
}

/** A wallet that signs only, and a node that fails to say what became of the transaction. */
const sentOver = (failure: RpcError) =>
  Effect.gen(function* () {
    let signature = ""
    const request: Rpc["Service"]["request"] = ({ method }) => {
      if (method === "getBalance") return Effect.succeed({ value: 1_000_000_000 })
      if (method === "getAccountInfo") return Effect.succeed({ value: null })
      if (method === "getMinimumBalanceForRentExemption") return Effect.succeed(890_880)
      if (method === "getLatestBlockhash") return Effect.succeed({ value: { blockhash, lastValidBlockHeight: 7 } })
      return Effect.fail(failure)
    }
    const signTransaction = async ({ transaction }: { readonly transaction: Uint8Array }) => {
      const signed = VersionedTransaction.deserialize(transaction)
      signed.sign([first])
      signature = toBase58(signed.signatures[0] ?? new Uint8Array())
      return [{ signedTransaction: signed.serialize() }]
    }
    const wallet = { features: { "solana:signTransaction": { signTransaction } } } as unknown as SolanaProvider
    const { prepare, send } = sendingOf({ request }, () => Effect.succeed(wallet))
    const outcome = yield* Effect.result(send(yield* prepare(transfer)))
    return { outcome, signature }
  })

describe("sending on Solana", () => {
  for (const [what, failure] of [
    ["no answer", new UnknownFailure()],
    ["an answer of a gateway's", new HttpStatus(504)],
  ] as const)
    it.effect(`cannot tell of ${what} whether a signed transaction went on to the chain`, function* () {
      const { outcome } = yield* sentOver(failure)
      assert.isTrue(outcome._tag === "Failure" && outcome.failure._tag === "SendUnclear")
    })

  for (const [what, decimals] of [
    ["more decimals than a mint can count", 256],
    ["a number of decimals that nobody can count", 2 ** 40],
    ["less than no decimals", -1],
  ] as const)
    it.effect(`knows no token of ${what}`, function* () {
      const owner = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"
      const mintOf = (decimals: number) => ({ value: { owner, data: { parsed: { info: { decimals } } } } })
      const on = (decimals: number) =>
        sendingOf({ request: () => Effect.succeed(mintOf(decimals)) }, () => Effect.fail(new UnknownFailure() as never))
      const asked = { network: solana, address: addressOf(second) }
      assert.strictEqual((yield* on(255).token(asked)).decimals, 255)
      assert.strictEqual((yield* Effect.flip(on(decimals).token(asked)))._tag, "TokenNotFound")
    })

  it.effect("takes a node's word that it refuses a transaction", function* () {
    const failure = rpcFailure({
      code: -32002,
      message: "Transaction simulation failed",
      data: { err: "BlockhashNotFound" },
    })
    const { outcome } = yield* sentOver(failure)
    assert.isTrue(outcome._tag === "Failure" && outcome.failure._tag === "ResourceUnavailableRpcError")
  })

  it.effect(
    "has sent what a node turns down since the chain has carried it out: the first answer was lost",
    function* () {
      const message = "Transaction simulation failed: This transaction has already been processed"
      const failure = rpcFailure({ code: -32002, message, data: { err: "AlreadyProcessed", logs: [] } })
      const { outcome, signature } = yield* sentOver(failure)
      assert.isTrue(outcome._tag === "Success" && outcome.success === signature)
    },
  )
})
