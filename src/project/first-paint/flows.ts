import type { ModalContext } from "../../stub/context.ts"
import { mergeFeatures, type PersistedFeatures } from "./model/mergeFeatures.ts"
import { project } from "./state.ts"

/**
 * Applies the features persisted on the last visit. Does nothing in basic mode, for another project, or if the project's logins are already
 * known.
 */
export const loadLastFeatures = (instance: ModalContext, kept: PersistedFeatures | undefined): void => {
  const { core, options } = instance
  const { entries, logins } = project(instance)
  if (options.basic || kept?.of !== options.projectId || logins.peek() !== "no") return
  entries.value = kept.entries
  logins.value = "yes"
  core.remoteFeatures.value = mergeFeatures({
    requested: options.askedFeatures,
    basic: false,
    remote: kept.entries,
    pay: core.features.peek().pay,
  }).features
}
