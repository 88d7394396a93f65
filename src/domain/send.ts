import type { Transaction } from "./activity.ts"
import type { Paymaster } from "./calls.ts"
import type { Network } from "./networks.ts"

/** A token as a transfer names it; without an address it is the chain's own coin. */
export interface SentToken {
  readonly address?: string
  readonly symbol: string
  readonly decimals: number
}

/** What is to go where. `amount` is in smallest units, or all that the account can send. */
export interface Transfer {
  readonly connectorId: string
  readonly network: Network
  readonly from: string
  readonly to: string
  readonly amount: bigint | "max"
  readonly token: SentToken
  /** Who pays the network in the account's place: the fee is nothing then. */
  readonly paymaster?: Paymaster
}

/** A transfer with all that it costs, in smallest units of the chain's own coin. */
export interface Prepared extends Transfer {
  readonly amount: bigint
  /** The most that the network takes for it. */
  readonly fee: bigint
  /** What a new account of the receiver's has to keep. */
  readonly deposit: bigint
  /** What the token's own rules keep of the amount, in its smallest units: the receiver gets so much less. */
  readonly withheld: bigint
  /** What the account holds of the token. */
  readonly held: bigint
  /** What the namespace's own code has to know when it sends. */
  readonly plan: unknown
}

/** What a network knows of an address. */
export interface Receiver {
  /** Whether it is an address of the namespace at all. */
  readonly valid: boolean
  /** Whether its spelling is right, where spelling is a checksum. */
  readonly spelled: boolean
  /** Whether anything has ever been there. */
  readonly used: boolean
  /** Whether it is a program or a contract, or belongs to one. */
  readonly program: boolean
}

/** A transfer or swap that left, as it is kept until it has settled. Texts are decimal. */
export interface SentTransfer {
  /** The transaction's id on its chain; of a bundle's and of a Safe's, which its owners may yet have to confirm, the wallet's own. */
  readonly id: string
  /** Its id on the chain, where that is another. */
  readonly hash?: string
  /** The id is of a bundle of calls (EIP-5792): its wallet alone knows what became of it. */
  readonly bundle?: true
  /** Whose wallet sent it. */
  readonly connectorId: string
  /** CAIP-2 id. */
  readonly network: string
  readonly from: string
  /** Who gets it; of a swap, the exchange. */
  readonly to: string
  readonly name?: string
  /** In whole tokens. */
  readonly amount: string
  readonly symbol: string
  readonly iconUrl?: string
  /** The contract, or mint; the chain's own coin has none. */
  readonly token?: string
  /** Smallest units. */
  readonly units: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** Its place among the account's transactions, once known. */
  readonly nonce?: number
  /** `different`: the wallet sent something else than was shown. */
  readonly status: "pending" | "confirmed" | "failed" | "replaced" | "different"
  /** Of a swap: what it was to bring, and what was signed for it. */
  readonly swap?: Swapped
  /** Of a payment that the modal follows: its id. */
  readonly payment?: string
}

/** The other side of a swap that left. */
export interface Swapped {
  /** In whole tokens. */
  readonly amount: string
  readonly symbol: string
  readonly iconUrl?: string
  /** The contract; the chain's own coin has none. */
  readonly token?: string
  /** Hex. */
  readonly data: string
  /** Wei. */
  readonly value: string
}

/** A transfer as a network is asked about it. */
export interface Watched extends Omit<SentTransfer, "network"> {
  readonly network: Network
}

/** What has become of a transfer. `settled`: no reorganisation that happens takes it back. `hash`: its id on the chain, where that is another. */
export type Outcome =
  | { readonly is: "pending"; readonly nonce?: number }
  | { readonly is: "confirmed"; readonly settled: boolean; readonly hash?: string }
  | { readonly is: "failed"; readonly hash?: string }
  /** Another transaction took its place, or its time is over: it never will be carried out. */
  | { readonly is: "replaced" }
  /** It is not what the visitor was shown. */
  | { readonly is: "different" }

/** CAIP-10 ids of the tokens whose amounts a transfer or swap changes; the fee's is among them. */
export const movedBy = ({ network, token, swap }: SentTransfer, nativeToken: string): readonly string[] =>
  [...new Set([nativeToken, token ?? nativeToken, swap?.token ?? nativeToken])].map((one) => `${network}:${one}`)

/** A transfer that left as the activity lists it, until the service that knows what happened does. */
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

/** How the ids of such begin. */
export const ownTransaction = "sent:"

/** What a transaction is known by elsewhere: its hash, or without one its id at whoever named it; of a bundle that is the wallet. */
export const lookedUpBy = ({ id, metadata }: Transaction): string =>
  metadata.hash ?? (id.startsWith(ownTransaction) ? id.slice(ownTransaction.length) : id)
