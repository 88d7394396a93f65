import type { Page } from "@playwright/test"
import type { BitcoinPsbt, BitcoinTransfer, SigningProtocol } from "../../../src/index.ts"
import { isSignedBy } from "./bitcoinJudge.ts"
import { keysOf } from "./bitcoinKeys.ts"
import { call } from "./playground.ts"

/** Keys of the wallets: the first account, the other one, and the first on the test chain. */
export const [payment, ordinals] = keysOf(0, "mainnet")
export const [otherPayment, otherOrdinals] = keysOf(1, "mainnet")
export const [testPayment, testOrdinals] = keysOf(0, "test")
export const [otherTestPayment] = keysOf(1, "test")

/** Signs a text with the site's provider. Returns the signature if bip322-js accepts it for this account and text. */
export const signedBy = async (page: Page, address: string, message = "Grüße 👋", protocol?: SigningProtocol) => {
  const signature = await page.evaluate(
    async (input) => (await window.portico.getProvider("bip122")).signMessage(input),
    protocol ? { message, address, protocol } : { message, address },
  )
  return isSignedBy(address, message, signature) && !isSignedBy(address, `${message}!`, signature)
    ? signature
    : undefined
}

/** Signs a text through the modal. Returns whether the signature is this account's. */
export const signedThrough = async (page: Page, address: string): Promise<boolean> =>
  isSignedBy(address, "Grüße 👋", await call(page, "signMessage", { message: "Grüße 👋" }))

export const signPsbt = (page: Page, input: BitcoinPsbt) =>
  page.evaluate(async (asked) => (await window.portico.getProvider("bip122")).signPsbt(asked), input)

export const sendTransfer = (page: Page, input: BitcoinTransfer) =>
  page.evaluate(async (asked) => (await window.portico.getProvider("bip122")).sendTransfer(asked), input)

export const getAccounts = (page: Page) =>
  page.evaluate(async () => (await window.portico.getProvider("bip122")).getAccountAddresses())
