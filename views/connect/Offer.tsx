import { findConnector } from "../../src/domain/wallets.ts"
import { acceptOffer } from "../../src/flows/offers.ts"
import { connecting } from "../../src/state/connecting.ts"
import { wallets } from "../../src/state/wallets.ts"
import { Icon } from "../ui/Icon.tsx"
import { Next } from "../ui/icons.tsx"
import { WalletLogo } from "../ui/Picture.tsx"
import { Row } from "../ui/Row.tsx"
import { Surface } from "../ui/Surface.tsx"
import { useModal, useSlice } from "../useModal.ts"
import { useWalletImage } from "../useWalletImage.ts"

/** An approval that came after the visitor had left: offered, never taken for granted. */
export function Offer() {
  const { text, run } = useModal()
  const { offered } = useSlice(connecting)
  const { installed } = useSlice(wallets)
  const image = useWalletImage()
  const connection = offered.value
  if (!connection) return null
  const connector = findConnector(installed.value, connection.connectorId, connection.namespace)
  const wallet = connector?.name ?? connection.connectorId
  return (
    <Surface>
      <Row
        logo={<WalletLogo src={image({ ...connector, connectorId: connection.connectorId })} name={wallet} />}
        second={text("lateApproval", { wallet })}
        end={<Icon of={Next} mirrored />}
        data-offer={connection.connectorId}
        onClick={() => run(acceptOffer())}
      >
        {text("continueWith", { wallet })}
      </Row>
    </Surface>
  )
}
