/** An encrypted message for a topic; `ttl` in seconds, `tag` for its kind (1108: session request). */
type Publication = { topic: string; message: string; ttl: number; tag: number }

/** Requests of a WalletConnect client 2.21.x to a relay: the `irn` calls and the two combined `wc_` calls. */
export type Request = { readonly id: number | string } & (
  | { method: "irn_subscribe" | "irn_unsubscribe"; params: { topic: string } }
  | { method: "irn_batchSubscribe" | "irn_batchFetchMessages"; params: { topics: string[] } }
  | { method: "irn_batchUnsubscribe"; params: { subscriptions: { topic: string }[] } }
  | { method: "irn_publish"; params: Publication }
  | { method: "irn_batchPublish"; params: { messages: Publication[] } }
  | { method: "wc_proposeSession"; params: { pairingTopic: string; sessionProposal: string; ttl: number } }
  | {
      method: "wc_approveSession"
      params: {
        sessionTopic: string
        pairingTopic: string
        sessionProposalResponse: string
        sessionSettlementRequest: string
        ttl: number
      }
    }
)

/** Confirms the delivery of a message by its ID. */
export interface Acknowledgement {
  readonly id: number
  readonly result: true
}
