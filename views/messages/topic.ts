import type { MessageText } from "../../src/options/locale.ts"

/** The English sentences of a topic by key. A language has its own under the topic's name. */
export interface Topic<Key extends string> {
  /** Its name, then that of a topic whose sentences its views say too. */
  readonly names: readonly string[]
  readonly english: { readonly [K in Key]: MessageText }
}

/** A topic as it is defined: with what is its own. */
export interface OwnTopic<Key extends string, Own> extends Topic<Key> {
  readonly own: Own
}

/** The keys of a topic. */
export type KeyOf<A> = A extends Topic<infer Key> ? Key : never

/** A topic, with the sentences of another one where its views say those too. */
export const topic = <const Own extends { readonly [key: string]: MessageText }, Base extends string = never>(
  name: string,
  own: Own,
  base?: Topic<Base>,
): OwnTopic<(keyof Own & string) | Base, Own> => ({
  names: [name, ...(base?.names ?? [])],
  own,
  english: { ...base?.english, ...own } as { readonly [K in (keyof Own & string) | Base]: MessageText },
})
