import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Browser as BrowserService } from "../services/Browser.ts"
import { hasEmbedded } from "../src/options/hasEmbedded.ts"
import { hostsOf } from "../src/options/hosts.ts"
import type { Network } from "../src/options/networks.ts"
import type { CheckedOptions } from "../src/options/options.ts"
import * as Api from "./api/http.ts"
import * as Browser from "./browser/window.ts"
import * as Chains from "./chains/registry.ts"
import * as Dialog from "./dialog/native.ts"
import * as Frame from "./frame/iframe.ts"
import type { FrameContext } from "./frame/options.ts"
import * as Relay from "./relay/walletConnect.ts"
import * as Rpc from "./rpc/http.ts"
import * as Siwx from "./siwx/none.ts"
import * as Overridable from "./siwx/overridable.ts"
import * as Storage from "./storage/local.ts"
import * as Telemetry from "./telemetry/http.ts"
import type { Layers } from "./wire.ts"

/** Dependencies of the live layers: the options, and functions for values that may change while the modal exists. */
export interface LiveOptions {
  readonly options: CheckedOptions
  readonly networks: () => readonly Network[]
  readonly element: () => HTMLElement
  /** Values that the embedded wallet's frame needs. */
  readonly facts: FrameContext
  readonly who: () => { readonly address: string | undefined; readonly caipNetworkId: string | undefined }
}

/** Creates the layers for a real page. */
export const live = ({ options, networks, element, facts, who }: LiveOptions): Layers => {
  const { id, projectId, sdkType, sdkVersion, metadata } = options
  const hosts = hostsOf(options)
  let clientId: string | undefined
  return {
    browser: Browser.layer(id),
    dialog: options.enableEmbedded ? embedded(element) : Dialog.layer(element, !options.disableAppend),
    storage: Storage.layer(`portico:${id}:`),
    api: Api.layer({ projectId, sdkType, sdkVersion, hosts, clientId: () => clientId }),
    telemetry: Telemetry.layer({ projectId, sdkType, sdkVersion, host: hosts.analytics, who }),
    rpc: Rpc.layer({ projectId, blockchainHost: hosts.blockchain, customRpcUrls: options.customRpcUrls }),
    relay: Relay.layer({
      id,
      projectId,
      relayUrls: [hosts.relay].flat(),
      verify: hosts.verify,
      metadata,
      networks,
      introduced: (id) => {
        clientId = id
      },
    }),
    frame: Frame.layer({
      on: hasEmbedded(options),
      projectId,
      sdkType,
      sdkVersion,
      secureSite: hosts.secureSite,
      blockchainHost: hosts.blockchain,
      customRpcUrls: options.customRpcUrls,
      metadata,
      embedded: options.enableEmbedded,
      now: facts,
    }),
    chains: Chains.layer({
      enableEIP6963: options.enableEIP6963,
      networks,
      chainImages: options.chainImages,
      safe: hosts.safe,
      ...(options.enableCoinbase && { coinbase: { host: hosts.coinbase ?? "https://keys.coinbase.com", metadata } }),
    }),
    siwx: Overridable.layer(options.siwx || options.siweConfig ? configured(options) : Siwx.layer, {
      authenticates: facts.authenticates,
      clientId: () => clientId,
    }),
  }
}

/** Sign-in layer of the site's configuration. Loaded on demand, because most sites have no sign-in. */
const configured = ({ siwx, siweConfig }: CheckedOptions) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { page } = yield* BrowserService
      const { layer } = yield* Effect.promise(() => import("./siwx/site.ts"))
      if (!siweConfig) return layer(siwx ?? {})
      if (siweConfig.enabled === false) return Siwx.layer
      const { fromSiwe } = yield* Effect.promise(() => import("./siwx/siwe.ts"))
      return layer(fromSiwe(siweConfig, page, yield* Clock.Clock), "eip155")
    }),
  )

/** Dialog layer for an embedded modal. Loaded on demand, because most sites use the native dialog. */
const embedded = (element: () => HTMLElement) =>
  Layer.unwrap(Effect.promise(async () => (await import("./dialog/embedded.ts")).layer(element)))
