import type { DepositMessages } from "../../src/pay/flows/deposit.ts"
import account from "../locales/en/account.json" with { type: "json" }
import { useText } from "../shared/first-paint/useModal.ts"

/** Returns the messages about a deposit, which may appear in any view. */
export const useDepositMessages = (): DepositMessages => {
  const text = useText({ account })
  return {
    going: () => text("depositGoing"),
    completed: () => text("depositCompleted"),
    failed: () => text("depositFailed"),
    late: () => text("depositLate"),
  }
}
