import * as Effect from "effect/Effect"
import { Browser } from "../../services/Browser.ts"
import { Chains } from "../../services/Chains.ts"
import { Modal, use } from "../modal.ts"
import { account } from "../state/account.ts"
import { track } from "../track.ts"
import { say } from "./snack.ts"

/** Flow: read the native balance and the name of the account in use. */
export const refreshAccount = Effect.fn("refreshAccount")(function* () {
  const { core } = yield* Modal
  const { balance, identity } = yield* use(account)
  const network = core.network.peek()
  const address = core.address.peek()
  if (!network || address === undefined) return
  const chain = yield* Effect.orElseSucceed((yield* Chains).get(network.chainNamespace), () => undefined)
  if (!chain) return

  yield* Effect.all(
    [
      network.testnet
        ? Effect.sync(() => {
            balance.value = { is: "loaded", value: { of: address, on: network.caipNetworkId, amount: "0.00" } }
          })
        : track(
            balance,
            Effect.map(chain.balance({ network, address }), (amount) => ({
              of: address,
              on: network.caipNetworkId,
              amount,
            })),
          ),
      track(
        identity,
        Effect.map(chain.identity({ network, address }), (found) => ({ of: address, ...found })),
      ),
    ],
    { concurrency: "unbounded" },
  )
})

/** Flow: put the address on the clipboard. */
export const copyAddress = Effect.fn("copyAddress")(function* (
  address: string,
  told: { readonly copied: string; readonly failed: string },
) {
  const copied = yield* (yield* Browser).copy(address)
  yield* say(copied ? told.copied : told.failed, copied ? "success" : "error")
})
