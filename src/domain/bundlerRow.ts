import * as v from "valibot"
import { endpoint } from "./endpoint.ts"
import type { ApiError } from "./errors.ts"
import { lenient, object, read, record } from "./schema.ts"

/** The bundler of a session's user operations: by its name at the provider, or by its own URL. */
export type Bundler = { readonly name: string } | { readonly url: string }

/** A user operation by its ID, on a chain (CAIP-2). */
export interface UserOperation {
  readonly chainId: string
  readonly id: string
}

/** What a bundler knows of a user operation that is over; the receipt is that of its transaction, as a node gives it. */
export interface UserOperationReceipt {
  readonly success: boolean
  readonly receipt: { readonly [name: string]: unknown } | undefined
}

/** JSON-RPC request for the receipt of a user operation. */
export const receiptRequest = (id: string) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "eth_getUserOperationReceipt",
  params: [id],
})

/** Asks a bundler, by JSON-RPC, for the receipt of a user operation; null while it is on its way, or of one that it does not know. */
export const userOperationRow = endpoint({
  name: "userOperation",
  method: "POST",
  host: "blockchain",
  path: () => "/v1/bundler",
  query: ({ chainId, bundler }: UserOperation & { readonly bundler: string }) => ({ chainId, bundler }),
  body: ({ id }) => receiptRequest(id),
  answer: object({
    result: v.nullable(
      read(
        object({
          success: v.boolean(),
          receipt: lenient(record(v.unknown())),
        }),
        ({ success, receipt }): UserOperationReceipt => ({ success, receipt }),
      ),
    ),
  }),
  failure: (cause: ApiError) => cause,
})

/** The same in the words of wallet_getCallsStatus (EIP-5792). */
export const statusOf = ({ chainId, id }: UserOperation, known: UserOperationReceipt | null): object => ({
  version: "2.0.0",
  id,
  chainId: `0x${Number(chainId.slice(chainId.indexOf(":") + 1)).toString(16)}`,
  atomic: true,
  status: known === null ? pending : known.success ? confirmed : reverted,
  ...(known?.receipt && { receipts: [known.receipt] }),
})

const pending = 100
const confirmed = 200
const reverted = 500
