/** Returns the ID, or another one if an earlier wallet has it. There is no way to know which of them claims it rightly. */
export const freeId = (id: string, taken: readonly string[]): string => {
  let free = id
  for (let count = 2; taken.includes(free); count++) free = `${id}#${count}`
  return free
}
