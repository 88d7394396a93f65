import * as Effect from "effect/Effect"
import { Browser } from "../../services/Browser.ts"
import { Telemetry } from "../../services/Telemetry.ts"
import { isSmartAccount } from "../connections/opening/model.ts"
import { formatUnits } from "../core/amounts.ts"
import { idle, latest } from "../core/first-paint/loadable.ts"
import { debounce } from "../core/limits.ts"
import { runTransaction } from "../embedded/steps/transactionStack.ts"
import { NotSponsored, SendUnclear } from "../errors/index.ts"
import { lookUpName } from "../names/operations.ts"
import { completeAddress, isAddress, isSameAddress } from "../namespaces/model/namespaceTable.ts"
import type { Words } from "../notifications/first-paint/model/snack.ts"
import { showSnack } from "../notifications/steps/snack.ts"
import { allNamespaces } from "../options/isNamespace.ts"
import type { Namespace } from "../options/namespaces.ts"
import { CurrentModal, slicesOf } from "../runtime/currentModal.ts"
import * as Router from "../runtime/router.ts"
import { track } from "../runtime/track.ts"
import { addressWarnings, chainWarnings, nameWarnings, type PastReceiver } from "./model/receiver.ts"
import type { Prepared } from "./model/transfer.ts"
import { prepare, sendingNow, sendPrepared } from "./operations.ts"
import { type FoundReceiver, send as form } from "./state/form.ts"
import { transfers } from "./state/transfers.ts"
import { loadSentTransfers } from "./steps/outcomes.ts"

/** Flow: opens the send form. */
export const openSend = Effect.fn("openSend")(function* () {
  const { core } = yield* CurrentModal
  const network = core.network.peek()?.caipNetworkId ?? ""
  yield* (yield* Telemetry).track({
    event: "OPEN_SEND",
    properties: { network, isSmartAccount: isSmartAccount(core.connection.peek()) },
  })
  yield* Router.push({ name: "WalletSend" })
})

/** Flow: selects a token, and goes back to the form. Clears the amount if it is another token than before. */
export const chooseToken = Effect.fn("chooseToken")(function* (key: string) {
  const { chosen, token, amount, all, cost } = yield* slicesOf(form)
  if (token.peek()?.key !== key) {
    chosen.value = key
    amount.value = ""
    all.value = false
    cost.value = idle
  }
  yield* Router.change((stack) => stack.filter(({ name }) => name !== "WalletSendSelectToken"))
})

/**
 * Flow: resolves the text of the recipient field after a short delay, unless it is already resolved. Clears the result if the field is
 * empty.
 */
export const findReceiver = Effect.fn("findReceiver")(function* () {
  const { receiver, found } = yield* slicesOf(form)
  const text = receiver.peek().trim()
  yield* loadSentTransfers
  if (text === "") {
    found.value = idle
    return
  }
  if (latest(found.peek())?.text === text) return
  found.value = idle
  yield* track(found, Effect.delay(lookUp(text), debounce.input))
})

/** Flow: pastes the clipboard's text into the recipient field, cut to 256 characters. Shows a snack if the page may not read it. */
export const pasteReceiver = Effect.fn("pasteReceiver")(function* (messages: { readonly failed: Words }) {
  const { receiver } = yield* slicesOf(form)
  const text = yield* (yield* Browser).paste
  if (text === undefined) return yield* showSnack(messages.failed, "error")
  receiver.value = text.trim().slice(0, longestReceiver)
})

/** Flow: sets the recipient, and goes back from the review to the form. */
export const takeReceiver = Effect.fn("takeReceiver")(function* (address: string) {
  const { receiver } = yield* slicesOf(form)
  receiver.value = address
  yield* Router.change((stack) => stack.filter(({ name }) => name !== "WalletSendPreview"))
})

/** Flow: goes back from the review to the form if no cost is known, such as after a change of the network or account. */
export const reviewSend = Effect.fn("reviewSend")(function* () {
  const { cost } = yield* slicesOf(form)
  if (latest(cost.peek()) === undefined)
    yield* Router.change((stack) => {
      const rest = stack.filter(({ name }) => name !== "WalletSendPreview")
      return rest.length > 0 ? rest : [{ name: "WalletSend" }]
    })
})

/**
 * Flow: estimates the cost of the transfer if the form has a token, an amount and a resolved recipient. Otherwise clears the cost. If
 * everything is to be sent, also updates the amount.
 */
export const priceSend = Effect.fn("priceSend")(function* () {
  const { token, amount, all, found, receiver, cost, refused } = yield* slicesOf(form)
  // A new estimate clears the reason why the last prompt failed.
  refused.value = undefined
  const known = latest(found.peek())
  const to = known?.text === receiver.peek().trim() ? known.address : undefined
  const row = token.peek()
  if (!row || (amount.peek() === "" && !all.peek()) || to === undefined) {
    // The cost of sending everything is still loading, and needs no recipient.
    if (!all.peek() || cost.peek().status !== "loading") cost.value = idle
    return
  }
  const input = {
    token: row.address ?? "native",
    sendTokenAmount: all.peek() ? "max" : amount.peek(),
    receiverAddress: to,
  }
  const priced = yield* track(cost, Effect.delay(prepare(input), debounce.quote))
  // The network fee may have changed, and with it the maximum amount.
  if (priced && all.peek()) amount.value = formatUnits(priced.amount, priced.token.decimals)
})

