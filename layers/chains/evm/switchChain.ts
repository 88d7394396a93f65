import * as Effect from "effect/Effect"
import { isMethodMissing, isPending, isUnknownChain, isUserRejection } from "../../../src/core/readRpcError.ts"
import {
  ChainNotSupported,
  ConnectionRejected,
  type SwitchError,
  SwitchNotApproved,
  UnknownFailure,
} from "../../../src/errors/index.ts"
import type { RpcFailure } from "../../../src/errors/rpc.ts"
import type { Network } from "../../../src/options/networks.ts"
import { withPromptTimeout } from "../shared/promptTimeout.ts"
import { chainOf, readChainId, requestWallet, waitForEvent } from "./eip1193.ts"
import type { Eip1193 } from "./first-paint/eip6963.ts"

export interface SwitchChainDeps {
  readonly network: Network
  /** URL of the network's image, shown by a wallet that adds the network. */
  readonly icon?: string | undefined
  /** Whether the wallet is connected over WalletConnect. */
  readonly relayed: boolean
  /** Whether to wait for a prompt that is already open in the wallet. If not, the switch fails when a prompt is open. */
  readonly waits: boolean
}

/**
 * Switches a wallet to a network (EIP-3326), or requests it to add the network if it is unknown to the wallet (EIP-3085). Prompts. Succeeds
 * only once the wallet reports the network as its own, whatever the wallet responded before.
 */
export const switchChain = (provider: Eip1193, switching: SwitchChainDeps): Effect.Effect<void, SwitchError> => {
  const { network } = switching
  const wanted = Number(network.id)
  const chainId = `0x${wanted.toString(16)}`
  const thatChain = (value: unknown) => readChainId(value) === wanted || undefined
  const arrival = waitForEvent(provider, { event: "chainChanged", method: "eth_chainId", read: thatChain })

  const isThere = Effect.map(chainOf(provider), (chain) => chain === wanted)
  const arrive = Effect.flatMap(isThere, (there) => (there ? Effect.void : arrival)).pipe(
    Effect.timeoutOrElse({ duration: lag, orElse: () => Effect.fail(new SwitchNotApproved(network.id)) }),
    Effect.asVoid,
  )

  /** Prompts, then runs `next` or `failed`. If a prompt is already open and `waits` is set, waits until the wallet reports the network. */
  const prompt = (
    method: string,
    params: object,
    next: Effect.Effect<void, SwitchError>,
    failed: (error: RpcFailure) => Effect.Effect<void, SwitchError>,
  ) =>
    Effect.matchEffect(requestWallet(provider, method, [params]), {
      onSuccess: () => next,
      onFailure: (error) =>
        switching.waits && isPending(error)
          ? withPromptTimeout(Effect.asVoid(arrival), new SwitchNotApproved(network.id, { cause: error }))
          : failed(error),
    })

  const switched = (failed: (error: RpcFailure) => Effect.Effect<void, SwitchError>) =>
    prompt("wallet_switchEthereumChain", { chainId }, arrive, failed)
  const again = switched((error) =>
    Effect.fail(rejectionOf(error) ?? new SwitchNotApproved(network.id, { cause: error })),
  )
  const added = prompt(
    "wallet_addEthereumChain",
    { chainId, ...described(switching) },
    Effect.flatMap(isThere, (there) => (there ? Effect.void : again)),
    (error) => Effect.fail(rejectionOf(error) ?? new ChainNotSupported({ cause: error })),
  )
  const prompted = switched((error) => (isUnknownChain(error) ? added : Effect.fail(refusal(error, switching))))
  // Some wallets switch but never respond.
  const switchedSilently = Effect.andThen(Effect.andThen(arrival, Effect.sleep(responseLag)), isThere)
  return Effect.raceFirst(
    Effect.flatMap(switchedSilently, (there) => (there ? Effect.void : Effect.never)),
    prompted,
  )
}

/** Time in ms that a wallet has to report the network once it has responded. */
const lag = 2_000
/** Time in ms that a wallet has to respond once it has switched. */
const responseLag = 1_000

/** Returns the parameters of `wallet_addEthereumChain` besides the chain ID. */
const described = ({ network, icon }: SwitchChainDeps) => ({
  rpcUrls: network.rpcUrls.default.http,
  chainName: network.name,
  nativeCurrency: network.nativeCurrency,
  ...(network.blockExplorers && { blockExplorerUrls: [network.blockExplorers.default.url] }),
  ...(icon && { iconUrls: [icon] }),
})

const rejectionOf = (error: RpcFailure) =>
  isUserRejection(error) ? new ConnectionRejected({ cause: error }) : undefined

/** Maps the error of a wallet that knows the chain but does not switch. The relay layer may already have mapped it to a catalogue error. */
const refusal = (error: RpcFailure, { network, relayed }: SwitchChainDeps): SwitchError => {
  const { cause } = error
  if (cause instanceof SwitchNotApproved || cause instanceof ChainNotSupported) return cause
  const rejection = rejectionOf(error)
  if (rejection) return rejection
  if (isMethodMissing(error)) return new SwitchNotApproved(network.id, { cause: error })
  return relayed ? new ChainNotSupported({ cause: error }) : new UnknownFailure({ cause: error })
}
