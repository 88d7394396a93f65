import type { Transaction } from "../../activity/model.ts"
import type { Paymaster } from "../../capabilities/model.ts"
import type { Network } from "../../options/networks.ts"

/** Token of a transfer. Without an address, it is the native currency. */
export interface SentToken {
  readonly address?: string
  readonly symbol: string
  readonly decimals: number
}

/** Transfer to prepare. `amount` is in the token's smallest units, or `max` for everything that the account can send. */
export interface Transfer {
  readonly connectorId: string
  readonly network: Network
  readonly from: string
  readonly to: string
  readonly amount: bigint | "max"
  readonly token: SentToken
  /** Paymaster that pays the fee, so the fee for the account is 0. */
  readonly paymaster?: Paymaster
}

/** Prepared transfer with its costs, in smallest units of the native currency unless stated otherwise. */
export interface Prepared extends Transfer {
  /** Amount to send, in the token's smallest units. */
  readonly amount: bigint
  /** Maximum fee. */
  readonly fee: bigint
  /** Deposit for a token account that the transfer creates for the recipient, or 0. */
  readonly deposit: bigint
  /** Transfer fee of the token itself, deducted from the amount, in the token's smallest units. */
  readonly withheld: bigint
  /** The sender's balance of the token, in its smallest units. On Solana, that of its largest account for the token. */
  readonly held: bigint
  /** Data that the namespace's adapter needs for sending. */
  readonly plan: unknown
}

/** Details of a recipient address on a network. */
export interface Receiver {
  /** Whether the address has a valid format in its namespace. */
  readonly valid: boolean
  /** Whether the address is valid and its checksum, if it has one in the case of its letters, is correct. */
  readonly spelled: boolean
  /** Whether the network shows any use of the address, such as a balance, a transaction it sent, or code. */
  readonly used: boolean
  /** Whether the address is a program or a contract, or belongs to one. */
  readonly program: boolean
}

/** Transfer or swap that was sent. Amounts are decimal strings. */
export interface SentTransfer {
  /** Transaction ID on the chain. For a bundle, or for a Safe whose owners may still have to confirm, the wallet's own ID. */
  readonly id: string
  /** Transaction hash, if it differs from `id`. */
  readonly hash?: string
  /** Whether `id` identifies a call bundle (EIP-5792), whose status only its wallet can report. */
  readonly bundle?: true
  /** ID of the connector that sent the transfer. */
  readonly connectorId: string
  /** CAIP-2 network ID. */
  readonly network: string
  readonly from: string
  /** Recipient. For a swap, the exchange contract. */
  readonly to: string
  readonly name?: string
  /** Amount in whole tokens. */
  readonly amount: string
  readonly symbol: string
  readonly iconUrl?: string
  /** Address of the contract or mint. `undefined` for the native currency. */
  readonly token?: string
  /** Amount in the token's smallest units. */
  readonly units: string
  /** Time of sending, in ms since the Unix epoch. */
  readonly at: number
  /** Nonce of the transaction, once known. */
  readonly nonce?: number
  /** `different`: what was executed differs from what the visitor was shown. */
  readonly status: "pending" | "confirmed" | "failed" | "replaced" | "different"
  /** For a swap: the expected result, and the data and value of the transaction. */
  readonly swap?: SwapCounterpart
  /** ID of the payment that this transfer makes, if it makes one. */
  readonly payment?: string
}

/** Target side of a swap. */
export interface SwapCounterpart {
  /** Amount in whole tokens. */
  readonly amount: string
  readonly symbol: string
  readonly iconUrl?: string
  /** Address of the contract. `undefined` for the native currency. */
  readonly token?: string
  /** Transaction data, as hex. */
  readonly data: string
  /** Transaction value, in wei. */
  readonly value: string
}

/** Transfer to track on its network. */
export interface TrackedTransfer extends Omit<SentTransfer, "network"> {
  readonly network: Network
}

/**
 * Status of a transfer. `settled`: final, barring an extraordinary reorganization. `hash`: the transaction hash, if it differs from the ID.
 */
export type TransferOutcome =
  | { readonly status: "pending"; readonly nonce?: number }
  | { readonly status: "confirmed"; readonly settled: boolean; readonly hash?: string }
  | { readonly status: "failed"; readonly hash?: string }
  /** Another transaction replaced the transfer, or the transfer expired. It will never be executed. */
  | { readonly status: "replaced" }
  /** The executed transaction differs from the one that the visitor was shown, or only a part of a bundle was executed. */
  | { readonly status: "different" }

/** Returns the CAIP-10 IDs of the tokens whose balances a transfer or swap changes, including the one that pays the fee. */
export const movedBy = ({ network, token, swap }: SentTransfer, nativeToken: string): readonly string[] =>
  [...new Set([nativeToken, token ?? nativeToken, swap?.token ?? nativeToken])].map((one) => `${network}:${one}`)

/** Converts a sent transfer or swap to a row of the activity list. */
export const asTransaction = ({
  id,
  bundle,
  hash = bundle ? undefined : id,
  network,
  from,
  to,
  amount,
  symbol,
  iconUrl,
  at,
  status,
  swap,
}: SentTransfer): Transaction => ({
  id: `${ownTransaction}${id}`,
  metadata: {
    minedAt: new Date(at).toISOString(),
    chain: network,
    operationType: swap ? "trade" : "send",
    status: status === "replaced" || status === "different" ? "failed" : status,
    ...(hash !== undefined && { hash }),
    sentFrom: from,
    sentTo: to,
  },
  transfers: [
    {
      fungible_info: { symbol, ...(iconUrl !== undefined && { icon: { url: iconUrl } }) },
      direction: "out",
      quantity: { numeric: amount },
    },
    ...(swap
      ? [
          {
            fungible_info: { symbol: swap.symbol, ...(swap.iconUrl !== undefined && { icon: { url: swap.iconUrl } }) },
            direction: "in" as const,
            quantity: { numeric: swap.amount },
          },
        ]
      : []),
  ],
})

/** Prefix of the IDs of activity rows that were made from sent transfers. */
export const ownTransaction = "sent:"

/** Returns the ID to look a transaction up by: its hash, or else its ID at the service or wallet. */
export const lookupId = ({ id, metadata }: Transaction): string =>
  metadata.hash ?? (id.startsWith(ownTransaction) ? id.slice(ownTransaction.length) : id)
