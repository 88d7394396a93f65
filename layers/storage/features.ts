import { type KeptFeatures, readKeptFeatures } from "../../src/domain/remoteFeatures.ts"
import { keyOf } from "../../src/domain/stored.ts"

/** What was kept of the project by the modal of this id on the last visit, for a view that shows before the engine is there. */
export const lastFeatures = (id: string): KeptFeatures | undefined => {
  try {
    return readKeptFeatures(JSON.parse(localStorage.getItem(`portico:${id}:${keyOf("project_features")}`) ?? "null"))
  } catch {
    return undefined
  }
}
