import { lazy, Suspense, useLayoutEffect } from "react"
import { snack } from "../../src/notifications/first-paint/state.ts"
import { useModal, useSlice } from "../shared/first-paint/useModal.ts"

const Said = lazy(async () => ({ default: (await import("../notifications/SnackBar.tsx")).SnackBar }))
const Alerts = lazy(async () => ({ default: (await import("../notifications/Alerts.tsx")).Alerts }))

/**
 * Alerts and the snack. The polite live region is always in the page, so its changes are announced. The urgent one is
 * announced when it is inserted.
 */
export function Notifications() {
  const { core, options } = useModal()
  const { shown } = useSlice(snack)
  const { open, variant } = shown.value
  const message = open && (
    <Suspense fallback={<Fetching />}>
      <Said />
    </Suspense>
  )
  const failed = variant === "error"
  const alerts = core.alerts.value.filter(({ developerOnly }) => !developerOnly || options.debug)
  return (
    <>
      <div>
        {alerts.length > 0 && (
          <Suspense fallback={null}>
            <Alerts alerts={alerts} />
          </Suspense>
        )}
      </div>
      <div>
        <div role="status">{!failed && message}</div>
        {failed && message && <div role="alert">{message}</div>}
      </div>
    </>
  )
}

/** Fallback that marks the snack as loading. */
function Fetching() {
  const { fetching } = useSlice(snack)
  useLayoutEffect(() => {
    fetching.value = true
    return () => {
      fetching.value = false
    }
  }, [fetching])
  return null
}
