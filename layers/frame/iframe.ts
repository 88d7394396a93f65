import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { Browser } from "../../services/Browser.ts"
import { Dialog } from "../../services/Dialog.ts"
import { Frame } from "../../services/Frame.ts"
import type { Storage } from "../../services/Storage.ts"
import type { Network } from "../../src/domain/networks.ts"
import type { CheckedOptions, Metadata } from "../../src/domain/options.ts"
import { fetchedFrame } from "./fetched.ts"

/** What the secure frame is asked for with. */
export interface FrameOptions {
  /** Whether anybody can log in on this page. */
  readonly on: boolean
  readonly projectId: string
  readonly sdkType: string
  readonly sdkVersion: string
  /** Origin of the frame's page (`/sdk`) and of the social login's (`/loading`). */
  readonly secureSite: string
  readonly blockchainHost: string
  readonly customRpcUrls: CheckedOptions["customRpcUrls"]
  /** How the site presents itself. */
  readonly metadata: Partial<Metadata>
  /** The views stand in the site's page, not in a dialog. */
  readonly embedded: boolean
  /** What changes while the modal lives. */
  readonly now: FrameFacts
}

export interface FrameFacts {
  /** The network in use, and all that the site uses. */
  readonly network: () => Network | undefined
  readonly networks: () => readonly Network[]
  /** Whether the project signs in at the provider. */
  readonly authenticates: () => boolean
  /** Whether the provider has said that the project does not list this page's domain. */
  readonly unlisted: () => boolean
  /** Tells the theme, now and whenever it is another, until the answer is called. */
  readonly theme: (tell: (theme: Theme) => void) => () => void
}

export interface Theme {
  readonly mode: "dark" | "light"
  /** As the site gives them, `--portico-accent` and its like. */
  readonly variables: { readonly [name: string]: string | number }
}

/** The provider's page in a frame of ours. All of it is loaded by the first method that needs it; `on` false: there is none. */
export const layer = (options: FrameOptions): Layer.Layer<Frame, never, Browser | Dialog | Storage> =>
  Layer.effect(
    Frame,
    Effect.gen(function* () {
      const run = Effect.runPromiseWith(yield* Effect.context<Browser | Dialog | Storage | Scope.Scope>())
      const enabled = options.on && (yield* Dialog).slots !== undefined
      return fetchedFrame({ enabled, loadingPage: `${options.secureSite}/loading` }, async (tell) =>
        run((await import("./client.ts")).createClient(options, tell)),
      )
    }),
  )
