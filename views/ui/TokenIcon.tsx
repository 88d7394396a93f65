import { BadgedPicture } from "./BadgedPicture.tsx"
import { type Pictured, RemoteImage } from "./RemoteImage.tsx"

/** Round token icon with its network's icon at the lower end corner. */
export function TokenIcon({
  network,
  ...picture
}: Pictured & { readonly size?: 28 | 40; readonly network?: Pictured | undefined }) {
  return (
    <BadgedPicture badge={network}>
      <RemoteImage size={40} {...picture} round />
    </BadgedPicture>
  )
}
