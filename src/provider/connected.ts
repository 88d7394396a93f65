import { effect } from "@preact/signals-core"
import type { Namespace } from "../options/namespaces.ts"
import type { Engine, ModalInstance } from "../stub/instance.ts"
import { hasRestoreHint } from "../stub/restoreHint.ts"
import { activeConnection } from "../stub/state.ts"

/** Imports the RPC errors, which requests that succeed do not need. */
export const errors = () => import("../errors/rpc.ts")

/**
 * Waits until start-up has ended, if the engine runs or there may be a connection to restore. Rejects with `ProviderDisconnectedError` if
 * the modal has been destroyed.
 */
export const restored = async (instance: ModalInstance): Promise<void> => {
  const { core, id, options, running } = instance
  const { layers } = options
  if (!(running.peek() || hasRestoreHint(id) || (layers && "storage" in layers))) return
  await engineOf(instance)
  await until(instance, () => core.initialized.value)
}

/**
 * Opens the modal unless a wallet of the namespace is connected. Resolves once one is connected. Rejects with `UserRejectedRequestError` if
 * the modal closes before, and with `ProviderDisconnectedError` if it is destroyed. Concurrent calls share one prompt.
 */
export const connected = (instance: ModalInstance, namespace: Namespace): Promise<void> => {
  const pending = opened.get(instance)?.get(namespace) ?? chosen(instance, namespace)
  const all = opened.get(instance) ?? new Map<Namespace, Promise<void>>()
  opened.set(instance, all.set(namespace, pending))
  return pending.finally(() => all.delete(namespace))
}
const opened = new WeakMap<ModalInstance, Map<Namespace, Promise<void>>>()

const chosen = async (instance: ModalInstance, namespace: Namespace): Promise<void> => {
  const { core } = instance
  const isConnected = () => (activeConnection(core.accounts[namespace].value)?.accounts.length ?? 0) > 0
  const engine = await engineOf(instance)
  if (isConnected()) return
  core.opening.value += 1
  try {
    await engine.stage()
    await engine.open({ view: "Connect", namespace })
  } finally {
    core.opening.value -= 1
  }
  await until(instance, () => isConnected() || !core.open.value)
  if (isConnected()) return
  const { ProviderDisconnectedError, UserRejectedRequestError } = await errors()
  if (instance.ended) throw new ProviderDisconnectedError("This modal was destroyed")
  throw new UserRejectedRequestError("The modal closed before a wallet was connected")
}

export const engineOf = async (instance: ModalInstance): Promise<Engine> => {
  if (!instance.ended) return instance.engine()
  throw new (await errors()).ProviderDisconnectedError("This modal was destroyed")
}

/** Waits until `read` returns true or the modal ends. */
export const until = (instance: ModalInstance, read: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      instance.ending.delete(end)
      stop()
      resolve()
    }
    instance.ending.add(end)
    const stop = effect(() => {
      if (read()) queueMicrotask(end)
    })
  })
