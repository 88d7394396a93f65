import { ConnectButton, ModalProvider } from "../../../src/react.tsx"
import { view } from "./live.ts"
import { site } from "./site.tsx"

// Portico behind a button of its own.
site(
  <ModalProvider modal={window.modal}>
    <ConnectButton />
  </ModalProvider>,
  view,
)
