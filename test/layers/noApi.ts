import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Api } from "../../services/Api.ts"

/** The provider's services where nobody asks them. */
export const noApi = Layer.succeed(Api, { call: () => Effect.never, image: () => "" })
