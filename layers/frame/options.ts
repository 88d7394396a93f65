import type { Network } from "../../src/options/networks.ts"
import type { CheckedOptions, Metadata } from "../../src/options/options.ts"

/** Options of the secure frame. */
export interface FrameOptions {
  /** Whether the site enables any login of the embedded wallet. */
  readonly on: boolean
  readonly projectId: string
  readonly sdkType: string
  readonly sdkVersion: string
  /** Origin of the frame's page (`/sdk`) and of the page that a social login's pop-up shows first (`/loading`). */
  readonly secureSite: string
  readonly blockchainHost: string
  readonly customRpcUrls: CheckedOptions["customRpcUrls"]
  /** Metadata of the site. */
  readonly metadata: Partial<Metadata>
  /** Whether the views are rendered in the site's page instead of a dialog. */
  readonly embedded: boolean
  /** Values that may change while the modal exists. */
  readonly now: FrameContext
}

/** Values of the modal that the frame needs and that may change. */
export interface FrameContext {
  /** Returns the active network. */
  readonly network: () => Network | undefined
  readonly networks: () => readonly Network[]
  /** Whether the provider's own sign-in is active. */
  readonly authenticates: () => boolean
  /** Whether the provider has reported that the project does not list this page's domain. */
  readonly unlisted: () => boolean
  /** Calls `onChange` with the theme, now and after each change. Returns a function that stops the calls. */
  readonly theme: (onChange: (theme: Theme) => void) => () => void
}

/** Theme of the site, for the frame's page. */
export interface Theme {
  readonly mode: "dark" | "light"
  /** Theme variables that the site has set, such as `--portico-accent`. */
  readonly variables: { readonly [name: string]: string | number }
}
