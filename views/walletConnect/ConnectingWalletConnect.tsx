import { useId, useLayoutEffect, useMemo, useState } from "react"
import { connecting } from "../../src/connections/first-paint/state.ts"
import { isRejectedByWallet } from "../../src/connections/model/rejections.ts"
import { sourcesOf } from "../../src/help/model.ts"
import type { RouteOf } from "../../src/navigation/first-paint/model/routes.ts"
import { goBack, goTo } from "../../src/navigation/opening/flows.ts"
import { connectViaRelay, openInOtherTab } from "../../src/walletConnect/flows/appLinks.ts"
import { walletLink } from "../../src/walletConnect/model/links.ts"
import { pairing } from "../../src/walletConnect/opening/state.ts"
import { connectorOf } from "../../src/wallets/first-paint/model/connector.ts"
import type { Wallet } from "../../src/wallets/first-paint/model/wallet.ts"
import { wallets } from "../../src/wallets/first-paint/state/wallets.ts"
import { type Platform, platformsOf } from "../../src/wallets/model/platforms.ts"
import connect from "../locales/en/connect.json" with { type: "json" }
import titles from "../locales/en/titles.json" with { type: "json" }
import type { KeyOf } from "../locales/messages.ts"
import { Attempt } from "../shared/Attempt.tsx"
import { CopyLink } from "../shared/CopyLink.tsx"
import { useModal, useSlice, useText } from "../shared/first-paint/useModal.ts"
import { useWalletImage } from "../shared/first-paint/useWalletImage.ts"
import { useAttempt } from "../shared/useAttempt.ts"
import { useReason } from "../shared/useReason.ts"
import { useWallet } from "../shared/useWallet.ts"
import { css } from "../styles/stitches.ts"
import { Button } from "../ui/Button.tsx"
import { Browser, Desktop, Leave, Mobile, Retry } from "../ui/icons.tsx"
import { Link } from "../ui/Link.tsx"
import { SegmentedControl } from "../ui/SegmentedControl.tsx"
import { MobileWallet, OpenInWalletBrowser } from "./MobileWallet.tsx"
import { Rejected } from "./Rejected.tsx"
import { ScanCode } from "./ScanCode.tsx"

/**
 * Connection attempt over WalletConnect: a QR code, a link to the wallet's app, site or in-app browser, or a note if none of these is
 * possible.
 */
export function ConnectingWalletConnect({ wallet: id, account }: RouteOf<"ConnectingWalletConnect">) {
  const text = useText({ connect, titles })
  const { installed, mobile } = useSlice(wallets)
  const { progress } = useSlice(connecting)
  const { handover, leaving, platform: shown } = useSlice(pairing)
  const wallet = useWallet(id)
  const [staying, stay] = useState<string>()
  const stays = staying === id
  const messages = { added: () => text("newWalletAdded"), linked: () => text("alreadyLinked") }
  const attempted = () => connectViaRelay(wallet, { stay: stays, account, messages })
  const { now, again: retry } = useAttempt(progress, attempted, `${id} ${stays}`)
  const here = wallet !== undefined && connectorOf(wallet, installed.value, mobile.value) !== undefined
  const platforms = useMemo(() => platformsOf(wallet, here, mobile.value), [wallet, here, mobile.value])
  const [chosen, choose] = useState<Platform>()
  const platform = chosen && platforms.includes(chosen) ? chosen : (platforms[0] ?? "qrcode")
  useLayoutEffect(() => {
    shown.value = platform
  }, [shown, platform])
  const panel = useId()
  // If the app did not open and its store link is known, getting the app is already the primary action.
  const gets = leaving.value?.status === "absent" && leaving.value.store !== undefined

  const failed = now.status === "failed" ? now.error : undefined
  if (failed && isRejectedByWallet(failed)) return <Rejected wallet={wallet} error={failed} retry={retry} />
  if (wallet && handover.value !== undefined && !stays)
    return (
      <div className={frame()}>
        <div className={body({ wide: true })}>
          <OpenInWalletBrowser wallet={wallet} page={handover.value} stay={() => stay(id)} />
        </div>
        {!gets && <Downloads wallet={wallet} />}
      </div>
    )
  return (
    <div className={frame()}>
      {platforms.length > 1 && (
        <SegmentedControl
          name={text("walletConnect")}
          options={platforms.map((value) => ({ value, label: text(labels[value]), icon: marks[value] }))}
          value={platform}
          panel={panel}
          onChoose={choose}
        />
      )}
      <div
        id={panel}
        className={body({ wide: platform !== "qrcode" })}
        {...(platforms.length > 1 ? { role: "tabpanel" } : {})}
      >
        {platform === "qrcode" && <ScanCode wallet={wallet} failed={failed} retry={retry} />}
        {platform === "mobile" && wallet && <MobileWallet wallet={wallet} failed={failed} retry={retry} />}
        {(platform === "web" || platform === "desktop") && wallet && (
          <Elsewhere
            wallet={wallet}
            where={platform === "web" ? "webapp_link" : "desktop_link"}
            failed={failed}
            retry={retry}
          />
        )}
        {(platform === "unsupported" || platform === "browser") && wallet && <Missing wallet={wallet} />}
      </div>
      {wallet && !(gets && platform === "mobile") && <Downloads wallet={wallet} />}
    </div>
  )
}

