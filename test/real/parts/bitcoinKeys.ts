import { createHash } from "node:crypto"
import { NETWORK, p2tr, p2wpkh, RawWitness, Script, TEST_NETWORK, Transaction } from "@scure/btc-signer"
import { CompactSizeLen } from "@scure/btc-signer/script.js"
import { concatBytes, pubECDSA, pubSchnorr, sha256x2, tagSchnorr } from "@scure/btc-signer/utils.js"
import { sign } from "viem/accounts"

/** An address of the wallet, and what its key can do. */
export interface Key {
  readonly address: string
  readonly purpose: "payment" | "ordinals"
  /** In hex as wallets report it: 33 bytes for a payment key, 32 for Taproot. */
  readonly publicKey: string
  readonly type: "p2wpkh" | "p2tr"
  readonly path: string
  /** Script that pays to the address. */
  readonly script: Uint8Array
  readonly sign: (message: string, protocol: "ecdsa" | "bip322") => Promise<string>
  /** Signs one input of a PSBT, with the given hash type or the default. */
  readonly signInput: (transaction: Transaction, index: number, types?: readonly number[]) => void
}

/** A payment address (P2WPKH) and an ordinals address (P2TR). */
export type Keys = readonly [payment: Key, ordinals: Key]

/** Keys of an account, on mainnet or a test chain. Signs with `@scure/btc-signer` and no code of Portico. */
export const keysOf = (account: number, chain: "mainnet" | "test"): Keys => {
  const name = `${account} ${chain}`
  const keys = known.get(name) ?? derived(account, chain)
  known.set(name, keys)
  return keys
}

/** Cached, because the same keys are used repeatedly and each takes milliseconds. */
const known = new Map<string, Keys>()

const derived = (account: number, chain: "mainnet" | "test"): Keys => {
  const network = chain === "mainnet" ? NETWORK : TEST_NETWORK
  const coin = chain === "mainnet" ? 0 : 1
  const key = (purpose: Key["purpose"]): Key => {
    const secret = createHash("sha256").update(`a test wallet's key: ${account} ${purpose}`).digest()
    const publicKey = purpose === "payment" ? pubECDSA(secret) : pubSchnorr(secret)
    const pay = purpose === "payment" ? p2wpkh(publicKey, network) : p2tr(publicKey, undefined, network)
    if (pay.address === undefined) throw new Error("An address is made of any key")
    const own = { ...pay, ...(purpose === "ordinals" && { tapInternalKey: publicKey }) }
    return {
      address: pay.address,
      purpose,
      publicKey: Buffer.from(publicKey).toString("hex"),
      type: purpose === "payment" ? "p2wpkh" : "p2tr",
      path: `m/${purpose === "payment" ? 84 : 86}'/${coin}'/${account}'/0/0`,
      script: pay.script,
      sign: (message, protocol) => (protocol === "bip322" ? bip322 : ecdsa)(message, secret, own),
      signInput: (transaction, index, types) => {
        if (purpose === "ordinals" && !transaction.getInput(index).tapInternalKey)
          transaction.updateInput(index, { tapInternalKey: publicKey })
        transaction.signIdx(secret, index, types === undefined ? undefined : [...types])
      },
    }
  }
  return [key("payment"), key("ordinals")]
}

/**
 * Signs inputs of a PSBT; those without an address by the key that their script names. `finish` finalizes the
 * transaction and returns its ID too.
 */
export const signPsbt = (
  psbt: Uint8Array,
  keys: readonly Key[],
  inputs: readonly { readonly index: number; readonly address?: string; readonly types?: readonly number[] }[],
  finish: boolean,
): { readonly psbt: Uint8Array; readonly txid: string | undefined } => {
  const transaction = Transaction.fromPSBT(psbt)
  for (const { index, address, types } of inputs) {
    const spent = hex(transaction.getInput(index).witnessUtxo?.script ?? new Uint8Array())
    const key = keys.find((one) => (address === undefined ? hex(one.script) === spent : one.address === address))
    if (!key) throw new Error(`The wallet has no key for input ${index}`)
    key.signInput(transaction, index, types)
  }
  if (finish) transaction.finalize()
  return { psbt: transaction.toPSBT(), txid: finish ? transaction.id : undefined }
}

/** The input's witness program, as in a PSBT. */
interface Own {
  readonly script: Uint8Array
  readonly tapInternalKey?: Uint8Array
}

/** BIP-137: a recoverable signature of the text after Bitcoin's prefix. Its first byte denotes P2WPKH. */
const ecdsa = async (message: string, secret: Uint8Array): Promise<string> => {
  const text = new TextEncoder().encode(message)
  const hash = sha256x2(concatBytes(new TextEncoder().encode("\x18Bitcoin Signed Message:\n"), length(text), text))
  const { r, s, yParity } = await sign({ hash: `0x${hex(hash)}`, privateKey: `0x${hex(secret)}` })
  return Buffer.from(`${(39 + (yParity ?? 0)).toString(16)}${r.slice(2)}${s.slice(2)}`, "hex").toString("base64")
}

/** BIP-322 simple: the witness of a transaction that spends from one that pays the address and commits to the text. */
const bip322 = async (message: string, secret: Uint8Array, { script, tapInternalKey }: Own): Promise<string> => {
  const options = { version: 0, allowUnknownInputs: true, allowUnknownOutputs: true, disableScriptCheck: true }
  const spent = new Transaction({ ...options, allowUnknownVersion: true })
  const named = tagSchnorr("BIP0322-signed-message", new TextEncoder().encode(message))
  spent.addOutput({ script, amount: 0n })
  spent.addInput({
    txid: new Uint8Array(32),
    index: 0xffffffff,
    sequence: 0,
    finalScriptSig: Script.encode(["OP_0", named]),
  })
  const spending = new Transaction({ ...options, allowUnknownVersion: true })
  spending.addInput({
    txid: spent.id,
    index: 0,
    sequence: 0,
    witnessUtxo: { script, amount: 0n },
    ...(tapInternalKey && { tapInternalKey }),
  })
  spending.addOutput({ script: Script.encode(["RETURN"]), amount: 0n })
  spending.sign(secret)
  spending.finalize()
  return Buffer.from(RawWitness.encode(spending.getInput(0).finalScriptWitness ?? [])).toString("base64")
}

const length = (bytes: Uint8Array) => CompactSizeLen.encode(bytes.length)

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex")
