import * as Effect from "effect/Effect"
import { Storage } from "../../../services/Storage.ts"
import { isRecord } from "../../../src/options/guards.ts"
import { storageKey } from "../../../src/persistence/first-paint/model/storageKeys.ts"
import { ignoreFailure } from "../../shared/ignoreFailure.ts"
import type { World } from "../world.ts"
import type { PersistedWallet } from "./wallet.ts"

/**
 * Restores the grants and selections of the browser wallets from the last visit, so they survive a reload. Persists each change until the
 * scope closes.
 */
export const persistWallets = Effect.fnUntraced(function* ({ wallets }: Pick<World, "wallets">) {
  const storage = yield* Storage
  const context = yield* Effect.context()
  const kept = readKept(yield* storage.read(key))
  const keep = () => {
    const all = Object.fromEntries(
      [...wallets].map(([id, wallet]): [string, PersistedWallet] => {
        const { granted, chainId, selected } = wallet.state()
        return [id, { granted, chainId, selected }]
      }),
    )
    Effect.runForkWith(context)(ignoreFailure(storage.write(key, JSON.stringify(all))))
  }
  for (const wallet of wallets.values()) {
    wallet.resume(kept[wallet.id] ?? {})
    yield* Effect.acquireRelease(
      Effect.sync(() => wallet.watch(keep)),
      Effect.sync,
    )
  }
})

const key = storageKey("demo_wallets")

const readKept = (text: string | undefined): Readonly<Record<string, Partial<PersistedWallet>>> => {
  try {
    const kept: unknown = JSON.parse(text ?? "{}")
    if (!isRecord(kept)) return {}
    return Object.fromEntries(Object.entries(kept).flatMap(([id, one]) => (isRecord(one) ? [[id, readOne(one)]] : [])))
  } catch {
    return {}
  }
}

const readOne = ({ granted, chainId, selected }: Readonly<Record<string, unknown>>): Partial<PersistedWallet> => ({
  ...(typeof granted === "boolean" && { granted }),
  ...(Number.isSafeInteger(chainId) && Number(chainId) > 0 && { chainId: Number(chainId) }),
  ...(Number.isSafeInteger(selected) && { selected: Number(selected) }),
})
