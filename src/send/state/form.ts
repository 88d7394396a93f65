import { computed, signal } from "@preact/signals-core"
import { account } from "../../account/state/account.ts"
import { forgetWithOwner } from "../../account/state/owner.ts"
import { isNativeCurrency } from "../../balances/model/nativeCurrency.ts"
import { balances, toBalance } from "../../balances/state/tokens.ts"
import { idle, type Loadable, latest } from "../../core/first-paint/loadable.ts"
import { slice } from "../../core/first-paint/slice.ts"
import { sendableTokens } from "../model/form.ts"
import type { ReceiverWarning } from "../model/receiver.ts"
import type { Prepared } from "../model/transfer.ts"

/** Recipient that a text resolves to, and warnings about it. */
export interface FoundReceiver {
  /** Text that was typed. */
  readonly text: string
  /** Resolved address. `undefined` if there is none. */
  readonly address: string | undefined
  readonly name?: string
  readonly avatar?: string
  readonly warnings: readonly ReceiverWarning[]
  /** Number of transfers sent to the address from this browser. */
  readonly times: number
}

/** Transfer being prepared (specification section 3, "Send state"). Reset when the network or account changes. */
export const send = slice((instance) => {
  const { core } = instance
  const { tokens } = balances(instance)
  const { balance } = account(instance)
  /** Tokens that can be sent. The balance of a native currency that no service lists comes from the nodes. */
  const choices = computed(() => {
    const listed = tokens.order.value.flatMap((id) => tokens.get(id)?.value ?? [])
    const network = core.network.value
    return sendableTokens(listed, network, () => {
      const known = latest(balance.value)
      return known && known.on === network?.caipNetworkId && !network.testnet ? known.amount : ""
    })
  })
  const native = computed(() => {
    const network = core.network.value
    return network && choices.value.find(({ address }) => isNativeCurrency(address, network.chainNamespace))
  })
  /** Key of the selected token. `undefined` selects the first token. */
  const chosen = signal<string | undefined>(undefined)
  const token = computed(() => {
    const key = chosen.value
    return key === undefined ? choices.value[0] : choices.value.find((one) => one.key === key)
  })
  /** Decimal amount in whole tokens. */
  const amount = signal("")
  /** Whether to send all that the account can send. Overrides `amount`. */
  const all = signal(false)
  const receiver = signal("")
  const found = signal<Loadable<FoundReceiver>>(idle)
  const cost = signal<Loadable<Prepared>>(idle)
  /** Whether a confirmed transfer is being sent. */
  const busy = signal(false)
  /** Reason why the last wallet prompt failed. */
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
  instance.snapshotParts.set("send", () => {
    const known = latest(found.value)
    return {
      send: {
        token: toBalance(token.value)[0],
        sendTokenAmount: amount.value || undefined,
        receiverAddress: known?.address ?? (receiver.value || undefined),
        receiverProfileName: known?.name,
        receiverProfileImageUrl: known?.avatar,
        networkBalanceInUSD: native.value && String(native.value.value),
        loading: busy.value,
        tokenBalances: choices.value.flatMap(toBalance),
      },
    }
  })
  return { choices, native, chosen, token, amount, all, receiver, found, cost, busy, refused, reset }
})
