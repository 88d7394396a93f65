/** Returns the ID, or the ID with a number if another wallet has it already. Which of them claims it rightly is unknown. */
export const freeId = (id: string, taken: readonly string[]): string => {
  let free = id
  for (let count = 2; taken.includes(free); count++) free = `${id}#${count}`
  return free
}
