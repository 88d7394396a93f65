import { view } from "./live.ts"
import { site } from "./site.tsx"

// Portico behind a button of the site.
site(
  <button type="button" onClick={() => void window.modal.open()}>
    Connect wallet
  </button>,
  view,
)
