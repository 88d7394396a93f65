import { english } from "../en/index.ts"
import type { Translation } from "../translation.ts"

// The locale en-XA: every text with accented letters and a third longer, to reveal untranslated and truncated text.

const letters = "AaCcDdEeGgHhIiLlNnOoRrSsTtUuYyZz"
const marked = "ÅåÇçÐđÉéĜĝĤĥÎîĻļÑñÖöŔŕŠšŢţÛûÝýŽž"

const mark = (text: string) => {
  const turned = text
    .split(/(\{\w+\})/)
    .map((part, at) =>
      at % 2 ? part : part.replace(/[A-Za-z]/g, (letter) => marked[letters.indexOf(letter)] ?? letter),
    )
    .join("")
  return `${turned} ${"~".repeat(Math.ceil(text.length / 3))}`
}

const turn = (messages: object) =>
  Object.fromEntries(Object.entries(messages).map(([key, message]) => [key, mark(message)]))

const translation = Object.fromEntries(
  Object.entries(english).map(([file, messages]) => [file, turn(messages)]),
) as unknown as Translation
export default translation
