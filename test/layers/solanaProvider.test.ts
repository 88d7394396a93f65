import { assert, describe, it } from "@effect/vitest"
import {
  address,
  appendTransactionMessageInstruction,
  type Blockhash,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from "@solana/kit"
import { SystemProgram, Transaction, TransactionMessage, VersionedTransaction } from "@solana/web3.js"
import { providerOf } from "../../layers/chains/solana/provider.ts"
import { described, fromBase58, isLegacy, withSignature } from "../../layers/chains/solana/transaction.ts"
import { solana, solanaDevnet } from "../../src/domain/networks.ts"
import type { SolanaTransaction } from "../../src/domain/solana.ts"
import { addressOf, fakeSolanaWallet, first, isSigned, second } from "./fakeSolanaWallet.ts"

const recentBlockhash = "EETubP5AKHgjPAhzPAFcb8BAY1hMH639CWCFTqi3hq1k"
const transfer = SystemProgram.transfer({ fromPubkey: first.publicKey, toPubkey: second.publicKey, lamports: 7 })
const legacy = () => new Transaction({ feePayer: first.publicKey, recentBlockhash }).add(transfer)
const versioned = () =>
  new VersionedTransaction(
    new TransactionMessage({
      payerKey: first.publicKey,
      recentBlockhash,
      instructions: [transfer],
    }).compileToV0Message(),
  )
const ofKit = (version: "legacy" | 0) =>
  pipe(
    createTransactionMessage({ version }),
    (message) => setTransactionMessageFeePayer(address(addressOf(first)), message),
    (message) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash(recentBlockhash) as Blockhash, lastValidBlockHeight: 1n },
        message,
      ),
    (message) =>
      appendTransactionMessageInstruction(
        {
          programAddress: address(transfer.programId.toBase58()),
          accounts: transfer.keys.map(({ pubkey, isSigner }) => ({
            address: address(pubkey.toBase58()),
            role: isSigner ? 3 : 1,
          })),
          data: transfer.data,
        },
        message,
      ),
    compileTransaction,
  )

const connected = async () => {
  const fake = fakeSolanaWallet()
  const provider = providerOf(fake.wallet, () => solanaDevnet)
  await provider.features["standard:connect"].connect()
  return { fake, provider, ...provider.features }
}

