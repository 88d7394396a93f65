import * as Schema from "effect/Schema"
import { endpoint } from "../core/opening/endpoint.ts"
import { optionalOr, read, record } from "../core/opening/schema.ts"
import type { ApiError } from "../errors/index.ts"
import type { UserOperation, UserOperationReceipt } from "./model.ts"

/** Bundler of a session's user operations: its name at the provider, or its URL. */
export type Bundler = { readonly name: string } | { readonly url: string }

/** Builds the JSON-RPC request for the receipt of a user operation. */
export const receiptRequest = (id: string) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "eth_getUserOperationReceipt",
  params: [id],
})

/**
 * Returns the receipt of a user operation from a bundler (JSON-RPC). The result is null while the operation is pending, or if the bundler
 * does not know it.
 */
export const userOperationEndpoint = endpoint({
  name: "userOperation",
  method: "POST",
  host: "blockchain",
  path: () => "/v1/bundler",
  query: ({ chainId, bundler }: UserOperation & { readonly bundler: string }) => ({ chainId, bundler }),
  body: ({ id }) => receiptRequest(id),
  response: Schema.Struct({
    result: Schema.NullOr(
      read(
        Schema.Struct({
          success: Schema.Boolean,
          receipt: optionalOr(record(Schema.Unknown)),
        }),
        ({ success, receipt }): UserOperationReceipt => ({ success, receipt }),
      ),
    ),
  }),
  failure: (cause: ApiError) => cause,
})
