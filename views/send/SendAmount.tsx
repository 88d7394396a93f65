import { useState } from "react"
import { formatUnits, parseUnits, typedAmount, unitsForValue } from "../../src/core/amounts.ts"
import { decimalsShown } from "../../src/core/first-paint/display.ts"
import { floorDecimal, formatAmount } from "../../src/core/formatAmount.ts"
import { goTo } from "../../src/navigation/opening/flows.ts"
import { sendAll } from "../../src/send/flows.ts"
import { send } from "../../src/send/state/form.ts"
import sendMessages from "../locales/en/send.json" with { type: "json" }
import titles from "../locales/en/titles.json" with { type: "json" }
import { useModal, useSlice, useText } from "../shared/first-paint/useModal.ts"
import { css } from "../styles/stitches.ts"
import { AmountField, Available } from "../ui/AmountField.tsx"
import { Chip } from "../ui/Chip.tsx"
import { Icon } from "../ui/Icon.tsx"
import { Turn } from "../ui/icons.tsx"
import { Pressable } from "../ui/Pressable.tsx"
import { RemoteImage } from "../ui/RemoteImage.tsx"
import { useSendMessages } from "./useSendMessages.ts"

/** Field for the token and the amount to send. The visitor types the amount in the token or in fiat currency. */
export function SendAmount({ over }: { readonly over: boolean }) {
  const { core, run, image } = useModal()
  const text = useText({ send: sendMessages, titles })
  const { token, amount, all, cost } = useSlice(send)
  const { inMoney } = useSendMessages()
  const [money, setMoney] = useState<string>()
  const row = token.value
  const units = row && parseUnits(amount.value, row.decimals)
  const inFiat = money !== undefined && row !== undefined
  const worth = inMoney(units ?? 0n)

  const type = (typed: string) => {
    const next = typedAmount(typed)
    all.value = false
    if (!inFiat) {
      amount.value = next
      return
    }
    setMoney(next)
    const bought = next === "" ? undefined : unitsForValue(next, row.decimals, row.price)
    amount.value = next === "" ? "" : bought === undefined ? next : formatUnits(bought, row.decimals)
  }
  const turn = () => setMoney(inFiat ? undefined : units === undefined ? "" : (worth && plain(worth)) || "")
  const shown = inFiat && !all.value ? money : inFiat && worth ? plain(worth) : amount.value
  const unit = inFiat ? decimalsShown.currency : (row?.symbol ?? "")
  return (
    <AmountField
      size="large"
      name={row ? text("amountIn", { unit }) : text("amount")}
      value={shown}
      onInput={type}
      sign={inFiat ? "$" : undefined}
      wrong={over}
      end={
        <Chip
          size="token"
          on="surface"
          logo={
            row && <RemoteImage src={row.iconUrl || image("token", row.symbol)} name={row.symbol} size={28} round />
          }
          aria-label={row ? text("token", { token: row.symbol }) : text("selectToken")}
          onClick={() => run(goTo({ name: "WalletSendSelectToken" }))}
        >
          {row?.symbol ?? text("selectToken")}
        </Chip>
      }
      foot={
        <>
          {worth ? (
            <Pressable
              className={other()}
              title={text("turn", { unit: inFiat ? (row?.symbol ?? "") : decimalsShown.currency })}
              onClick={turn}
            >
              <bdi dir="ltr">
                {inFiat
                  ? `${formatAmount(amount.value || "0", decimalsShown.swapDecimals, core.locale.value)} ${row?.symbol}`
                  : worth.text}
              </bdi>
              <Icon of={Turn} size={16} />
            </Pressable>
          ) : (
            <span />
          )}
          {row && (
            <Available
              short={over}
              busy={all.value && cost.value.status === "loading"}
              max={text("max")}
              onMax={() => {
                setMoney(undefined)
                run(sendAll())
              }}
            >
              {row.quantity !== "" &&
                text("available", { amount: formatAmount(row.quantity, undefined, core.locale.value) })}
            </Available>
          )}
        </>
      }
    />
  )
}

const plain = (money: { readonly whole: string; readonly fraction: string }) =>
  floorDecimal(`${money.whole.replace(/\D/g, "")}.${money.fraction}`, decimalsShown.moneyDecimals) ?? ""

const other = css({
  round: 1.5,
  position: "relative",
  display: "inline-flex",
  alignItems: "center",
  gap: "4px",
  minBlockSize: "24px",
  color: "inherit",
  "&::after": { content: '""', position: "absolute", inset: "-6px" },
  "&:focus-visible": { ring: "out" },
})
