/** Returns `id`, or `id` with a number (`id#2`) if another wallet already has it. Nothing shows which wallet rightfully has the ID. */
export const freeId = (id: string, taken: readonly string[]): string => {
  let free = id
  for (let count = 2; taken.includes(free); count++) free = `${id}#${count}`
  return free
}
