import { StrictMode, useLayoutEffect, useRef, useState } from "react"
import { createRoot } from "react-dom/client"
import { install } from "./stopwatch.ts"

// The baseline: a React page whose button opens a native dialog with 40 rows. The page's CSS skips rendering of rows out of view.
const names = Array.from({ length: 40 }, (_, index) => `Wallet ${index + 1}`)

function Site() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" id="open" onClick={() => setOpen(true)}>
        Connect wallet
      </button>
      {open && <List onClose={() => setOpen(false)} />}
    </>
  )
}

function List({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} onClose={onClose} aria-label="Connect wallet">
      <button type="button" id="close" onClick={onClose}>
        Close
      </button>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <button type="button">{name}</button>
          </li>
        ))}
      </ul>
    </dialog>
  )
}

createRoot(document.querySelector("#root") as HTMLElement).render(
  <StrictMode>
    <Site />
  </StrictMode>,
)
install({
  root: () => document.body,
  rows: "li",
  button: () => document.querySelector<HTMLElement>("#open"),
  close: () => document.querySelector<HTMLElement>("#close")?.click(),
})
