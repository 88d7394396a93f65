import { instanceOf } from "../../src/createModal.ts"
import { buttons } from "../../src/state/buttons.ts"
import type { Modal } from "./portico.ts"

/** Has the account's name and balance read as soon as a wallet is connected, as the package's own buttons do. */
export const named = (modal: Modal) => {
  const instance = instanceOf(modal)
  return instance && buttons(instance).account.subscribe(() => {})
}
