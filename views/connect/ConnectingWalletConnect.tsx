import { useComputed, useSignal } from "@preact/signals-react"
import { useEffect, useId, useMemo, useState } from "react"
import { sourcesOf } from "../../src/domain/help.ts"
import { pairing as limits, patience } from "../../src/domain/limits.ts"
import { mobileLink, universalLink } from "../../src/domain/links.ts"
import { byWallet } from "../../src/domain/refusals.ts"
import type { RouteOf } from "../../src/domain/route.ts"
import { connectorOf, type Platform, platformsOf, type Wallet } from "../../src/domain/wallets.ts"
import { goBack, goTo } from "../../src/flows/open.ts"
import { copyCode, openWallet, pair } from "../../src/flows/relay.ts"
import { connecting } from "../../src/state/connecting.ts"
import { pairing } from "../../src/state/pairing.ts"
import { wallets } from "../../src/state/wallets.ts"
import type { MessageKey } from "../messages/en.ts"
import { css } from "../styles/stitches.ts"
import { Button } from "../ui/Button.tsx"
import { encodeQr } from "../ui/encodeQr.ts"
import { Browser, Copy, Desktop, Done, Leave, Mobile, Retry } from "../ui/icons.tsx"
import { Link } from "../ui/Link.tsx"
import { Picture } from "../ui/Picture.tsx"
import { QrCode } from "../ui/QrCode.tsx"
import { Segments } from "../ui/Segments.tsx"
import { Heading, Sentence } from "../ui/Text.tsx"
import { useAttempt } from "../useAttempt.ts"
import { useModal, useSlice } from "../useModal.ts"
import { useWallet } from "../useWallet.ts"
import { useWalletImage } from "../useWalletImage.ts"
import { Attempt } from "./Attempt.tsx"
import { Refused } from "./Refused.tsx"

/** Connecting over the relay: a code to scan, a link to the app, and what stands in when there is none. */
export function ConnectingWalletConnect({ wallet: id }: RouteOf<"ConnectingWalletConnect">) {
  const { text } = useModal()
  const { installed, mobile } = useSlice(wallets)
  const { progress } = useSlice(connecting)
  const { now, again: retry } = useAttempt(progress, () => pair(), id)
  const wallet = useWallet(id)
  const here = wallet !== undefined && connectorOf(wallet, installed.value, mobile.value) !== undefined
  const platforms = useMemo(() => platformsOf(wallet, here, mobile.value), [wallet, here, mobile.value])
  const [chosen, choose] = useState<Platform>()
  const platform = chosen && platforms.includes(chosen) ? chosen : (platforms[0] ?? "qrcode")
  const panel = useId()

  const failed = now.is === "failed" ? now.error : undefined
  if (failed && byWallet(failed)) return <Refused wallet={wallet} error={failed} retry={retry} />
  return (
    <div className={frame()}>
      {platforms.length > 1 && (
        <Segments
          name={text("walletConnect")}
          options={platforms.map((value) => ({ value, label: text(labels[value]), icon: marks[value] }))}
          value={platform}
          panel={panel}
          onChoose={choose}
        />
      )}
      <div id={panel} className={body()} {...(platforms.length > 1 ? { role: "tabpanel" } : {})}>
        {platform === "qrcode" && <Scan wallet={wallet} failed={failed} retry={retry} />}
        {platform === "mobile" && wallet && <App wallet={wallet} failed={failed} retry={retry} />}
        {(platform === "web" || platform === "desktop") && wallet && (
          <Elsewhere
            wallet={wallet}
            href={platform === "web" ? wallet.webapp_link : wallet.desktop_link}
            failed={failed}
            retry={retry}
          />
        )}
        {(platform === "unsupported" || platform === "browser") && wallet && <Missing wallet={wallet} />}
      </div>
      {wallet && sourcesOf(wallet).length > 0 && <Downloads wallet={wallet} />}
    </div>
  )
}

/** The code on its plate, its life in a ring, in figures and in words. */
export function Scan({
  wallet,
  failed,
  retry,
}: {
  readonly wallet: Wallet | undefined
  readonly failed: Error | undefined
  readonly retry: () => void
}) {
  const { core, text } = useModal()
  const image = useWalletImage()
  const { code, given } = useSlice(pairing)
  const name = wallet?.name ?? text("walletConnect")
  const uri = given.value ?? code.value?.uri
  const modules = useMemo(() => (uri === undefined ? undefined : encodeQr(uri, true)), [uri])
  const { left, time } = useCountdown()

  if (failed || (!core.online.value && uri === undefined))
    return (
      <div className={centred()}>
        <QrCode name={text("noCode")} modules={undefined} faded>
          <Again onClick={retry} />
        </QrCode>
        <div role="alert" className={words()}>
          <Heading size="small" center>
            {text("noCode")}
          </Heading>
          <Sentence center>
            {core.online.value ? text("noCodeHint", { reason: failed?.message ?? "" }) : text("noCodeOffline")}
          </Sentence>
        </div>
      </div>
    )
  return (
    <div className={centred()}>
      <QrCode
        name={uri === undefined ? text("preparingCode") : text("codeFor", { wallet: name })}
        modules={modules}
        left={left}
        logo={wallet ? <Picture src={image(wallet)} name={wallet.name} fill /> : undefined}
      />
      <div className={words()}>
        <Heading size="small" center>
          {text("scanWith")}
        </Heading>
        <Sentence center>{uri === undefined ? text("preparingCode") : time}</Sentence>
      </div>
      <CopyLink uri={uri} />
    </div>
  )
}

