import { normalize } from "viem/ens"
import { safeText } from "../../../src/core/first-paint/safeText.ts"

/**
 * Whether a name may be shown. It must be normalized (ENSIP-15), because any other name may imitate a normalized one, and `safeText` must
 * not change it.
 */
export const isShowable = (name: string): boolean => {
  try {
    return normalize(name) === name && safeText(name) === name
  } catch {
    return false
  }
}
