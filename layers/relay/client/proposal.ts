import * as Effect from "effect/Effect"
import type { Proposal } from "../../../services/Relay.ts"
import { isUserRejection } from "../../../src/core/readRpcError.ts"
import {
  type ConnectError,
  ConnectFailed,
  ConnectionRejected,
  ConnectorSupportsNoChain,
  type InvalidInput,
  TopicExpired,
} from "../../../src/errors/index.ts"
import { invalidInput, isRecord } from "../../../src/options/guards.ts"
import { relayWait } from "../../../src/walletConnect/limits.ts"
import { authenticate, type PendingSignIns, type SignedIn } from "./authenticate.ts"
import { readTopic } from "./readSession.ts"
import { optionalNamespaces } from "./requestedNamespaces.ts"
import { end, gone, ignore, type Sign } from "./restrainLibrary.ts"

/** A proposal that no wallet has responded to yet. */
export interface Offer {
  readonly uri: string
  readonly topic: string
  readonly id: number
  readonly approval: Promise<SignedIn>
  readonly drop: (() => void) | undefined
}

/** Proposes a session over a new pairing. Fails with ConnectFailed. */
export const propose = (sign: Sign, pendingSignIns: PendingSignIns, { networks, signIn }: Proposal) =>
  Effect.callback<Offer, ConnectError>((resume) => {
    let left = false
    const made = signIn
      ? authenticate(sign, pendingSignIns, networks, signIn)
      : sign.connect({ optionalNamespaces: optionalNamespaces(networks) }).then(({ uri, approval }) => ({
          uri,
          approval: approval().then((session) => ({ session })),
          drop: undefined,
        }))
    const offered = made.then((made) => {
      const offer = readOffer(sign, made)
      if (left) void withdraw(sign, offer)
      return offer
    })
    offered.then(
      (offer) => resume(Effect.succeed(offer)),
      (cause: unknown) => resume(Effect.fail(new ConnectFailed({ cause }))),
    )
    return Effect.sync(() => {
      left = true
    })
  }).pipe(Effect.timeoutOrElse({ duration: relayWait, orElse: () => Effect.fail(new ConnectFailed()) }))

const readOffer = (
  sign: Sign,
  { uri = "", approval, drop }: Pick<Offer, "approval" | "drop"> & { uri?: string | undefined },
): Offer => {
  // The approval may never be awaited, and its rejection would then be unhandled.
  approval.catch(ignore)
  const topic = readTopic(/^wc:([0-9a-f]+)@2\?/.exec(uri)?.[1])
  const id = readProposalId(sign.proposal.getAll().find(({ pairingTopic }) => pairingTopic === topic)?.id)
  if (typeof topic !== "string") throw topic
  if (typeof id !== "number") throw id
  return { uri, topic, id, approval, drop }
}

/** Waits for a wallet's response. Fails with ConnectionRejected, ConnectorSupportsNoChain, TopicExpired or ConnectFailed. */
export const awaitApproval = ({ approval }: Offer) =>
  Effect.tryPromise({
    try: () => approval,
    catch: (cause) => {
      if (isUserRejection(cause)) return new ConnectionRejected({ cause })
      if (isRecord(cause) && unsupported.has(cause.code)) return new ConnectorSupportsNoChain({ cause })
      return messageOf(cause) === "Proposal expired" ? new TopicExpired({ cause }) : new ConnectFailed({ cause })
    },
  })

/** Withdraws a proposal. The library cannot do this, so its data about the proposal is removed here. */
export const withdraw = async (sign: Sign, { topic, id, drop }: Offer): Promise<void> => {
  drop?.()
  const { core, proposal, session } = sign
  const own = proposal.getAll().find((one) => one.id === id)
  // Makes the library treat the proposal as expired, so it stops waiting and accepts no response.
  core.expirer.set(id, 0)
  core.expirer.del(topic)
  core.relayer.unsubscribe(topic).catch(ignore)
  for (const one of session.getAll()) if (one.pairingTopic === topic) void end(sign, one.topic)
  await Promise.all([
    proposal.delete(id, gone),
    core.pairing.pairings.delete(topic, gone),
    core.crypto.deleteSymKey(topic),
    own && core.crypto.deleteKeyPair(own.proposer.publicKey),
  ]).catch(ignore)
}

/** Reads a proposal ID. Returns InvalidInput unless it is a number (specification section 5). */
export const readProposalId = (value: unknown): number | InvalidInput =>
  isFiniteNumber(value) ? value : invalidInput("number", value, "id")

const isFiniteNumber = (value: unknown): value is number => Number.isFinite(value)

const messageOf = (cause: unknown): unknown => Object(cause).message

/** Error codes of wallets that do not support the chains or the namespace. */
const unsupported: ReadonlySet<unknown> = new Set([5100, 5104])
