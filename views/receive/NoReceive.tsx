import { receive } from "../messages/en/receive.ts"
import { Doorway } from "../ui/Doorway.tsx"
import { Wallet } from "../ui/icons.tsx"
import { useText } from "../useModal.ts"

/** There is no address to send to, or the site does not want it shown. */
export function NoReceive() {
  const text = useText(receive)
  return (
    <Doorway icon={Wallet} heading={text("noReceive")}>
      {text("noReceiveHint")}
    </Doorway>
  )
}
