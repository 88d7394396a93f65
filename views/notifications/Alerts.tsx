import { dismissAlert } from "../../src/notifications/flows.ts"
import type { Alert as AlertRow } from "../../src/notifications/model/alerts.ts"
import { useModal } from "../shared/first-paint/useModal.ts"
import { Alert } from "../ui/Alert.tsx"

/** Alerts that the visitor can dismiss. */
export function Alerts({ alerts }: { readonly alerts: readonly AlertRow[] }) {
  const { run, translateError, text } = useModal()
  return alerts.map(({ code, title, text: sentence, variant }) => (
    <Alert
      key={code}
      kind={variant}
      code={code}
      title={translateError(title)}
      closeName={text("dismiss")}
      onClose={() => run(dismissAlert(code))}
    >
      {translateError(sentence)}
    </Alert>
  ))
}
