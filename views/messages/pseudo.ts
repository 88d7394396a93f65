import type { MessageText } from "../../src/options/locale.ts"
import { told } from "./en/told.ts"
import { english } from "./english.ts"
import type { Translation } from "./translation.ts"

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

const turn = (sentence: MessageText): MessageText =>
  typeof sentence === "string"
    ? mark(sentence)
    : { one: mark(sentence.one ?? sentence.other), other: mark(sentence.other) }

const turned = (topic: object) =>
  Object.fromEntries(Object.entries(topic).map(([key, sentence]) => [key, turn(sentence)]))

const pseudo: Translation = {
  topics: Object.fromEntries(
    Object.entries(english).map(([name, topic]) => [name, turned(topic)]),
  ) as unknown as Translation["topics"],
  told: Object.fromEntries(told.map((sentence) => [sentence, mark(sentence)])) as Translation["told"],
}
export default pseudo
