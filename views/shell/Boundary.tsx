import { Component, type ReactNode } from "react"
import { forgetFailures } from "../later.ts"

/** Keeps what breaks in one part, such as code that could not be fetched, from taking the modal with it. */
export class Boundary extends Component<BoundaryProps, { readonly broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError = () => ({ broken: true })

  private readonly again = () => {
    forgetFailures()
    this.setState({ broken: false })
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
