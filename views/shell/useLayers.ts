import { startTransition, useEffect, useRef, useState } from "react"
import type { Route } from "../../src/navigation/first-paint/model/routes.ts"
import { useModal } from "../shared/first-paint/useModal.ts"
import { motion } from "../styles/tokens.ts"

interface Layer {
  readonly route: Route
  /** Route in the stack that this layer shows: `route`, or an equal one that replaced it. */
  readonly of: Route
  readonly key: number
  readonly leaving: boolean
  readonly direction: "forward" | "backward" | "none"
}

/**
 * Returns the current view, and the previous one while it fades out. The Connect view is kept while the modal is closed, or rendered when
 * idle, so most openings only have to show it.
 */
export const useLayers = (route: Route | undefined, isShown: boolean): readonly Layer[] => {
  const { core, whenIdle } = useModal()
  const [layers, setLayers] = useState<readonly Layer[]>([])
  const [wasShown, setWasShown] = useState(isShown)
  const [isReady, setReady] = useState(false)
  const depth = useRef(0)
  const lastKey = useRef(0)
  if (wasShown !== isShown) setWasShown(isShown)
  const staysShown = wasShown && isShown
  const top = layers.find(({ leaving }) => !leaving)
  const isFirstView = isFirstViewRoute(route) && core.connection.value === undefined
  const next = isShown || (isFirstView && (isReady || isFirstViewRoute(top?.route))) ? route : undefined
  let now = layers
  if (top?.of !== next) {
    const deeper = core.stack.peek().length
    const direction = !(top && staysShown) ? "none" : deeper >= depth.current ? "forward" : "backward"
    depth.current = deeper
    if (top && next && !staysShown && isFirstViewRoute(top.route) && isFirstViewRoute(next)) {
      now = layers.map((layer) => (layer === top ? { ...top, of: next, direction } : layer))
    } else {
      // A view that was never visible does not fade out.
      const old = top && wasShown ? [{ ...top, leaving: true }] : []
      if (next) lastKey.current += 1
      now = next ? [...old, { route: next, of: next, key: lastKey.current, leaving: false, direction }] : old
    }
    setLayers(now)
  }

  const isFading = now.some(({ leaving }) => leaving)
  useEffect(() => {
    if (!isFading) return
    const end = setTimeout(() => setLayers((all) => all.filter(({ leaving }) => !leaving)), motion.view)
    return () => clearTimeout(end)
  }, [isFading, now])

  const isIdle = !isShown && isFirstView && !isFading
  useEffect(() => {
    if (!isIdle) return setReady(false)
    return whenIdle(() => startTransition(() => setReady(true)))
  }, [isIdle])
  return now
}

/** Whether a route is the view that most openings start with: Connect without a namespace. */
const isFirstViewRoute = (route: Route | undefined): boolean =>
  route?.name === "Connect" && route.namespace === undefined
