import { useRef } from "react"
import { modal } from "../../src/core/first-paint/limits.ts"
import { showFrame } from "../../src/embedded/flows/requests.ts"
import { frame as limits } from "../../src/embedded/limits.ts"
import { requests } from "../../src/embedded/opening/state.ts"
import { goTo } from "../../src/navigation/opening/flows.ts"
import account from "../locales/en/account.json" with { type: "json" }
import embedded from "../locales/en/embedded.json" with { type: "json" }
import { useModal, useSlice, useTask, useText } from "../shared/first-paint/useModal.ts"
import { css } from "../styles/stitches.ts"
import { Button } from "../ui/Button.tsx"
import { EmptyState } from "../ui/EmptyState.tsx"
import { Icon } from "../ui/Icon.tsx"
import { Lock, Secure } from "../ui/icons.tsx"
import { Bar } from "../ui/Skeleton.tsx"

/**
 * View that holds the secure frame, in which the visitor approves requests to the embedded wallet. Shows a skeleton until the frame covers
 * it, and an empty state if no request is waiting.
 */
export function ApproveTransaction() {
  const { run } = useModal()
  const text = useText({ embedded, account })
  const { waiting } = useSlice(requests)
  const place = useRef<HTMLDivElement>(null)
  useTask(() => (waiting.value && place.current ? showFrame(place.current) : undefined), [waiting.value])
  if (!waiting.value)
    return (
      <div className={empty()}>
        <EmptyState
          icon={Secure}
          heading={text("nothingToApprove")}
          actions={<Button onClick={() => run(goTo({ name: "Account" }))}>{text("toAccount")}</Button>}
        >
          {text("nothingToApproveHint")}
        </EmptyState>
      </div>
    )
  return (
    <div className={frame()}>
      <div className={box()}>
        <div className={skeleton()} role="status" aria-busy="true">
          <Bar inline={64} block={64} />
          <Bar inline={180} block={20} />
          <Bar inline={240} block={14} />
          <span className={card()} />
          <span className={textStyle()}>
            <Icon of={Lock} size={16} />
            <bdi>{text("openingSecureWallet")}</bdi>
          </span>
          <span className={buttons()}>
            <span />
            <span />
          </span>
        </div>
        <section ref={place} className={over()} aria-label={text("secureWallet")} />
      </div>
    </div>
  )
}

const frame = css({
  padding: "0 5px 8px",
  [`@media (max-width: ${modal.sheetWidth}px)`]: { padding: 0 },
})

const box = css({ position: "relative", blockSize: `${limits.viewHeight}px` })

/** Place of the frame, which covers the skeleton once it is ready. */
const over = css({ position: "absolute", inset: 0, round: 5, overflow: "hidden" })

const skeleton = css({
  position: "absolute",
  inset: 0,
  display: "flex",
  flexDirection: "column",
  alignItems: "center",
  gap: "12px",
  padding: "40px 3px 8px",
  type: "body",
  color: "var(--po-text-2)",
})

const card = css({
  alignSelf: "stretch",
  flex: "0 1 196px",
  marginBlockStart: "16px",
  round: 4,
  background: "var(--po-hover)",
})

const textStyle = css({ flex: 1, display: "flex", alignItems: "center", gap: "8px" })

const buttons = css({
  alignSelf: "stretch",
  display: "flex",
  gap: "8px",
  "& > span": { blockSize: "52px", flex: 1, round: 4, background: "var(--po-hover)" },
  "& > span:first-child": { flex: "0 0 84px" },
})

const empty = css({ padding: "0 8px 8px" })
