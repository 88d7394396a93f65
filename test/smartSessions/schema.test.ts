import { describe, expect, it } from "vitest"
import { InvalidInput } from "../../src/errors/index.ts"
import { type PermissionsRequest, readGranted, readPermissionsRequest } from "../../src/smartSessions/schema.ts"

const now = 1_700_000_000_000
const later = 1_700_003_600
const contract = `0x${"33".repeat(20)}`
const request = {
  chainId: "0x1",
  address: `0x${"11".repeat(20)}`,
  expiry: later,
  signer: {
    type: "keys",
    data: {
      keys: [
        { type: "secp256k1", publicKey: "0x02ab" },
        { type: "secp256r1", publicKey: "0x03" },
      ],
    },
  },
  permissions: [
    {
      type: "contract-call",
      data: {
        address: contract,
        abi: [{ type: "function", name: "bid" }],
        functions: [
          { functionName: "bid", args: [{ operator: "LESS_THAN", value: "0x1" }], operation: "Call" },
          {
            functionName: "end",
            args: [
              { operator: "EQUAL", value: 1 },
              { operator: "GREATER_THAN", value: 1 },
            ],
          },
          { functionName: "all", operation: "DelegateCall" },
        ],
      },
    },
    { type: "native-token-recurring-allowance", data: { allowance: "0x1", start: 0, period: 60 } },
    { type: "erc20-recurring-allowance", data: { address: contract, allowance: "0x1", start: 0, period: 60 } },
  ],
  policies: [{ type: "call-limit", data: { count: 2 } }],
} as const satisfies PermissionsRequest

const [calls, spends, spendsToken] = request.permissions
const signedBy = (...keys: readonly object[]) => ({ ...request, signer: { type: "keys", data: { keys } } })
const called = (data: object) => ({ ...request, permissions: [{ ...calls, data: { ...calls.data, ...data } }] })
const spent = (data: object) => ({ ...request, permissions: [{ ...spends, data: { ...spends.data, ...data } }] })
const wrong: readonly (readonly [what: string, given: unknown, path: string, message: RegExp])[] = [
  ["no request", undefined, "", /^Required$/],
  ["a list", [], "", /^Expected object, received array$/],
  ["no chain", { ...request, chainId: undefined }, "chainId", /^Required$|received undefined/],
  ["a chain as a number", { ...request, chainId: 1 }, "chainId", /^Expected string, received number$/],
  ["a chain in decimals", { ...request, chainId: "1" }, "chainId", /^Expected chain id as 0x hex, received '1'$/],
  ["a chain with text around it", { ...request, chainId: "eip155:0x1" }, "chainId", /^Expected chain id as 0x hex/],
  ["a chain with text after it", { ...request, chainId: "0x1." }, "chainId", /^Expected chain id as 0x hex/],
  ["chain 0", { ...request, chainId: "0x0" }, "chainId", /^Expected chain id as 0x hex/],
  ["another's address", { ...request, address: "solana" }, "address", /^Expected EVM address/],
  ["an address without 0x", { ...request, address: "11".repeat(20) }, "address", /^Expected EVM address/],
  [
    "an end in the past",
    { ...request, expiry: now / 1_000 },
    "expiry",
    /^Expected time in the future, received number$/,
  ],
  ["an end that is not a time", { ...request, expiry: "soon" }, "expiry", /^Expected number, received string$/],
  ["no signer", { ...request, signer: undefined }, "signer", /^Required$|received undefined/],
  ["a signer of another type", { ...request, signer: { type: "wallet", data: {} } }, "signer.type", /^Expected 'keys'/],
  ["no key", signedBy(), "signer.data.keys", /./],
  [
    "a key of another curve",
    signedBy({ type: "ed25519", publicKey: "0x02" }),
    "signer.data.keys.0.type",
    /^Expected 'secp256r1' | 'secp256k1'/,
  ],
  ...["abc", "0x021", "k0x02", "0x02k"].map(
    (publicKey) =>
      [
        `a key that is not hex: ${publicKey}`,
        signedBy({ type: "secp256k1", publicKey }),
        "signer.data.keys.0.publicKey",
        /^Expected 0x hex/,
      ] as const,
  ),
  ["no permission", { ...request, permissions: [] }, "permissions", /./],
  ["an unknown permission", { ...request, permissions: [{ type: "everything", data: {} }] }, "permissions.0", /./],
  ["a call without a function", called({ functions: [] }), "permissions.0", /./],
  ["a call without a contract", called({ address: "0x1" }), "permissions.0", /./],
  [
    "an unknown operator",
    called({ functions: [{ functionName: "bid", args: [{ operator: "LIKE", value: 1 }] }] }),
    "permissions.0",
    /./,
  ],
  ...["1", "-0x1", "0x1.5", `0x${"f".repeat(65)}`].map(
    (allowance) => [`a wrong amount: ${allowance}`, spent({ allowance }), "permissions.0", /./] as const,
  ),
  [
    "spending of a token without its address",
    { ...request, permissions: [{ ...spendsToken, data: spends.data }] },
    "permissions.0",
    /./,
  ],
  ["spending without an end", spent({ period: 0 }), "permissions.0", /./],
  ["invalid policies", { ...request, policies: [{ data: 1 }] }, "policies.0.type", /./],
]

