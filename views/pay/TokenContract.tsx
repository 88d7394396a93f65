import { type Payment, type PaymentAsset, wellKnown } from "../../src/pay/model.ts"
import pay from "../locales/en/pay.json" with { type: "json" }
import { useModal, useText } from "../shared/first-paint/useModal.ts"
import { WholeAddress } from "../ui/Address.tsx"
import { Callout } from "../ui/Callout.tsx"
import { Note as NoteMark } from "../ui/icons.tsx"
import { KeyValue } from "../ui/KeyValue.tsx"

/** Contract address of a token. Renders nothing if the token is well known or the modal does not offer its network. */
export function TokenContract({ asset }: { readonly asset: PaymentAsset }) {
  const { core } = useModal()
  const text = useText({ pay })
  const network = core.networks.value.find(({ caipNetworkId }) => caipNetworkId === asset.network)
  if (!network || wellKnown(asset, network)) return null
  return (
    <KeyValue name={text("contract")} whole>
      <WholeAddress address={asset.asset} />
    </KeyValue>
  )
}

/** Warning that the token's symbol comes only from the site. Renders nothing if the symbol is confirmed. */
export function SiteNamed({ payment }: { readonly payment: Payment }) {
  const text = useText({ pay })
  if (!payment.siteNamed) return null
  return <Callout icon={NoteMark}>{text("siteNamed", { asset: payment.paymentAsset.metadata.symbol })}</Callout>
}
