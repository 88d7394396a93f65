import { safeText } from "../../core/first-paint/safeText.ts"
import { isSameAccount } from "../../namespaces/model/namespaceTable.ts"
import { chainNameOf } from "../opening/model/signInNamespaces.ts"
import type { SiwxMessageData } from "./message.ts"

/** Fields of a sign-in text. A text contains the name of the chain, and only the reference of its CAIP-2 ID. */
export type SiwxFields = Omit<SiwxMessageData, "chainId"> & { readonly chain: string; readonly reference: string }

/**
 * Parses a sign-in text by the exact grammar of CAIP-122 (for EVM: ERC-4361). Returns `undefined` for any other text.
 *
 * There are two exceptions. Sites write statements in their visitors' languages, so a statement may be any text that is safe to show, not
 * only ASCII. A text without a statement may have one empty line instead of two before its fields, as CAIP-122 specifies for Solana and as
 * AppKit writes it for all namespaces.
 */
export const readText = (text: string): SiwxFields | undefined => {
  const groups = grammar.exec(text)?.groups
  if (!groups) return undefined
  const { resources, ...texts } = groups
  if (texts.statement !== undefined && !isOneLine(texts.statement)) return undefined
  return {
    ...(texts as unknown as SiwxFields),
    ...(resources !== undefined && { resources: resources.split("\n- ").slice(1) }),
  }
}

/** Whether a sign-in text is malformed or differs from `data`, so the visitor would sign something other than what is shown. */
export const misstates = (text: string, data: SiwxMessageData): boolean => {
  const fields = readText(text)
  if (!fields) return true
  const [namespace = "", reference = ""] = data.chainId.split(":")
  const { statement, resources = [] } = data
  return (
    fields.chain !== chainNameOf(namespace) ||
    fields.reference !== reference ||
    !isSameAccount(data.chainId, fields.accountAddress, data.accountAddress) ||
    // `siwxText` reduces a statement to one line.
    ![statement, oneLine(statement)].includes(fields.statement ?? "") ||
    JSON.stringify(fields.resources ?? []) !== JSON.stringify(resources) ||
    plain.some((name) => fields[name] !== data[name])
  )
}

/** Fields that a text contains unchanged. */
const plain = [
  ...["domain", "uri", "version", "nonce", "issuedAt", "expirationTime", "notBefore", "requestId"],
] as readonly (keyof SiwxFields & keyof SiwxMessageData)[]

/**
 * Whether a statement is one line that is safe to show. Besides ordinary spaces, it may have non-breaking ones (U+00A0, U+202F), because
 * some languages use them. Other white space could pass for a line break.
 */
const isOneLine = (statement: string) =>
  safeText(statement, longestStatement) === statement.replace(/[ \u00a0\u202f]+/g, " ").trim()
const longestStatement = 10_000

const oneLine = (statement = "") => statement.replace(/\s+/g, " ").trim()

/** Patterns of a URI (RFC 3986) and of a time (RFC 3339). */
const uri = "[A-Za-z][A-Za-z0-9+.-]*:[\\w.~:/?#[\\]@!$&'()*+,;=%-]*"
const moment = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?(?:Z|[+-]\\d\\d:\\d\\d)"

const optional = (name: string, group: string, of: string) => `(?:\\n${name}: (?<${group}>${of}))?`

const grammar = new RegExp(
  [
    "^(?:[A-Za-z][A-Za-z0-9+.-]*://)?(?<domain>[\\w.~:@!$&'()*+,;=%[\\]-]+)",
    " wants you to sign in with your (?<chain>[-\\w]+) account:\\n(?<accountAddress>[-.%\\w]+)\\n",
    "(?:\\n(?<statement>[^\\n]+)\\n|\\n?)",
    `\\nURI: (?<uri>${uri})`,
    "\\nVersion: (?<version>1)",
    "\\nChain ID: (?<reference>[-\\w]{1,32})",
    "\\nNonce: (?<nonce>[A-Za-z0-9]{8,})",
    optional("Issued At", "issuedAt", moment),
    optional("Expiration Time", "expirationTime", moment),
    optional("Not Before", "notBefore", moment),
    optional("Request ID", "requestId", "[\\w.~!$&'()*+,;=:@%-]*"),
    `(?:\\nResources:(?<resources>(?:\\n- ${uri})*))?$`,
  ].join(""),
)
