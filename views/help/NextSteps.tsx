import { safeLink } from "../../src/core/first-paint/safeUrl.ts"
import { type Source, sourcesOf } from "../../src/help/model.ts"
import help from "../locales/en/help.json" with { type: "json" }
import titles from "../locales/en/titles.json" with { type: "json" }
import type { KeyOf } from "../locales/messages.ts"
import { useText } from "../shared/first-paint/useModal.ts"
import { useWallet } from "../shared/useWallet.ts"
import { css } from "../styles/stitches.ts"
import { Link } from "../ui/Link.tsx"
import { Heading } from "../ui/Text.tsx"
import { HelpPicture } from "./HelpPicture.tsx"

/** Next steps for a visitor who connects a wallet or logs in, and links to get the wallet. */
export function NextSteps({ steps, walletId }: NextStepsProps) {
  const text = useText({ help, titles })
  const wallet = useWallet(walletId)
  const sources = wallet ? sourcesOf(wallet).filter(({ href }) => safeLink(href) !== undefined) : []
  return (
    <>
      <HelpPicture />
      <Heading>{text("nextSteps")}</Heading>
      <ol className={list()}>
        {steps.map((step) => (
          <li key={step} className={line()}>
            {text(step)}
          </li>
        ))}
      </ol>
      {wallet && sources.length > 0 && (
        <div className={places()}>
          <p className={head()}>{text("getWallet", { wallet: wallet.name })}</p>
          {sources.map(({ source, href }) => (
            <Link key={source} href={href}>
              {text(labels[source])}
            </Link>
          ))}
        </div>
      )}
    </>
  )
}

interface NextStepsProps {
  /** Messages of the steps, in order. */
  readonly steps: readonly KeyOf<"help">[]
  readonly walletId: string | undefined
}

const labels = {
  chrome: "chromeExtension",
  ios: "iosApp",
  android: "androidApp",
  website: "website",
} as const satisfies Record<Source, KeyOf<"help">>

const list = css({
  counterReset: "step",
  listStyle: "none",
  margin: 0,
  padding: 0,
  display: "flex",
  flexDirection: "column",
  gap: "12px",
})

const line = css({
  type: "body",
  counterIncrement: "step",
  display: "flex",
  gap: "12px",
  color: "var(--po-text-2)",
  "&::before": {
    content: "counter(step)",
    type: "captionHead",
    flex: "none",
    square: 24,
    display: "grid",
    placeItems: "center",
    borderRadius: "50%",
    background: "var(--po-accent-tint)",
    color: "var(--po-accent-text)",
  },
})

const places = css({
  display: "flex",
  flexWrap: "wrap",
  gap: "12px 16px",
  marginBlockStart: "auto",
  paddingBlockStart: "12px",
  borderBlockStart: "1px solid var(--po-line)",
})

const head = css({ type: "captionHead", inlineSize: "100%", color: "var(--po-text-2)" })
