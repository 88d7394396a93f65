import { useMemo } from "react"
import { socialNames } from "../../src/embedded/first-paint/model/socialLogins.ts"
import { login } from "../../src/embedded/first-paint/state.ts"
import { connectFarcaster, openFarcaster } from "../../src/embedded/flows/farcaster.ts"
import { goBack } from "../../src/navigation/opening/flows.ts"
import { wallets } from "../../src/wallets/first-paint/state/wallets.ts"
import connect from "../locales/en/connect.json" with { type: "json" }
import loginMessages from "../locales/en/login.json" with { type: "json" }
import { Attempt } from "../shared/Attempt.tsx"
import { ConnectedAttempt } from "../shared/ConnectedAttempt.tsx"
import { CopyLink } from "../shared/CopyLink.tsx"
import { useModal, useSlice, useText } from "../shared/first-paint/useModal.ts"
import { useAttempt } from "../shared/useAttempt.ts"
import { useReason } from "../shared/useReason.ts"
import { css } from "../styles/stitches.ts"
import { Button } from "../ui/Button.tsx"
import { encodeQr } from "../ui/encodeQr.ts"
import { Icon } from "../ui/Icon.tsx"
import { Retry } from "../ui/icons.tsx"
import { QrCode } from "../ui/QrCode.tsx"
import { socialIcons } from "../ui/socialIcons.tsx"
import { Heading, Sentence } from "../ui/Text.tsx"

/** Farcaster login: a QR code for the Farcaster app or, on phones, a button that opens the app, then the result. */
export function ConnectingFarcaster() {
  const { run } = useModal()
  const text = useText({ login: loginMessages, connect })
  const reason = useReason()
  const { social, farcasterUrl, returned } = useSlice(login)
  const { mobile } = useSlice(wallets)
  const { now, again } = useAttempt(social, () => connectFarcaster())
  const url = farcasterUrl.value
  const modules = useMemo(() => (url === undefined ? undefined : encodeQr(url, true)), [url])
  const named = { social: socialNames.farcaster }
  const shown = { wallet: socialNames.farcaster, mark: socialIcons.farcaster }

  if (now.status === "failed")
    return (
      <Attempt
        urgent
        state="declined"
        {...shown}
        heading={text("socialFailed", named)}
        hint={text("socialFailedHint", { reason: reason(now.error) })}
      >
        <Button kind="primary" icon={Retry} onClick={again}>
          {text("tryAgain")}
        </Button>
        <Button kind="plain" quiet onClick={() => run(goBack())}>
          {text("anotherWay")}
        </Button>
      </Attempt>
    )
  if (now.status === "loaded") return <ConnectedAttempt {...shown} />
  if (returned.value)
    return (
      <Attempt state="waiting" {...shown} heading={text("socialReturned")} hint={text("socialReturnedHint", named)} />
    )
  if (mobile.value)
    return (
      <Attempt state="waiting" {...shown} heading={text("continueInFarcaster")} hint={text("continueInFarcasterHint")}>
        <Button kind="primary" busy={url === undefined} onClick={() => run(openFarcaster)}>
          {text("openFarcaster")}
        </Button>
        <CopyLink uri={url} />
      </Attempt>
    )
  return (
    <div className={centred()}>
      <QrCode
        name={text(url === undefined ? "preparingFarcaster" : "farcasterCode")}
        modules={modules}
        logo={
          <span className={middle()}>
            <Icon of={socialIcons.farcaster} size={24} />
          </span>
        }
      />
      <div className={words()} role="status">
        <Heading size="small" center>
          {text("scanFarcaster")}
        </Heading>
        <Sentence center>{text(url === undefined ? "preparingFarcaster" : "scanFarcasterHint")}</Sentence>
      </div>
      <CopyLink uri={url} />
    </div>
  )
}

const centred = css({
  display: "flex",
  flexDirection: "column",
  alignItems: "center",
  gap: "16px",
  padding: "0 8px 8px",
  "& > button": { alignSelf: "stretch" },
})

const words = css({ display: "flex", flexDirection: "column", gap: "2px", paddingInline: "12px" })

const middle = css({ inlineSize: "100%", blockSize: "100%", display: "grid", placeItems: "center" })
