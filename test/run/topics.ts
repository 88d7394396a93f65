import { choicesOf, nearTopics } from "./choice.ts"
import { runChosen } from "./chosen.ts"
import { testFilesOf } from "./testFiles.ts"

/** Runs the tests of some topics at every level, then exits. */
export const runTopics = async (topics: readonly string[]) => {
  const files = testFilesOf(process.cwd())
  const found = topics.map((topic) => ({ topic, choices: choicesOf(files, topic) }))
  const unknown = found.filter(({ choices }) => choices.length === 0)
  for (const { topic } of unknown) {
    const near = nearTopics(files, topic)
    console.log(`No test has the topic "${topic}".${near.length > 0 ? ` Near topics: ${near.join(", ")}.` : ""}`)
    if (near.length === 0)
      console.log("A topic is a word in the name of a test file, its folder or a source file, such as send or relay.")
  }
  if (unknown.length > 0) process.exit(1)

  const choices = new Map(found.flatMap(({ choices }) => choices).map((choice) => [choice.path, choice]))
  return runChosen(`npm test -- ${topics.join(" ")}`, [...choices.values()])
}
