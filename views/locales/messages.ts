import type { english } from "./en/index.ts"

/** English messages by file and key. */
export type English = typeof english

/** Keys of the messages of a file. The plural forms of a message have one key. */
export type KeyOf<File extends keyof English> = File extends unknown
  ? WithoutCategory<keyof English[File] & string>
  : never

/** Keys of the messages that all views share. */
export type MessageKey = KeyOf<"common">

type WithoutCategory<Key extends string> = Key extends `${infer Name}_${Intl.LDMLPluralRule}` ? Name : Key
