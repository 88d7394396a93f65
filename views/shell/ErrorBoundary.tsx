import { Component, type ContextType, type ReactNode, Suspense } from "react"
import { UnknownFailure } from "../../src/errors/index.ts"
import { report } from "../shared/first-paint/lazyFlows.ts"
import { retryFailedLoads } from "../shared/first-paint/lazyView.ts"
import { HereContext } from "../shared/first-paint/useModal.ts"

/** Error boundary of one part of the modal. Reports bugs, but not failed loads. */
export class ErrorBoundary extends Component<BoundaryProps, { readonly broken: boolean }> {
  static override contextType = HereContext
  declare context: ContextType<typeof HereContext>
  override state = { broken: false }

  static getDerivedStateFromError = () => ({ broken: true })

  private readonly again = () => {
    retryFailedLoads()
    this.setState({ broken: false })
  }

  override componentDidCatch(error: unknown) {
    if (!(error instanceof UnknownFailure)) this.context?.run(report(error))
  }

  override componentWillUnmount = () => {
    if (this.state.broken) retryFailedLoads()
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children
    return this.props.instead?.(this.again) ?? null
  }
}

/** Renders a part of the modal once the part has loaded. Renders nothing before that, or if the part fails to load or render. */
export const Late = ({ children }: { readonly children: ReactNode }) => (
  <ErrorBoundary>
    <Suspense fallback={null}>{children}</Suspense>
  </ErrorBoundary>
)

interface BoundaryProps {
  /** Renders a replacement for the failed part. `again` renders the part again. Default: nothing is shown. */
  readonly instead?: (again: () => void) => ReactNode
  readonly children: ReactNode
}
