import * as Effect from "effect/Effect"
import type { Chain } from "../../../services/Chains.ts"
import { isTestAccount } from "../../../src/account/model/testAccounts.ts"
import { TestAccountRefused } from "../../../src/errors/index.ts"

/**
 * Wraps an adapter to refuse accounts of the demo: connecting or reconnecting with one disconnects the wallet and fails with
 * TestAccountRefused, and a later change to one is reported as `disconnect`. The keys of demo accounts are public, so anyone can use their
 * funds and sign with them.
 */
export const refuseTestAccounts = (chain: Chain): Chain => {
  const refusing =
    (method: Chain["connect"]): Chain["connect"] =>
    (input) =>
      Effect.tap(method(input), ({ accounts }) =>
        isOfTests(accounts)
          ? Effect.andThen(
              Effect.orElseSucceed(chain.disconnect(input.connectorId), () => undefined),
              Effect.fail(new TestAccountRefused()),
            )
          : Effect.void,
      )
  return {
    ...chain,
    connect: refusing(chain.connect),
    reconnect: refusing(chain.reconnect),
    watch: (connectorId, changed) =>
      chain.watch(connectorId, (change) =>
        changed(change.type === "accounts" && isOfTests(change.accounts) ? { type: "disconnect" } : change),
      ),
  }
}

const isOfTests = (accounts: readonly { readonly address: string }[]) =>
  accounts.some(({ address }) => isTestAccount(address))
