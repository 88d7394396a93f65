import type { ReactNode } from "react"
import { css } from "../styles/stitches.ts"
import { ConnectionBeam } from "../ui/ConnectionBeam.tsx"
import { type Drawing, Icon } from "../ui/Icon.tsx"
import { Mobile, PictureMark } from "../ui/icons.tsx"
import { WalletLogo } from "../ui/RemoteImage.tsx"
import { Heading, Sentence } from "../ui/Text.tsx"
import { useModal } from "./first-paint/useModal.ts"
import { LiveRegion } from "./LiveRegion.tsx"

/**
 * State of an attempt, such as a connection or a payment: two logos under the animated beam, a heading, a hint and actions. Changes are
 * announced to screen readers.
 */
export function Attempt({ state, wallet, picture, mark, heading, hint, urgent, children }: AttemptProps) {
  const site = useModal().site()
  return (
    <div className={frame()}>
      <ConnectionBeam
        state={state}
        site={
          site.name || site.icon ? (
            <WalletLogo size={64} src={site.icon} name={site.name} />
          ) : (
            <WalletLogo size={64} icon={<Icon of={PictureMark} size={24} />} name={site.name} />
          )
        }
        wallet={
          mark ? (
            <WalletLogo size={64} icon={<Icon of={mark} size={24} />} name={wallet ?? ""} />
          ) : wallet === undefined ? (
            <WalletLogo size={64} icon={<Icon of={Mobile} size={24} />} name="" />
          ) : (
            <WalletLogo size={64} src={picture} name={wallet} />
          )
        }
      />
      <LiveRegion urgent={urgent} className={`${words()}`}>
        <Heading center>{heading}</Heading>
        <Sentence center>{hint}</Sentence>
      </LiveRegion>
      {children && <div className={ways()}>{children}</div>}
    </div>
  )
}

interface AttemptProps {
  readonly state: "waiting" | "declined" | "approved"
  /** Name of the wallet. `undefined` if any wallet on the visitor's phone may respond. */
  readonly wallet: string | undefined
  readonly picture?: string | undefined
  /** Icon to show instead of the picture. */
  readonly mark?: Drawing
  readonly heading: string
  readonly hint: string
  /**
   * Whether screen readers announce the state at once, as for a failure. Progress, success and the visitor's own
   * rejection are announced politely.
   */
  readonly urgent?: boolean
  readonly children?: ReactNode
}

const frame = css({ display: "flex", flexDirection: "column", alignItems: "center", padding: "16px 8px 8px" })

const words = css({
  display: "flex",
  flexDirection: "column",
  gap: "4px",
  padding: "20px 20px 24px",
})

const ways = css({ alignSelf: "stretch", display: "flex", flexDirection: "column", gap: "8px" })
