import type { Failure } from "../telemetry/model/failures.ts"
import { redacted } from "../telemetry/model/redact.ts"
import { recording as limits } from "./limits.ts"
import { type Recording, readRecording, type Work } from "./recording.ts"

/** Plain data that makes the demo fail as recorded. */
export interface Replay {
  /** Script for `demo` of `portico/layers`: wallets respond, and services fail or delay, as in the recording. */
  readonly script: {
    readonly wallets?: { readonly "*": PromptResponses }
    readonly relay?: PromptResponses
    readonly frame?: PromptResponses
    readonly faults?: Readonly<Record<string, Lapse>>
  }
  /** View in which the last failure occurred, or else the last view shown. */
  readonly open: string | undefined
  /** Options for `createModal`. The networks are CAIP-2 IDs. */
  readonly options: { readonly networks: readonly string[] }
  /** Views shown, in order. */
  readonly steps: readonly string[]
}

/** Recorded response of a wallet to each kind of prompt. */
export type PromptResponses = { readonly [Prompt in PromptKind]?: PromptResponse }
type PromptResponse = "approve" | "reject" | "hang" | "pending"
type PromptKind = "connect" | "switch" | "sign" | "send"

/**
 * Fault of an endpoint, a node method or a service. `delay` is in ms. `body`: whether the response is malformed or too large. `times`:
 * number of requests that fail; all if it is missing.
 */
export interface Lapse {
  readonly status?: number
  readonly offline?: boolean
  readonly body?: "truncated" | "huge"
  readonly delay?: number
  readonly times?: number
}

/** Converts a recording, or its JSON text, to a replay. Throws `InvalidInput` if it is malformed. */
export const replay = (document: unknown): Replay => {
  const recording = readRecording(document)
  const requests = recording.notes.filter((note): note is Work => note.is === "request")
  const wallets = responsesOf(requests, /^wallet /)
  const relay = responsesOf(requests, /^(relay |Relay\.connect$)/)
  const frame = responsesOf(requests, /^Frame\.request$/)
  const faults = faultsOf(requests)
  return {
    script: {
      ...(wallets && { wallets: { "*": wallets } }),
      ...(relay && { relay }),
      ...(frame && { frame }),
      ...(Object.keys(faults).length > 0 && { faults }),
    },
    open: viewOf(recording),
    options: { networks: recording.networks.filter((id) => id !== redacted) },
    steps: recording.notes.flatMap((note) => (note.is === "view" && note.name !== null ? [note.name] : [])),
  }
}

const viewOf = ({ notes }: Recording): string | undefined => {
  const failed = notes.findLast((note) => "outcome" in note && note.outcome === "failed" && note.view !== undefined)
  const shown = notes.findLast((note) => note.is === "view" && note.name !== null)
  return (failed && "view" in failed ? failed.view : shown?.name) ?? undefined
}

/** Returns the responses of wallets, by kind of prompt. The last prompt of a kind counts. */
const responsesOf = (requests: readonly Work[], named: RegExp): PromptResponses | undefined => {
  const responses: { [Prompt in PromptKind]?: PromptResponse } = {}
  for (const request of requests) {
    const kind = named.test(request.name) && promptOf(request)
    const response = responseOf(request)
    if (kind && response) responses[kind] = response
  }
  return Object.keys(responses).length > 0 ? responses : undefined
}

const promptOf = ({ name, method = name }: Work): PromptKind | undefined =>
  prompts.find(([, methods]) => methods.test(method))?.[0]

const prompts: readonly (readonly [PromptKind, RegExp])[] = [
  ["connect", /connect$|connect_|requestAccounts|requestPermissions|getAccounts|getAddresses/i],
  ["switch", /switch\w*Chain|addEthereumChain|switch_?network|changeNetwork/i],
  ["send", /send/i],
  ["sign", /sign/i],
]

/** Returns the response of the wallet or its user, or `undefined` for a connection failure. */
const responseOf = ({ outcome, failures = [] }: Work): PromptResponse | undefined => {
  if (outcome === "running" || outcome === "interrupted") return "hang"
  if (outcome !== "failed") return "approve"
  if (failures.some(({ code }) => code === pending)) return "pending"
  return failures.some(isRefusal) ? "reject" : undefined
}

const isRefusal = ({ tag, code }: Failure) => code === 4001 || code === 5000 || /Rejected|RequestAborted/.test(tag)

/** Error code for a prompt that is already open (EIP-1474, resource unavailable). */
const pending = -32_002

const faultsOf = (requests: readonly Work[]): Readonly<Record<string, Lapse>> => {
  const faults: Record<string, Lapse> = {}
  for (const line of new Set(requests.map(lineOf))) {
    const lapse = line === undefined ? undefined : lapseOf(requests.filter((request) => lineOf(request) === line))
    if (line !== undefined && lapse) faults[line] = lapse
  }
  return faults
}

/** Returns the name of the demo's fault channel for a request, if there is one. */
const lineOf = ({ name, method }: Work): string | undefined => {
  const [, row] = /^api (\w+)$/.exec(name) ?? []
  if (row !== undefined) return row
  if (name === "rpc") return method === undefined || method === redacted ? "rpc" : method
  if (name === "Relay.connect") return "relay"
  return name === "Frame.request" ? (method ?? "frame") : undefined
}

/**
 * Returns the fault of a channel: permanent, or limited to the recorded number of failures if the channel recovered. Time that the visitor
 * took does not count.
 */
const lapseOf = (work: readonly Work[]): Lapse | undefined => {
  const failed = work.filter((request) => request.outcome === "failed" && isLines(request))
  const last = work.at(-1)
  const healed = last?.outcome === "ok" || last?.outcome === "handled"
  const [failure] = failed.slice(-1)
  const people = failure === undefined && work.some(({ name }) => name === "Relay.connect" || name === "Frame.request")
  const took = people ? 0 : (failure ?? last)?.took
  const delay = took === undefined ? limits.noResponse : took >= limits.slow ? took : 0
  if (failure === undefined) return delay > 0 ? { delay } : undefined
  const status = failure.failures?.find(({ tag }) => tag === "HttpStatus")?.code
  return {
    ...(typeof status === "number" ? { status } : (misreadOf(failure) ?? { offline: true })),
    ...(delay > 0 && { delay }),
    ...(healed && { times: failed.length }),
  }
}

/** Whether the channel failed, rather than the request being rejected by a visitor or a chain. */
const isLines = ({ name, failures = [] }: Work): boolean =>
  !failures.some(isRefusal) &&
  (name !== "rpc" ||
    failures.some(({ tag }) => tag === "HttpStatus" || tag === "UnknownFailure" || Object.hasOwn(flaws, tag)))

/** Returns the fault of a malformed or too large response. The demo's frame and relay have no such fault, so they fail with a status. */
const misreadOf = ({ name, failures = [] }: Work): Lapse | undefined => {
  const body = failures.map(({ tag }) => (Object.hasOwn(flaws, tag) ? flaws[tag] : undefined)).find(Boolean)
  if (!body) return undefined
  return name === "rpc" || name.startsWith("api ") ? { body } : { status: 502 }
}
const flaws: Readonly<Record<string, Lapse["body"]>> = { AnswerInvalid: "truncated", AnswerTooLarge: "huge" }
