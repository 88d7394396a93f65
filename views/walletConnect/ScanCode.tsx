import { useComputed } from "@preact/signals-react"
import { useMemo } from "react"
import { formatRemaining, formatSeconds } from "../../src/core/dates.ts"
import { second } from "../../src/core/first-paint/limits.ts"
import { pairing as limits } from "../../src/walletConnect/limits.ts"
import { codeExpiry } from "../../src/walletConnect/model/links.ts"
import { pairing } from "../../src/walletConnect/opening/state.ts"
import type { Wallet } from "../../src/wallets/first-paint/model/wallet.ts"
import connect from "../locales/en/connect.json" with { type: "json" }
import titles from "../locales/en/titles.json" with { type: "json" }
import { CopyLink } from "../shared/CopyLink.tsx"
import { useModal, useSlice, useText } from "../shared/first-paint/useModal.ts"
import { useWalletImage } from "../shared/first-paint/useWalletImage.ts"
import { VisuallyHidden } from "../shared/LiveRegion.tsx"
import { useNow } from "../shared/useNow.ts"
import { useReason } from "../shared/useReason.ts"
import { css } from "../styles/stitches.ts"
import { Button } from "../ui/Button.tsx"
import { encodeQr } from "../ui/encodeQr.ts"
import { Retry } from "../ui/icons.tsx"
import { QrCode } from "../ui/QrCode.tsx"
import { RemoteImage } from "../ui/RemoteImage.tsx"
import { Heading, Sentence } from "../ui/Text.tsx"

/**
 * QR code with its remaining lifetime as a ring and as text. The lifetime of a URI from the site is read from the URI.
 */
export function ScanCode({ wallet, failed, retry }: ScanProps) {
  const { core } = useModal()
  const text = useText({ connect, titles })
  const reason = useReason()
  const image = useWalletImage()
  const { code, given } = useSlice(pairing)
  const uri = given.value ?? code.value?.uri
  const modules = useMemo(() => (uri === undefined ? undefined : encodeQr(uri, true)), [uri])
  const { left, time, over, warning } = useCountdown()

  if (failed || (!core.online.value && uri === undefined))
    return (
      <div className={centred()}>
        <QrCode name={text("noCode")} modules={undefined} faded>
          <Button kind="primary" icon={Retry} onClick={retry}>
            {text("tryAgain")}
          </Button>
        </QrCode>
        <div role="alert" className={words()}>
          <Heading size="small" center>
            {text("noCode")}
          </Heading>
          <Sentence center>
            {core.online.value ? text("noCodeHint", { reason: reason(failed) }) : text("noCodeOffline")}
          </Sentence>
        </div>
      </div>
    )
  if (over)
    return (
      <div className={centred()}>
        <QrCode name={text("codeOver")} modules={modules} faded />
        <div role="alert" className={words()}>
          <Heading size="small" center>
            {text("codeOver")}
          </Heading>
          <Sentence center>{text("codeOverHint")}</Sentence>
        </div>
      </div>
    )
  return (
    <div className={centred()}>
      <QrCode
        name={
          uri === undefined ? text("preparingCode") : text("codeFor", { wallet: wallet?.name ?? text("walletConnect") })
        }
        modules={modules}
        left={left}
        logo={wallet ? <RemoteImage src={image(wallet)} name={wallet.name} fill /> : undefined}
      />
      <div className={words()}>
        <Heading size="small" center>
          {text("scanWith")}
        </Heading>
        <Sentence center>{uri === undefined ? text("preparingCode") : time}</Sentence>
        <VisuallyHidden>{warning}</VisuallyHidden>
      </div>
      <CopyLink uri={uri} />
    </div>
  )
}

interface ScanProps {
  /** Wallet that is to scan the code. `undefined` if any wallet may scan it. */
  readonly wallet: Wallet | undefined
  readonly failed: Error | undefined
  readonly retry: () => void
}

/**
 * Returns the remaining lifetime of the QR code as a fraction and as text, whether the code has expired, and a warning
 * that is announced once before expiry. Updates every second.
 */
const useCountdown = () => {
  const { core } = useModal()
  const text = useText({ connect })
  const { code, given } = useSlice(pairing)
  const now = useNow()
  const own = given.value === undefined
  const end = own ? undefined : codeExpiry(given.value ?? "")
  const rest = useComputed(() => {
    const until = given.value === undefined ? code.value?.expiresAt : codeExpiry(given.value)
    return Math.min(limits.lifetime, Math.max(0, (until ?? now.value + limits.lifetime) - now.value))
  })
  const left = useComputed(() => rest.value / limits.lifetime)
  const time = useComputed(() => text("codeExpires", { time: formatRemaining(rest.value) }))
  const over = useComputed(() => given.value !== undefined && rest.value === 0).value
  const soon = useComputed(() => rest.value <= limits.warned).value
  const seconds = formatSeconds(limits.warned / second, core.locale.value)
  const warning = soon && !over ? text("codeExpires", { time: seconds }) : undefined
  // The site's URI may state no expiry.
  return own || end !== undefined
    ? { left, time, over, warning }
    : { left: undefined, time: text("scanAny"), over, warning: undefined }
}

const centred = css({
  display: "flex",
  flexDirection: "column",
  alignItems: "center",
  gap: "16px",
  "& > button": { alignSelf: "stretch" },
  "& > :last-child:not(button)": { paddingBlockEnd: "16px" },
})

const words = css({
  display: "flex",
  flexDirection: "column",
  gap: "2px",
  paddingInline: "12px",
  fontVariantNumeric: "tabular-nums",
})
