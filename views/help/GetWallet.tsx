import { connectRows } from "../../src/connect/first-paint/state.ts"
import { helpPages, offeredToNewcomers, sourcesOf } from "../../src/help/model.ts"
import { goTo } from "../../src/navigation/opening/flows.ts"
import { walletLists } from "../../src/wallets/first-paint/limits.ts"
import type { Wallet as Described } from "../../src/wallets/first-paint/model/wallet.ts"
import { wallets } from "../../src/wallets/first-paint/state/wallets.ts"
import { refreshWallets } from "../../src/wallets/opening/flows.ts"
import help from "../locales/en/help.json" with { type: "json" }
import { useModal, useSlice, useTask, useText } from "../shared/first-paint/useModal.ts"
import { useWalletImage } from "../shared/first-paint/useWalletImage.ts"
import { css } from "../styles/stitches.ts"
import { Icon } from "../ui/Icon.tsx"
import { Leave, Mail, Next, Wallet } from "../ui/icons.tsx"
import { WalletLogo } from "../ui/RemoteImage.tsx"
import { Row } from "../ui/Row.tsx"
import { RowGroup } from "../ui/RowGroup.tsx"
import { SkeletonRows } from "../ui/Skeleton.tsx"

/** List of wallets for visitors who have none, with a link to all wallets and, if a login is enabled, a row that leads to the logins. */
export function GetWallet() {
  const { options, run } = useModal()
  const text = useText({ help })
  const { featured, recommended, directory } = useSlice(wallets)
  const { ways } = useSlice(connectRows)()
  useTask(() => refreshWallets(), [])
  const offered = offeredToNewcomers(
    { featured: featured.value, custom: options.customWallets, recommended: recommended.value },
    walletLists.toGet,
  )
  const awaiting = offered.length === 0 && directory.value.status !== "failed" && directory.value.status !== "loaded"
  return (
    <div className={frame()} aria-busy={awaiting || undefined}>
      <RowGroup>
        {offered.map((wallet) => (
          <WalletToGet key={wallet.id} wallet={wallet} />
        ))}
        {awaiting && <SkeletonRows count={walletLists.toGet} />}
        {ways.value.methods.some((method) => method !== "wallet") && (
          <Row
            logo={<WalletLogo icon={<Icon of={Mail} />} name={text("createOne")} />}
            end={<Icon of={Next} mirrored />}
            onClick={() => run(goTo({ name: "Create" }))}
          >
            {text("createOne")}
          </Row>
        )}
        <Row
          logo={<WalletLogo icon={<Icon of={Wallet} />} name={text("exploreAll")} />}
          end={<Icon of={Leave} size={16} />}
          href={helpPages.explorer}
          data-wallet="all"
        >
          {text("exploreAll")}
        </Row>
      </RowGroup>
    </div>
  )
}

/**
 * Row that opens the wallet's download links. Links directly to the download if there is only one, and to the explorer
 * if there is none.
 */
function WalletToGet({ wallet }: { readonly wallet: Described }) {
  const { run } = useModal()
  const image = useWalletImage()
  const sources = sourcesOf(wallet)
  const only = sources.length > 1 ? undefined : (sources[0]?.href ?? helpPages.explorer)
  return (
    <Row
      logo={<WalletLogo src={image(wallet)} name={wallet.name} />}
      end={only ? <Icon of={Leave} size={16} /> : <Icon of={Next} mirrored />}
      href={only}
      data-wallet={wallet.id}
      onClick={() => only === undefined && run(goTo({ name: "Downloads", wallet: wallet.id }))}
    >
      {wallet.name}
    </Row>
  )
}

const frame = css({ padding: "0 8px 8px" })
