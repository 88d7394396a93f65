import { Badged } from "./BadgedPicture.tsx"
import { Picture, type Pictured } from "./RemoteImage.tsx"

/** Round token icon with its network's icon at the lower end corner. */
export function Coin({
  network,
  ...picture
}: Pictured & { readonly size?: 28 | 40; readonly network?: Pictured | undefined }) {
  return (
    <Badged badge={network}>
      <Picture size={40} {...picture} round />
    </Badged>
  )
}
