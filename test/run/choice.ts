import { posix } from "node:path"
import type { TestFile } from "./testFiles.ts"
import { begins, contains, isNear, wordsOf } from "./words.ts"

/** A test file to run, and the reason. */
export interface Choice extends Pick<TestFile, "path" | "level"> {
  readonly why: string
}

/**
 * The tests of a topic: those whose file or folder has it among the words of its name, and those that import a source file which has. If
 * none has the whole word, those with a word that starts with it. A topic may also be the path of a test file.
 */
export const choicesOf = (files: readonly TestFile[], topic: string): readonly Choice[] => {
  const words = wordsOf(topic)
  const same = files.filter(({ path }) => path === topic).map((file) => ({ ...file, why: "its path" }))
  if (same.length > 0) return same
  const whole = chosen(files, (name) => contains(wordsOf(name), words))
  return whole.length > 0 ? whole : chosen(files, (name) => begins(wordsOf(name), topic))
}

/** Existing topics with a spelling similar to an unknown one, the most similar first. */
export const nearTopics = (files: readonly TestFile[], topic: string): readonly string[] => {
  const wanted = topic.toLowerCase()
  const names = files.flatMap(({ path, imports }) => [path, ...imports.filter(isSource)].flatMap(namesOf))
  const words = new Set(names.flatMap((name) => [wordsOf(name).join(""), ...wordsOf(name)]))
  const misspelled = [1, 2, 3].filter((edits) => edits <= Math.max(1, wanted.length / 3))
  const near = misspelled.flatMap((edits) => [...words].filter((word) => isNear(wanted, word, edits)))
  const parts = [...words].filter((word) => word.length > 3 && (word.includes(wanted) || wanted.includes(word)))
  return [...new Set([...near, ...parts])].slice(0, 6)
}

/**
 * The browser tests that a change affects: those that import a changed file, those that share their name with a changed source file or its
 * folder, those that visit a changed site, and that of the layout if a view changed. `visits` names the folders of a test's sites.
 */
export const choicesFor = (
  files: readonly TestFile[],
  changed: readonly string[],
  visits: (path: string) => readonly string[],
): readonly Choice[] =>
  files.flatMap(({ path, level, imports }) => {
    const chosen = (why: string): readonly Choice[] => [{ path, level, why }]
    if (changed.includes(path)) return chosen("changed")
    const imported = changed.find((each) => imports.includes(each))
    if (imported !== undefined) return chosen(`imports ${imported}`)
    const named = changed.find((each) => isSource(each) && namesOf(each).some((name) => areRelated(name, nameOf(path))))
    if (named !== undefined) return chosen(`shares its name with ${named}`)
    const measured = path === layout ? changed.find((each) => each.startsWith("views/")) : undefined
    if (measured !== undefined) return chosen(`measures ${measured}`)
    const visited = visits(path).find((folder) => changed.some((each) => each.startsWith(`${folder}/`)))
    return visited === undefined ? [] : chosen(`visits ${visited}`)
  })

/** The test that measures views of several topics. */
const layout = "test/browser/layout.spec.ts"

/** The unit tests that read a changed file as text, which the imports do not show. */
export const readersOf = (changed: readonly string[]): readonly Choice[] => {
  const page = changed.find((path) => path.endsWith(".md"))
  const readers = ["test/docs/docs.test.ts", "test/docs/samples.test.ts"]
  return page === undefined ? [] : readers.map((path) => ({ path, level: "unit", why: `reads ${page}` }))
}

const chosen = (files: readonly TestFile[], matches: (name: string) => boolean): readonly Choice[] =>
  files.flatMap(({ path, level, imports }) => {
    if (namesOf(path).some(matches)) return [{ path, level, why: "its name" }]
    const source = imports.find((each) => isSource(each) && namesOf(each).some(matches))
    return source === undefined ? [] : [{ path, level, why: `imports ${source}` }]
  })

const isSource = (path: string): boolean => /^(src|services|layers|views|examples)\//.test(path)

/** Words in the names of a file and of its folders, below the folder at the top. */
const namesOf = (path: string): readonly string[] => path.split("/").slice(1)

const nameOf = (path: string): string => posix.basename(path)

const areRelated = (one: string, other: string): boolean =>
  contains(wordsOf(one), wordsOf(other)) || contains(wordsOf(other), wordsOf(one))
