import * as Effect from "effect/Effect"
import { UnknownFailure } from "../../src/domain/errors.ts"
import type { SiwxAccount } from "../../src/domain/siwx.ts"

/** An account as a message names it: wallets at the other end of the relay may write EVM addresses without the case that ERC-4361 asks for. */
export const spelled = (account: SiwxAccount): Effect.Effect<SiwxAccount, UnknownFailure> =>
  account.chainId.startsWith("eip155:")
    ? Effect.tryPromise({
        try: async () => {
          const { spelled } = await import("./eip55.ts")
          return { ...account, accountAddress: spelled(account.accountAddress) }
        },
        catch: (cause) => new UnknownFailure({ cause }),
      })
    : Effect.succeed(account)
