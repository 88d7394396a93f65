import { useEffect, useRef } from "react"
import { useModal } from "./ModalProvider.tsx"

/** Props of `EmbeddedModal`. */
export interface EmbeddedModalProps {
  /** Class name, added to `portico-embedded`. */
  readonly className?: string
}

/** Renders the modal of the nearest `ModalProvider` in place, instead of over the page. The modal must have the option `enableEmbedded`. */
export function EmbeddedModal({ className = "" }: EmbeddedModalProps) {
  const modal = useModal()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { element } = modal
    place.current?.append(element)
    return () => element.remove()
  }, [modal])
  return <div ref={place} className={`portico-embedded ${className}`.trim()} data-portico="embedded" />
}
