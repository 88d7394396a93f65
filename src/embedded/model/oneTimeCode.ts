import { email } from "../limits.ts"

/** Extracts the digits of a text, including Arabic-Indic and Persian ones, as ASCII. */
export const digitsOf = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf)).replace(/\D/g, "")

/** Returns the first six-digit number in pasted text, ignoring spaces and hyphens between digits. Returns `undefined` if there is none. */
export const codeIn = (text: string): string | undefined =>
  text
    .replace(/(?<=\p{Nd})[\s-](?=\p{Nd})/gu, "")
    .match(/\p{Nd}+/gu)
    ?.map(digitsOf)
    .find(({ length }) => length === email.codeDigits)

/**
 * Returns the content of the code field, at most six digits, and the position of its caret after typing. Drops excess digits right after
 * the caret, so typing overwrites them.
 */
export const typed = (text: string, caret: number): { readonly code: string; readonly caret: number } => {
  const [before, after] = [digitsOf(text.slice(0, caret)), digitsOf(text.slice(caret))]
  const over = Math.max(0, before.length + after.length - email.codeDigits)
  const code = (before + after.slice(over)).slice(0, email.codeDigits)
  return { code, caret: Math.min(before.length, code.length) }
}
