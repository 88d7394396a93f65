import * as Layers from "../../../layers/index.ts"
import * as Portico from "../../../src/index.ts"
import { type VirtualClock, virtualClock } from "../../../src/testing/virtualClock.ts"

/** A modal with its own demo world, and the controls of both. */
export interface Made {
  readonly modal: Portico.Modal
  readonly world: Layers.World
  readonly clock: VirtualClock
}

export interface Kit {
  /**
   * Services respond at once unless the script says otherwise. `options` override the defaults. `still`: time only
   * advances by the clock.
   */
  make(script?: Layers.Script, options?: object, still?: boolean): Made
  /** Modals made so far. */
  readonly made: readonly Made[]
}

declare global {
  interface Window {
    kit: Kit
  }
}

const made: Made[] = []
window.kit = {
  made,
  make: (script, options, still) => {
    const world = Layers.createWorld({ tick: 0, ...script, wallets: { "*": { delay: 0 }, ...script?.wallets } })
    const clock = virtualClock()
    const modal = Portico.createModal({
      projectId: "kit",
      networks: [Portico.base, Portico.mainnet, Portico.polygon],
      metadata: { name: "Kit", description: "", url: location.origin, icons: [] },
      layers: () => ({ ...Layers.demo(world), ...(still && { clock: clock.layer }) }),
      ...options,
    })
    const one = { modal, world, clock }
    made.push(one)
    return one
  },
}
