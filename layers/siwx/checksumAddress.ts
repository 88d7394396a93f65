import * as Effect from "effect/Effect"
import { UnknownFailure } from "../../src/errors/index.ts"
import type { SiwxAccount } from "../../src/siwx/model/message.ts"

/**
 * Returns an account with its address as sign-in messages require it. WalletConnect wallets may report EVM addresses without the checksum
 * that ERC-4361 requires.
 */
export const checksummed = (account: SiwxAccount): Effect.Effect<SiwxAccount, UnknownFailure> =>
  account.chainId.startsWith("eip155:")
    ? Effect.tryPromise({
        try: async () => {
          const { spelled } = await import("./eip55.ts")
          return { ...account, accountAddress: spelled(account.accountAddress) }
        },
        catch: (cause) => new UnknownFailure({ cause }),
      })
    : Effect.succeed(account)
