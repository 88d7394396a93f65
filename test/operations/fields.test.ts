import { describe, expect, it } from "vitest"
import { inputProblem } from "../../src/operations/validateInput.ts"
import { openProblem } from "../../src/operations/validateOpenOptions.ts"
import type { OperationName } from "../../src/stub/operationNames.ts"

/** Fields of each operation's input. `?`: optional. All are texts, but for those of `types`. */
const fields: { readonly [Name in OperationName]?: string } = {
  connect: "wallet namespace?",
  disconnect: "namespace? connectorId?",
  switchConnection: "namespace connectorId address?",
  deleteConnection: "namespace connectorId address?",
  reconnect: "namespace connectorId",
  setPreferredAccountType: "type namespace?",
  switchNetwork: "network",
  signMessage: "message namespace?",
  setAccountMetadata: "metadata",
  searchWallets: "search namespace?",
  fetchActivity: "cursor?",
  quoteSwap: "fromToken toToken amount",
  swap: "quote",
  quoteOnramp: "amount purchaseCurrency? paymentCurrency?",
  openOnramp: "quote",
  estimateSend: "token? sendTokenAmount? receiverAddress?",
  send: "token? sendTokenAmount? receiverAddress?",
  revokePermissions: "pci",
  loginWithEmail: "email",
  submitOtp: "otp",
  updateEmail: "email",
  resolveName: "name",
  reverseName: "address",
  suggestNames: "name",
  registerName: "name",
}
const types: Readonly<Record<string, string>> = {
  namespace: "namespace",
  metadata: "object",
  quote: "object",
  token: "string | object",
}
const valid: Readonly<Record<string, readonly unknown[]>> = {
  string: ["0x"],
  namespace: ["eip155", "solana"],
  object: [{}],
  "string | object": ["0x", {}],
}

const rows = Object.entries(fields).flatMap(([name, listed]) => {
  const all = listed.split(" ").map((one) => ({ field: one.replace("?", ""), optional: one.endsWith("?") }))
  const input = Object.fromEntries(all.map(({ field }) => [field, valid[types[field] ?? "string"]?.[0]]))
  return all.map((one) => ({ ...one, name: name as OperationName, input, type: types[one.field] ?? "string" }))
})

describe("The input of an operation", () => {
  it.each(rows)("must have the right type: $field of $name", ({ name, field, optional, input, type }) => {
    for (const value of valid[type] ?? []) expect(inputProblem(name, { ...input, [field]: value })).toBeUndefined()
    for (const [value, received] of [
      [7, "number"],
      [[], "array"],
      [null, "null"],
    ])
      expect(inputProblem(name, { ...input, [field]: value })).toMatchObject({
        _tag: "InvalidInput",
        message: `Expected ${type}, received ${received}`,
        path: field,
      })
    const missing = inputProblem(name, { ...input, [field]: undefined })
    if (optional) expect(missing).toBeUndefined()
    else if (field === "namespace") expect(missing).toMatchObject({ _tag: "NamespaceRequired" })
    else expect(missing).toMatchObject({ _tag: "InvalidInput", message: "Required", path: field })
  })

  it("accepts only known namespaces, except in operations that look the namespace up", () => {
    expect(inputProblem("connect", { wallet: "example.halyard", namespace: "evm" })).toMatchObject({
      message: "Expected namespace, received 'evm'",
      path: "namespace",
    })
    for (const name of ["addNamespace", "removeNamespace"] as const) {
      expect(inputProblem(name, { namespace: "evm" })).toBeUndefined()
      expect(inputProblem(name, { namespace: 7 })).toMatchObject({ _tag: "InvalidInput", path: "namespace" })
      expect(inputProblem(name, {})?.message).toMatch(/^namespace: Required\. Pass 'eip155' \| /)
    }
  })

  it("may be left out if no field is required, but is never anything other than an object", () => {
    for (const name of ["disconnect", "fetchActivity", "exchanges", "send", "signIn"] as const)
      expect(inputProblem(name, undefined), name).toBeUndefined()
    expect(inputProblem("connect", undefined)).toMatchObject({ message: "Required", path: "wallet" })
    for (const name of ["connect", "disconnect"] as const)
      expect(inputProblem(name, [])).toMatchObject({ message: "Expected object, received array", path: "" })
  })
})

describe("The options of open", () => {
  const namespaces = "'eip155' | 'solana' | 'polkadot' | 'bip122' | 'cosmos' | 'sui' | 'stacks'"
  it.each([
    [{ view: 7 }, "view", /^view: Expected 'Account' \| 'AllWallets' \| .* \| 'WhatIsAWallet', received number\.$/],
    [{ view: "Acount" }, "view", /, received 'Acount'\. Did you mean 'Account'\?$/],
    [{ view: "toString" }, "view", /, received 'toString'\.$/],
    [{ namespace: "evm" }, "namespace", `namespace: Expected ${namespaces}, received 'evm'.`],
    [{ uri: 7 }, "uri", "Expected string, received number"],
    [{ arguments: [] }, "arguments", "Expected object, received array"],
    [
      { veiw: "Account" },
      "veiw",
      "veiw: Expected 'view' | 'namespace' | 'uri' | 'arguments', received 'veiw'. Did you mean 'view'?",
    ],
    [7, "", "Expected object, received number"],
  ])("are checked: %j", (given, path, message) => {
    expect(openProblem(given)).toMatchObject({
      _tag: "InvalidInput",
      path,
      message: typeof message === "string" ? message : expect.stringMatching(message),
    })
  })

  it("may each be omitted", () => {
    const full = { view: "Swap", namespace: "eip155", uri: "wc:00@2?symKey=11", arguments: {} }
    for (const given of [{}, full, { view: undefined, namespace: undefined, uri: undefined, arguments: undefined }])
      expect(openProblem(given)).toBeUndefined()
  })
})
