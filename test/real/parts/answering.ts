import { concatHex, type Hex, numberToHex, size } from "viem"

/** A contract function and its response. */
export type Answered = readonly [selector: Hex, answer: Answer]

type Answer = { readonly returns: Hex } | { readonly reverts: Hex }

/**
 * Bytecode of a contract that returns a fixed response for each function. For each selector: a comparison at the front,
 * code that copies its response in the middle, the responses at the end.
 */
export const answering = (answers: readonly Answered[]): Hex => {
  const head = 6
  const test = 11
  const stop = 5
  const reply = 16
  const word = (value: number) => numberToHex(value, { size: 2 })
  const datas = answers.map(([, answer]) => ("returns" in answer ? answer.returns : answer.reverts))
  const repliesAt = head + test * answers.length + stop
  const datasAt = repliesAt + reply * answers.length

  return concatHex([
    "0x60003560e01c", // the selector on the stack
    ...answers.map(([selector], at) => concatHex(["0x8063", selector, "0x1461", word(repliesAt + reply * at), "0x57"])),
    "0x60006000fd", // revert with nothing
    ...answers.map(([, answer], at) => {
      const from = datas.slice(0, at).reduce((sum, data) => sum + size(data), datasAt)
      const long = word(size(datas[at] ?? "0x"))
      return concatHex([
        "0x5b61",
        long,
        "0x61",
        word(from),
        "0x60003961",
        long,
        "0x6000",
        "returns" in answer ? "0xf3" : "0xfd",
      ])
    }),
    ...datas,
  ])
}