describe("a request for permissions", () => {
  it("is accepted unchanged if it is valid, with or without address and policies", () => {
    expect(readPermissionsRequest(request, now)).toEqual(request)
    const { address: _, policies: __, ...short } = request
    expect(readPermissionsRequest(short, now)).toEqual(short)
  })

  it.each(wrong)("is rejected with %s, and names the field", (_, given, path, message) => {
    const error = readPermissionsRequest(given, now)
    expect(error).toBeInstanceOf(InvalidInput)
    expect((error as InvalidInput).path.startsWith(path)).toBe(true)
    expect((error as InvalidInput).message).toMatch(message)
  })

  it("has a short form for a subscription: an amount of the native currency per interval", () => {
    const allowance = "0xde0b6b3a7640000"
    const asset = { interval: "2w", asset: "native", amount: allowance }
    const short = { chainId: "0x89", signerPublicKey: "0x02ab", ...asset, expiry: later }
    const data = { allowance, start: now / 1_000, period: 1_209_600 }
    expect(readPermissionsRequest(short, now)).toMatchObject({
      chainId: "0x89",
      signer: { type: "keys", data: { keys: [{ type: "secp256k1", publicKey: "0x02ab" }] } },
      permissions: [{ type: "native-token-recurring-allowance", data }],
    })
    for (const interval of ["0d", "1y", "d", "1d and more", "every 1d"])
      expect(readPermissionsRequest({ ...short, interval }, now)).toMatchObject({ path: "interval" })
    for (const odd of [{ asset: "erc20" }, { amount: "1" }, { expiry: 1 }])
      expect(readPermissionsRequest({ ...short, ...odd }, now)).toBeInstanceOf(InvalidInput)
  })

  it.each([
    ["90s", 90],
    ["12d", 12 * 86_400],
    ["1w", 7 * 86_400],
    ["2m", 60 * 86_400],
  ])("for a subscription per %s allows one payment in %i seconds", (interval, period) => {
    const asset = { interval, asset: "native", amount: "0x1" }
    const short = { chainId: "0x89", signerPublicKey: "0x02ab", ...asset, expiry: later }
    expect(readPermissionsRequest(short, now)).toMatchObject({ permissions: [{ data: { allowance: "0x1", period } }] })
  })
})

describe("a granted permission", () => {
  const granted = { ...request, context: "0xc0ffee", accountMeta: { factory: contract } }

  it("has permissions, context, expiry, signer and chain", () => {
    expect(readGranted(granted, request)).toMatchObject({ context: "0xc0ffee", expiry: later, chainId: "0x1" })
    for (const name of ["permissions", "context", "expiry", "signer", "chainId"])
      expect(readGranted({ ...granted, [name]: undefined }, request)).toMatchObject({ path: name })
    for (const odd of [undefined, null, [], "0x", { ...granted, permissions: [] }, { ...granted, context: "" }])
      expect(readGranted(odd, request)).toBeInstanceOf(InvalidInput)
  })

  it("is for the requested network", () => {
    expect(readGranted({ ...granted, chainId: "0x89" }, request)).toEqual(
      new InvalidInput("Expected '0x1', received '0x89'", "chainId"),
    )
    expect(readGranted({ ...granted, chainId: "0X01" }, request)).toBeInstanceOf(InvalidInput)
  })
})
