import { assert, describe, it } from "@effect/vitest"
import {
  address,
  appendTransactionMessageInstruction,
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
import { providerOf } from "../../../../layers/chains/solana/provider.ts"
import { described, fromBase58, isLegacy, withSignature } from "../../../../layers/chains/solana/transaction.ts"
import type { SolanaTransaction } from "../../../../src/namespaces/model/solanaProvider.ts"
import { solana, solanaDevnet } from "../../../../src/options/networks.ts"
import {
  addressOf,
  fakeSolanaWallet,
  first,
  isSigned,
  recentBlockhash,
  second,
  siteOf,
  tagOf,
  transfer,
  transferInstruction,
  transferWire,
  versionedTransfer,
} from "../fakeSolanaWallet.ts"

const instruction = transferInstruction()

const lifetime = { blockhash: blockhash(recentBlockhash), lastValidBlockHeight: 1n }
const kitInstruction = {
  programAddress: address(instruction.programId.toBase58()),
  accounts: instruction.keys.map(({ pubkey, isSigner }) => ({
    address: address(pubkey.toBase58()),
    role: isSigner ? 3 : 1,
  })),
  data: instruction.data,
}
const ofKit = (version: "legacy" | 0) =>
  pipe(
    createTransactionMessage({ version }),
    (message) => setTransactionMessageFeePayer(address(addressOf(first)), message),
    (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
    (message) => appendTransactionMessageInstruction(kitInstruction, message),
    compileTransaction,
  )

const connected = async (...given: Parameters<typeof fakeSolanaWallet>) => {
  const fake = fakeSolanaWallet(...given)
  const provider = providerOf(fake.wallet, () => solanaDevnet)
  await provider.features["standard:connect"].connect()
  return { fake, provider, ...siteOf(provider) }
}

describe("the site's provider", () => {
  const forms: readonly (readonly [title: string, transaction: SolanaTransaction])[] = [
    ["a Transaction of web3.js 1.x", transfer()],
    ["a VersionedTransaction of web3.js 1.x", versionedTransfer()],
    ["a legacy transaction of kit", ofKit("legacy")],
    ["a versioned transaction of kit", ofKit(0)],
    ["wire bytes of kit", new Uint8Array(getTransactionEncoder().encode(ofKit(0)))],
    ["base64 text of kit", getBase64EncodedWireTransaction(ofKit(0))],
    ["wire bytes of web3.js", versionedTransfer().serialize()],
    ["a Buffer", transferWire()],
  ]
  it.each(forms)("signs %s, which web3.js verifies for the same transfer", async (_, transaction) => {
    const { fake, sign } = await connected()
    const [wire = new Uint8Array()] = await sign({ transaction })

    assert.isTrue(isSigned(wire))
    const [signed] = TransactionMessage.decompile(VersionedTransaction.deserialize(wire).message).instructions
    assert.deepStrictEqual(signed?.data, instruction.data)
    assert.deepNestedPropertyVal(fake.inputsOf("solana:signTransaction"), "0.0.chain", "solana:devnet")
  })

  const wrong: readonly (readonly [title: string, transaction: unknown])[] = [
    ["nothing", undefined],
    ["a number", 7],
    ["an empty object", {}],
    ["a word", "transaction"],
    ["no bytes", new Uint8Array()],
    ["a truncated transaction", transferWire().subarray(0, 80)],
    ["one without a fee payer", new Transaction().add(instruction)],
    ["an object that does not serialize to bytes", { serialize: () => "bytes" }],
  ]
  it.each(wrong)("rejects %s as a transaction, without a prompt", async (_, transaction) => {
    const { fake, sign } = await connected()

    assert.strictEqual(await tagOf(sign({ transaction: transaction as Uint8Array })), "InvalidParamsRpcError")
    assert.notInclude(fake.asked, "solana:signTransaction")
  })

  it("signs for the given account and chain, several in one prompt", async () => {
    const { fake, provider, sign } = await connected()
    const [, account = { address: "" }] = provider.accounts
    const signed = await sign(
      { transaction: transfer(second), account, chain: solana.caipNetworkId },
      { transaction: versionedTransfer(), chain: "solana:mainnet", options: { minContextSlot: 1 } },
    )

    assert.deepStrictEqual(signed.map(isSigned), [true, true])
    const [inputs] = fake.inputsOf("solana:signTransaction")
    assert.deepNestedPropertyVal(inputs, "0.chain", "solana:mainnet")
    assert.deepNestedPropertyVal(inputs, "1.options", { minContextSlot: 1 })
  })

  it("sends, and returns the 64-byte signature", async () => {
    assert.lengthOf(await (await connected()).send({ transaction: transfer() }), 64)
  })

  it("offers only the known features of the wallet", () => {
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

  it("gives an account without features those of its wallet", () => {
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
      [[answer], addressOf(first)],
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
        ([one]) => one?.account.address,
        ({ _tag }) => _tag,
      )
      assert.strictEqual(outcome, tag)
    }
  })

  const results: readonly (readonly [title: string, said: unknown])[] = [
    ["no bytes", [{ signedTransaction: "AQAB" }]],
    ["empty bytes", [{ signedTransaction: new Uint8Array() }]],
    ["bytes that are not a transaction", [{ signedTransaction: new Uint8Array(64).fill(7) }]],
    ["the bytes themselves", [new Uint8Array(64)]],
    ["fewer than requested", []],
    ["nothing", undefined],
  ]
  it.each(results)("fails with a typed error if the wallet returns %s as a signed transaction", async (_, said) => {
    const { sign } = await connected({}, { signTransaction: async () => said })

    assert.strictEqual(await tagOf(sign({ transaction: transfer() })), "AnswerInvalid")
  })

  it("says that one result per input is expected if the wallet returns another number", async () => {
    const { sign } = await connected({}, { signTransaction: async () => [] })
    const outcome = sign({ transaction: transfer() }).catch(({ message }) => message)

    assert.strictEqual(await outcome, "Expected one result per input, received array")
  })

  it("keeps the wallet's error code if the visitor rejects", async () => {
    const { fake, sign } = await connected()
    fake.state.prompts = "reject"
    const error = await sign({ transaction: transfer() }).catch((rejection) => rejection)

    assert.deepInclude(error, { _tag: "UserRejectedRequestError", code: 4001 })
  })

  it("emits changes until unsubscribed, with its own accounts instead of the wallet's", async () => {
    const { fake, provider } = await connected()
    const heard: unknown[] = []
    const stop = provider.features["standard:events"].on("change", (properties) => heard.push(properties))
    fake.emit({ accounts: fake.wallet.accounts as object })
    stop()
    fake.emit({ accounts: [] })

    assert.deepStrictEqual(heard, [{ accounts: [...provider.accounts] }])
    assert.notStrictEqual(provider.accounts[0], (fake.wallet.accounts as readonly unknown[])[0])
  })
})

describe("a transaction", () => {
  it("accepts an account's signature in its place, and rejects foreign ones", () => {
    const wire = transferWire()
    const signature = new Uint8Array(64).fill(9)
    const signed = withSignature(wire, addressOf(first), signature) ?? new Uint8Array()

    assert.deepStrictEqual(VersionedTransaction.deserialize(signed).signatures[0], signature)
    assert.isUndefined(withSignature(wire, addressOf(second), signature))
    assert.isUndefined(withSignature(new Uint8Array(3), addressOf(first), signature))
  })

  it("is described as by web3.js, for wallets that cannot read wire bytes, unless it is versioned", () => {
    const wire = transferWire()
    const versioned = versionedTransfer().serialize()
    const { instructions: parts, ...rest } = described(wire) as Described
    const [{ data, ...part }] = parts

    assert.deepInclude(rest, { feePayer: addressOf(first), recentBlockhash })
    assert.deepStrictEqual(part, {
      programId: SystemProgram.programId.toBase58(),
      keys: instruction.keys.map(({ pubkey, ...roles }) => ({ ...roles, pubkey: pubkey.toBase58() })),
    })
    assert.deepStrictEqual(fromBase58(data), new Uint8Array(instruction.data))
    assert.isUndefined(described(versioned))
    assert.deepStrictEqual([isLegacy(wire), isLegacy(versioned)], [true, false])
  })
})

interface Described {
  readonly feePayer: string
  readonly recentBlockhash: string
  readonly instructions: readonly [{ readonly data: string }]
}
