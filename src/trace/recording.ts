import { invalidInput, isRecord } from "../options/guards.ts"
import { type Failure, mostCauses } from "../telemetry/model/failures.ts"
import { redacted } from "../telemetry/model/redact.ts"
import { recording as limits } from "./limits.ts"

/**
 * Record of what happened in a modal, safe to share: plain JSON without project IDs, addresses, emails, signatures, pairing URIs, messages
 * or names. Times are in ms since the recorder started.
 */
export interface Recording {
  readonly version: typeof version
  /** CAIP-2 IDs of the networks offered. Those that could identify the site are hidden. */
  readonly networks: readonly string[]
  /** Number of older notes that were dropped for lack of room. */
  readonly dropped: number
  /** Notes, in the order in which they began. */
  readonly notes: readonly Note[]
}

/** Entry of a recording: a flow or request, a view shown, or the state of a namespace. */
export type Note = Work | Shown | Standing

/** Flow or request, with its duration. */
export interface Work {
  readonly is: "flow" | "request"
  readonly at: number
  /** Name of the flow's function or of the request, such as `connect`, `api balance` or `wallet eth_accounts`. */
  readonly name: string
  /** Name of the outermost flow that it was part of. */
  readonly of?: string
  readonly network?: string
  readonly method?: string
  /** Duration, in ms. `undefined` while running. */
  readonly took?: number
  readonly outcome: Outcome
  /** Errors, outermost first. Set if the flow or request failed. */
  readonly failures?: readonly Failure[]
  /** View shown when the flow or request ended. */
  readonly view?: string
}

/** Outcome of a flow or request so far. */
export type Outcome = (typeof outcomes)[number]

/** View shown. `name` is null when the modal was closed. */
export interface Shown {
  readonly is: "view"
  readonly at: number
  readonly name: string | null
}

/** Connection status of a namespace, and its active network. */
export interface Standing {
  readonly is: "namespace"
  readonly at: number
  readonly name: string
  readonly status: string
  readonly network?: string
}

const version = 1

/** Builds a recording from notes. */
export const recordingOf = (parts: Omit<Recording, "version">): Recording => ({ version, ...parts })

/**
 * Decodes a recording from JSON text or data. Throws `InvalidInput` if it is malformed or too large. Works without Schema, because it
 * rejects unknown fields, which the other decoders ignore.
 */
export const readRecording = (given: unknown): Recording => {
  const value = typeof given === "string" ? parsed(given) : given
  const { version: of, networks, dropped, notes } = only(value, "", ["version", "networks", "dropped", "notes"])
  if (of !== version) throw invalidInput(`${version}`, of, "version")
  return {
    version,
    networks: list(networks, "networks", limits.networks).map((id, at) => network(id, `networks.${at}`)),
    dropped: count(dropped, "dropped"),
    notes: list(notes, "notes", limits.notes).map((note, at) => readNote(note, `notes.${at}`)),
  }
}

const readNote = (value: unknown, path: string): Note => {
  const is = isRecord(value) ? value.is : undefined
  switch (is) {
    case "view": {
      const { at, name } = only(value, path, ["is", "at", "name"])
      return { is, at: count(at, `${path}.at`), name: name === null ? null : word(name, `${path}.name`) }
    }
    case "namespace": {
      const { at, name, status, network: id } = only(value, path, ["is", "at", "name", "status", "network"])
      return {
        is,
        at: count(at, `${path}.at`),
        name: word(name, `${path}.name`),
        status: word(status, `${path}.status`),
        ...(id !== undefined && { network: network(id, `${path}.network`) }),
      }
    }
    case "flow":
    case "request":
      return readWork(is, value, path)
    default:
      throw invalidInput("'flow', 'request', 'view' or 'namespace'", is, `${path}.is`)
  }
}

const readWork = (is: Work["is"], value: unknown, path: string): Work => {
  const fields = ["is", "at", "name", "of", "network", "method", "took", "outcome", "failures", "view"] as const
  const { at, name, of, network: id, method, took, outcome, failures, view } = only(value, path, fields)
  const known = outcomes.find((one) => one === outcome)
  if (known === undefined)
    throw invalidInput(outcomes.map((one) => `'${one}'`).join(" or "), outcome, `${path}.outcome`)
  return {
    is,
    at: count(at, `${path}.at`),
    name: label(name, `${path}.name`),
    ...(of !== undefined && { of: label(of, `${path}.of`) }),
    ...(id !== undefined && { network: network(id, `${path}.network`) }),
    ...(method !== undefined && { method: label(method, `${path}.method`) }),
    ...(took !== undefined && { took: count(took, `${path}.took`) }),
    outcome: known,
    ...(failures !== undefined && {
      failures: list(failures, `${path}.failures`, mostCauses).map((one, at) =>
        readFailure(one, `${path}.failures.${at}`),
      ),
    }),
    ...(view !== undefined && { view: word(view, `${path}.view`) }),
  }
}

const readFailure = (value: unknown, path: string): Failure => {
  const { tag, code } = only(value, path, ["tag", "code"])
  if (code !== undefined && !(Number.isSafeInteger(code) || isWord(code)))
    throw invalidInput("integer or string", code, `${path}.code`)
  return { tag: word(tag, `${path}.tag`), ...(code !== undefined && { code: code as number | string }) }
}

const outcomes = ["running", "ok", "handled", "failed", "interrupted"] as const

/** Returns an object that has only the given fields. Throws `InvalidInput` for any other value. */
const only = <Name extends string>(value: unknown, path: string, names: readonly Name[]) => {
  if (!isRecord(value)) throw invalidInput("object", value, path)
  const [other] = Object.keys(value).filter((name) => !names.includes(name as Name))
  if (other !== undefined) throw invalidInput("undefined", value[other], path === "" ? "more" : `${path}.more`)
  return value as { readonly [Each in Name]?: unknown }
}

const list = (value: unknown, path: string, most: number): readonly unknown[] => {
  if (!Array.isArray(value) || value.length > most) throw invalidInput(`array of at most ${most}`, value, path)
  return value
}

const count = (value: unknown, path: string): number => {
  if (Number.isSafeInteger(value) && Number(value) >= 0) return Number(value)
  throw invalidInput("integer of at least 0", value, path)
}

const checked =
  (what: string, holds: (value: unknown) => boolean) =>
  (value: unknown, path: string): string => {
    if (holds(value)) return value as string
    throw invalidInput(what, value, path)
  }

const isWord = (value: unknown) => typeof value === "string" && (value === redacted || /^\w{1,64}$/.test(value))
const word = checked("word", isWord)

/** Whether a text is a valid name of a flow or request. */
export const isLabel = (value: unknown): boolean =>
  typeof value === "string" && (value === redacted || /^[\w.]{1,64}(?: [\w.:/@-]{1,64})?$/.test(value))
const label = checked("name", isLabel)

/** Whether a text is a valid network ID. */
const isNetwork = (value: unknown): boolean =>
  typeof value === "string" && (value === redacted || /^[a-z0-9-]{3,8}:[\w-]{1,32}$/.test(value))
const network = checked("CAIP-2 id", isNetwork)

const parsed = (text: string): unknown => {
  if (text.length > limits.characters) throw invalidInput(`string of at most ${limits.characters}`, text.length)
  try {
    return JSON.parse(text)
  } catch {
    throw invalidInput("JSON", text)
  }
}
