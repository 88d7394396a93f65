import { useId, useState } from "react"
import { parseUnits, typedAmount, unitsFor } from "../../src/domain/amounts.ts"
import { floorDecimal, formatAmount, formatUnits } from "../../src/domain/format.ts"
import { display } from "../../src/domain/limits.ts"
import { goTo } from "../../src/flows/open.ts"
import { sendAll } from "../../src/flows/sendForm.ts"
import { send } from "../../src/state/send.ts"
import { sending } from "../messages/en/send.ts"
import { css } from "../styles/stitches.ts"
import { Chip } from "../ui/Chip.tsx"
import { Icon } from "../ui/Icon.tsx"
import { Turn } from "../ui/icons.tsx"
import { Picture } from "../ui/Picture.tsx"
import { Press } from "../ui/Press.tsx"
import { useModal, useSlice, useText } from "../useModal.ts"
import { useSendWords } from "./useSendWords.ts"

/** How much of which token, typed in the token or in money. */
export function AmountField({ over }: { readonly over: boolean }) {
  const { core, run, image } = useModal()
  const text = useText(sending)
  const { token, amount, all, cost } = useSlice(send)
  const { inMoney } = useSendWords()
  const [money, setMoney] = useState<string>()
  const hint = useId()
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
    const bought = next === "" ? undefined : unitsFor(next, row.decimals, row.price)
    amount.value = next === "" ? "" : bought === undefined ? next : formatUnits(bought, row.decimals)
  }
  const turn = () => setMoney(inFiat ? undefined : units === undefined ? "" : (worth && plain(worth)) || "")
  const shown = inFiat && !all.value ? money : inFiat && worth ? plain(worth) : amount.value
  const unit = inFiat ? display.currency : (row?.symbol ?? "")
  return (
    <div className={box()}>
      <div className={line()}>
        <span className={entry({ fiat: inFiat })} dir="ltr">
          {inFiat && <span className={sign()}>$</span>}
          <input
            className={input({ over, long: shown.length > fits })}
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            dir="ltr"
            size={1}
            value={shown}
            aria-label={row ? text("amountIn", { unit }) : text("amount")}
            aria-invalid={over || undefined}
            aria-describedby={hint}
            onChange={(event) => type(event.currentTarget.value)}
          />
        </span>
        <Chip
          size="token"
          on="surface"
          logo={row && <Picture src={row.iconUrl || image("token", row.symbol)} name={row.symbol} size={28} round />}
          aria-label={row ? text("token", { token: row.symbol }) : text("selectToken")}
          onClick={() => run(goTo({ name: "WalletSendSelectToken" }))}
        >
          {row?.symbol ?? text("selectToken")}
        </Chip>
      </div>
      <div className={under()} id={hint}>
        {worth ? (
          <Press
            className={other()}
            title={text("turn", { unit: inFiat ? (row?.symbol ?? "") : display.currency })}
            onClick={turn}
          >
            <bdi dir="ltr">
              {inFiat
                ? `${formatAmount(amount.value || "0", display.swapDecimals, core.locale.value)} ${row?.symbol}`
                : worth.text}
            </bdi>
            <Icon of={Turn} size={16} />
          </Press>
        ) : (
          <span />
        )}
        {row && (
          <span className={held()}>
            {row.quantity !== "" && (
              <span className={over ? short() : undefined}>
                {text("available", { amount: formatAmount(row.quantity, undefined, core.locale.value) })}
              </span>
            )}
            <Press
              className={most()}
              busy={all.value && cost.value.is === "loading"}
              onClick={() => {
                setMoney(undefined)
                run(sendAll())
              }}
            >
              {text("max")}
            </Press>
          </span>
        )}
      </div>
    </div>
  )
}

const plain = (money: { readonly whole: string; readonly fraction: string }) =>
  floorDecimal(`${money.whole.replace(/\D/g, "")}.${money.fraction}`, display.moneyDecimals) ?? ""

/** Characters of an amount in the largest type. */
const fits = 9

const box = css({
  round: 4,
  display: "flex",
  flexDirection: "column",
  gap: "4px",
  padding: "16px 12px 12px",
  "--po-under": "var(--po-raised)",
  background: "var(--po-raised)",
  outline: "1px solid transparent",
  "&:has(input:focus-visible)": { ring: "in" },
})
const line = css({ display: "flex", alignItems: "center", gap: "8px" })
const entry = css({ flex: 1, minInlineSize: 0, display: "flex", type: "amount" })
const sign = css({ color: "var(--po-text-3)" })
const input = css({
  flex: 1,
  minInlineSize: 0,
  padding: 0,
  border: 0,
  background: "none",
  color: "var(--po-text)",
  caretColor: "var(--po-accent-text)",
  font: "inherit",
  letterSpacing: "inherit",
  fontVariantNumeric: "tabular-nums",
  outline: "none",
  "&::placeholder": { color: "var(--po-text-3)", opacity: 1 },
  textAlign: "var(--po-start)",
  variants: { over: { true: { color: "var(--po-error)" } }, long: { true: { type: "title" } } },
})
const under = css({
  type: "body",
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: "0 8px",
  minBlockSize: "24px",
  color: "var(--po-text-2)",
  fontVariantNumeric: "tabular-nums",
})
const pressed = {
  round: 1.5,
  position: "relative",
  "&::after": { content: '""', position: "absolute", inset: "-6px" },
  "&:focus-visible": { ring: "out" },
} as const
const other = css({ ...pressed, display: "inline-flex", alignItems: "center", gap: "4px", color: "inherit" })
const held = css({ display: "inline-flex", alignItems: "center", gap: "12px", marginInlineStart: "auto" })
const most = css({ ...pressed, fontWeight: 500, color: "var(--po-accent-text)" })
const short = css({ color: "var(--po-error)" })
