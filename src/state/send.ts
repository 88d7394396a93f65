import { computed, signal } from "@preact/signals-core"
import { idle, type Loadable, latest } from "../domain/loadable.ts"
import type { ReceiverWarning } from "../domain/receivers.ts"
import type { Prepared } from "../domain/send.ts"
import { account } from "./account.ts"
import { balances, type TokenRow, toBalance } from "./balances.ts"
import { forgetWithOwner } from "./owner.ts"
import { slice } from "./slice.ts"

/** Who a text in the receiver's field means, and what speaks against them. */
export interface FoundReceiver {
  /** What was typed. */
  readonly text: string
  /** Nothing where it means nobody. */
  readonly address: string | undefined
  readonly name?: string
  readonly avatar?: string
  readonly warnings: readonly ReceiverWarning[]
  /** How often something was sent there from this browser. */
  readonly times: number
}

/** The transfer that is being made up (specification section 3, "Send state"). It begins anew on another network or account. */
export const send = slice((instance) => {
  const { core } = instance
  const { tokens } = balances(instance)
  const { balance } = account(instance)
  /** What can be sent. The chain's own coin is there wherever no service lists it; how much of it there is, its nodes say. */
  const choices = computed((): readonly TokenRow[] => {
    const listed = tokens.order.value.flatMap((id) => tokens.get(id)?.value ?? [])
    const network = core.network.value
    if (!network || listed.some(({ address }) => address === undefined)) return listed
    const { name, symbol, decimals } = network.nativeCurrency
    const known = latest(balance.value)
    const quantity = known?.on === network.caipNetworkId && !network.testnet ? known.amount : ""
    const { caipNetworkId: chainId } = network
    const coin = { key: `${chainId}:native`, name, symbol, chainId, decimals, quantity }
    return [{ ...coin, address: undefined, price: 0, value: 0, iconUrl: "" }, ...listed]
  })
  /** The key of the token that the visitor chose; until then it is the first. */
  const chosen = signal<string | undefined>(undefined)
  const token = computed(() => {
    const key = chosen.value
    return key === undefined ? choices.value[0] : choices.value.find((one) => one.key === key)
  })
  /** A decimal text, in whole tokens. */
  const amount = signal("")
  /** All that can be sent is meant, whatever `amount` says. */
  const all = signal(false)
  const receiver = signal("")
  const found = signal<Loadable<FoundReceiver>>(idle)
  const cost = signal<Loadable<Prepared>>(idle)
  /** The wallet is asked. */
  const busy = signal(false)
  /** Why the wallet was asked in vain. */
  const refused = signal<"rejected" | "failed" | undefined>(undefined)

  const reset = () => {
    chosen.value = undefined
    amount.value = ""
    all.value = false
    receiver.value = ""
    found.value = idle
    cost.value = idle
    refused.value = undefined
  }
  forgetWithOwner(instance, reset)
  instance.parts.set("send", () => {
    const known = latest(found.value)
    const native = choices.value.find(({ address }) => address === undefined)
    return {
      send: {
        token: toBalance(token.value)[0],
        sendTokenAmount: amount.value || undefined,
        receiverAddress: known?.address ?? (receiver.value || undefined),
        receiverProfileName: known?.name,
        receiverProfileImageUrl: known?.avatar,
        networkBalanceInUSD: native && String(native.value),
        loading: busy.value,
        tokenBalances: choices.value.flatMap(toBalance),
      },
    }
  })
  return { choices, chosen, token, amount, all, receiver, found, cost, busy, refused, reset }
})
