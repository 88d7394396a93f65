import { createPublicKey, verify } from "node:crypto"
import { getBase58Encoder } from "@solana/kit"
import {
  ComputeBudgetProgram,
  PublicKey,
  SystemInstruction,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js"

/** Decodes a transfer with web3.js 1.x; `signed` if every signer has signed this message. Throws for anything else. */
export const judge = (wire: Uint8Array) => {
  const { message, signatures } = VersionedTransaction.deserialize(wire)
  const [instruction] = TransactionMessage.decompile(message).instructions.filter(
    ({ programId }) => !programId.equals(ComputeBudgetProgram.programId),
  )
  if (!instruction) throw new Error("The transaction does nothing")
  const { fromPubkey, toPubkey, lamports } = SystemInstruction.decodeTransfer(instruction)
  const bytes = message.serialize()
  return {
    signed:
      message.version === "legacy"
        ? Transaction.from(wire).verifySignatures()
        : signatures.every((signature, at) =>
            isSignedBy(message.staticAccountKeys[at]?.toBase58() ?? "", bytes, signature),
          ),
    from: fromPubkey.toBase58(),
    to: toPubkey.toBase58(),
    lamports: BigInt(lamports),
  }
}

/** Whether a signature of these bytes is the account's, by OpenSSL. */
export const isSignedBy = (address: string, message: Uint8Array, signature: Uint8Array): boolean => {
  const x = Buffer.from(new PublicKey(address).toBytes()).toString("base64url")
  return verify(null, message, createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" }), signature)
}

/** An unsigned transfer in wire format. */
export const transfer = ({
  from,
  to,
  lamports,
}: {
  readonly from: string
  readonly to: string
  readonly lamports: number
}) => {
  const feePayer = new PublicKey(from)
  return new Transaction({ feePayer, recentBlockhash: from })
    .add(SystemProgram.transfer({ fromPubkey: feePayer, toPubkey: new PublicKey(to), lamports }))
    .serialize({ requireAllSignatures: false })
}

/** Decodes base58, by kit. */
export const fromBase58 = (text: string): Uint8Array => new Uint8Array(getBase58Encoder().encode(text))

/**
 * Decodes a token transfer with web3.js 1.x: `withheld` is the token's transfer fee, `made` the account created before
 * it. Throws for anything else.
 */
export const judgeTokens = (wire: Uint8Array) => {
  const transaction = Transaction.from(wire)
  const own = transaction.instructions.filter(({ programId }) => !programId.equals(ComputeBudgetProgram.programId))
  const [last, before, ...more] = own.toReversed()
  if (!last || more.length > 0) throw new Error(`The transaction does ${own.length} things`)
  const [source, mint, destination, authority] = last.keys.map(({ pubkey }) => pubkey.toBase58())
  const fee = last.data[0] === 26 && last.data[1] === 1 && last.data.length === 19
  const data = fee ? Buffer.from([12, ...last.data.subarray(2)]) : Buffer.from(last.data)
  if (data.length !== (fee ? 18 : 10) || data[0] !== 12)
    throw new Error("No transfer of tokens that names its decimals")
  if (before && (before.programId.toBase58() !== ASSOCIATED || before.data[0] !== 1))
    throw new Error("No account is made")
  return {
    signed: transaction.verifySignatures(),
    payer: transaction.feePayer?.toBase58() ?? "",
    program: last.programId.toBase58(),
    source: source ?? "",
    mint: mint ?? "",
    destination: destination ?? "",
    authority: authority ?? "",
    units: data.readBigUInt64LE(1),
    decimals: data[9] ?? 0,
    ...(fee && { withheld: data.readBigUInt64LE(10) }),
    made: before && {
      owner: before.keys[2]?.pubkey.toBase58() ?? "",
      account: before.keys[1]?.pubkey.toBase58() ?? "",
    },
  }
}

/** Address of an owner's token account, derived by web3.js 1.x. */
export const tokenAccountOf = (owner: string, mint: string, program: string): string => {
  const seeds = [owner, program, mint].map((key) => new PublicKey(key).toBytes())
  return PublicKey.findProgramAddressSync(seeds, new PublicKey(ASSOCIATED))[0].toBase58()
}

const ASSOCIATED = "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL"
