import { Suspense, useEffect, useState } from "react"
import { helpPanel as limits } from "../../src/help/limits.ts"
import type { Route, RouteName } from "../../src/navigation/first-paint/model/routes.ts"
import { pairing } from "../../src/walletConnect/opening/state.ts"
import type { Platform } from "../../src/wallets/model/platforms.ts"
import help from "../locales/en/help.json" with { type: "json" }
import titles from "../locales/en/titles.json" with { type: "json" }
import type { KeyOf } from "../locales/messages.ts"
import { lazyView } from "../shared/first-paint/lazyView.ts"
import { useModal, useSlice, useText } from "../shared/first-paint/useModal.ts"
import { css, keyframes } from "../styles/stitches.ts"
import { Button } from "../ui/Button.tsx"
import { Heading, Sentence } from "../ui/Text.tsx"
import { HelpPicture } from "./HelpPicture.tsx"

/**
 * Help beside the card: what a wallet is, or the next steps of a connection. Never moves the card. Renders nothing if the window is too
 * small, or if the modal is embedded in the page.
 */
export function HelpPanel({ route }: { readonly route: Route }) {
  const { options } = useModal()
  const wide = useWide()
  const text = useText({ help })
  const { platform } = useSlice(pairing)
  if (!wide || options.enableEmbedded) return null
  const steps = route.name === "ConnectingWalletConnect" ? stepsOn[platform.value ?? "qrcode"] : stepsOf[route.name]
  return (
    <section className={panel()} aria-label={text(steps ? "nextSteps" : "whatIsAWallet")} data-help="">
      {steps ? (
        <Suspense fallback={null}>
          <NextSteps steps={steps} walletId={route.name === "ConnectingWalletConnect" ? route.wallet : undefined} />
        </Suspense>
      ) : (
        <About />
      )}
    </section>
  )
}

/** Messages of the next steps beside a view. Beside other views, the panel explains wallets. */
const stepsOf: { readonly [View in RouteName]?: readonly KeyOf<"help">[] } = {
  ConnectingExternal: ["opensItself", "checkSite", "approveIt"],
  ConnectingSocial: ["loginWindow", "loginThere", "walletReady"],
  ConnectingFarcaster: ["loginScan", "walletReady"],
}

/** Messages of the next steps on each platform of a wallet. A wallet that is not in this browser has none. */
const stepsOn: { readonly [Way in Platform]?: readonly KeyOf<"help">[] } = {
  qrcode: ["onPhone", "scanIt", "approveIt"],
  mobile: ["opensApp", "checkSite", "approveIt"],
  web: ["opensTab", "checkSite", "approveIt"],
  desktop: ["opensApp", "checkSite", "approveIt"],
}

function About() {
  const { run } = useModal()
  const text = useText({ help, titles })
  return (
    <>
      <HelpPicture />
      <Heading>{text("whatIsAWallet")}</Heading>
      {(["walletHolds", "walletSignsIn"] as const).map((key) => (
        <div key={key}>
          <h3 className={head()}>{text(key)}</h3>
          <Sentence kind="caption">{text(`${key}Text`)}</Sentence>
        </div>
      ))}
      <span className={end()}>
        <Button
          size="small"
          onClick={() => run(async () => (await import("../../src/help/flows.ts")).showWalletsToGet())}
        >
          {text("getAWallet")}
        </Button>
      </span>
    </>
  )
}

/** Returns whether the window has room beside the card. */
const useWide = (): boolean => {
  const [list] = useState(() => matchMedia(`(min-width: ${limits.minWidth}px) and (min-height: ${limits.minHeight}px)`))
  const [wide, setWide] = useState(list.matches)
  useEffect(() => {
    const look = () => setWide(list.matches)
    list.addEventListener("change", look)
    return () => list.removeEventListener("change", look)
  }, [list])
  return wide
}

const NextSteps = lazyView(() => import("./NextSteps.tsx"), "NextSteps")

const arrive = keyframes({ from: { opacity: 0, transform: "translateX(calc(-8px * var(--po-dir)))" } })

const panel = css({
  round: 6,
  position: "absolute",
  insetBlockStart: 0,
  insetInlineStart: "calc(100% + 8px)",
  inlineSize: "280px",
  minBlockSize: "100%",
  boxSizing: "border-box",
  display: "flex",
  flexDirection: "column",
  gap: "12px",
  padding: "20px",
  background: "var(--po-card)",
  boxShadow: "0 0 0 1px var(--po-edge)",
  outline: "1px solid transparent",
  animation: `${arrive} 200ms var(--po-out)`,
  "@still": { animation: "none" },
})

const head = css({ type: "label", unicodeBidi: "plaintext", textAlign: "var(--po-start)" })
const end = css({ marginBlockStart: "auto", paddingBlockStart: "4px" })
