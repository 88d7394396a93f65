import type { IncomingMessage } from "node:http"
import {
  type Address,
  address,
  getBase58Decoder,
  getBase58Encoder,
  getTransactionDecoder,
  getTransactionEncoder,
  type Lamports,
  lamports,
  type SignatureBytes,
} from "@solana/kit"
import { FailedTransactionMetadata, LiteSVM } from "litesvm"
import { listen } from "../../listen.ts"
import { failure, outcome } from "./rpc.ts"

export interface Svm {
  /** `http://127.0.0.1:PORT`, JSON-RPC over HTTP POST, single or batched, open to pages (CORS `*`). */
  readonly url: string
  /** Executed transactions in wire format, oldest first. */
  readonly sent: readonly Uint8Array[]
  /** Balance of an address, in lamports. */
  balanceOf(address: string): bigint
  /** Gives lamports to an address. */
  airdrop(address: string, lamports: bigint): void
  /** Creates a token (mint) of a token program, and an account of its owner with a balance. */
  mint(token: MintedToken): void
  /** Balance of a token account. `undefined` if it does not exist. */
  tokensOf(account: string): bigint | undefined
  stop(): Promise<void>
}

/** A Solana network on loopback: litesvm behind the JSON-RPC methods that a wallet and a modal need. */
export const start = async ({ genesisHash = MAINNET }: { readonly genesisHash?: string } = {}): Promise<Svm> => {
  // Clients reuse a blockhash for a while, and litesvm would only accept the latest.
  const svm = new LiteSVM().withBlockhashCheck(false)
  const sent: Uint8Array[] = []
  const statuses = new Map<string, object>()
  let slot = 1

  const value = (given: unknown) => ({ context: { slot }, value: given })
  const balanceOf = (of: unknown) => svm.getBalance(addressIn(of)) ?? 0n
  const carryOut = (wire: Uint8Array): string => {
    const transaction = decoded(wire)
    const result = svm.sendTransaction(transaction)
    if (result instanceof FailedTransactionMetadata)
      throw failure(-32002, `Transaction simulation failed: ${nameOf(result)}`)
    const signature = getBase58Decoder().decode(result.signature())
    sent.push(wire)
    slot += 1
    // Otherwise an equal transaction would be a duplicate.
    svm.expireBlockhash()
    statuses.set(signature, { slot, confirmations: null, err: null, confirmationStatus: "finalized" })
    return signature
  }
  const airdrop = (to: unknown, amount: bigint): string => {
    const result = svm.airdrop(addressIn(to), lamports(amount) as Lamports)
    if (result === null || result instanceof FailedTransactionMetadata) throw failure(-32603, "The airdrop failed")
    const signature = getBase58Decoder().decode(result.signature())
    statuses.set(signature, { slot, confirmations: null, err: null, confirmationStatus: "finalized" })
    return signature
  }

  const put = (at: string, program: string, data: Uint8Array) =>
    svm.setAccount({
      address: addressIn(at),
      data,
      executable: false,
      lamports: lamports(svm.minimumBalanceForRentExemption(BigInt(data.length))),
      programAddress: addressIn(program),
      space: BigInt(data.length),
    })
  /** Data of a token program's account, as nodes parse it. */
  const parsed = (of: string) => {
    const found = svm.getAccount(addressIn(of))
    if (!found.exists) return undefined
    const data = Buffer.from(found.data)
    if (data.length === MINT_BYTES) return { decimals: data[44] }
    if (data[TOKEN_BYTES] === IS_MINT) return { decimals: data[44], extensions: [feesAt(data)] }
    if (data.length < TOKEN_BYTES) return undefined
    return { mint: keyAt(data, 0), owner: keyAt(data, 32), tokenAmount: { amount: String(data.readBigUInt64LE(64)) } }
  }
  const accountIn = (of: string, encoding: unknown) => {
    const found = svm.getAccount(addressIn(of))
    if (!found.exists) return null
    const { data, executable, lamports: held, programAddress, space } = found
    const info = encoding === "jsonParsed" ? parsed(of) : undefined
    const encoded = info
      ? { program: "spl-token", parsed: { info }, space: Number(space) }
      : [Buffer.from(data).toString("base64"), "base64"]
    return {
      data: encoded,
      executable,
      lamports: Number(held),
      owner: programAddress,
      rentEpoch: 0,
      space: Number(space),
    }
  }

  const answers: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    getHealth: () => "ok",
    getGenesisHash: () => genesisHash,
    getEpochInfo: () => ({ epoch: Number(svm.getClock().epoch), absoluteSlot: slot, blockHeight: slot }),
    getBalance: ([of]) => value(Number(balanceOf(of))),
    getMinimumBalanceForRentExemption: ([size]) => Number(svm.minimumBalanceForRentExemption(BigInt(Number(size)))),
    getLatestBlockhash: () => value({ blockhash: svm.latestBlockhash(), lastValidBlockHeight: slot + 150 }),
    getFeeForMessage: () => value(FEE),
    getAccountInfo: ([of, options]) =>
      value(accountIn(String(of), (options as { readonly encoding?: string } | undefined)?.encoding)),
    getTokenAccountsByOwner: ([owner, filter]) => {
      const { mint } = filter as { readonly mint: string }
      const program = svm.getAccount(addressIn(mint))
      const own = program.exists ? svm.getProgramAccounts(program.programAddress) : []
      return value(
        own.flatMap(({ address: at }) => {
          const info = parsed(at)
          const fits = info && "owner" in info && info.owner === owner && info.mint === mint
          return fits ? [{ pubkey: at, account: accountIn(at, "jsonParsed") }] : []
        }),
      )
    },
    requestAirdrop: ([to, amount]) => airdrop(to, BigInt(Number(amount))),
    sendTransaction: ([text, options]) => carryOut(wireIn(text, options)),
    simulateTransaction: ([text, options]) => {
      const result = svm.simulateTransaction(decoded(wireIn(text, options)))
      const failed = result instanceof FailedTransactionMetadata
      const meta = result.meta()
      return value({
        err: failed ? nameOf(result) : null,
        logs: meta.logs(),
        unitsConsumed: Number(meta.computeUnitsConsumed()),
      })
    },
    getSignatureStatuses: ([signatures]) =>
      value((signatures as readonly string[]).map((signature) => statuses.get(signature) ?? null)),
  }
  const answer = async ({ id, method, params = [] }: Call) => {
    const found = answers[method]
    const work = async () => {
      if (!found) throw failure(-32601, "Method not found")
      return found(params)
    }
    return { jsonrpc: "2.0", id, ...(await outcome(work())) }
  }

  const { url, stop } = await listen(async (request, response) => {
    response.setHeader("access-control-allow-origin", "*")
    response.setHeader("access-control-allow-headers", "*")
    if (request.method !== "POST") return response.end()
    const asked: Call | readonly Call[] = JSON.parse(await bodyOf(request))
    const said = await (Array.isArray(asked) ? Promise.all(asked.map(answer)) : answer(asked as Call))
    response.setHeader("content-type", "application/json").end(JSON.stringify(said, plain))
  })

  return {
    url,
    sent,
    balanceOf,
    airdrop: (to, amount) => void airdrop(to, amount),
    mint: ({ mint, program, decimals, owner, account, units, keeps }) => {
      const token = Buffer.alloc(keeps ? TOKEN_BYTES + 1 + 4 + FEES_BYTES : MINT_BYTES)
      if (keeps) putFees(token, keeps)
      token.writeBigUInt64LE(units, 36)
      token[44] = decimals
      token[45] = 1
      put(mint, program, token)
      const held = Buffer.alloc(keeps ? TOKEN_BYTES + 1 + 4 + 8 : TOKEN_BYTES)
      if (keeps) held.set([IS_ACCOUNT, FEE_AMOUNT, 0, 8, 0], TOKEN_BYTES)
      held.set(keyBytes(mint), 0)
      held.set(keyBytes(owner), 32)
      held.writeBigUInt64LE(units, 64)
      held[108] = 1
      put(account, program, held)
    },
    tokensOf: (account) => {
      const { tokenAmount } = parsed(account) ?? {}
      return tokenAmount && BigInt(tokenAmount.amount)
    },
    stop,
  }
}

