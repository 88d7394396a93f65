import { signal } from "@preact/signals-core"
import type { RemoteEntry } from "../domain/remoteFeatures.ts"
import { slice } from "./slice.ts"

/** What the provider has said of the site's project; nothing until it has, or where it does not answer. */
export const project = slice(() => ({
  /** The entries of its configuration; null where it has none. */
  entries: signal<readonly RemoteEntry[] | null | undefined>(undefined),
  /** CAIP-2 ids of the networks that the blockchain services know. */
  served: signal<ReadonlySet<string> | undefined>(undefined),
}))
