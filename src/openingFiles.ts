import { hasEmbedded } from "./domain/hasEmbedded.ts"
import { replacesLeaves } from "./domain/options.ts"
import type { Instance } from "./instance.ts"
import { whenIdle } from "./preload.ts"

/**
 * Loads the files of a first open in the order in which it needs them, without starting the engine. If `isIdle`, it waits for idle time
 * before each file, to avoid long tasks.
 */
export const fetchOpening = async (instance: Instance, isIdle: boolean): Promise<void> => {
  for (const load of filesOf(instance)) {
    if (isIdle) await nextIdle()
    // Some browsers cache a failed import and do not retry it.
    if (instance.ended || !navigator.onLine) return
    await load()
  }
}

/** A hidden page renders no frames, so this waits until it is visible. */
const nextIdle = () => new Promise<void>((resolve) => requestAnimationFrame(() => whenIdle(resolve)))

type Load = () => Promise<unknown>

const filesOf = (instance: Instance): readonly Load[] => {
  const { options, core } = instance
  const files: Load[] = [() => import("../views/mount.tsx"), instance.speak]
  if (Object.keys(core.themeVariables.peek()).length > 0) files.push(() => import("../views/styles/guard.ts"))
  if (options.excludeWalletIds.length > 0)
    files.push(
      () => import("../layers/storage/excluded.ts"),
      () => import("./flows/excluded.ts"),
    )
  files.push(
    () => import("./engine.ts"),
    () => import("./flows/wallets.ts"),
    () => import("./flows/backward.ts"),
    () => import("./flows/project.ts"),
    () => import("./domain/walletsRow.ts"),
    () => import("./domain/origins.ts"),
  )
  // A site's own layers load what they need.
  if (replacesLeaves(options)) return files

  const offered = new Set(core.networks.peek().map(({ chainNamespace }) => chainNamespace))
  files.push(
    () => import("../layers/api/calls.ts"),
    () => import("../layers/browser/backward.ts"),
    () => import("../layers/chains/unmistaken.ts"),
    () => import("../layers/chains/notTests.ts"),
  )
  if (hasEmbedded(options)) files.push(() => import("../layers/chains/secure.ts"))
  if (offered.has("eip155")) {
    files.push(() => import("../layers/chains/evm.ts"))
    if (options.enableCoinbase) files.push(() => import("../layers/chains/coinbase.ts"))
  }
  if (offered.has("solana")) files.push(() => import("../layers/chains/solana.ts"))
  if (offered.has("bip122")) files.push(() => import("../layers/chains/bitcoin.ts"))
  return files
}
