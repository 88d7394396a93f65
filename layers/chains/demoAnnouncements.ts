import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { DemoWallet } from "../demo/wallets/wallet.ts"
import { discover, type Eip1193 } from "./evm/first-paint/eip6963.ts"
import { type PageWallets, pageWallets } from "./pageWallets.ts"

/**
 * Returns all wallets, except that those in `odd` appear as discovery finds them. Wallets in `odd` announce themselves on a separate event
 * target instead of the window.
 */
export const announced = (
  odd: readonly DemoWallet[],
  wallets: PageWallets<Eip1193>,
): Effect.Effect<PageWallets<Eip1193>, never, Scope.Scope> => {
  const page = new EventTarget()
  for (const wallet of odd) announceOn(page, wallet, wallets.find(wallet.id))
  const others = () => wallets.list().filter(({ id }) => !odd.some((wallet) => wallet.id === id))
  return Effect.map(
    pageWallets(() => discover({ page })),
    (found) => ({
      list: () => [...others(), ...found.list()],
      find: (id) => found.find(id) ?? (others().some((one) => one.id === id) ? wallets.find(id) : undefined),
      watch: (changed) => {
        const stops = [wallets.watch(changed), found.watch(changed)]
        return () => {
          for (const stop of stops) stop()
        }
      },
    }),
  )
}

const announceOn = (target: EventTarget, wallet: DemoWallet, provider: Eip1193 | undefined) => {
  const { quirks = [] } = wallet.state().manner
  if (quirks.includes("windowEthereum"))
    return void Reflect.set(target, "ethereum", Object.assign({ isMetaMask: true }, provider))
  let times = 0
  const announce = (change: object) => {
    const info = { uuid: `demo-${wallet.id}`, rdns: wallet.id, name: wallet.name, icon: wallet.icon, ...change }
    target.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail: { info, provider } }))
  }
  target.addEventListener("eip6963:requestProvider", () => {
    announce({})
    times += 1
    announce(
      quirks.includes("announcedDifferently") ? { uuid: `${times}`, name: `${wallet.name} ${times}`, icon: "" } : {},
    )
  })
}
