import { createPublicKey, verify } from "node:crypto"
import { getBase58Encoder } from "@solana/kit"
import {
  PublicKey,
  SystemInstruction,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js"

/** What a Solana transaction says, as web3.js 1.x reads it. */
export interface Judged {
  /** Whether every signer has signed this very message. */
  readonly signed: boolean
  readonly from: string
  readonly to: string
  readonly lamports: bigint
}

/** Reads a transfer. Throws where the wire bytes are something else. */
export const judge = (wire: Uint8Array): Judged => {
  const { message, signatures } = VersionedTransaction.deserialize(wire)
  const [instruction] = TransactionMessage.decompile(message).instructions
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

/** Whether a signature is an account's over these bytes, by OpenSSL. */
export const isSignedBy = (address: string, message: Uint8Array, signature: Uint8Array): boolean => {
  const x = Buffer.from(new PublicKey(address).toBytes()).toString("base64url")
  return verify(null, message, createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" }), signature)
}

/** A transfer that nobody has signed yet, on the wire. */
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

/** The bytes of a base58 text, by kit. */
export const fromBase58 = (text: string): Uint8Array => new Uint8Array(getBase58Encoder().encode(text))
