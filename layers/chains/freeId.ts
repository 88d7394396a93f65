import type { Connector } from "../../src/domain/wallets.ts"

/** The id, or another one if a wallet that was found before has it: which of the two is the one it claims to be cannot be told. */
export const freeId = (id: string, found: readonly { readonly connector: Connector }[]): string => {
  const taken = new Set(found.map(({ connector }) => connector.id))
  let free = id
  for (let count = 2; taken.has(free); count++) free = `${id}#${count}`
  return free
}
