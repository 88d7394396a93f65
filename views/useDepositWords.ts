import type { DepositWords } from "../src/flows/deposit.ts"
import { account } from "./messages/en/account.ts"
import { useText } from "./useModal.ts"

/** What a visitor is told of a deposit, whatever view is shown. */
export const useDepositWords = (): DepositWords => {
  const text = useText(account)
  return {
    going: () => text("depositGoing"),
    completed: () => text("depositCompleted"),
    failed: () => text("depositFailed"),
    late: () => text("depositLate"),
  }
}
