import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import type { Modal } from "../../../src/index.ts"
import { install } from "./stopwatch.ts"

/** The baseline's page with Portico behind its button. */
export const site = (modal: Modal, view: string): void => {
  createRoot(document.querySelector("#root") as HTMLElement).render(
    <StrictMode>
      <button type="button" id="open" onClick={() => void modal.open()}>
        Connect wallet
      </button>
    </StrictMode>,
  )
  install({
    root: () => document.querySelector("portico-modal")?.shadowRoot,
    rows: `[data-view="${view}"] :is([data-wallet], [data-token], [data-transaction])`,
    press: () => document.querySelector<HTMLElement>("#open")?.click(),
    close: () => modal.close(),
  })
}
