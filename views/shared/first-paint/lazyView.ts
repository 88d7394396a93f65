import { type ComponentType, createElement, lazy } from "react"
import { UnknownFailure } from "../../../src/errors/index.ts"

/**
 * Returns a component that is loaded on its first render, from the export `name` of the module that `load` imports. If
 * that fails, every render throws UnknownFailure until `retryFailedLoads` is called.
 */
export const lazyView = <Name extends string, Props extends object>(
  load: () => Promise<{ readonly [Key in Name]: ComponentType<Props> }>,
  name: Name,
): ComponentType<Props> => {
  let made: ComponentType<Props> | undefined
  const fetched = async () => {
    try {
      return { default: (await load())[name] }
    } catch (cause) {
      failures.add(() => {
        made = undefined
      })
      throw new UnknownFailure({ cause })
    }
  }
  return (props) => {
    made ??= lazy(fetched) as unknown as ComponentType<Props>
    return createElement(made, props)
  }
}

/** Makes failed components load again on their next render. */
export const retryFailedLoads = (): void => {
  for (const forget of failures) forget()
  failures.clear()
}

const failures = new Set<() => void>()
