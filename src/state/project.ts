import { signal } from "@preact/signals-core"
import { type KeptFeatures, mergeFeatures, type RemoteEntry } from "../domain/remoteFeatures.ts"
import type { Instance } from "../instance.ts"
import { slice } from "./slice.ts"

/** What the provider has said of the site's project; nothing until it has, or where it does not answer. */
export const project = slice(() => ({
  /** The entries of its configuration; null where it has none. */
  entries: signal<readonly RemoteEntry[] | null | undefined>(undefined),
  /** Whether it is known if the project has logins; `late` while Connect shows what it already showed before. */
  logins: signal<"no" | "late" | "yes">("no"),
  /** CAIP-2 ids of the networks that the blockchain services know. */
  served: signal<ReadonlySet<string> | undefined>(undefined),
}))

/** Takes what was kept of the last visit for what the project says, until it is asked; what is of another project is not. */
export const recallFeatures = (instance: Instance, kept: KeptFeatures | undefined): void => {
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