/** Flow: chooses to send everything, and sets the amount to what the network fee leaves. Does nothing without a token or an account. */
export const sendAll = Effect.fn("sendAll")(function* () {
  const { core } = yield* CurrentModal
  const { token, amount, all, found, receiver, cost } = yield* slicesOf(form)
  const row = token.peek()
  const from = core.address.peek()
  if (!row || from === undefined) return
  all.value = true
  const known = latest(found.peek())
  if (known?.address !== undefined && known.text === receiver.peek().trim()) return yield* priceSend()
  const priced = yield* track(
    cost,
    prepare({ token: row.address ?? "native", sendTokenAmount: "max", receiverAddress: from }),
  )
  if (priced) amount.value = formatUnits(priced.amount, priced.token.decimals)
})

/** Messages for a transfer that was sent or failed. */
export interface SendMessages {
  readonly started: Words
  readonly failed: Words
}

/**
 * Flow: has the wallet send the transfer that the review shows, and shows the outcome. After a success, resets the form and opens the
 * Account view, unless the visitor has left the review. Does nothing while an earlier call is running.
 */
export const confirmSend = Effect.fn("confirmSend")(function* (shown: Prepared, messages: SendMessages) {
  const { core } = yield* CurrentModal
  const { busy, refused, found, token, cost, reset } = yield* slicesOf(form)
  if (busy.peek()) return
  busy.value = true
  refused.value = undefined
  const name = latest(found.peek())?.name
  const iconUrl = token.peek()?.iconUrl
  const about = { ...(name !== undefined && { name }), ...(iconUrl && { iconUrl }) }
  yield* runTransaction(sendPrepared(shown, about), {
    onSuccess: () =>
      Effect.gen(function* () {
        // A visitor who continued meanwhile may have started another transfer.
        if (latest(cost.peek()) === shown) reset()
        yield* showSnack(messages.started)
        if (core.route.peek()?.name === "WalletSendPreview") yield* Router.reset({ name: "Account" })
      }),
    onCancel: Effect.sync(() => {
      refused.value = "rejected"
    }),
    onError: (error) =>
      Effect.gen(function* () {
        refused.value = "failed"
        const says =
          shown.network.chainNamespace === "solana" || error instanceof SendUnclear || error instanceof NotSponsored
        yield* showSnack(says ? error.message : messages.failed, "error")
        // The fee in the review is outdated. It is estimated again; if that fails, such as because the balance is too low, the form is
        // shown.
        if (shown.paymaster && latest(cost.peek()) === shown) {
          yield* priceSend()
          if (cost.peek().status === "failed")
            yield* Router.change((stack) => stack.filter(({ name }) => name !== "WalletSendPreview"))
        }
      }),
  }).pipe(
    Effect.ensuring(
      Effect.sync(() => {
        busy.value = false
      }),
    ),
  )
})

/** Resolves a text to a recipient and the warnings about it. Omits the network's own warnings if they cannot be requested. */
const lookUp = Effect.fnUntraced(function* (text: string) {
  const { core } = yield* CurrentModal
  const { receivers } = yield* slicesOf(transfers)
  const { token } = yield* slicesOf(form)
  const network = core.network.peek()
  const notFound: FoundReceiver = { text, address: undefined, warnings: [], times: 0 }
  if (!network) return notFound
  const namespace = network.chainNamespace
  const sending = yield* sendingNow
  const typed = isAddress(namespace, text)
  const meant = typed ? { address: text } : yield* lookUpName({ name: text })
  if (!meant) {
    const other = allNamespaces.find((one) => one !== namespace && isAddress(one, text))
    return { ...notFound, warnings: other ? [{ type: "otherChain", namespace: other } as const] : [] }
  }
  const address = completeAddress(namespace, meant.address)
  const known = [...receivers.peek(), ...ownOf(core, namespace)]
  const before = known.find((one) => one.namespace === namespace && isSameAddress(namespace, one.address, address))
  const name = typed ? before?.name : text.toLowerCase()
  const found: FoundReceiver = {
    text,
    address,
    ...(name !== undefined && { name }),
    ...("avatar" in meant && meant.avatar !== undefined && { avatar: meant.avatar }),
    times: before?.times ?? 0,
    warnings: [
      ...addressWarnings(namespace, address, known),
      ...("only" in meant && meant.only !== undefined
        ? [{ type: "otherNetwork", network: nameOf(core, meant.only) } as const]
        : []),
      ...(typed ? [] : nameWarnings(text.toLowerCase(), known)),
      ...(token.peek()?.address?.toLowerCase().endsWith(`:${address.toLowerCase()}`)
        ? [{ type: "token" } as const]
        : []),
      ...(yield* Effect.orElseSucceed(Effect.map(sending.receiver({ network, address }), chainWarnings), () => [])),
    ],
  }
  return found
})

const nameOf = ({ networks }: CurrentModal["Service"]["core"], id: string): string =>
  networks.peek().find(({ caipNetworkId }) => caipNetworkId === id)?.name ?? "Ethereum"

/** Returns the visitor's connected accounts in a namespace as known recipients, because scammers imitate their addresses too. */
const ownOf = ({ accounts }: CurrentModal["Service"]["core"], namespace: Namespace): readonly PastReceiver[] =>
  accounts[namespace]
    .peek()
    .connections.flatMap((connection) => connection.accounts.map(({ address }) => ({ namespace, address, times: 0 })))

const longestReceiver = 256
