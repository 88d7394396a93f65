import * as Layers from "../../../layers/index.ts"
import * as Portico from "../../../src/index.ts"

/** A modal on a demo world of its own, whose controls the page has. */
export interface Made {
  readonly modal: Portico.Modal
  readonly world: Layers.World
}

export interface Kit {
  /** Everybody answers at once, but as the script says. Options are laid over its own. */
  make(script?: Layers.Script, options?: object): Made
  /** The modals made so far. */
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
  make: (script, options) => {
    const world = Layers.createWorld({ tick: 0, ...script, wallets: { "*": { delay: 0 }, ...script?.wallets } })
    const modal = Portico.createModal({
      projectId: "kit",
      networks: [Portico.base, Portico.mainnet, Portico.polygon],
      metadata: { name: "Kit", description: "", url: location.origin, icons: [] },
      layers: () => Layers.demo(world),
      ...options,
    })
    made.push({ modal, world })
    return { modal, world }
  },
}
