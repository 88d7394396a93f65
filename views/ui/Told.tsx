import { type ReactNode, useEffect, useState } from "react"
import { css } from "../styles/stitches.ts"
import { useModal } from "../useModal.ts"

/**
 * A live region that tells what it comes with too: its words reach a screen reader once the region itself has been there. `urgent` words,
 * which are those of errors alone (WCAG 4.1.3), are told as they come, in the place of what is being said.
 */
export function Told(props: ToldProps) {
  return <Region key={String(props.urgent)} {...props} />
}

function Region({ urgent = false, className, children }: ToldProps) {
  const { afterPaint } = useModal()
  const [noticed, notice] = useState(urgent)
  useEffect(() => afterPaint(() => notice(true)), [afterPaint])
  return (
    <div role={urgent ? "alert" : "status"}>
      <div className={className} aria-hidden={noticed ? undefined : true}>
        {children}
      </div>
    </div>
  )
}

/** A live region for what the eye finds elsewhere. It stands there before it has something to tell. */
export function Unseen({ children }: { readonly children: ReactNode }) {
  return (
    <p role="status" className={unseen()}>
      {children}
    </p>
  )
}

interface ToldProps {
  readonly urgent?: boolean | undefined
  readonly className?: string
  readonly children: ReactNode
}

const unseen = css({
  position: "absolute",
  inlineSize: "1px",
  blockSize: "1px",
  overflow: "hidden",
  clipPath: "inset(50%)",
})
