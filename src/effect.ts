import type * as Effect from "effect/Effect"
import type { Modal } from "./createModal.ts"
import { engineOf } from "./createModal.ts"
import type { Engine, Needs } from "./engine.ts"
import type { OperationName } from "./flows/index.ts"
import { type Operations, operationOf } from "./flows/operations.ts"

export type { Needs } from "./engine.ts"

/** The runtime of a modal: run the operations below, or programs of your own on its services. Loads the engine. */
export const runtimeOf = (modal: Modal): Promise<Engine["runtime"]> => engineOf(modal).then(({ runtime }) => runtime)

type Topic<Name extends OperationName> = Awaited<ReturnType<Operations[Name]>>
type Operation<Name extends OperationName> = Topic<Name>[Name & keyof Topic<Name>]
type Lazily<F> = F extends (...input: infer Input) => Effect.Effect<infer A, infer E, infer R>
  ? (...input: Input) => Effect.Effect<A, E, R>
  : never

const lazily = <Name extends OperationName>(name: Name): Lazily<Operation<Name>> =>
  ((...input: readonly unknown[]) => operationOf<Needs>(name, input)) as unknown as Lazily<Operation<Name>>

export const connect = lazily("connect")
export const disconnect = lazily("disconnect")
export const switchConnection = lazily("switchConnection")
export const deleteConnection = lazily("deleteConnection")
export const reconnect = lazily("reconnect")
export const switchNetwork = lazily("switchNetwork")
export const signMessage = lazily("signMessage")
export const searchWallets = lazily("searchWallets")
export const fetchBalances = lazily("fetchBalances")
export const fetchActivity = lazily("fetchActivity")
export const quoteSwap = lazily("quoteSwap")
export const swap = lazily("swap")
export const onrampOptions = lazily("onrampOptions")
export const quoteOnramp = lazily("quoteOnramp")
export const openOnramp = lazily("openOnramp")
export const exchanges = lazily("exchanges")
export const payWithExchange = lazily("payWithExchange")
export const pay = lazily("pay")
export const estimateSend = lazily("estimateSend")
export const send = lazily("send")
export const capabilities = lazily("capabilities")
export const grantPermissions = lazily("grantPermissions")
export const revokePermissions = lazily("revokePermissions")
export const resolveName = lazily("resolveName")
export const reverseName = lazily("reverseName")
export const suggestNames = lazily("suggestNames")
export const registerName = lazily("registerName")
