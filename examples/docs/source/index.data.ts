import { errorPages } from "./errors.ts"
import { operationPages } from "./operations.ts"

/** Data of the lists of operations and errors. */
export interface Lists {
  readonly operations: readonly { readonly name: string; readonly about: string }[]
  readonly errors: readonly { readonly topic: string; readonly title: string; readonly names: readonly string[] }[]
}

declare const data: Lists

export { data }

export default {
  load: (): Lists => ({
    operations: operationPages().map(({ name, about }) => ({ name, about })),
    errors: errorPages().map(({ topic, title, rows }) => ({
      topic,
      title,
      names: rows.map(({ name }) => name),
    })),
  }),
}
