import { Component, type ContextType, type ReactNode } from "react"
import { UnknownFailure } from "../../src/domain/errors.ts"
import { forgetFailures } from "../later.ts"
import { report } from "../near.ts"
import { HereContext } from "../useModal.ts"

/** Keeps what breaks in one part, such as code that could not be fetched, from taking the modal with it, and reports a bug. */
export class Boundary extends Component<BoundaryProps, { readonly broken: boolean }> {
  static override contextType = HereContext
  declare context: ContextType<typeof HereContext>
  override state = { broken: false }

  static getDerivedStateFromError = () => ({ broken: true })

  private readonly again = () => {
    forgetFailures()
    this.setState({ broken: false })
  }

  override componentDidCatch(error: unknown) {
    // Code that did not come is no bug.
    if (!(error instanceof UnknownFailure)) this.context?.run(report(error))
  }

  override componentWillUnmount = () => {
    if (this.state.broken) forgetFailures()
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children
    return this.props.instead?.(this.again) ?? null
  }
}

interface BoundaryProps {
  /** What stands in for it, and draws it again on request. Nothing without one. */
  readonly instead?: (again: () => void) => ReactNode
  readonly children: ReactNode
}
