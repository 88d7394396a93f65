import * as Effect from "effect/Effect"
import {
  ChainNotSupported,
  ConnectionRejected,
  type SwitchError,
  SwitchNotApproved,
  UnknownFailure,
} from "../../src/domain/errors.ts"
import type { Network } from "../../src/domain/networks.ts"
import {
  isMethodMissing,
  isPending,
  isUnknownChain,
  isUserRejection,
  type RpcFailure,
} from "../../src/domain/rpcErrors.ts"
import { ask, chainOf, readChainId, until } from "./eip1193.ts"
import type { Eip1193 } from "./eip6963.ts"
import { untilGivenUp } from "./untilGivenUp.ts"

/** How to bring a wallet to a network. */
export interface Switching {
  readonly network: Network
  /** The network's picture, for a wallet that does not know the network. */
  readonly icon?: string | undefined
  /** The wallet is at the other end of the relay. */
  readonly relayed: boolean
  /** Whether to wait for a prompt that is open in the wallet already; else that is a refusal. */
  readonly waits: boolean
}

/**
 * Brings a wallet to a network (EIP-3326), which it is offered first if it does not know it (EIP-3085). Prompts.
 *
 * Done only when the wallet says that it stands there, whatever it answered before.
 */
export const bringTo = (provider: Eip1193, switching: Switching): Effect.Effect<void, SwitchError> => {
  const { network } = switching
  const wanted = Number(network.id)
  const chainId = `0x${wanted.toString(16)}`
  const thatChain = (said: unknown) => readChainId(said) === wanted || undefined
  const arrival = until(provider, { event: "chainChanged", method: "eth_chainId", read: thatChain })

  const isThere = Effect.map(chainOf(provider), (chain) => chain === wanted)
  const arrive = Effect.flatMap(isThere, (there) => (there ? Effect.void : arrival)).pipe(
    Effect.timeoutOrElse({ duration: lag, orElse: () => Effect.fail(new SwitchNotApproved(network.id)) }),
    Effect.asVoid,
  )

  /** Asks, then goes on by the answer. A prompt that is open already is waited for: its answer shows in where the wallet stands. */
  const prompt = (
    method: string,
    params: object,
    next: Effect.Effect<void, SwitchError>,
    failed: (error: RpcFailure) => Effect.Effect<void, SwitchError>,
  ) =>
    Effect.matchEffect(ask(provider, method, [params]), {
      onSuccess: () => next,
      onFailure: (error) =>
        switching.waits && isPending(error)
          ? untilGivenUp(Effect.asVoid(arrival), new SwitchNotApproved(network.id, { cause: error }))
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
  return switched((error) => (isUnknownChain(error) ? added : Effect.fail(refusal(error, switching))))
}

const lag = 2_000

/** What `wallet_addEthereumChain` wants to know beside the id. */
const described = ({ network, icon }: Switching) => ({
  rpcUrls: network.rpcUrls.default.http,
  chainName: network.name,
  nativeCurrency: network.nativeCurrency,
  ...(network.blockExplorers && { blockExplorerUrls: [network.blockExplorers.default.url] }),
  ...(icon && { iconUrls: [icon] }),
})

const rejectionOf = (error: RpcFailure) =>
  isUserRejection(error) ? new ConnectionRejected({ cause: error }) : undefined

/** Why a wallet that knows the chain does not go there. The relay's leaf may have said so already, in the catalogue's words. */
const refusal = (error: RpcFailure, { network, relayed }: Switching): SwitchError => {
  const { cause } = error
  if (cause instanceof SwitchNotApproved || cause instanceof ChainNotSupported) return cause
  const rejection = rejectionOf(error)
  if (rejection) return rejection
  if (isMethodMissing(error)) return new SwitchNotApproved(network.id, { cause: error })
  return relayed ? new ChainNotSupported({ cause: error }) : new UnknownFailure({ cause: error })
}
