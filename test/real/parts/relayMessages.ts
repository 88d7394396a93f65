/** A sealed message on its way to a topic; `ttl` in seconds, `tag` names its kind (1108 is a session request). */
type Publication = { topic: string; message: string; ttl: number; tag: number }

/** What a WalletConnect client of 2.21.x sends to a relay: the `irn` calls and the two joined `wc_` calls. */
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

/** The client confirms a delivered message by the id it came with. */
export interface Acknowledgement {
  readonly id: number
  readonly result: true
}
