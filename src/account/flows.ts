import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import { Api } from "../../services/Api.ts"
import { Browser } from "../../services/Browser.ts"
import { type Chain, Chains } from "../../services/Chains.ts"
import { refresh } from "../balances/limits.ts"
import { latest } from "../core/first-paint/loadable.ts"
import { UnknownFailure } from "../errors/index.ts"
import { supports } from "../namespaces/model/namespaceTable.ts"
import type { Words } from "../notifications/first-paint/model/snack.ts"
import { showSnack } from "../notifications/steps/snack.ts"
import { isServed } from "../options/providerNetworks.ts"
import { caches } from "../persistence/caches.ts"
import { project } from "../project/first-paint/state.ts"
import { CurrentModal, slicesOf } from "../runtime/currentModal.ts"
import { track } from "../runtime/track.ts"
import { account, type NativeBalance } from "./state/account.ts"

/**
 * Flow: refreshes the native balance, name and avatar of the active account, unless the cached ones are still fresh. On test networks, sets
 * the balance to 0.00 without a request. Does nothing without an active account and network, or if the namespace has no adapter.
 */
export const refreshAccount = Effect.fn("refreshAccount")(function* () {
  const { core } = yield* CurrentModal
  const { balance, identity } = yield* slicesOf(account)
  const network = core.network.peek()
  const address = core.address.peek()
  if (!network || address === undefined) return
  const on = network.caipNetworkId
  const chain = yield* Effect.orElseSucceed((yield* Chains).get(network.chainNamespace), () => undefined)
  if (!chain) return

  yield* Effect.all(
    [
      network.testnet
        ? Effect.sync(() => {
            balance.value = { status: "loaded", value: { of: address, on, amount: "0.00" } }
          })
        : Effect.gen(function* () {
            const before = yield* caches.nativeBalance.get(address, on)
            if (before !== undefined && !isAbout(latest(balance.peek()), address, on))
              balance.value = { status: "loaded", value: { of: address, on, amount: before } }
            // Requested only if no fresh balance is cached. After a transfer, `renewAccount` drops the cached one.
            if (before !== undefined) return
            const request = Effect.tap(chain.balance({ network, address }), (amount) =>
              caches.nativeBalance.set(amount, address, on),
            )
            yield* track(
              balance,
              Effect.map(request, (amount) => ({ of: address, on, amount })),
            )
          }),
      track(
        identity,
        Effect.map(resolveIdentity(chain, { network, address }), (found) => ({ of: address, ...found })),
      ),
    ],
    { concurrency: "unbounded" },
  )
})

/** Flow: refreshes the account, and repeats that every 30 s while the balance or the name cannot be read. */
export const keepAccount = Effect.fn("keepAccount")(function* () {
  const { balance, identity } = yield* slicesOf(account)
  const isWell = () => [balance, identity].every((one) => one.peek().status !== "failed")
  yield* Effect.repeat(refreshAccount(), { until: isWell, schedule: Schedule.spaced(refresh.balanceRetryBlock) })
})

/** Flow: drops the cached balance, which is outdated after a transfer, and refreshes the account. */
export const renewAccount = Effect.fn("renewAccount")(function* () {
  const { core } = yield* CurrentModal
  const address = core.address.peek()
  if (address !== undefined) yield* caches.nativeBalance.forget(address)
  yield* refreshAccount()
})

const isAbout = (balance: NativeBalance | undefined, of: string, on: string) => balance?.of === of && balance.on === on

/**
 * Returns the name and image of an address from the chain's own name service, or else from the provider. Returns an empty object on a chain
 * without names. Fails if neither has a name and at least one failed. Caches every response, even one without a name, but no failure.
 */
export const resolveIdentity = Effect.fn("resolveIdentity")(function* (
  chain: Chain,
  of: Parameters<Chain["identity"]>[0],
) {
  if (!supports(of.network.chainNamespace, "names")) return {}
  const request = Effect.tap(chain.identity(of), (found) => caches.ens.set(found, of.address))
  const known = yield* caches.ens.get(of.address)
  const found = yield* Effect.result(known ? Effect.succeed(known) : request)
  if (Result.isSuccess(found) && found.success.name !== undefined) return found.success
  const named = yield* Effect.result(providerIdentity(of))
  const failed = [found, named].find(Result.isFailure)
  if (Result.isSuccess(named) && (named.success.name !== undefined || !failed)) return named.success
  return failed ? yield* Effect.fail(failed.failure) : {}
})

const providerIdentity = Effect.fnUntraced(function* ({ network, address }: Parameters<Chain["identity"]>[0]) {
  const { core } = yield* CurrentModal
  const { served } = yield* slicesOf(project)
  if (!isServed(network.caipNetworkId, served.peek())) return {}
  const known = yield* caches.identity.get(address)
  if (known) return known
  const { identityEndpoint } = yield* Effect.tryPromise({
    try: () => import("./endpoints.ts"),
    catch: (cause) => new UnknownFailure({ cause }),
  })
  const found = yield* (yield* Api).call(identityEndpoint, { address, sender: core.address.peek() })
  yield* caches.identity.set(found, address)
  return found
})

/** Flow: selects a tab of the account view by its index. */
export const chooseTab = Effect.fn("chooseTab")(function* (tab: number) {
  const { tab: chosen } = yield* slicesOf(account)
  chosen.value = tab
})

/** Flow: copies an address to the clipboard and reports the outcome in a snack. */
export const copyAddress = Effect.fn("copyAddress")(function* (
  address: string,
  messages: { readonly copied: Words; readonly failed: Words },
) {
  const copied = yield* (yield* Browser).copy(address)
  yield* showSnack(copied ? messages.copied : messages.failed, copied ? "success" : "error")
})
