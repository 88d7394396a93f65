import { createHash } from "node:crypto"
import type { BitcoinChain } from "../../../src/namespaces/model/bitcoinProvider.ts"
import { type Keys, keysOf, signPsbt } from "./bitcoinKeys.ts"

/** A Bitcoin wallet and its user, independent of any API: keys, permission, chain, and responses to prompts. */
export interface Holder {
  /** Response to prompts from now on; "approve" at first. */
  answers: "approve" | "reject"
  /** Rejects the next prompt. */
  refuse(): void
  /** Prompts that were shown, oldest first. */
  readonly asked: readonly string[]
  readonly chain: BitcoinChain
  /** Index of the active account. */
  readonly account: number
  readonly granted: boolean
  /** Keys of the active account on the active chain. */
  keys(): Keys
  /** Accounts visible to the site; none while locked or without permission. */
  shown(): readonly Keys[number][]
  connect(chain?: BitcoinChain): Promise<void>
  /** Revokes the permission without a prompt, as when the site requests it. */
  release(): void
  switchTo(chain: BitcoinChain): Promise<void>
  signMessage(address: string, message: string, protocol?: "ecdsa" | "bip322"): Promise<string>
  /** Signs inputs; those without an address by the key that their script names. `finish` finalizes the transaction. */
  signPsbt(
    psbt: Uint8Array,
    inputs: readonly { readonly index: number; readonly address?: string; readonly types?: readonly number[] }[],
    finish: boolean,
  ): Promise<{ readonly psbt: Uint8Array; readonly txid: string | undefined }>
  /** Sends satoshis. Only recorded in `sent`. */
  transfer(to: string, satoshis: number): Promise<string>
  readonly sent: readonly { readonly to: string; readonly satoshis: number }[]
  /** Actions of the user. */
  select(account: number): void
  move(chain: BitcoinChain): void
  lock(): void
  unlock(): void
  leave(): void
  /** Calls back on changes: `disconnect` when the permission is gone. */
  hear(heard: (event: "account" | "network" | "lock" | "disconnect") => void): void
}

/** Thrown when the user rejects. Each API has its own error for it. */
export class Rejected extends Error {
  readonly code = 4001
}

/** A wallet with several accounts, on mainnet at first. */
export const holder = (): Holder => {
  const asked: string[] = []
  const sent: { to: string; satoshis: number }[] = []
  const listeners = new Set<(event: "account" | "network" | "lock" | "disconnect") => void>()
  let refusing = false
  let [account, chain, granted, locked]: [number, BitcoinChain, boolean, boolean] = [0, "mainnet", false, false]

  const tell = (event: "account" | "network" | "lock" | "disconnect") => {
    for (const heard of listeners) heard(event)
  }
  const decide = async (prompt: string) => {
    asked.push(prompt)
    const refused = refusing || self.answers === "reject"
    refusing = false
    if (refused) throw new Rejected("The holder said no")
  }
  const keys = () => keysOf(account, chain === "mainnet" ? "mainnet" : "test")
  const move = (next: BitcoinChain) => {
    if (next === chain) return
    chain = next
    tell("network")
  }

  const self: Holder = {
    answers: "approve",
    refuse: () => {
      refusing = true
    },
    asked,
    sent,
    get chain() {
      return chain
    },
    get account() {
      return account
    },
    get granted() {
      return granted
    },
    keys,
    shown: () => (granted && !locked ? keys() : []),
    connect: async (wanted) => {
      if (!granted) await decide("connect")
      granted = true
      if (wanted) move(wanted)
    },
    release: () => {
      granted = false
    },
    switchTo: async (next) => {
      if (next !== chain) await decide("switch")
      move(next)
    },
    signMessage: async (address, message, protocol) => {
      await decide("signMessage")
      const key = keys().find((one) => one.address === address)
      if (!key) throw new Error(`The wallet has no key for ${address}`)
      return key.sign(message, protocol ?? (key.type === "p2tr" ? "bip322" : "ecdsa"))
    },
    signPsbt: async (psbt, inputs, finish) => {
      await decide("signPsbt")
      return signPsbt(psbt, keys(), inputs, finish)
    },
    transfer: async (to, satoshis) => {
      await decide("sendTransfer")
      sent.push({ to, satoshis })
      return createHash("sha256").update(`${to} ${satoshis} ${sent.length}`).digest("hex")
    },
    select: (next) => {
      account = next
      if (granted && !locked) tell("account")
    },
    move,
    lock: () => {
      locked = true
      tell("lock")
    },
    unlock: () => {
      locked = false
      tell("account")
    },
    leave: () => {
      granted = false
      tell("disconnect")
    },
    hear: (heard) => void listeners.add(heard),
  }
  return self
}
