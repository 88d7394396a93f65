import type { EIP1193Provider } from "viem"
import type { ProviderListener } from "../provider/eip1193.ts"
import type { ModalInstance } from "./instance.ts"

/** Creates the EIP-1193 provider of an instance. Its code is in `eip1193.ts`, which the first request or listener loads. */
export const createProvider = (instance: () => ModalInstance): EIP1193Provider => {
  const rest = () => import("../provider/eip1193.ts")
  let listeners: readonly ProviderListener[] = []
  return {
    request: (request: unknown) => rest().then((one) => one.request(instance(), request)),
    on: (...one: ProviderListener) => {
      listeners = [...listeners, one]
      const before = instance().core.accounts.eip155.peek()
      void rest().then((one) => one.follow(instance(), before, () => listeners))
    },
    removeListener: (event: string, listener: unknown) => {
      listeners = listeners.filter((one) => one[0] !== event || one[1] !== listener)
    },
  } as EIP1193Provider
}
