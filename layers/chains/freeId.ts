/** The id, or another one if a wallet that was found before has it: which of the two is the one it claims to be cannot be told. */
export const freeId = (id: string, taken: readonly string[]): string => {
  let free = id
  for (let count = 2; taken.includes(free); count++) free = `${id}#${count}`
  return free
}
