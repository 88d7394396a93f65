import { lazy, StrictMode, Suspense } from "react"
import { App as Site } from "../react/App.tsx"

/** Content that the server has later than the rest, and streams into its place. */
const Later = lazy(async () => {
  if (typeof document === "undefined") await new Promise((resolve) => setTimeout(resolve, 200))
  return { default: () => <p>The shelf was counted while you read.</p> }
})

/** The same tree on the server and in the browser. The modal is created on both, and does nothing on the server. */
export function App() {
  return (
    <StrictMode>
      <Site />
      <footer>
        <Suspense fallback={<p>Counting the shelf…</p>}>
          <Later />
        </Suspense>
      </footer>
    </StrictMode>
  )
}
