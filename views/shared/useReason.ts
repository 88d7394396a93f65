import { useModal } from "./first-paint/useModal.ts"

/**
 * Returns a function that translates an error's message for `{reason}` in a sentence. Drops a full stop or exclamation mark at its end,
 * because the sentence has its own.
 */
export const useReason = (): ((error: Error | undefined) => string) => {
  const { translateError } = useModal()
  return (error) =>
    translateError(error?.message ?? "")
      .trimEnd()
      .replace(finalStop, "")
}

/** Full stops or exclamation marks at the end, in any script of the built-in languages. */
const finalStop = /[.!。！।۔]{1,3}$/
