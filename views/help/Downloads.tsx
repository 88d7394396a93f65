import { safeLink } from "../../src/core/first-paint/safeUrl.ts"
import { helpPages, type Source, sourcesOf } from "../../src/help/model.ts"
import type { RouteOf } from "../../src/navigation/first-paint/model/routes.ts"
import { walletLists } from "../../src/wallets/first-paint/limits.ts"
import type { Wallet as Described } from "../../src/wallets/first-paint/model/wallet.ts"
import { wallets } from "../../src/wallets/first-paint/state/wallets.ts"
import { refreshWallets } from "../../src/wallets/opening/flows.ts"
import help from "../locales/en/help.json" with { type: "json" }
import type { KeyOf } from "../locales/messages.ts"
import { useSlice, useTask, useText } from "../shared/first-paint/useModal.ts"
import { useWallet } from "../shared/useWallet.ts"
import { css } from "../styles/stitches.ts"
import { Button } from "../ui/Button.tsx"
import { EmptyState } from "../ui/EmptyState.tsx"
import { type Drawing, Icon } from "../ui/Icon.tsx"
import { Browser, Leave, Mobile, Wallet, Wide } from "../ui/icons.tsx"
import { WalletLogo } from "../ui/RemoteImage.tsx"
import { Row } from "../ui/Row.tsx"
import { RowGroup } from "../ui/RowGroup.tsx"
import { SkeletonRows } from "../ui/Skeleton.tsx"

/** Download links of a wallet. Each opens in a new window. */
export function Downloads({ wallet: id }: RouteOf<"Downloads">) {
  const wallet = useWallet(id)
  return <div className={frame()}>{wallet ? <Sources wallet={wallet} /> : <Unknown />}</div>
}

function Sources({ wallet }: { readonly wallet: Described }) {
  const text = useText({ help })
  const sources = sourcesOf(wallet).filter(({ href }) => safeLink(href) !== undefined)
  if (sources.length === 0) return <Nowhere />
  return (
    <RowGroup>
      {sources.map(({ source, href }) => (
        <Row
          key={source}
          logo={<WalletLogo icon={<Icon of={marks[source]} />} name={text(labels[source])} />}
          end={<Icon of={Leave} size={16} />}
          href={href}
        >
          {text(labels[source])}
        </Row>
      ))}
    </RowGroup>
  )
}

/** Placeholder for a wallet that is not known yet. Loads the directory, which may list the wallet. */
function Unknown() {
  const { directory } = useSlice(wallets)
  useTask(() => refreshWallets(), [])
  if (directory.value.status === "failed" || directory.value.status === "loaded") return <Nowhere />
  return (
    <div aria-busy="true">
      <RowGroup>
        <SkeletonRows count={walletLists.toGet} />
      </RowGroup>
    </div>
  )
}

function Nowhere() {
  const text = useText({ help })
  return (
    <div className={frame()}>
      <EmptyState
        icon={Wallet}
        heading={text("noDownloads")}
        actions={
          <Button icon={Leave} href={helpPages.explorer}>
            {text("exploreAll")}
          </Button>
        }
      >
        {text("noDownloadsHint")}
      </EmptyState>
    </div>
  )
}

const labels: Record<Source, KeyOf<"help">> = {
  chrome: "chromeExtension",
  ios: "iosApp",
  android: "androidApp",
  website: "website",
}

const marks: Record<Source, Drawing> = { chrome: Browser, ios: Mobile, android: Mobile, website: Wide }

const frame = css({ padding: "0 8px 8px" })
