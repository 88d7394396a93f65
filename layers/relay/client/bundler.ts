import * as Effect from "effect/Effect"
import type { Api } from "../../../services/Api.ts"
import { type Bundler, receiptRequest, userOperationEndpoint } from "../../../src/capabilities/endpoints.ts"
import { statusOf, type UserOperation } from "../../../src/capabilities/model.ts"
import { request } from "../../api/opening/client.ts"
import { anonymously } from "../../shared/http.ts"

/** Requests the status of a user operation from a bundler: through the provider if the bundler has a name, or else at its URL. */
export const statusFrom = (api: Api["Service"], bundler: Bundler, operation: UserOperation) =>
  Effect.map(
    "name" in bundler
      ? api.call(userOperationEndpoint, { ...operation, bundler: bundler.name })
      : byUrl(bundler.url, operation.id),
    ({ result }) => statusOf(operation, result),
  )

/**
 * Requests the receipt at the bundler's URL. The wallet chose this URL, so the request does not reveal the project, sends no cookies and
 * follows no redirects.
 */
const byUrl = (url: string, id: string) =>
  anonymously(request(userOperationEndpoint, url, JSON.stringify(receiptRequest(id)), undefined))
