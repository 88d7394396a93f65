import { connecting } from "../../src/connections/first-paint/state.ts"
import { isRejectedByWallet } from "../../src/connections/model/rejections.ts"
import { goTo } from "../../src/navigation/opening/flows.ts"
import { pair } from "../../src/walletConnect/operations.ts"
import { wallets } from "../../src/wallets/first-paint/state/wallets.ts"
import { useModal, useSlice } from "../shared/first-paint/useModal.ts"
import { useAttempt } from "../shared/useAttempt.ts"
import { css } from "../styles/stitches.ts"
import { Icon } from "../ui/Icon.tsx"
import { Next, Wallet } from "../ui/icons.tsx"
import { WalletLogo } from "../ui/RemoteImage.tsx"
import { Row } from "../ui/Row.tsx"
import { RowGroup } from "../ui/RowGroup.tsx"
import { AllWallets } from "../wallets/AllWallets.tsx"
import { Rejected } from "./Rejected.tsx"
import { ScanCode } from "./ScanCode.tsx"

/** Connect view of basic mode and manual control: a QR code and a link to all wallets. On phones, shows the wallets themselves. */
export function ConnectingWalletConnectBasic() {
  const { run, text } = useModal()
  const { mobile } = useSlice(wallets)
  const { progress } = useSlice(connecting)
  const { now, again } = useAttempt(progress, () => (mobile.value ? undefined : pair()), mobile.value)
  const failed = now.status === "failed" ? now.error : undefined
  if (mobile.value) return <AllWallets name="AllWallets" />
  return (
    <div className={frame()}>
      {failed && isRejectedByWallet(failed) ? (
        <Rejected wallet={undefined} error={failed} retry={again} />
      ) : (
        <ScanCode wallet={undefined} failed={failed} retry={again} />
      )}
      <RowGroup>
        <Row
          logo={<WalletLogo icon={<Icon of={Wallet} />} name={text("allWallets")} />}
          end={<Icon of={Next} mirrored />}
          data-wallet="all"
          onClick={() => run(goTo({ name: "AllWallets" }))}
        >
          {text("allWallets")}
        </Row>
      </RowGroup>
    </div>
  )
}

const frame = css({ display: "flex", flexDirection: "column", gap: "16px", padding: "0 8px 8px" })
