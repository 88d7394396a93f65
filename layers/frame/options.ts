import type { Network } from "../../src/options/networks.ts"
import type { CheckedOptions, Metadata } from "../../src/options/options.ts"

/** Parameters of the secure frame. */
export interface FrameOptions {
  /** Whether any login is available on this page. */
  readonly on: boolean
  readonly projectId: string
  readonly sdkType: string
  readonly sdkVersion: string
  /** Origin of the frame's page (`/sdk`) and of the social login's (`/loading`). */
  readonly secureSite: string
  readonly blockchainHost: string
  readonly customRpcUrls: CheckedOptions["customRpcUrls"]
  /** Metadata of the site. */
  readonly metadata: Partial<Metadata>
  /** Whether the views are in the site's page, not in a dialog. */
  readonly embedded: boolean
  /** Values that change while the modal exists. */
  readonly now: FrameContext
}

/** Values of the site that the frame needs. */
export interface FrameContext {
  /** The active network, and all networks of the site. */
  readonly network: () => Network | undefined
  readonly networks: () => readonly Network[]
  /** Whether the project uses the provider's sign-in. */
  readonly authenticates: () => boolean
  /** Whether the provider has reported that the project does not list this page's domain. */
  readonly unlisted: () => boolean
  /** Calls `tell` with the theme, now and after each change. Returns a function that stops it. */
  readonly theme: (tell: (theme: Theme) => void) => () => void
}

/** Theme of the site, for the frame's page. */
export interface Theme {
  readonly mode: "dark" | "light"
  /** Values set by the site, such as `--portico-accent`. */
  readonly variables: { readonly [name: string]: string | number }
}
