import { useEffect, useRef } from "react"
import { useModal } from "./ModalProvider.tsx"

/** What the place of an embedded modal takes. */
export interface EmbeddedModalProps {
  /** Joins `portico-embedded`. */
  readonly className?: string
}

/** The place of a modal with the option `enableEmbedded`: it stands here instead of over the page. */
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
