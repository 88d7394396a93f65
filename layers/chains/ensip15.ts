import { normalize } from "viem/ens"
import { safeText } from "../../src/domain/safe.ts"

/** Whether a name may be shown: one that is not in its normal form (ENSIP-15) may look like another one's. */
export const isShowable = (name: string): boolean => {
  try {
    return normalize(name) === name && safeText(name) === name
  } catch {
    return false
  }
}
