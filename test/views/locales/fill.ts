import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { english } from "../../../views/locales/en/index.ts"
import { languageTags } from "../../../views/locales/languages.ts"
import { messagesOf } from "./messages.ts"

// npm run messages: adds the English text of each message that a language lacks, and removes messages that English no longer has. Writes the
// index of each language, which lists the same files.
const names = Object.keys(english)
const index = `import type { Translation } from "../translation.ts"
${names.map((name) => `import ${name} from "./${name}.json" with { type: "json" }`).join("\n")}

const translation: Translation = {
${names.map((name) => `  ${name},`).join("\n")}
}
export default translation
`
for (const tag of languageTags.filter((tag) => tag !== "en-XA")) {
  writeFileSync(`views/locales/${tag}/index.ts`, index)
  for (const [file, messages] of Object.entries(english)) {
    const path = `views/locales/${tag}/${file}.json`
    const own: Readonly<Record<string, string>> = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {}
    const filled = messagesOf(messages, tag).flatMap(({ text, required, allowed }) =>
      allowed.filter((key) => key in own || required.includes(key)).map((key) => [key, own[key] ?? text]),
    )
    writeFileSync(path, `${JSON.stringify(Object.fromEntries(filled), null, 2)}\n`)
  }
}
