import * as Layer from "effect/Layer"
import type { Api } from "../services/Api.ts"
import type { Browser } from "../services/Browser.ts"
import type { Chains } from "../services/Chains.ts"
import type { Dialog } from "../services/Dialog.ts"
import type { Frame } from "../services/Frame.ts"
import type { Outside } from "../services/Outside.ts"
import type { Relay } from "../services/Relay.ts"
import type { Rpc } from "../services/Rpc.ts"
import type { Siwx } from "../services/Siwx.ts"
import type { Storage } from "../services/Storage.ts"
import type { Telemetry } from "../services/Telemetry.ts"

/** One layer per service. The type of each layer lists the other services that it may use. */
export interface Layers {
  readonly browser: Layer.Layer<Browser>
  readonly dialog: Layer.Layer<Dialog>
  readonly storage: Layer.Layer<Storage>
  readonly api: Layer.Layer<Api, never, Browser | Storage>
  readonly telemetry: Layer.Layer<Telemetry, never, Browser>
  readonly rpc: Layer.Layer<Rpc>
  readonly relay: Layer.Layer<Relay, never, Browser | Storage | Api | Rpc>
  readonly frame: Layer.Layer<Frame, never, Browser | Dialog | Storage>
  readonly chains: Layer.Layer<Chains, never, Browser | Storage | Api | Rpc | Relay | Frame>
  readonly siwx: Layer.Layer<Siwx, never, Browser | Storage | Api>
  /** Tracer that records every flow and request (`portico/trace`). By default nothing is recorded. */
  readonly tracer?: Layer.Layer<never>
  /** Clock for delays, limits and lifetimes (`portico/testing`). Defaults to the browser's. */
  readonly clock?: Layer.Layer<never>
}

/** Connects the layers by their dependencies. To replace a layer, change the record before it is passed in. */
export const wire = (layers: Layers): Layer.Layer<Outside> =>
  Layer.mergeAll(layers.siwx, layers.chains, layers.telemetry).pipe(
    Layer.provideMerge(Layer.merge(layers.relay, layers.frame)),
    Layer.provideMerge(Layer.mergeAll(layers.api, layers.rpc)),
    Layer.provideMerge(Layer.mergeAll(layers.browser, layers.dialog, layers.storage)),
    Layer.provideMerge(layers.tracer ?? Layer.empty),
    Layer.provideMerge(layers.clock ?? Layer.empty),
  )