/** A wallet that is reached by a link, and what became of the code for it. */
interface LinkedProps {
  readonly wallet: Wallet
  readonly failed: Error | undefined
  readonly retry: () => void
}

/** On a phone: the app opens by itself as soon as there is a code, and again on request. */
function App({ wallet, failed, retry }: LinkedProps) {
  const { run, text } = useModal()
  const image = useWalletImage()
  const { code, given } = useSlice(pairing)
  const uri = given.value ?? code.value?.uri
  const { name } = wallet
  const href =
    uri === undefined ? undefined : (mobileLink(wallet.mobile_link, uri) ?? universalLink(wallet.link_mode, uri))
  const leave = () => (href === undefined ? undefined : run(openWallet({ href, name }, "self")))
  useEffect(() => void leave(), [href])

  const broken = uri !== undefined && href === undefined
  return (
    <Attempt
      state={failed || broken ? "declined" : "waiting"}
      wallet={name}
      picture={image(wallet)}
      heading={text(failed ? "failedIn" : broken ? "linkBroken" : "continueInWallet", { wallet: name })}
      hint={text(failed ? "failedHint" : broken ? "linkBrokenHint" : "continueInWalletHint", {
        reason: failed?.message ?? "",
      })}
    >
      {failed ? (
        <Again onClick={retry} />
      ) : (
        <Button kind="primary" busy={uri === undefined} disabled={broken} onClick={leave}>
          {text("openWallet", { wallet: name })}
        </Button>
      )}
      <CopyLink uri={uri} />
    </Attempt>
  )
}

/** A wallet that lives in another tab or program. */
function Elsewhere({ wallet, href, failed, retry }: LinkedProps & { readonly href: string | undefined }) {
  const { run, text } = useModal()
  const image = useWalletImage()
  const { code, given } = useSlice(pairing)
  const uri = given.value ?? code.value?.uri
  const target = uri === undefined ? undefined : (universalLink(href, uri) ?? mobileLink(href, uri))
  return (
    <Attempt
      state={failed ? "declined" : "waiting"}
      wallet={wallet.name}
      picture={image(wallet)}
      heading={text(failed ? "failedIn" : "openInTab", { wallet: wallet.name })}
      hint={failed ? text("failedHint", { reason: failed.message }) : text("openInTabHint")}
    >
      {failed ? (
        <Again onClick={retry} />
      ) : (
        <Button
          kind="primary"
          icon={Leave}
          busy={uri === undefined}
          disabled={uri !== undefined && target === undefined}
          onClick={() => target && run(openWallet({ href: target, name: wallet.name }, "blank"))}
        >
          {text("openWallet", { wallet: wallet.name })}
        </Button>
      )}
      <CopyLink uri={uri} />
    </Attempt>
  )
}

function Again({ onClick }: { readonly onClick: () => void }) {
  const { text } = useModal()
  return (
    <Button kind="primary" icon={Retry} onClick={onClick}>
      {text("tryAgain")}
    </Button>
  )
}

function Missing({ wallet }: { readonly wallet: Wallet }) {
  const { run, text } = useModal()
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

/** Copies the code; the button says for two seconds that it did. */
function CopyLink({ uri }: { readonly uri: string | undefined }) {
  const { run, text } = useModal()
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(false), patience.copied)
    return () => clearTimeout(timer)
  }, [done])
  return (
    <Button
      icon={done ? Done : Copy}
      disabled={uri === undefined}
      onClick={() => {
        if (uri === undefined) return
        run(copyCode(uri, { copied: text("linkCopied"), failed: text("copyFailed") }))
        setDone(true)
      }}
    >
      {text(done ? "linkCopied" : "copyLink")}
    </Button>
  )
}

function Downloads({ wallet }: { readonly wallet: Wallet }) {
  const { run, text } = useModal()
  const name = [...wallet.name].length > 12 ? `${[...wallet.name].slice(0, 12).join("")}…` : wallet.name
  return (
    <div className={downloads()}>
      <span>{text("dontHave", { wallet: name })}</span>
      <Link onClick={() => run(goTo({ name: "Downloads", wallet: wallet.id }))}>{text("get")}</Link>
    </div>
  )
}

/** What is left of the code's life, as a share and in minutes and seconds. It ticks once a second. */
const useCountdown = () => {
  const { text } = useModal()
  const { code } = useSlice(pairing)
  const now = useSignal(Date.now())
  useEffect(() => {
    const timer = setInterval(() => {
      now.value = Date.now()
    }, 1_000)
    return () => clearInterval(timer)
  }, [now])
  const rest = useComputed(() => {
    const until = code.value?.expiresAt ?? now.value + limits.lifetime
    return Math.min(limits.lifetime, Math.max(0, until - now.value))
  })
  const left = useComputed(() => rest.value / limits.lifetime)
  const time = useComputed(() => {
    const seconds = Math.ceil(rest.value / 1_000)
    return text("codeExpires", { time: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` })
  })
  return { left, time }
}

const labels: Record<Platform, MessageKey> = {
  browser: "browser",
  mobile: "mobile",
  qrcode: "mobile",
  web: "web",
  desktop: "desktop",
  unsupported: "browser",
}
const marks = { browser: Browser, mobile: Mobile, qrcode: Mobile, web: Leave, desktop: Desktop, unsupported: Browser }

const frame = css({ display: "flex", flexDirection: "column", gap: "16px", padding: "0 8px 8px" })
const body = css({ display: "flex", flexDirection: "column" })
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
const downloads = css({
  display: "flex",
  justifyContent: "space-between",
  alignItems: "center",
  gap: "12px",
  padding: "0 12px 8px",
  color: "var(--po-text-2)",
  "& > span": { unicodeBidi: "plaintext" },
})
