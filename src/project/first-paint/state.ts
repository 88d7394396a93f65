import { signal } from "@preact/signals-core"
import { slice } from "../../core/first-paint/slice.ts"
import type { ModalContext } from "../../stub/context.ts"
import { mergeFeatures, type PersistedFeatures, type RemoteEntry } from "./model.ts"

/** Configuration of the site's project, as the provider reports it. */
export const project = slice(() => ({
  /** Entries of the project's configuration. `null` if it has none, `undefined` until the provider has responded. */
  entries: signal<readonly RemoteEntry[] | null | undefined>(undefined),
  /** Whether the project's logins are known. `late`: they became known while the Connect view was shown, which keeps its layout. */
  logins: signal<"no" | "late" | "yes">("no"),
  /** CAIP-2 IDs of the networks that the blockchain services support. `undefined` until the provider has responded. */
  served: signal<ReadonlySet<string> | undefined>(undefined),
}))

/** Applies the features persisted on the last visit until the provider responds. Ignores those of another project. */
export const loadLastFeatures = (instance: ModalContext, kept: PersistedFeatures | undefined): void => {
  const { core, options } = instance
  const { entries, logins } = project(instance)
  if (options.basic || kept?.of !== options.projectId || logins.peek() !== "no") return
  entries.value = kept.entries
  logins.value = "yes"
  core.remoteFeatures.value = mergeFeatures({
    asked: options.askedFeatures,
    basic: false,
    remote: kept.entries,
    pay: core.features.peek().pay,
  }).features
}
