import { type InvalidInput, NamespaceRequired } from "../errors/index.ts"
import { invalidInput, isRecord } from "../options/guards.ts"
import { isNamespace } from "../options/isNamespace.ts"
import type { OperationName } from "../stub/operationNames.ts"
import { namespaceProblem } from "./validateOpenOptions.ts"

/** Type of a field. A question mark makes the field optional. */
type Kind = "string" | "string?" | "namespace" | "namespace?" | "any namespace" | "object" | "string | object?"

/** Fields of each operation's input, checked before the operation runs. `undefined`: the operation has no input, or validates it itself. */
const inputs: Readonly<Record<OperationName, Readonly<Record<string, Kind>> | undefined>> = {
  connect: { wallet: "string", namespace: "namespace?" },
  disconnect: { namespace: "namespace?", connectorId: "string?" },
  switchConnection: { namespace: "namespace", connectorId: "string", address: "string?" },
  deleteConnection: { namespace: "namespace", connectorId: "string", address: "string?" },
  reconnect: { namespace: "namespace", connectorId: "string" },
  setPreferredAccountType: { type: "string", namespace: "namespace?" },
  switchNetwork: { network: "string" },
  addNamespace: { namespace: "any namespace" },
  removeNamespace: { namespace: "any namespace" },
  signMessage: { message: "string", namespace: "namespace?" },
  signIn: undefined,
  signOut: undefined,
  getSessions: undefined,
  getAccountMetadata: undefined,
  setAccountMetadata: { metadata: "object" },
  searchWallets: { search: "string", namespace: "namespace?" },
  fetchBalances: undefined,
  fetchActivity: { cursor: "string?" },
  quoteSwap: { fromToken: "string", toToken: "string", amount: "string" },
  swap: { quote: "object" },
  onrampOptions: undefined,
  quoteOnramp: { amount: "string", purchaseCurrency: "string?", paymentCurrency: "string?" },
  openOnramp: { quote: "object" },
  exchanges: {},
  payWithExchange: undefined,
  pay: undefined,
  estimateSend: { token: "string | object?", sendTokenAmount: "string?", receiverAddress: "string?" },
  send: { token: "string | object?", sendTokenAmount: "string?", receiverAddress: "string?" },
  capabilities: undefined,
  grantPermissions: undefined,
  revokePermissions: { pci: "string" },
  loginWithEmail: { email: "string" },
  submitOtp: { otp: "string" },
  updateEmail: { email: "string" },
  loginWithSocial: undefined,
  resolveName: { name: "string" },
  reverseName: { address: "string" },
  suggestNames: { name: "string" },
  registerName: { name: "string" },
}

/** Returns the first problem of an operation's input, or `undefined` if there is none. JavaScript sites may pass anything. */
export const inputProblem = (name: OperationName, input: unknown): InvalidInput | NamespaceRequired | undefined => {
  const fields = inputs[name]
  if (fields === undefined) return
  if (input !== undefined && !isRecord(input)) return invalidInput("object", input)
  for (const [field, kind] of Object.entries(fields)) {
    const value = input?.[field]
    if (value === undefined && kind.endsWith("?")) continue
    if (value === undefined && kind === "namespace") return new NamespaceRequired()
    // The namespace need not be one that Portico knows, because the operation finds that out.
    if (kind === "any namespace") {
      if (typeof value !== "string") return namespaceProblem(value)
      continue
    }
    const kinds = kind.replace("?", "")
    if (!kinds.split(" | ").some((one) => isOf(one, value))) return invalidInput(kinds, value, field)
  }
  return
}

const isOf = (kind: string, value: unknown): boolean =>
  kind === "object" ? isRecord(value) : kind === "namespace" ? isNamespace(value) : typeof value === kind
