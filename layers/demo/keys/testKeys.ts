import { accountOf, demoAccounts } from "../accounts.ts"

/** Private key of a demo account: 32 bytes. It is public, and the same in every world. */
export type TestKey = Uint8Array

/** Returns the private key of the demo account that has this address. Returns `undefined` for other addresses. */
export const keyOf = (address: string): TestKey | undefined => {
  const place = demoAccounts.findIndex((one) => one.address.toLowerCase() === accountOf(address).toLowerCase())
  return place < 0
    ? undefined
    : new TextEncoder().encode(`Portico's public test key no. ${String(place).padStart(2, "0")}`)
}
