import { buttons } from "../../src/buttons/state.ts"
import { instanceOf } from "../../src/stub/createModal.ts"
import type { Modal } from "./packageImports.ts"

/** Loads the account's name and balance once a wallet is connected, like Portico's buttons. */
export const named = (modal: Modal) => {
  const instance = instanceOf(modal)
  return instance && buttons(instance).account.subscribe(() => {})
}
