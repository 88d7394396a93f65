import { type ComponentType, createElement, lazy } from "react"
import { UnknownFailure } from "../src/domain/errors.ts"

/**
 * A component whose code comes when it is first drawn: what `load` fetches exports it by this name. Code that did not come is an
 * `UnknownFailure` until `forgetFailures`.
 */
export const later = <Name extends string, Props extends object>(
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

/** What did not come is asked for again the next time it is drawn. */
export const forgetFailures = (): void => {
  for (const forget of failures) forget()
  failures.clear()
}

const failures = new Set<() => void>()
