import * as Effect from "effect/Effect"
import { UnknownFailure } from "../../src/errors/index.ts"
import type { SiwxAccount } from "../../src/siwx/model/message.ts"

/**
 * Returns an account with the checksum in its EVM address (EIP-55), which ERC-4361 requires and WalletConnect wallets may omit. Leaves
 * other namespaces unchanged. Fails with UnknownFailure if the address is invalid or the code does not load.
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
