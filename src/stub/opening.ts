import { hasEmbedded } from "../options/hasEmbedded.ts"
import type { NetworkNamespace } from "../options/namespaces.ts"
import { replacesLayers } from "../options/options.ts"
import { canPaintBeforeEngine } from "./canPaintBeforeEngine.ts"
import type { ModalInstance } from "./instance.ts"

/**
 * Loads the files of a first open in the order in which it needs them, without starting the engine. Renders the first view outside the page
 * if the view does not need the engine. If `whenIdle` is given, waits for idle time before each file, to avoid long tasks. Stops if the
 * browser is offline or the modal has been destroyed.
 */
export const fetchOpening = async (instance: ModalInstance, whenIdle?: WhenIdle): Promise<void> => {
  for (const load of filesOf(instance)) {
    if (whenIdle) await nextIdle(whenIdle)
    // Some browsers cache a failed import and do not retry it.
    if (instance.ended || !navigator.onLine) return
    await load()
  }
}

/** Waits for idle time after the next frame. A hidden page renders no frames, so this waits until it is visible. */
const nextIdle = (whenIdle: WhenIdle) => new Promise<void>((resolve) => requestAnimationFrame(() => whenIdle(resolve)))

type WhenIdle = (run: () => void) => void

type Load = () => Promise<unknown>

const filesOf = (instance: ModalInstance): readonly Load[] => {
  const { options, core } = instance
  const files: Load[] = [() => import("../../views/mount.tsx"), instance.loadLanguage]
  if (Object.keys(core.themeVariables.peek()).length > 0)
    files.push(() => import("../../views/styles/contrastGuard.ts"))
  if (options.excludeWalletIds.length > 0)
    files.push(
      () => import("../../layers/storage/lastExcludedWallets.ts"),
      () => import("../wallets/flows/excludedWallets.ts"),
    )
  files.push(
    async () => {
      const { prerenderQuietly } = await import("../../views/mount.tsx")
      if (canPaintBeforeEngine(instance)) await prerenderQuietly(instance)
    },
    () => layOut(instance, 0.5),
    () => layOut(instance, 1),
    // Apart from the engine: evaluating both would be one long task.
    () => import("../runtime/effectParts.ts"),
    () => import("../engine/engine.ts"),
    () => import("../wallets/opening/flows.ts"),
    () => import("../engine/backButton.ts"),
    () => import("../project/opening/flows.ts"),
    () => import("../wallets/opening/endpoints.ts"),
    () => import("../project/model/allowedOrigins.ts"),
  )
  // A site's own layers load what they need.
  if (replacesLayers(options)) return files

  const offered = new Set(core.networks.peek().map(({ chainNamespace }) => chainNamespace))
  files.push(
    () => import("../../layers/api/opening/client.ts"),
    () => import("../../layers/browser/opening/backButton.ts"),
    () => import("../../layers/chains/shared/restoreOnlyUnambiguous.ts"),
    () => import("../../layers/chains/shared/refuseTestAccounts.ts"),
  )
  if (hasEmbedded(options)) files.push(() => import("../../layers/chains/embedded/routeByConnector.ts"))
  for (const namespace of offered) files.push(adapters[namespace])
  if (offered.has("eip155") && options.enableCoinbase)
    files.push(() => import("../../layers/chains/evm/coinbase/provider.ts"))
  return files
}

/**
 * Lays out a share of the first view in advance, so that showing it takes less time. `share`: 0 to 1. Does nothing if the view needs the
 * engine, whose dialog may be another one, or if the modal has been destroyed.
 */
const layOut = async (instance: ModalInstance, share: number) => {
  const [{ layOutAhead }, { dialogOf }] = await Promise.all([
    import("../../layers/dialog/layOutAhead.ts"),
    import("../../views/mount.tsx"),
  ])
  if (!instance.ended && canPaintBeforeEngine(instance)) layOutAhead(dialogOf(instance), share)
}

/** Functions that load the adapter of each namespace. */
const adapters: Readonly<Record<NetworkNamespace, Load>> = {
  eip155: () => import("../../layers/chains/evm/adapter.ts"),
  solana: () => import("../../layers/chains/solana/adapter.ts"),
  bip122: () => import("../../layers/chains/bitcoin/adapter.ts"),
}
