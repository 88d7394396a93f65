import { latest } from "../../src/core/first-paint/loadable.ts"
import { truncateAddress } from "../../src/core/truncate.ts"
import { namespaceTable } from "../../src/namespaces/model/namespaceTable.ts"
import { findReceiver, pasteReceiver } from "../../src/send/flows.ts"
import { isBlocking, isSevere, type ReceiverWarning } from "../../src/send/model/receiver.ts"
import { type FoundReceiver, send } from "../../src/send/state/form.ts"
import sendMessages from "../locales/en/send.json" with { type: "json" }
import { useModal, useSlice, useTask, useText } from "../shared/first-paint/useModal.ts"
import { css } from "../styles/stitches.ts"
import { ShortAddress } from "../ui/Address.tsx"
import { Avatar } from "../ui/Avatar.tsx"
import { Button } from "../ui/Button.tsx"
import { Icon } from "../ui/Icon.tsx"
import { IconButton } from "../ui/IconButton.tsx"
import { Close, ErrorMark, Note, Warning } from "../ui/icons.tsx"
import { Tag } from "../ui/Tag.tsx"
import { TextField } from "../ui/TextField.tsx"
import { useSendMessages } from "./useSendMessages.ts"

/**
 * Field for the recipient's address or name. A recipient that was found replaces the field, with any warnings, unless a warning blocks the
 * transfer.
 */
export function ReceiverField() {
  const { run } = useModal()
  const text = useText({ send: sendMessages })
  const { receiver, found } = useSlice(send)
  const words = useWarning()
  const typed = receiver.value.trim()
  useTask(() => findReceiver(), [typed])
  const known = latest(found.value)
  const mine = known?.text === typed ? known : undefined
  const fatal = mine?.warnings.find(isBlocking)
  if (mine?.address !== undefined && !fatal) return <Known found={mine} address={mine.address} />

  const busy = typed !== "" && found.value.status === "loading"
  const error = fatal
    ? words(fatal)
    : mine && mine.address === undefined
      ? text(typed.includes(".") ? "nobody" : "invalidAddress")
      : found.value.status === "failed"
        ? text("lookupFailed")
        : undefined
  return (
    <div className={entering()}>
      <TextField
        name={text("receiver")}
        value={receiver.value}
        onInput={(value) => {
          receiver.value = value.slice(0, longest)
        }}
        autoComplete="off"
        maxLength={longest}
        busy={busy}
        error={busy ? undefined : error}
        end={
          receiver.value === "" ? undefined : (
            <IconButton
              size="small"
              name={text("clear")}
              icon={Close}
              onClick={() => {
                receiver.value = ""
              }}
            />
          )
        }
      />
      {receiver.value === "" && (
        <span className={paste()}>
          <Button size="small" onClick={() => run(pasteReceiver({ failed: () => text("pasteFailed") }))}>
            {text("paste")}
          </Button>
        </span>
      )}
    </div>
  )
}

/** Recipient that was found, and any warnings about it. */
function Known({ found, address }: { readonly found: FoundReceiver; readonly address: string }) {
  const text = useText({ send: sendMessages })
  const { receiver } = useSlice(send)
  const words = useWarning()
  const grave = found.warnings.find(isSevere)
  const others = found.warnings.filter((warning) => warning !== grave)
  return (
    <div>
      <div className={box({ grave: grave !== undefined })}>
        {grave ? (
          <span className={alarm()}>
            <Icon of={Warning} />
          </span>
        ) : (
          <Avatar address={address} src={found.avatar} size={40} />
        )}
        <span className={tagged()}>
          <span className={who()}>
            <span className={first()}>
              {found.name === undefined ? (
                <ShortAddress>{truncateAddress(address)}</ShortAddress>
              ) : (
                <bdi className={name()}>{found.name}</bdi>
              )}
            </span>
            {found.name !== undefined && <ShortAddress>{truncateAddress(address)}</ShortAddress>}
          </span>
          {found.times > 0 ? <Tag kind="success">{text("sentBefore")}</Tag> : <Tag>{text("firstTime")}</Tag>}
        </span>
        <IconButton
          size="small"
          name={text("clear")}
          icon={Close}
          onClick={() => {
            receiver.value = ""
          }}
        />
      </div>
      <div role="status">
        {grave && (
          <span className={textStyle({ grave: true })}>
            <Icon of={ErrorMark} size={16} />
            {words(grave)}
          </span>
        )}
        {others.map((warning) => (
          <span key={warning.type} className={textStyle()}>
            <Icon of={Note} size={16} />
            {words(warning)}
          </span>
        ))}
      </div>
    </div>
  )
}

/** Returns a function that returns the text of a warning about a recipient. */
const useWarning = () => {
  const text = useText({ send: sendMessages })
  const { known } = useSendMessages()
  return (warning: ReceiverWarning): string => {
    switch (warning.type) {
      case "lookalike":
        return text("lookalike", { who: known(warning.of) })
      case "token":
        return text("tokenContract")
      case "otherChain":
        return text("otherChain", { chain: namespaceTable[warning.namespace].label })
      case "confusable":
        return warning.like === undefined ? text("confusable") : text("confusableLike", { name: warning.like })
      case "otherNetwork":
        return text("otherNetwork", { network: warning.network })
      default:
        return text(warning.type)
    }
  }
}

const longest = 256

const entering = css({ position: "relative" })
const paste = css({ position: "absolute", insetInlineEnd: "8px", insetBlockStart: "8px" })
const box = css({
  round: 4,
  display: "flex",
  alignItems: "center",
  gap: "12px",
  minBlockSize: "60px",
  padding: "8px 8px 8px 12px",
  paddingInline: "12px 8px",
  border: "1px solid var(--po-control)",
  background: "var(--po-card)",
  variants: {
    grave: {
      true: { borderColor: "var(--po-error)", outline: "2px solid var(--po-error)", outlineOffset: "-2px" },
    },
  },
})
const alarm = css({
  square: 40,
  flex: "none",
  display: "grid",
  placeItems: "center",
  borderRadius: "50%",
  background: "var(--po-error-tint)",
  color: "var(--po-error)",
})
/** The tag wraps below a name that leaves no room for it. */
const tagged = css({
  flex: 1,
  minInlineSize: 0,
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: "4px 12px",
})
const who = css({
  flex: "1 1 auto",
  maxInlineSize: "100%",
  display: "flex",
  flexDirection: "column",
  color: "var(--po-text-2)",
})
const first = css({ type: "row", color: "var(--po-text)" })
const name = css({ display: "block", overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" })
const textStyle = css({
  type: "caption",
  display: "flex",
  gap: "6px",
  padding: "6px 12px 0",
  color: "var(--po-text-2)",
  textWrap: "pretty",
  "& > svg": { flex: "none", marginBlockStart: "1px" },
  variants: { grave: { true: { color: "var(--po-error)" } } },
})
