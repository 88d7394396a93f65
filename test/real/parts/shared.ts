import { test as onSite } from "../../site.ts"
import * as Anvil from "./anvil.ts"
import * as Relay from "./relay.ts"

interface Shared {
  /** Nodes of Ethereum, Polygon and Base, by chain id. */
  readonly nodes: Readonly<Record<1 | 137 | 8453, string>>
  readonly relay: Relay.Relay
}

/**
 * Playwright's `test` with the parts that the tests of a worker share. All tests of real parts start from this one, since a worker
 * stops whenever the next test asks for other fixtures of a worker; a part starts when the first test asks for it.
 */
export const test = onSite.extend<object, Shared>({
  nodes: [
    async ({ browserName: _ }, use) => {
      const [ethereum, polygon, base] = await Promise.all([
        Anvil.start({ chainId: 1 }),
        Anvil.start({ chainId: 137 }),
        Anvil.start({ chainId: 8453 }),
      ])
      await use({ 1: ethereum.url, 137: polygon.url, 8453: base.url })
      await Promise.all([ethereum.stop(), polygon.stop(), base.stop()])
    },
    { scope: "worker" },
  ],
  relay: [
    async ({ browserName: _ }, use) => {
      const relay = await Relay.start()
      await use(relay)
      await relay.stop()
    },
    { scope: "worker" },
  ],
})
