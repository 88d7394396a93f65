import { memo } from "react"
import { copyAddress } from "../../src/account/flows.ts"
import { type Summary, summaryOf, type Transaction, type Verb } from "../../src/activity/model.ts"
import { activity } from "../../src/activity/state.ts"
import { formatDay, formatRelative, relativeTime } from "../../src/core/dates.ts"
import { formatMoney } from "../../src/core/formatMoney.ts"
import { truncateAddress } from "../../src/core/truncate.ts"
import { lookupId } from "../../src/send/model/transfer.ts"
import account from "../locales/en/account.json" with { type: "json" }
import activityMessages from "../locales/en/activity.json" with { type: "json" }
import type { KeyOf } from "../locales/messages.ts"
import { type Text, useModal, useSlice, useText } from "../shared/first-paint/useModal.ts"
import { transactionUrl } from "../shared/useExplorerUrl.ts"
import { css } from "../styles/stitches.ts"
import { BadgedPicture } from "../ui/BadgedPicture.tsx"
import { type Drawing, Icon } from "../ui/Icon.tsx"
import { Close, Done, Incoming, Message, Outgoing, PictureMark, Swap } from "../ui/icons.tsx"
import { RemoteImage } from "../ui/RemoteImage.tsx"
import { Row } from "../ui/Row.tsx"
import { Spinner } from "../ui/Spinner.tsx"

/** Row of one transaction. Links to the network's explorer, or copies the hash if the network has no explorer. */
export const TransactionRow = memo(({ id }: { readonly id: string }) => {
  const { core, run } = useModal()
  const text = useText({ activity: activityMessages, account })
  const { transactions } = useSlice(activity)
  const transaction = transactions.get(id)?.value
  if (!transaction) return null
  const { status, hash } = transaction.metadata
  const locale = core.locale.value
  const summary = summaryOf(transaction, locale)
  const link = transactionUrl(core.network.peek(), hash)
  const copy = () =>
    run(copyAddress(lookupId(transaction), { copied: () => text("hashCopied"), failed: () => text("copyFailed") }))
  return (
    <Row
      logo={
        <BadgedPicture icon={<Mark status={status} verb={summary.verb} />}>
          <RemoteImage src={summary.picture} name={summary.name} size={40} round />
        </BadgedPicture>
      }
      second={<Second of={transaction} summary={summary} text={text} locale={locale} />}
      end={amountOf(summary, status, text)}
      endSecond={<bdi dir="ltr">{underAmount(summary, status, text, locale)}</bdi>}
      {...(link === undefined ? { onClick: copy } : { href: link })}
      data-transaction={id}
    >
      {text(status === "pending" && summary.verb === "sent" ? "sending" : summary.verb)}
    </Row>
  )
})

function Second({ of, summary, text, locale }: { of: Transaction; summary: Summary; text: Sentences; locale: string }) {
  const { minedAt, status } = of.metadata
  const parts = [
    when(minedAt, text, locale),
    status === "pending" && summary.verb !== "sent" && text("pending"),
    aboutOf(summary, text),
  ]
  const shown = parts.filter(Boolean)
  const whole = shown.join(" · ")
  if (status !== "failed") return <bdi title={whole}>{whole}</bdi>
  return (
    <>
      <bdi>{shown[0]}</bdi> · <span className={failed()}>{text("failed")}</span>
    </>
  )
}

type Sentences = Text<KeyOf<"activity">>

/** Returns the relative time of a transaction in the last day, or the date of an older one. */
const when = (minedAt: string, text: Sentences, locale: string) => {
  const [then, now] = [Date.parse(minedAt), Date.now()]
  const { unit } = relativeTime(then, now)
  if (unit === "second") return text("justNow")
  return unit === "minute" || unit === "hour" ? formatRelative(then, now, locale, "narrow") : formatDay(minedAt, locale)
}

const aboutOf = ({ other, between, collectible, name }: Summary, text: Sentences) => {
  if (collectible) return name
  if (between) return text("between", { from: between[0], to: between[1] })
  if (!other) return name
  return text(other.direction === "to" ? "toAddress" : "fromAddress", { address: truncateAddress(other.address) })
}

const amountOf = ({ amount, collectible, between }: Summary, status: Status, text: Sentences) => {
  const shown = collectible && amount ? text("nftCount", { count: amount }) : amount
  return (
    <bdi
      dir="ltr"
      className={figure({
        failed: status === "failed",
        gain: status !== "failed" && !between && amount.startsWith("+"),
      })}
    >
      {shown}
    </bdi>
  )
}

const underAmount = ({ verb, counterpart, value }: Summary, status: Status, text: Sentences, locale: string) => {
  if (status === "failed") return ""
  if (verb === "approved") return text("limit")
  return counterpart ?? (value === undefined ? "" : formatMoney(value, locale).text)
}

type Status = Transaction["metadata"]["status"]

function Mark({ status, verb }: { readonly status: Status; readonly verb: Verb }) {
  if (status === "pending") return <Spinner size={12} />
  const [icon, mirrored] = status === "failed" ? ([Close] as const) : marks[verb]
  return <Icon of={icon} size={12} mirrored={mirrored === true} />
}

const came = [Incoming, true] as const
const went = [Outgoing, true] as const
const marks: Readonly<Record<Verb, readonly [Drawing, true?]>> = {
  approved: [Done],
  borrowed: came,
  bought: [Swap],
  burnt: went,
  canceled: [Close],
  claimed: came,
  deployed: [Message],
  deposited: went,
  executed: [Message],
  minted: [PictureMark],
  received: came,
  repaid: went,
  sent: went,
  sold: [Swap],
  staked: went,
  swapped: [Swap],
  unstaked: came,
  withdrawn: came,
}

const failed = css({ color: "var(--po-error)" })

const figure = css({
  variants: {
    gain: { true: { color: "var(--po-success)" } },
    failed: { true: { color: "var(--po-text-3)", textDecoration: "line-through" } },
  },
})
