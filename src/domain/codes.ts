import { email } from "./limits.ts"

/** The digits of a text, whatever script they are written in, as far as a one-time code takes them. */
export const digitsOf = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf)).replace(/\D/g, "")

/** The one-time code in a text that was pasted, such as a whole sentence of the mail; nothing where there is none, or a longer number. */
export const codeIn = (text: string): string | undefined =>
  text
    .replace(/(?<=\p{Nd})[\s-](?=\p{Nd})/gu, "")
    .match(/\p{Nd}+/gu)
    ?.map(digitsOf)
    .find(({ length }) => length === email.codeDigits)

/** What stands in the field once something was typed: what is too much goes from behind the caret, so that typing writes over. */
export const typed = (text: string, caret: number): { readonly code: string; readonly caret: number } => {
  const [before, after] = [digitsOf(text.slice(0, caret)), digitsOf(text.slice(caret))]
  const over = Math.max(0, before.length + after.length - email.codeDigits)
  const code = (before + after.slice(over)).slice(0, email.codeDigits)
  return { code, caret: Math.min(before.length, code.length) }
}
