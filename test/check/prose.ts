import { type Passage, passagesOf } from "./passages.ts"
import { type Pattern, patterns } from "./prosePatterns.ts"
import type { Verdict } from "./source.ts"

/** Plain English: comments, Markdown and test titles contain no phrase of `prosePatterns.ts`. */
export const prose = (root: string): Verdict => {
  const passages = passagesOf(root)
  return {
    problems: patterns.flatMap((pattern) => passages.flatMap((passage) => matchesOf(pattern, passage))),
    note: `${passages.length} passages`,
  }
}

const matchesOf = ({ matches, advice, docstrings }: Pattern, { file, text, lineOf, isDocstring }: Passage) =>
  docstrings && !isDocstring
    ? []
    : [...text.matchAll(matches)].map(({ 0: match, index }) => {
        const words = text.slice(Math.max(0, index - 30), index + match.length + 30)
        return `${lineOf ? `${file}:${lineOf(index)}` : file} "${words}". Write: ${advice}`
      })