/** A token of litesvm's built-in programs, with its supply in one account. */
export interface MintedToken {
  readonly mint: string
  readonly program: string
  readonly decimals: number
  readonly owner: string
  /** Token account of the owner. */
  readonly account: string
  readonly units: bigint
  /** Transfer fee of a Token-2022 token: basis points, limited to a number of units. */
  readonly keeps?: { readonly basisPoints: number; readonly most: bigint }
}

interface Call {
  readonly id: unknown
  readonly method: string
  readonly params?: readonly unknown[]
}

const MAINNET = "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d"
/** Lamports per signature. */
const FEE = 5000

/** Size in bytes of a mint, and of a token account. */
const MINT_BYTES = 82
const TOKEN_BYTES = 165

/** Data of Token-2022 after these bytes: the account type, then number, length and bytes of each extension. */
const IS_MINT = 1
const IS_ACCOUNT = 2
const FEES = 1
const FEE_AMOUNT = 2
const FEES_BYTES = 108
/** Offsets in the extension, after both authorities and the withheld amount: the older and the newer fee. */
const FEE_PLACES = [TOKEN_BYTES + 5 + 72, TOKEN_BYTES + 5 + 90] as const

const putFees = (token: Buffer, { basisPoints, most }: NonNullable<MintedToken["keeps"]>) => {
  token.set([IS_MINT, FEES, 0, FEES_BYTES, 0], TOKEN_BYTES)
  for (const at of FEE_PLACES) {
    token.writeBigUInt64LE(most, at + 8)
    token.writeUInt16LE(basisPoints, at + 16)
  }
}

