/** Minimal types of bitcore-lib 11, which has none, for the judge. */
declare module "bitcore-lib" {
  class Script {
    constructor(hex: string)
  }
  class Transaction {
    constructor(hex: string)
    readonly inputs: { output?: unknown; readonly script: Script; readonly witnesses: readonly Buffer[] }[]
    readonly outputs: { satoshis: number }[]
    static readonly Output: new (of: {
      readonly satoshis: number
      readonly script: Script
    }) => unknown
  }
  class Interpreter {
    static readonly SCRIPT_VERIFY_P2SH: number
    static readonly SCRIPT_VERIFY_WITNESS: number
    static readonly SCRIPT_VERIFY_TAPROOT: number
    readonly errstr: string
    verify(
      scriptSig: Script,
      scriptPubkey: Script,
      transaction: Transaction,
      input: number,
      flags: number,
      witness: readonly Buffer[],
      satoshis: number,
    ): boolean
  }
  const bitcore: { Script: typeof Script & { Interpreter: typeof Interpreter }; Transaction: typeof Transaction }
  export default bitcore
}
