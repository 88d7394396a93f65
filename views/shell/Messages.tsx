import { lazy, Suspense } from "react"
import { snack } from "../../src/state/snack.ts"
import { useModal, useSlice } from "../useModal.ts"

const Said = lazy(async () => ({ default: (await import("./Said.tsx")).Said }))
const Alerts = lazy(async () => ({ default: (await import("./Alerts.tsx")).Alerts }))

/** Where alerts and the snack show. The live region is there from the start, so that what comes into it is told. */
export function Messages() {
  const { core, options } = useModal()
  const { shown } = useSlice(snack)
  const { open, variant } = shown.value
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
      <div role={variant === "error" ? "alert" : "status"}>
        {open && (
          <Suspense fallback={null}>
            <Said />
          </Suspense>
        )}
      </div>
    </>
  )
}