/** The fees as nodes parse them. */
const feesAt = (token: Buffer) => {
  const [olderTransferFee, newerTransferFee] = FEE_PLACES.map((at) => ({
    epoch: Number(token.readBigUInt64LE(at)),
    maximumFee: Number(token.readBigUInt64LE(at + 8)),
    transferFeeBasisPoints: token.readUInt16LE(at + 16),
  }))
  return { extension: "transferFeeConfig", state: { withheldAmount: 0, olderTransferFee, newerTransferFee } }
}

const keyAt = (data: Buffer, at: number): string => getBase58Decoder().decode(data.subarray(at, at + 32))
const keyBytes = (key: string) => new Uint8Array(getBase58Encoder().encode(key))

const plain = (_: string, given: unknown) => (typeof given === "bigint" ? Number(given) : given)

const addressIn = (text: unknown): Address => {
  try {
    return address(String(text))
  } catch {
    throw failure(-32602, `Invalid param: ${text}`)
  }
}

const wireIn = (text: unknown, options: unknown): Uint8Array => {
  const { encoding = "base58" } = (options ?? {}) as { readonly encoding?: string }
  if (encoding !== "base64") throw failure(-32602, "This node takes base64 only")
  return new Uint8Array(Buffer.from(String(text), "base64"))
}

/** Throws if a signature is missing, which litesvm would report as an invalid signature. */
const decoded = (wire: Uint8Array) => {
  const transaction = getTransactionDecoder().decode(wire)
  const missing = Object.values(transaction.signatures).some((signature: SignatureBytes | null) => signature === null)
  if (missing) throw failure(-32003, "Transaction signature verification failure")
  if (getTransactionEncoder().encode(transaction).length !== wire.length) throw failure(-32602, "Trailing bytes")
  return transaction
}

/** Name that nodes use for a failure. litesvm has a number for it, and the name in its text. */
const nameOf = (failed: FailedTransactionMetadata): string =>
  failed.toString().match(/err: (.+?), meta:/)?.[1] ?? "unknown"

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