/** Connection attempt with a wallet that opens in another tab or program. */
function Elsewhere({ wallet, where, failed, retry }: ElsewhereProps) {
  const { run } = useModal()
  const text = useText({ connect })
  const reason = useReason()
  const image = useWalletImage()
  const { code, given } = useSlice(pairing)
  const uri = given.value ?? code.value?.uri
  const { heading, hint } = places[where]
  return (
    <Attempt
      state={failed ? "declined" : "waiting"}
      urgent={failed !== undefined}
      wallet={wallet.name}
      picture={image(wallet)}
      heading={text(failed ? "failedIn" : heading, { wallet: wallet.name })}
      hint={failed ? text("failedHint", { reason: reason(failed) }) : text(hint)}
    >
      {failed ? (
        <Button kind="primary" icon={Retry} onClick={retry}>
          {text("tryAgain")}
        </Button>
      ) : (
        <Button
          kind="primary"
          icon={Leave}
          busy={uri === undefined}
          disabled={uri !== undefined && walletLink(wallet[where], uri) === undefined}
          onClick={() => run(openInOtherTab(wallet, where))}
        >
          {text("openWallet", { wallet: wallet.name })}
        </Button>
      )}
      <CopyLink uri={uri} />
    </Attempt>
  )
}

const places = {
  webapp_link: { heading: "openInTab", hint: "openInTabHint" },
  desktop_link: { heading: "continueInWallet", hint: "continueInWalletHint" },
} as const satisfies Record<ElsewhereProps["where"], object>

interface ElsewhereProps {
  readonly wallet: Wallet
  readonly where: "webapp_link" | "desktop_link"
  readonly failed: Error | undefined
  readonly retry: () => void
}

function Missing({ wallet }: { readonly wallet: Wallet }) {
  const { run } = useModal()
  const text = useText({ connect })
  const image = useWalletImage()
  return (
    <Attempt
      state="declined"
      wallet={wallet.name}
      picture={image(wallet)}
      heading={text("notDetected")}
      hint={text("notDetectedHint", { wallet: wallet.name })}
    >
      <Button kind="plain" quiet onClick={() => run(goBack())}>
        {text("anotherWallet")}
      </Button>
    </Attempt>
  )
}

function Downloads({ wallet }: { readonly wallet: Wallet }) {
  const { run } = useModal()
  const text = useText({ connect })
  if (sourcesOf(wallet).length === 0) return null
  const name = [...wallet.name].length > 12 ? `${[...wallet.name].slice(0, 12).join("")}…` : wallet.name
  return (
    <div className={downloads()}>
      <span>{text("dontHave", { wallet: name })}</span>
      <Link onClick={() => run(goTo({ name: "Downloads", wallet: wallet.id }))}>{text("get")}</Link>
    </div>
  )
}

const labels: Record<Platform, KeyOf<"connect">> = {
  browser: "browser",
  mobile: "mobile",
  qrcode: "mobile",
  web: "web",
  desktop: "desktop",
  unsupported: "browser",
}
const marks = { browser: Browser, mobile: Mobile, qrcode: Mobile, web: Leave, desktop: Desktop, unsupported: Browser }

const frame = css({ display: "flex", flexDirection: "column", gap: "16px", padding: "0 8px 8px" })
// `Attempt` has its own inline padding.
const body = css({
  display: "flex",
  flexDirection: "column",
  variants: { wide: { true: { marginInline: "-8px" } } },
})
const downloads = css({
  display: "flex",
  justifyContent: "space-between",
  alignItems: "center",
  gap: "12px",
  padding: "0 12px 8px",
  color: "var(--po-text-2)",
  "& > span": { unicodeBidi: "plaintext" },
})
