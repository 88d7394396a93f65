import { normalize } from "viem/ens"
import { safeText } from "../../../src/core/first-paint/safeText.ts"

/** Whether a name may be shown. A name that is not normalized (ENSIP-15) may imitate another. */
export const isShowable = (name: string): boolean => {
  try {
    return normalize(name) === name && safeText(name) === name
  } catch {
    return false
  }
}
