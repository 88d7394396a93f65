import * as Api from "./api/demo.ts"
import * as Browser from "./browser/withoutWindow.ts"
import * as Chains from "./chains/demo.ts"
import type { Script } from "./demo/script.ts"
import { createWorld, type World } from "./demo/world.ts"
import * as Dialog from "./dialog/none.ts"
import * as Frame from "./frame/demo.ts"
import * as Relay from "./relay/demo.ts"
import * as Rpc from "./rpc/demo.ts"
import * as Siwx from "./siwx/none.ts"
import * as Storage from "./storage/memory.ts"
import * as Telemetry from "./telemetry/demo.ts"
import type { Layers } from "./wire.ts"

export type { Faults } from "./demo/faults.ts"
export type { DirectoryWallet } from "./demo/provider/directory.ts"
export type { Market } from "./demo/provider/market.ts"
export type {
  Behaviour,
  Fault,
  Manner,
  PhoneBehaviour,
  Project,
  PromptResponse,
  Quirk,
  ReadScript,
  Script,
} from "./demo/script.ts"
export { readScript } from "./demo/script.ts"
export type { DemoWallet, WalletState } from "./demo/wallets/wallet.ts"
export { createWorld, mannerOf, phoneManner, type World } from "./demo/world.ts"

/**
 * Names of the layers that the demo does not replace on a page. There, it uses the real browser, dialog and storage, and the site's own
 * sign-in.
 */
export type BrowserLayers = "browser" | "dialog" | "storage" | "siwx"

/** Layers of the demo. On a page, those of `BrowserLayers` are omitted. */
export type DemoLayers = Omit<Layers, BrowserLayers> & Partial<Pick<Layers, BrowserLayers>>

/**
 * Creates layers that need neither network nor wallets. They share one seeded world: the given one, or a new one from the script. Outside a
 * page, the layers of `withoutPage` are included too. In the type they are optional.
 */
export const demo = (given: Script | World = {}): DemoLayers => {
  const world = isWorld(given) ? given : createWorld(given)
  return {
    ...(typeof document === "undefined" ? withoutPage() : {}),
    api: Api.layer(world),
    telemetry: Telemetry.layer(world),
    rpc: Rpc.layer(world),
    relay: Relay.layer(world),
    frame: Frame.layer(world),
    chains: Chains.layer(world),
  }
}

/**
 * Creates layers for use outside a page: a browser without a window, no dialog, storage in memory and no sign-in. For example: `wire({
 * ...withoutPage(), ...demo(script) })`.
 */
export const withoutPage = (): Pick<Layers, BrowserLayers> => ({
  browser: Browser.layer(),
  dialog: Dialog.layer,
  storage: Storage.layer(),
  siwx: Siwx.layer,
})

const isWorld = (given: Script | World): given is World => "market" in given
