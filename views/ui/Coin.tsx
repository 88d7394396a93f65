import { Badged } from "./Badged.tsx"
import { Picture, type Pictured } from "./Picture.tsx"

/** A token, round, with the mark of its network at its lower end corner. */
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
