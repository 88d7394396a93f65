import { useEffect, useState } from "react"
import { openApp, openAppLinkOnce, openInWalletBrowser } from "../../src/walletConnect/flows/appLinks.ts"
import { type AppLinkProgress, pairing } from "../../src/walletConnect/opening/state.ts"
import type { Wallet } from "../../src/wallets/first-paint/model/wallet.ts"
import connect from "../locales/en/connect.json" with { type: "json" }
import titles from "../locales/en/titles.json" with { type: "json" }
import { Attempt } from "../shared/Attempt.tsx"
import { CopyLink } from "../shared/CopyLink.tsx"
import { useModal, useSlice, useText } from "../shared/first-paint/useModal.ts"
import { useWalletImage } from "../shared/first-paint/useWalletImage.ts"
import { useReason } from "../shared/useReason.ts"
import { css } from "../styles/stitches.ts"
import { Button } from "../ui/Button.tsx"
import { QrMark, Retry } from "../ui/icons.tsx"
import { ScanCode } from "./ScanCode.tsx"

/**
 * Connection attempt with a wallet's app on this phone. Opens the app once a pairing URI is ready, and again on
 * request. Offers alternatives if the app does not open.
 */
export function MobileWallet({ wallet, failed, retry }: PhoneWalletProps) {
  const { run } = useModal()
  const text = useText({ connect, titles })
  const reason = useReason()
  const image = useWalletImage()
  const { code, given, leaving } = useSlice(pairing)
  const [scanning, scan] = useState(false)
  const uri = given.value ?? code.value?.uri
  const open = () => run(openApp(wallet))
  // A renewed pairing URI does not open the app again.
  useEffect(() => void (uri !== undefined && run(openAppLinkOnce(wallet))), [uri])

  const { name } = wallet
  const now = leaving.value
  const opens = (
    <Button kind="primary" busy={uri === undefined} disabled={now?.status === "broken"} onClick={open}>
      {text("openWallet", { wallet: name })}
    </Button>
  )
  if (scanning)
    return (
      <div className={scanned()}>
        <ScanCode wallet={wallet} failed={failed} retry={retry} />
        {opens}
      </div>
    )
  if (failed)
    return (
      <Attempt
        urgent
        state="declined"
        wallet={name}
        picture={image(wallet)}
        heading={text("failedIn", { wallet: name })}
        hint={text("failedHint", { reason: reason(failed) })}
      >
        <Button kind="primary" icon={Retry} onClick={retry}>
          {text("tryAgain")}
        </Button>
        <CopyLink uri={uri} />
      </Attempt>
    )
  const { heading, hint } = sayings[now?.status ?? "opening"]
  const stuck = now?.status === "cancelled" || now?.status === "absent" || now?.status === "broken"
  return (
    <Attempt
      urgent={stuck && now?.status !== "cancelled"}
      state={stuck ? "declined" : "waiting"}
      wallet={name}
      picture={image(wallet)}
      heading={text(heading, { wallet: name })}
      hint={text(hint, { wallet: name })}
    >
      {now?.status === "absent" && now.store !== undefined ? (
        <>
          <Button kind="primary" href={now.store}>
            {text("getWallet", { wallet: name })}
          </Button>
          <Button icon={Retry} onClick={open}>
            {text("tryAgain")}
          </Button>
        </>
      ) : (
        opens
      )}
      {stuck && (
        <Button icon={QrMark} onClick={() => scan(true)}>
          {text("showCode")}
        </Button>
      )}
      <CopyLink uri={uri} />
    </Attempt>
  )
}

/**
 * View that offers to open this page in a wallet's in-app browser. If the wallet supports it, the visitor can connect from this page
 * instead.
 */
export function OpenInWalletBrowser({ wallet, page, stay }: HandoverProps) {
  const { run } = useModal()
  const text = useText({ connect, titles })
  const image = useWalletImage()
  const { leaving } = useSlice(pairing)
  const { name } = wallet
  const now = leaving.value
  const absent = now?.status === "absent"
  return (
    <Attempt
      urgent={absent}
      state={absent ? "declined" : "waiting"}
      wallet={name}
      picture={image(wallet)}
      heading={text(absent ? "notOpened" : "handover", { wallet: name })}
      hint={text(absent ? "notOpenedHint" : "handoverHint", { wallet: name })}
    >
      {now?.status === "absent" && now.store !== undefined && (
        <Button kind="primary" href={now.store}>
          {text("getWallet", { wallet: name })}
        </Button>
      )}
      <Button
        kind={absent && now.store !== undefined ? "secondary" : "primary"}
        onClick={() => run(openInWalletBrowser(wallet))}
      >
        {text("openWallet", { wallet: name })}
      </Button>
      {wallet.mobile_link && <Button onClick={stay}>{text("connectHere")}</Button>}
      <CopyLink uri={page} label={text("copyPage")} />
    </Attempt>
  )
}

interface PhoneWalletProps {
  readonly wallet: Wallet
  readonly failed: Error | undefined
  readonly retry: () => void
}

interface HandoverProps {
  readonly wallet: Wallet
  /** Link that opens this page in the wallet's browser. */
  readonly page: string
  /** Connects from this page instead. */
  readonly stay: () => void
}

const scanned = css({ display: "flex", flexDirection: "column", gap: "8px", paddingInline: "8px" })

const sayings = {
  opening: { heading: "continueInWallet", hint: "continueInWalletHint" },
  opened: { heading: "continueInWallet", hint: "continueInWalletHint" },
  cancelled: { heading: "stayed", hint: "stayedHint" },
  absent: { heading: "notOpened", hint: "notOpenedHint" },
  broken: { heading: "linkBroken", hint: "linkBrokenHint" },
} as const satisfies Record<AppLinkProgress["status"], object>
