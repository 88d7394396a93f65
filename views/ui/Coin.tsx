import { css } from "../styles/stitches.ts"
import { Picture, type Pictured } from "./Picture.tsx"

/** A token, round, with the mark of its network at its lower end corner. */
export function Coin({
  network,
  ...picture
}: Pictured & { readonly size?: 28 | 40; readonly network?: Pictured | undefined }) {
  return (
    <span className={coin()}>
      <Picture size={40} {...picture} round />
      {network && (
        <span className={badge()}>
          <Picture {...network} size={16} />
        </span>
      )}
    </span>
  )
}

const coin = css({ flex: "none", position: "relative", display: "block" })

const badge = css({
  position: "absolute",
  insetBlockEnd: "-3px",
  insetInlineEnd: "-3px",
  padding: "2px",
  round: 1.75,
  background: "var(--po-under)",
})
