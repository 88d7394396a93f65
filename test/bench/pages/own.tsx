import { ConnectButton, ModalProvider } from "../../../src/react.tsx"
import { view } from "./live.ts"
import { site } from "./site.tsx"

// Portico behind its own button.
site(
  <ModalProvider modal={window.modal}>
    <ConnectButton />
  </ModalProvider>,
  view,
)
