import { lazy, Suspense, useLayoutEffect } from "react"
import { snack } from "../../src/state/snack.ts"
import { useModal, useSlice } from "../useModal.ts"

const Said = lazy(async () => ({ default: (await import("./Said.tsx")).Said }))
const Alerts = lazy(async () => ({ default: (await import("./Alerts.tsx")).Alerts }))

/** Where alerts and the snack show. The calm live region is there from the start, so that what comes into it is told; an urgent one is told as it comes. */
export function Messages() {
  const { core, options } = useModal()
  const { shown } = useSlice(snack)
  const { open, variant } = shown.value
  const said = open && (
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
        <div role="status">{!failed && said}</div>
        {failed && said && <div role="alert">{said}</div>}
      </div>
    </>
  )
}

/** Has the snack wait for its code. */
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
