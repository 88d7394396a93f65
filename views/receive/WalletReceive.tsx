import { useMemo } from "react"
import { copyAddress, keepAccount } from "../../src/account/flows.ts"
import { isTestAccount } from "../../src/account/model/testAccounts.ts"
import { truncateAddress } from "../../src/core/truncate.ts"
import { goTo } from "../../src/navigation/opening/flows.ts"
import account from "../locales/en/account.json" with { type: "json" }
import receive from "../locales/en/receive.json" with { type: "json" }
import { useModal, useTask, useText } from "../shared/first-paint/useModal.ts"
import { useNetworkImages } from "../shared/useNetworkImage.ts"
import { css } from "../styles/stitches.ts"
import { ShortAddress, WholeAddress } from "../ui/Address.tsx"
import { Avatar } from "../ui/Avatar.tsx"
import { Button } from "../ui/Button.tsx"
import { Callout } from "../ui/Callout.tsx"
import { encodeQr } from "../ui/encodeQr.ts"
import { Icon } from "../ui/Icon.tsx"
import { Copy, Next, Note as NoteMark } from "../ui/icons.tsx"
import { LogoGrid } from "../ui/LogoGrid.tsx"
import { QrCode } from "../ui/QrCode.tsx"
import { Row } from "../ui/Row.tsx"
import { RowGroup } from "../ui/RowGroup.tsx"
import { NoAddress } from "./NoAddress.tsx"
import { useReceiveAddress } from "./useReceiveAddress.ts"

/** The account's address, as a QR code and as text to copy, and the networks that it works on. */
export function WalletReceive() {
  const { run } = useModal()
  const text = useText({ receive, account })
  const receiving = useReceiveAddress()
  const imageOf = useNetworkImages()
  const { address, network } = receiving ?? {}
  const modules = useMemo(() => (address === undefined ? undefined : encodeQr(address, false)), [address])
  useTask(keepAccount, [address, network?.caipNetworkId])
  if (!receiving) return <NoAddress />

  const { networks, known } = receiving
  const several = networks.length > 1
  return (
    <div className={frame()}>
      <div className={who()}>
        <Avatar address={receiving.address} src={known?.avatar} size={24} />
        {known?.name ? (
          <bdi className={name()}>{known.name}</bdi>
        ) : (
          <ShortAddress>{truncateAddress(receiving.address)}</ShortAddress>
        )}
      </div>
      <QrCode
        name={text("codeOfAddress")}
        modules={modules}
        logo={<Avatar address={receiving.address} src={known?.avatar} size={52} />}
      />
      <div className={whole()}>
        <WholeAddress address={receiving.address} />
      </div>
      {isTestAccount(receiving.address) && <Callout icon={NoteMark}>{text("testAccount")}</Callout>}
      <Button
        kind="primary"
        icon={Copy}
        onClick={() =>
          run(copyAddress(receiving.address, { copied: () => text("addressCopied"), failed: () => text("copyFailed") }))
        }
      >
        {text("copyAddress")}
      </Button>
      <RowGroup>
        <Row
          logo={<LogoGrid of={networks.map((one) => ({ src: imageOf(one), name: one.name }))} />}
          second={text(several ? "onlyFromThese" : "onlyFromThis")}
          end={<Icon of={Next} size={18} mirrored />}
          data-action="networks"
          onClick={() => run(goTo({ name: "WalletCompatibleNetworks" }))}
        >
          {several
            ? text("worksOn", { count: networks.length })
            : text("worksOnOne", { network: receiving.network.name })}
        </Row>
      </RowGroup>
    </div>
  )
}

const frame = css({ display: "flex", flexDirection: "column", gap: "8px", padding: "0 8px 8px" })
const who = css({
  type: "label",
  round: 2.5,
  display: "flex",
  alignItems: "center",
  gap: "8px",
  alignSelf: "center",
  maxInlineSize: "100%",
  minBlockSize: "40px",
  paddingInline: "8px 10px",
  background: "var(--po-raised)",
})
const name = css({ minInlineSize: 0, overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" })
const whole = css({ display: "grid", justifyContent: "center", padding: "12px 0 8px" })