describe("the provider that a site gets", () => {
  const unsigned = legacy().serialize({ requireAllSignatures: false, verifySignatures: false })
  const forms: readonly (readonly [title: string, transaction: SolanaTransaction])[] = [
    ["a Transaction of web3.js 1.x", legacy()],
    ["a VersionedTransaction of web3.js 1.x", versioned()],
    ["a legacy transaction of kit", ofKit("legacy")],
    ["a versioned transaction of kit", ofKit(0)],
    ["wire bytes of kit", new Uint8Array(getTransactionEncoder().encode(ofKit(0)))],
    ["base64 text of kit", getBase64EncodedWireTransaction(ofKit(0))],
    ["wire bytes of web3.js", versioned().serialize()],
    ["a Buffer", unsigned],
  ]
  it.each(forms)("has %s signed, which web3.js finds signed for the same transfer", async (_, transaction) => {
    const { fake, "solana:signTransaction": feature } = await connected()
    const [signed] = (await feature?.signTransaction({ transaction })) ?? []
    const { signedTransaction } = signed ?? { signedTransaction: new Uint8Array() }

    assert.isTrue(isSigned(signedTransaction))
    const { message } = VersionedTransaction.deserialize(signedTransaction)
    const [instruction] = TransactionMessage.decompile(message).instructions
    assert.deepStrictEqual(instruction?.data, transfer.data)
    assert.deepNestedPropertyVal(fake.inputsOf("solana:signTransaction"), "0.0.chain", "solana:devnet")
  })

  const wrong: readonly (readonly [title: string, transaction: unknown])[] = [
    ["nothing", undefined],
    ["a number", 7],
    ["an empty object", {}],
    ["a word", "transaction"],
    ["no bytes", new Uint8Array()],
    ["a transaction cut off", unsigned.subarray(0, 80)],
    ["one without a fee payer", new Transaction().add(transfer)],
    ["what gives no bytes", { serialize: () => "bytes" }],
  ]
  it.each(wrong)("takes %s for no transaction, and asks nobody", async (_, transaction) => {
    const { fake, "solana:signTransaction": feature } = await connected()
    const error = await refused(feature?.signTransaction({ transaction: transaction as Uint8Array }))

    assert.strictEqual(error._tag, "InvalidParamsRpcError")
    assert.notInclude(fake.asked, "solana:signTransaction")
  })

  it("signs for the account and the chain that it is told, and several in one prompt", async () => {
    const { fake, provider, "solana:signTransaction": feature } = await connected()
    const [, account] = provider.accounts
    const other = new Transaction({ feePayer: second.publicKey, recentBlockhash }).add(
      SystemProgram.transfer({ fromPubkey: second.publicKey, toPubkey: first.publicKey, lamports: 1 }),
    )
    const signed = await feature?.signTransaction(
      { transaction: other, account: account ?? { address: "" }, chain: solana.caipNetworkId },
      { transaction: versioned(), chain: "solana:mainnet", options: { minContextSlot: 1 } },
    )

    assert.deepStrictEqual(
      signed?.map(({ signedTransaction }) => isSigned(signedTransaction)),
      [true, true],
    )
    const [inputs] = fake.inputsOf("solana:signTransaction")
    assert.deepNestedPropertyVal(inputs, "0.chain", "solana:mainnet")
    assert.deepNestedPropertyVal(inputs, "1.options", { minContextSlot: 1 })
  })

  it("sends, and gives the signature of 64 bytes", async () => {
    const { "solana:signAndSendTransaction": feature } = await connected()
    const [sent] = (await feature?.signAndSendTransaction({ transaction: legacy() })) ?? []

    assert.lengthOf(sent?.signature ?? [], 64)
  })

  it("states what the wallet states, and no other feature", () => {
    const { wallet } = fakeSolanaWallet()
    delete wallet.features["solana:signAndSendTransaction"]
    Object.assign(wallet.features, { "solana:signOffchain": {} })
    const { features, chains, name, version } = providerOf(wallet, () => undefined)

    assert.sameMembers(Object.keys(features), [
      "standard:connect",
      "standard:disconnect",
      "standard:events",
      "solana:signMessage",
      "solana:signTransaction",
    ])
    assert.deepStrictEqual(features["solana:signTransaction"]?.supportedTransactionVersions, ["legacy", 0])
    assert.deepStrictEqual([...chains], ["solana:mainnet", "solana:devnet"])
    assert.deepStrictEqual([name, version], ["Lantern", "1.0.0"])
  })

  it("an account that names no feature can what its wallet can, since sites look there", () => {
    const { wallet } = fakeSolanaWallet({ granted: true })
    const [account] = wallet.accounts as readonly object[]
    const featuresOf = (features: readonly string[]) =>
      providerOf({ ...wallet, accounts: [{ ...account, features }] }, () => undefined).accounts[0]?.features

    assert.deepStrictEqual(featuresOf(["solana:signMessage"]), ["solana:signMessage"])
    assert.deepStrictEqual(featuresOf([]), [
      "solana:signMessage",
      "solana:signTransaction",
      "solana:signAndSendTransaction",
    ])
    delete wallet.features["solana:signMessage"]
    assert.deepStrictEqual(featuresOf([]), ["solana:signTransaction", "solana:signAndSendTransaction"])
  })

  it("Wallet Standard sign-in (solana:signIn): an account, and a signature of it", async () => {
    const { wallet } = fakeSolanaWallet({ granted: true })
    const [account] = wallet.accounts as readonly object[]
    const answer = { account, signedMessage: new Uint8Array(3), signature: new Uint8Array(64) }
    const answers: readonly (readonly [said: unknown, tag: string])[] = [
      [[answer], "signed in"],
      [[{ ...answer, account: undefined }], "AnswerInvalid"],
      [[{ ...answer, account: { address: "0x00" } }], "AnswerInvalid"],
      [[{ ...answer, signedMessage: "text" }], "AnswerInvalid"],
      [[{ ...answer, signature: new Uint8Array(65) }], "AnswerInvalid"],
      [[], "AnswerInvalid"],
    ]
    for (const [said, tag] of answers) {
      Object.assign(wallet.features, { "solana:signIn": { version: "1.0.0", signIn: async () => said } })
      const feature = providerOf(wallet, () => solana).features["solana:signIn"]
      const outcome = await feature?.signIn({ statement: "Hello" }).then(
        ([one]) => (one?.account.address === addressOf(first) ? "signed in" : "another"),
        ({ _tag }) => _tag,
      )
      assert.strictEqual(outcome, tag)
    }
  })

  const results: readonly (readonly [title: string, said: unknown])[] = [
    ["no bytes", [{ signedTransaction: "AQAB" }]],
    ["empty bytes", [{ signedTransaction: new Uint8Array() }]],
    ["bytes of no transaction", [{ signedTransaction: new Uint8Array(64).fill(7) }]],
    ["the bytes themselves", [new Uint8Array(64)]],
    ["fewer than were asked for", []],
    ["nothing", undefined],
  ]
  it.each(results)("has a typed failure for a wallet that answers %s for a signed transaction", async (_, said) => {
    const { fake, provider } = await connected()
    Object.assign(fake.wallet.features["solana:signTransaction"] ?? {}, { signTransaction: async () => said })
    const { "solana:signTransaction": feature } = provider.features
    const error = await refused(feature?.signTransaction({ transaction: legacy() }))

    assert.strictEqual(error._tag, "AnswerInvalid")
  })

  it("keeps the wallet's code when the holder says no", async () => {
    const { fake, "solana:signTransaction": feature } = await connected()
    fake.state.prompts = "reject"
    const error = await refused(feature?.signTransaction({ transaction: legacy() }))

    assert.deepStrictEqual([error._tag, error.code], ["UserRejectedRequestError", 4001])
  })

  it("tells what changes until it is told to stop, its own accounts and not the wallet's", async () => {
    const { fake, provider, "standard:events": events } = await connected()
    const heard: unknown[] = []
    const stop = events.on("change", (properties) => heard.push(properties))
    fake.emit({ accounts: fake.wallet.accounts as object })
    stop()
    fake.emit({ accounts: [] })

    assert.deepStrictEqual(heard, [{ accounts: [...provider.accounts] }])
    assert.notStrictEqual(provider.accounts[0], (fake.wallet.accounts as readonly unknown[])[0])
  })
})

