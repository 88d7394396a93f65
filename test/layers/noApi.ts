import { Effect, Layer } from "effect"
import { Api } from "../../services/Api.ts"

/** The provider's services where nobody asks them. */
export const noApi = Layer.succeed(Api, { call: () => Effect.never, image: () => "" })
