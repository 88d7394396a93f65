import { effect, signal } from "@preact/signals-core"
import { idle, type Loadable, latest } from "../../core/first-paint/loadable.ts"
import { slice } from "../../core/first-paint/slice.ts"
import { typeOf } from "../../embedded/model/accountType.ts"
import type { Namespace } from "../../options/namespaces.ts"
import { siwx } from "../../siwx/first-paint/state.ts"
import { activeConnection } from "../../stub/state.ts"

/** Native balance. `of`: address of the account. `on`: CAIP-2 ID of the network. `amount`: decimal string in whole units. */
export interface NativeBalance {
  readonly of: string
  readonly on: string
  readonly amount: string
}

/** Name and image of the address `of`. */
export interface AccountIdentity {
  readonly of: string
  readonly name?: string
  readonly avatar?: string
}

/** Data of the active account beyond its address (specification section 3, "AccountState"). */
export const account = slice((instance) => {
  const { core, options, snapshotParts } = instance
  const { session } = siwx(instance)
  const balance = signal<Loadable<NativeBalance>>(idle)
  const identity = signal<Loadable<AccountIdentity>>(idle)
  const tab = signal(0)
  instance.ending.add(
    effect(() => {
      if (core.address.value === undefined) tab.value = 0
    }),
  )
  snapshotParts.set("account", () => ({
    chain: (namespace: Namespace) => {
      const state = core.accounts[namespace].value
      const network = core.networks.value.find(({ caipNetworkId }) => caipNetworkId === state.caipNetworkId)
      const connection = activeConnection(state)
      const address = connection?.accounts[0]?.address
      const auth = connection?.auth
      // The email address of a sign-in at the provider belongs to the visitor, so it applies to every namespace.
      const email = auth?.email ?? session.value?.email
      const native = latest(balance.value)
      const known = latest(identity.value)
      const explorer = network?.blockExplorers?.default.url
      return {
        ...(auth?.smartAccountNetworks && {
          networkState: { smartAccountEnabledNetworks: auth.smartAccountNetworks.map((id) => `eip155:${id}`) },
        }),
        accountState: {
          currentTab: namespace === core.namespace.value ? tab.value : 0,
          balance: native?.of === address && native?.on === network?.caipNetworkId ? native?.amount : undefined,
          balanceSymbol: network?.nativeCurrency.symbol,
          profileName: known?.of === address ? known?.name : undefined,
          profileImage: known?.of === address ? known?.avatar : undefined,
          addressExplorerUrl: explorer && address ? `${explorer}/address/${address}` : undefined,
          preferredAccountType: auth ? typeOf(connection?.accounts[0]) : options.defaultAccountTypes[namespace],
          // The specification defines this field, but no source of labels and no operation that sets them. It is always an empty object.
          addressLabels: {},
          smartAccountDeployed: auth?.smartAccountDeployed ?? false,
          user: auth || email ? { ...(email && { email }), accounts: connection?.accounts } : undefined,
        },
      }
    },
  }))
  return { balance, identity, tab }
})
