import * as Effect from "effect/Effect"
import type { Frame, FrameChange } from "../../services/Frame.ts"
import { FrameLoadFailed, NoAuthConnector, SocialConnectFailed } from "../../src/errors/index.ts"
import { ignoreFailure } from "../shared/ignoreFailure.ts"
import { listeners } from "../shared/listeners.ts"
import { loadOnce } from "../shared/loadOnce.ts"

/** Methods of a frame whose code has loaded. */
export type Client = Omit<Frame["Service"], "enabled" | "watch" | "loadingPage">

/**
 * Creates a frame whose client loads with the first method that needs it. Requests fail with FrameLoadFailed if the client does not load,
 * and with NoAuthConnector unless `enabled`. Social logins fail with SocialConnectFailed in both cases.
 */
export const lazyFrame = (
  { enabled, loadingPage }: Pick<Frame["Service"], "enabled" | "loadingPage">,
  fetch: (emit: (change: FrameChange) => void) => Promise<Client>,
): Frame["Service"] => {
  const { emit, watch } = listeners<FrameChange>()
  let loaded: Client | undefined
  const fetched = loadOnce(async () => {
    loaded = await fetch(emit)
    return loaded
  })
  const client: Effect.Effect<Client, FrameLoadFailed | NoAuthConnector> = enabled
    ? Effect.mapError(fetched, (cause) => new FrameLoadFailed({ cause }))
    : Effect.suspend(() => Effect.fail(new NoAuthConnector()))
  // A client that has not loaded has nothing to abandon, show or hide.
  const used = (run: (client: Client) => Effect.Effect<void>) =>
    Effect.suspend(() => (loaded ? run(loaded) : Effect.void))

  return {
    enabled,
    request: (event, input) => Effect.flatMap(client, ({ request }) => request(event, input)),
    watch,
    abort: used(({ abort }) => abort),
    abortApprovals: used(({ abortApprovals }) => abortApprovals),
    persistedLogin: Effect.catch(
      Effect.flatMap(client, ({ persistedLogin }) => persistedLogin),
      () => Effect.succeed(undefined),
    ),
    persistUsername: (name) => ignoreFailure(Effect.flatMap(client, ({ persistUsername }) => persistUsername(name))),
    show: (place) => used(({ show }) => show(place)),
    login: (popup, uri) =>
      Effect.flatMap(
        Effect.mapError(client, (cause) => new SocialConnectFailed({ cause })),
        ({ login }) => login(popup, uri),
      ),
    loadingPage,
  }
}
