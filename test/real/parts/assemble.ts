import type { Hex } from "viem"

/**
 * Assembles EVM bytecode: mnemonics, hex literals to push, `name:` for a jump destination and `@name` for its offset.
 * `//` starts a comment.
 */
export const assemble = (source: string): Hex => {
  const words = source
    .replace(/\/\/.*$/gm, "")
    .split(/\s+/)
    .filter(Boolean)
  const places = new Map<string, number>()
  let at = 0
  for (const word of words) {
    if (word.endsWith(":")) places.set(word.slice(0, -1), at)
    at += sizeOf(word)
  }
  return `0x${words.map((word) => bytesOf(word, places)).join("")}`
}

const sizeOf = (word: string): number => {
  if (word.startsWith("0x")) return word.length / 2
  return word.startsWith("@") ? 3 : 1
}

const bytesOf = (word: string, places: ReadonlyMap<string, number>): string => {
  if (word.endsWith(":")) return opcodes.JUMPDEST
  if (word.startsWith("0x")) return push(word.slice(2))
  if (!word.startsWith("@")) {
    const code: string | undefined = opcodes[word as keyof typeof opcodes]
    if (code === undefined) throw new Error(`No such instruction: ${word}`)
    return code
  }
  const place = places.get(word.slice(1))
  if (place === undefined) throw new Error(`No such place: ${word}`)
  return push(place.toString(16).padStart(4, "0"))
}

/** PUSH1 is 0x60. */
const push = (bytes: string) => `${(0x5f + bytes.length / 2).toString(16)}${bytes}`

const opcodes = {
  STOP: "00",
  ADD: "01",
  SUB: "03",
  LT: "10",
  EQ: "14",
  ISZERO: "15",
  AND: "16",
  SHR: "1c",
  SHA3: "20",
  ADDRESS: "30",
  CALLER: "33",
  CALLVALUE: "34",
  CALLDATALOAD: "35",
  POP: "50",
  MSTORE: "52",
  SLOAD: "54",
  SSTORE: "55",
  JUMP: "56",
  JUMPI: "57",
  GAS: "5a",
  JUMPDEST: "5b",
  DUP1: "80",
  DUP2: "81",
  DUP3: "82",
  DUP4: "83",
  DUP5: "84",
  DUP6: "85",
  SWAP1: "90",
  SWAP2: "91",
  CALL: "f1",
  RETURN: "f3",
  REVERT: "fd",
} as const
