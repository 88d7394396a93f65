import { signal } from "@preact/signals-core"
import { slice } from "../../core/first-paint/slice.ts"
import type { RemoteEntry } from "./model/mergeFeatures.ts"

/** Configuration of the site's project, as the provider reports it. */
export const project = slice(() => ({
  /** Entries of the project's configuration. `null` if it has none, `undefined` until the provider has responded. */
  entries: signal<readonly RemoteEntry[] | null | undefined>(undefined),
  /** Whether the project's logins are known. `late`: they became known while the Connect view was shown, which keeps its layout. */
  logins: signal<"no" | "late" | "yes">("no"),
  /** CAIP-2 IDs of the networks that the blockchain services support. `undefined` until the provider has responded. */
  served: signal<ReadonlySet<string> | undefined>(undefined),
}))