describe("a transaction", () => {
  it("takes an account's signature where it belongs, and no stranger's", () => {
    const wire = legacy().serialize({ requireAllSignatures: false })
    const signature = new Uint8Array(64).fill(9)
    const signed = withSignature(wire, addressOf(first), signature) ?? new Uint8Array()

    assert.deepStrictEqual(VersionedTransaction.deserialize(signed).signatures[0], signature)
    assert.strictEqual(withSignature(wire, addressOf(second), signature), undefined)
    assert.strictEqual(withSignature(new Uint8Array(3), addressOf(first), signature), undefined)
  })

  it("is described as web3.js has it, for wallets that read no wire bytes; a versioned one is not", () => {
    const wire = legacy().serialize({ requireAllSignatures: false })
    const { feePayer, recentBlockhash: lifetime, instructions } = described(wire) as Described
    const [{ data, ...instruction }] = instructions

    assert.deepStrictEqual([feePayer, lifetime], [addressOf(first), recentBlockhash])
    assert.deepStrictEqual(instruction, {
      programId: SystemProgram.programId.toBase58(),
      keys: transfer.keys.map(({ pubkey, isSigner, isWritable }) => ({
        pubkey: pubkey.toBase58(),
        isSigner,
        isWritable,
      })),
    })
    assert.deepStrictEqual(fromBase58(data), new Uint8Array(transfer.data))
    assert.strictEqual(described(versioned().serialize()), undefined)
    assert.deepStrictEqual([isLegacy(wire), isLegacy(versioned().serialize())], [true, false])
  })
})

interface Described {
  readonly feePayer: string
  readonly recentBlockhash: string
  readonly instructions: readonly [{ readonly data: string }]
}

const refused = async (answer: Promise<unknown> | undefined) => {
  const outcome = await answer?.then(
    () => ({ _tag: "answered" }),
    (error: { readonly _tag: string; readonly code?: number }) => error,
  )
  return (outcome ?? { _tag: "not asked" }) as { readonly _tag: string; readonly code?: number }
}
