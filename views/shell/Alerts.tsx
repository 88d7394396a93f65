import type { Alert as AlertRow } from "../../src/domain/alerts.ts"
import { dismissAlert } from "../../src/flows/alerts.ts"
import { Alert } from "../ui/Alert.tsx"
import { useModal } from "../useModal.ts"

/** Visible alerts, each until dismissed. */
export function Alerts({ alerts }: { readonly alerts: readonly AlertRow[] }) {
  const { run, tell, text } = useModal()
  return alerts.map(({ code, title, text: sentence, variant }) => (
    <Alert
      key={code}
      kind={variant}
      code={code}
      title={tell(title)}
      closeName={text("dismiss")}
      onClose={() => run(dismissAlert(code))}
    >
      {tell(sentence)}
    </Alert>
  ))
}
