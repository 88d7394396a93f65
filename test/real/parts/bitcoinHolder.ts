import { createHash } from "node:crypto"
import type { BitcoinChain } from "../../../src/domain/bitcoin.ts"
import { type Keys, keysOf, signPsbt } from "./bitcoinKeys.ts"

/** A Bitcoin wallet and the person who holds it, before any API: keys, grant, chain, and how prompts are answered. */
export interface Holder {
  /** How prompts are answered from now on; "approve" at first. */
  answers: "approve" | "reject"
  /** The next prompt is refused. */
  refuse(): void
  /** The prompts that were shown, oldest first. */
  readonly asked: readonly string[]
  readonly chain: BitcoinChain
  /** The number of the account in use. */
  readonly account: number
  readonly granted: boolean
  /** The keys of the account in use, on the chain in use. */
  keys(): Keys
  /** The accounts that the site may know; none while locked, or without a grant. */
  shown(): readonly Keys[number][]
  connect(chain?: BitcoinChain): Promise<void>
  /** Takes the grant back without a prompt, as when the site asks for it. */
  release(): void
  switchTo(chain: BitcoinChain): Promise<void>
  signMessage(address: string, message: string, protocol?: "ecdsa" | "bip322"): Promise<string>
  /** Signs inputs, those without an address by the key that their script names; `finish` makes the transaction whole. */
  signPsbt(
    psbt: Uint8Array,
    inputs: readonly { readonly index: number; readonly address?: string; readonly types?: readonly number[] }[],
    finish: boolean,
  ): Promise<{ readonly psbt: Uint8Array; readonly txid: string | undefined }>
  /** Sends satoshis, to nobody's knowledge but `sent`'s. */
  transfer(to: string, satoshis: number): Promise<string>
  readonly sent: readonly { readonly to: string; readonly satoshis: number }[]
  /** What the person does by themselves. */
  select(account: number): void
  move(chain: BitcoinChain): void
  lock(): void
  unlock(): void
  leave(): void
  /** Hears what happens: `disconnect` when the grant is gone. */
  hear(heard: (event: "account" | "network" | "lock" | "disconnect") => void): void
}

/** Thrown where the person says no; an API has its own words for it. */
export class Rejected extends Error {
  readonly code = 4001
}

/** A wallet of a holder with several accounts, on the main chain at first. */
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
