import { Verifier } from "bip322-js"
import { Psbt } from "bitcoinjs-lib"
import bitcore from "bitcore-lib"

/** Whether a signature is the address's, by bip322-js: BIP-322, or BIP-137 if the address type allows it. */
export const isSignedBy = (address: string, message: string, signature: string): boolean =>
  Verifier.verifySignature(address, message, signature)

/**
 * Extracts the transaction of a signed PSBT with bitcoinjs-lib and runs every input through bitcore-lib's script
 * interpreter. Returns an error per input, "" if valid. `tamper` first takes a satoshi from the first output.
 */
export const judge = (psbt: string, { tamper = false } = {}): readonly string[] => {
  const read = Psbt.fromBase64(psbt)
  const spent = read.data.inputs.map(({ witnessUtxo }) => {
    if (!witnessUtxo) throw new Error("The PSBT does not say what it spends")
    return {
      satoshis: Number(witnessUtxo.value),
      script: new bitcore.Script(Buffer.from(witnessUtxo.script).toString("hex")),
    }
  })
  if (read.data.inputs.some(({ finalScriptWitness }) => !finalScriptWitness)) read.finalizeAllInputs()
  const transaction = new bitcore.Transaction(read.extractTransaction(true).toHex())
  const [first] = transaction.outputs
  if (tamper && first) first.satoshis -= 1
  for (const [index, input] of transaction.inputs.entries()) {
    const output = spent[index]
    if (output) input.output = new bitcore.Transaction.Output(output)
  }

  const { Interpreter } = bitcore.Script
  const flags = Interpreter.SCRIPT_VERIFY_P2SH | Interpreter.SCRIPT_VERIFY_WITNESS | Interpreter.SCRIPT_VERIFY_TAPROOT
  return spent.map(({ script, satoshis }, index) => {
    const { script: scriptSig, witnesses } = transaction.inputs[index] as (typeof transaction.inputs)[number]
    const interpreter = new Interpreter()
    const may = interpreter.verify(scriptSig, script, transaction, index, flags, witnesses, satoshis)
    return may ? "" : interpreter.errstr || "refused"
  })
}
