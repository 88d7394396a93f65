import type { Failure } from "./failures.ts"
import { recording as limits } from "./limits.ts"
import { type Recording, readRecording, type Work } from "./recording.ts"
import { hidden } from "./redact.ts"

/** What makes the demo's world fail as it was recorded, as plain data. */
export interface Replay {
  /** For `demo` of `portico/layers`: its wallets answer, its services fail and dawdle as in the recording. */
  readonly script: {
    readonly wallets?: { readonly "*": Answers }
    readonly relay?: Answers
    readonly frame?: Answers
    readonly faults?: Readonly<Record<string, Lapse>>
  }
  /** The view in which it failed last; where nothing did, the last that was shown. */
  readonly open: string | undefined
  /** For `createModal`; the networks by their ids. */
  readonly options: { readonly networks: readonly string[] }
  /** The views that were shown, one after the other. */
  readonly steps: readonly string[]
}

/** How a wallet answers each prompt that it was recorded at. */
export type Answers = { readonly [Prompt in PromptKind]?: Answer }
type Answer = "approve" | "reject" | "hang" | "pending"
type PromptKind = "connect" | "switch" | "sign" | "send"

/** What is wrong with an endpoint, a node's method or a service. */
export interface Lapse {
  readonly status?: number
  readonly offline?: boolean
  readonly delay?: number
  readonly times?: number
}

/** What replays a recording, which may be its text. Throws `InvalidInput` for what is none. */
export const replay = (document: unknown): Replay => {
  const recording = readRecording(document)
  const requests = recording.notes.filter((note): note is Work => note.is === "request")
  const wallets = answersOf(requests, /^wallet /)
  const relay = answersOf(requests, /^(relay |Relay\.connect$)/)
  const frame = answersOf(requests, /^Frame\.ask$/)
  const faults = faultsOf(requests)
  return {
    script: {
      ...(wallets && { wallets: { "*": wallets } }),
      ...(relay && { relay }),
      ...(frame && { frame }),
      ...(Object.keys(faults).length > 0 && { faults }),
    },
    open: viewOf(recording),
    options: { networks: recording.networks.filter((id) => id !== hidden) },
    steps: recording.notes.flatMap((note) => (note.is === "view" && note.name !== null ? [note.name] : [])),
  }
}

const viewOf = ({ notes }: Recording): string | undefined => {
  const failed = notes.findLast((note) => "outcome" in note && note.outcome === "failed" && note.view !== undefined)
  const shown = notes.findLast((note) => note.is === "view" && note.name !== null)
  return (failed && "view" in failed ? failed.view : shown?.name) ?? undefined
}

/** How wallets answered; the last prompt of a kind counts. */
const answersOf = (requests: readonly Work[], named: RegExp): Answers | undefined => {
  const answers: { [Prompt in PromptKind]?: Answer } = {}
  for (const request of requests) {
    const kind = named.test(request.name) && promptOf(request)
    const answer = answerOf(request)
    if (kind && answer) answers[kind] = answer
  }
  return Object.keys(answers).length > 0 ? answers : undefined
}

const promptOf = ({ name, method = name }: Work): PromptKind | undefined =>
  prompts.find(([, methods]) => methods.test(method))?.[0]

const prompts: readonly (readonly [PromptKind, RegExp])[] = [
  ["connect", /connect$|connect_|requestAccounts|requestPermissions|getAccounts|getAddresses/i],
  ["switch", /switch\w*Chain|addEthereumChain|switch_?network|changeNetwork/i],
  ["send", /send/i],
  ["sign", /sign/i],
]

/** What a wallet, or who holds it, said; of its line nothing. */
const answerOf = ({ outcome, failures = [] }: Work): Answer | undefined => {
  if (outcome === "running" || outcome === "interrupted") return "hang"
  if (outcome !== "failed") return "approve"
  if (failures.some(({ code }) => code === pending)) return "pending"
  return failures.some(isRefusal) ? "reject" : undefined
}

const isRefusal = ({ tag, code }: Failure) => code === 4001 || code === 5000 || /Rejected|RequestAborted/.test(tag)

/** A prompt is open already (EIP-1474, resource unavailable). */
const pending = -32_002

const faultsOf = (requests: readonly Work[]): Readonly<Record<string, Lapse>> => {
  const faults: Record<string, Lapse> = {}
  for (const line of new Set(requests.map(lineOf))) {
    const lapse = line === undefined ? undefined : lapseOf(requests.filter((request) => lineOf(request) === line))
    if (line !== undefined && lapse) faults[line] = lapse
  }
  return faults
}

/** By which name the demo's world knows what was asked. */
const lineOf = ({ name, method }: Work): string | undefined => {
  const [, row] = /^api (\w+)$/.exec(name) ?? []
  if (row !== undefined) return row
  if (name === "rpc") return method === undefined || method === hidden ? "rpc" : method
  if (name === "Relay.connect") return "relay"
  return name === "Frame.ask" ? (method ?? "frame") : undefined
}

/** What was wrong with a line: it still is, or has failed so many times. What people leave open is not the line's fault. */
const lapseOf = (asked: readonly Work[]): Lapse | undefined => {
  const failed = asked.filter((request) => request.outcome === "failed" && isLines(request))
  const last = asked.at(-1)
  const healed = last?.outcome === "ok" || last?.outcome === "handled"
  const [failure] = failed.slice(-1)
  const people = failure === undefined && asked.some(({ name }) => name === "Relay.connect" || name === "Frame.ask")
  const took = people ? 0 : (failure ?? last)?.took
  const delay = took === undefined ? limits.unanswered : took >= limits.slow ? took : 0
  if (failure === undefined) return delay > 0 ? { delay } : undefined
  const status = failure.failures?.find(({ tag }) => tag === "HttpStatus")?.code
  return {
    ...(typeof status === "number" ? { status } : isMisread(failure) ? { status: misread } : { offline: true }),
    ...(delay > 0 && { delay }),
    ...(healed && { times: failed.length }),
  }
}

/** Whether the line failed, not a person or a chain who said no. */
const isLines = ({ name, failures = [] }: Work): boolean =>
  !failures.some(isRefusal) && (name !== "rpc" || failures.some(({ tag }) => /^(HttpStatus|UnknownFailure)$/.test(tag)))

/** An answer that could not be read. The demo's services answer as they should, so that they fail in its place. */
const isMisread = ({ failures = [] }: Work) =>
  failures.some(({ tag }) => tag === "AnswerInvalid" || tag === "AnswerTooLarge")
const misread = 502
