import { Component, type ReactNode } from "react"
import { UnknownFailure } from "../../src/domain/errors.ts"
import { forgetFailures } from "../later.ts"

/** Keeps what breaks in one part, such as code that could not be fetched, from taking the modal with it. */
export class Boundary extends Component<BoundaryProps, { readonly broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError = () => ({ broken: true })

  private readonly again = () => {
    forgetFailures()
    this.setState({ broken: false })
  }

  override componentDidCatch(error: unknown) {
    // Code that did not come is no bug.
    if (!(error instanceof UnknownFailure)) this.props.report?.(error)
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
  /** Is told of the bug that broke it. */
  readonly report?: (bug: unknown) => void
  readonly children: ReactNode
}
