import { Effect, Layer } from "effect"
import { Api } from "../../../services/Api.ts"

/** The provider's services, for tests that never request anything of them. */
export const noApi = Layer.succeed(Api, { call: () => Effect.never, image: () => "" })
