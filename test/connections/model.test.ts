import { describe, expect, it } from "vitest"
import { networkApproval, withFixedNetworks, withSessionApproval } from "../../src/connections/model/approval.ts"
import { type ConnectionClass, classOf } from "../../src/connections/model/connectionClass.ts"
import {
  choosing,
  keepDisconnected,
  preferring,
  switchStep,
  withAccount,
} from "../../src/connections/model/switching.ts"
import type { Connection } from "../../src/connections/opening/model.ts"
import { InvalidConnectionStatus } from "../../src/errors/index.ts"
import { isSameAddress } from "../../src/namespaces/model/namespaceTable.ts"

const connection = (connectorId: string, addresses: readonly string[], more: Partial<Connection> = {}): Connection => ({
  namespace: "eip155",
  connectorId,
  accounts: addresses.map((address) => ({ address })),
  ...more,
})
const state = { active: "a", connections: [connection("a", ["0x1"]), connection("b", ["0x2"])] }

describe("connection classes", () => {
  it.each([
    ["Connection class, per namespace: connected (it is the active connector)", "a", "connected"],
    ["Connection class, per namespace: active (known but not the active connector)", "b", "active"],
    ["Connection class, per namespace: disconnected", "c", "disconnected"],
  ])("%s", (_, id, stands) => {
    expect(classOf(id, state)).toBe(stands)
  })

  it("are all disconnected without an account", () => {
    expect(classOf("a", { active: undefined, connections: [] })).toBe("disconnected")
  })
})

describe("the approved networks of a wallet", () => {
  const session = {
    approvedCaipNetworkIds: ["eip155:1", "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"],
    methods: ["personal_sign", "wallet_switchEthereumChain", "solana_signMessage"],
    peer: { name: "Fathom" },
  }
  const ofAll = (made: Connection) => [
    networkApproval(made.approval, "eip155:1"),
    networkApproval(made.approval, "eip155:137"),
    networkApproval(made.approval, "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"),
  ]

  const alone = connection("a", [])
  it.each([
    [
      "those of its session, and others that an EVM wallet can be asked for",
      () => withSessionApproval(alone, session),
      ["approved", "requestable", "requestable"],
    ],
    [
      "those of its session if it cannot switch",
      () => withSessionApproval(alone, { ...session, methods: ["personal_sign"] }),
      ["approved", "unsupported", "unsupported"],
    ],
    [
      "those of its session on a namespace without network switching",
      () => withSessionApproval({ ...alone, namespace: "solana" }, session),
      ["unsupported", "unsupported", "approved"],
    ],
    [
      "those listed by its connector",
      () => withFixedNetworks(alone, ["eip155:137", "solana:101"]),
      ["unsupported", "approved", "unsupported"],
    ],
    ["all without a limit", () => alone, ["approved", "approved", "approved"]],
  ] as const)("are %s", (_, made, stands) => {
    expect(ofAll(made())).toEqual(stands)
  })

  it("include the wallet's own name, if it has one", () => {
    expect(withSessionApproval(connection("a", []), session).peer).toBe("Fathom")
    expect(withSessionApproval(connection("a", []), { ...session, peer: { name: "" } })).not.toHaveProperty("peer")
  })
})

describe("switching a connection", () => {
  const both = ["connected", "active"] as const

  const auth = { auth: { name: "google" } } as const
  it.each([
    ["reuse it", "reuse", {}, ["ANNOUNCED", "INJECTED", "WALLET_CONNECT", "MULTI_CHAIN"]],
    ["an auth connection only switches the account type", "switchAccountType", auth, ["AUTH"]],
    ["an external connector reconnects", "reconnect", {}, ["EXTERNAL"]],
  ] as const)("Switching a connection, connected or active: %s", (_, is, given, types) => {
    for (const type of types) for (const stands of both) expect(switchStep(given, type, stands)).toEqual({ type: is })
  })

  it.each([
    ["social", "AUTH", { auth: { name: "google" } }, { provider: "google" }],
    ["email", "AUTH", { auth: { name: "email" } }, {}],
    ["any", "AUTH", {}, {}],
    ["walletConnect", "WALLET_CONNECT", {}, {}],
    ["external", "EXTERNAL", {}, {}],
    ["external", "ANNOUNCED", {}, {}],
  ] as const)(
    "Switching a connection, disconnected: re-run the login flow (social, email, walletConnect or external), then switch the account: %s of %s",
    (by, type, given, more) => {
      expect(switchStep(given, type, "disconnected")).toEqual({ type: "login", by, ...more })
    },
  )

  it("Switching a connection, anything else: error", () => {
    expect(switchStep({}, "EXTERNAL", "lost" as ConnectionClass)).toEqual(new InvalidConnectionStatus())
  })
})

describe("stored connections", () => {
  it("select an account", () => {
    const one = connection("a", ["0xAA", "0xBB", "0xCC"])

    expect(withAccount(one, "0xbb").accounts.map(({ address }) => address)).toEqual(["0xBB", "0xAA", "0xCC"])
    expect(withAccount(one, "0xAA")).toBe(one)
    expect(withAccount(one, "0xdd")).toBe(one)
  })

  it("record an account that the visitor takes, but not one that is already selected or unknown", () => {
    const one = connection("a", ["0xAA", "0xBB"])

    expect(choosing(one, "0xbb")).toEqual({ ...connection("a", ["0xBB", "0xAA"]), chosen: "0xbb" })
    expect(choosing(choosing(one, "0xbb"), "0xAA")).toEqual({ ...one, chosen: "0xAA" })
    expect(choosing({ ...one, chosen: "0xbb" }, "0xAA")).toEqual({ ...one, chosen: "0xAA" })
    for (const none of ["0xAA", "0xdd", undefined]) expect(choosing(one, none)).toBe(one)
  })

  it("select an account of the site's preferred type only on Bitcoin", () => {
    const accounts = [
      { address: "1", type: "ordinal" },
      { address: "2", type: "payment" },
    ] as const
    const other = connection("a", [], { accounts })

    expect(preferring({ ...other, namespace: "bip122" }, "payment").accounts[0]).toBe(accounts[1])
    expect(preferring(other, "payment")).toBe(other)
    const none = connection("a", [], { namespace: "bip122" })
    expect(preferring(none, "payment")).toBe(none)
  })

  it("keep recent connections separate from current ones and from a locked active wallet", () => {
    const over = (connectorId: string, address: string) => {
      const { namespace, accounts } = connection(connectorId, [address])
      return { namespace, connectorId, accounts, name: connectorId, at: 1 }
    }
    const recent = [over("a", "0x1"), over("a", "0x9"), over("b", "0x2"), over("c", "0x3"), over("d", "0x4")]
    const still = (now: Parameters<typeof keepDisconnected>[1] extends (of: never) => infer State ? State : never) =>
      keepDisconnected(recent, () => now).map(({ accounts }) => accounts[0]?.address)

    expect(still(state)).toEqual(["0x9", "0x3", "0x4"])
    expect(still({ active: "d", connections: [] })).toEqual(["0x1", "0x9", "0x2", "0x3"])
  })

  it.each([
    ["eip155", "0xAb", "0xaB", true],
    ["eip155", "0xab", "0xac", false],
    ["solana", "Ab", "aB", false],
    ["solana", "Ab", "Ab", true],
    ["bip122", "1Ab", "1ab", false],
    ["bip122", "1Ab", "1Ab", true],
  ] as const)("on %s, treat %s and %s as one address: %s", (namespace, one, other, same) => {
    expect(isSameAddress(namespace, one, other)).toBe(same)
  })
})
