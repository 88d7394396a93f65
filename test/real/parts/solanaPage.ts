import type { Page } from "@playwright/test"
import { PublicKey } from "@solana/web3.js"
import { call } from "./playground.ts"
import { fromBase58, isSignedBy, transfer } from "./solanaJudge.ts"
import { addressOf, keypairs } from "./solanaWallet.ts"

/** Accounts of the wallets, the selected one first. */
export const [first, second] = keypairs.map(addressOf) as [string, string]

/** An address of one repeated byte, without a balance. */
export const addressFrom = (byte: number): string => new PublicKey(new Uint8Array(32).fill(byte)).toBase58()

export const receiver = addressFrom(77)

/** Signs a text through the modal. Returns whether the signature is this account's. */
export const signedBy = async (page: Page, address: string, message = "Grüße 👋"): Promise<boolean> => {
  const signature = await call(page, "signMessage", { message, namespace: "solana" })
  return isSignedBy(address, new TextEncoder().encode(message), fromBase58(signature))
}

/** A transfer from the first account to the receiver, in wire format. */
export const wire = (lamports: number) => transfer({ from: first, to: receiver, lamports })

/** Signs transactions with the site's provider, all in one call. */
export const signTransactions = async (page: Page, ...wires: readonly Uint8Array[]): Promise<readonly Uint8Array[]> => {
  const signed = await page.evaluate(
    async (wires) => {
      const { features } = await window.portico.getProvider("solana")
      const inputs = wires.map((bytes) => ({ transaction: Uint8Array.from(bytes) }))
      const answers = (await features["solana:signTransaction"]?.signTransaction(...inputs)) ?? []
      return answers.map(({ signedTransaction }) => [...signedTransaction])
    },
    wires.map((bytes) => [...bytes]),
  )
  return signed.map((bytes) => Uint8Array.from(bytes))
}

/** Signs and sends a transfer to the receiver the same way. Returns the signature. */
export const sendLamports = (page: Page, lamports: number): Promise<readonly number[]> =>
  page.evaluate(
    async (bytes) => {
      const { features } = await window.portico.getProvider("solana")
      const transaction = Uint8Array.from(bytes)
      const [sent] = (await features["solana:signAndSendTransaction"]?.signAndSendTransaction({ transaction })) ?? []
      return [...(sent?.signature ?? [])]
    },
    [...wire(lamports)],
  )
