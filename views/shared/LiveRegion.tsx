import { type ReactNode, useEffect, useState } from "react"
import { css } from "../styles/stitches.ts"
import { useModal } from "./first-paint/useModal.ts"

/**
 * Live region that announces even its initial content, which it exposes only once the region itself is in the page.
 * `urgent` interrupts what is being read, and is only for errors (WCAG 4.1.3).
 */
export function LiveRegion(props: LiveRegionProps) {
  return <Region key={String(props.urgent)} {...props} />
}

function Region({ urgent = false, className, children }: LiveRegionProps) {
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

/** Visually hidden live region for changes that are visible elsewhere. Render it before it has content. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return (
    <p role="status" className={unseen()}>
      {children}
    </p>
  )
}

interface LiveRegionProps {
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
