// @vitest-environment happy-dom

import { Effect, Fiber } from "effect"
import { privateKeyToAccount } from "viem/accounts"
import { UnknownFailure } from "../../../../src/errors/index.ts"
import { UnknownRpcError, UserRejectedRequestError } from "../../../../src/errors/rpc.ts"
import { mainnet } from "../../../../src/options/networks.ts"
import { siwxText } from "../../../../src/siwx/model/message.ts"
import { connectSignedContract, signInFields } from "../../../contracts/connectSigned.ts"
import { settled } from "../../../contracts/settled.ts"
import { fails } from "../../../fixtures/fails.ts"
import { rejecting, throwing, throwingProxy } from "../../../fixtures/hostile.ts"
import { assert, describe, it } from "../../../fixtures/it.ts"
import { eventually } from "../../../fixtures/server.ts"
import { type Around, chainOn, liveChains, placed, relayWith } from "../chainScene.ts"
import { type FakeWallet, fakeWallet, meta } from "../fakeWallet.ts"

const keys = privateKeyToAccount(`0x${"1f".repeat(32)}`)
const stranger = privateKeyToAccount(`0x${"2e".repeat(32)}`)
/** A node of a chain without contract accounts. */
const around: Around = {
  networks: [mainnet],
  request: ({ method }) =>
    Effect.fail(method === "eth_call" ? new UnknownRpcError("execution reverted", 3) : new UnknownFailure()),
}

type Fields = typeof signInFields & { readonly chainId: string }
const messageOf = ({ chainId, ...fields }: Fields, accountAddress: string = keys.address) =>
  siwxText({ ...fields, accountAddress, chainId: `eip155:${Number(chainId)}` })

/** A wallet with real keys that supports `wallet_connect`. `answer` replaces its response, which it knows how to make. */
const signing = (answer?: (usual: () => Promise<unknown>, fields: Fields) => unknown) => {
  const wallet = fakeWallet(
    { accounts: [keys.address] },
    {
      wallet_connect: async ([asked]) => {
        const { version, capabilities } = asked as {
          version: string
          capabilities: { signInWithEthereum: Fields }
        }
        if (version !== "1") throw { code: -32602, message: "Unknown version" }
        if (wallet.state.prompts === "reject") throw new UserRejectedRequestError("User rejected the request.")
        wallet.state.granted = true
        const usual = () => answered(keys.address, messageOf(capabilities.signInWithEthereum))
        return answer ? answer(usual, capabilities.signInWithEthereum) : usual()
      },
    },
  )
  return wallet
}
const answered = async (address: string, message: string, by = keys) => ({
  accounts: [
    { address, capabilities: { signInWithEthereum: { message, signature: await by.signMessage({ message }) } } },
  ],
})
const promptsOf = ({ asked, answers }: FakeWallet) =>
  asked.filter((method) => method === "eth_requestAccounts" || (method === "wallet_connect" && answers.wallet_connect))
    .length

/** Connects with a message to sign. */
const connected = (wallet: FakeWallet, connectorId: string = meta.rdns, given: Partial<Around> = {}) =>
  Effect.scoped(
    Effect.gen(function* () {
      yield* placed(wallet.announce)
      const { chain } = yield* chainOn("eip155", connectorId, { ...around, ...given })
      return yield* settled(chain.connect({ connectorId, network: mainnet, signIn: signInFields }))
    }),
  )

describe("Connection with a message, live", () => {
  connectSignedContract(
    Effect.gen(function* () {
      const wallet = signing()
      yield* placed(wallet.announce)
      return {
        layer: liveChains(around),
        connectorId: meta.rdns,
        address: keys.address,
        answer: (how) => {
          wallet.state.prompts = how
        },
        prompts: () => promptsOf(wallet),
        forget: () => delete wallet.answers.wallet_connect,
      }
    }),
  )
})

describe("wallet_connect (ERC-7846)", () => {
  it.effect("requests the message's fields as the standard names them", function* () {
    const wallet = signing()
    yield* connected(wallet)
    const { statement: _, ...fields } = signInFields
    assert.deepStrictEqual(wallet.paramsOf("wallet_connect"), [
      [
        {
          version: "1",
          capabilities: { signInWithEthereum: { ...fields, chainId: "0x1", statement: "Sign in to Site" } },
        },
      ],
    ])
  })

  it.effect.each<readonly [string, unknown]>([
    ["4200", { code: 4200, message: "Unsupported Method" }],
    ["-32601", { code: -32601, message: "The method does not exist" }],
    ["-32601, nested", { code: -32603, data: { originalError: { code: -32601 } } }],
    ["-32602", { code: -32602, message: "Invalid params" }],
    ["4100", { code: 4100, message: "Unauthorized" }],
    ["5700", { code: 5700, message: "Unsupported capability" }],
    ["a text without a code", new Error("Method wallet_connect is not supported")],
    ["an internal error with such a text", { code: -32603, message: "Unsupported method: wallet_connect" }],
  ])("connects in the usual way if the wallet responds with %s", function* ([, error]) {
    const wallet = signing(rejecting(error))
    const { signed, accounts } = yield* connected(wallet)
    assert.isUndefined(signed)
    assert.lengthOf(accounts, 1)
    assert.deepStrictEqual(wallet.asked.slice(0, 2), ["wallet_connect", "eth_requestAccounts"])
  })

  it.effect.each<readonly [string, unknown, unknown]>([
    ["nothing", undefined, undefined],
    ["null", null, null],
  ])("connects in the usual way if the wallet responds with %s", function* ([, answer]) {
    const wallet = signing(() => answer)
    assert.isUndefined((yield* connected(wallet)).signed)
    assert.include(wallet.asked, "eth_requestAccounts")
  })

  it.effect.each<readonly [string, object]>([
    ["no capabilities", {}],
    ["other capabilities", { capabilities: { other: {} } }],
    ["an error instead of a signature", { capabilities: { signInWithEthereum: { code: 4200, message: "no" } } }],
  ])("connects without a signature if the account has %s", function* ([, more]) {
    const wallet = signing(() => ({ accounts: [{ address: keys.address, ...more }] }))
    const { signed, accounts } = yield* connected(wallet)
    assert.isUndefined(signed)
    assert.deepStrictEqual(accounts, [{ address: keys.address }])
    assert.notInclude(wallet.asked, "eth_requestAccounts")
  })

  it.effect.each<readonly [string, unknown]>([
    ["4001", { code: 4001, message: "User rejected the request." }],
    ["4001, nested", { code: -32603, data: { originalError: { code: 4001 } } }],
    ["a text that says so", "User rejected the request"],
  ])("ends with the visitor's rejection: %s", function* ([, error]) {
    const wallet = signing(rejecting(error))
    yield* fails(connected(wallet), { message: "Connection rejected" })
    assert.deepStrictEqual(wallet.asked, ["wallet_connect"])
  })

  it.effect("prompts no second time after an unclear failure, and uses the usual way next time", function* () {
    const wallet = signing(rejecting({}))
    yield* fails(connected(wallet), { message: "Failed to connect" })
    assert.deepStrictEqual(wallet.asked, ["wallet_connect"])
    assert.lengthOf((yield* connected(wallet)).accounts, 1)
    assert.lengthOf(wallet.paramsOf("wallet_connect"), 1)
  })

  it.effect("uses the usual way with a wallet that did not respond until the visitor gave up", function* () {
    const wallet = signing(() => new Promise(() => {}))
    const silent = yield* Effect.forkChild(connected(wallet))
    yield* eventually(() => wallet.asked.includes("wallet_connect"))
    yield* Fiber.interrupt(silent)
    assert.lengthOf((yield* connected(wallet)).accounts, 1)
    assert.lengthOf(wallet.paramsOf("wallet_connect"), 1)
  })

  const other = (change: Partial<Fields>) => (_: unknown, fields: Fields) =>
    answered(keys.address, messageOf({ ...fields, ...change }))
  const capability = (change: object) => async (usual: () => Promise<unknown>) => {
    const [{ capabilities }] = ((await usual()) as { accounts: [{ capabilities: { signInWithEthereum: object } }] })
      .accounts
    return {
      accounts: [
        {
          address: keys.address,
          capabilities: { signInWithEthereum: { ...capabilities.signInWithEthereum, ...change } },
        },
      ],
    }
  }
  const hostile: readonly (readonly [string, NonNullable<Parameters<typeof signing>[0]>])[] = [
    ["another domain", other({ domain: "evil.example" })],
    ["another URI", other({ uri: "https://evil.example" })],
    ["another nonce", other({ nonce: "z9z9z9z9" })],
    ["another chain", other({ chainId: "0xa" })],
    ["another statement", other({ statement: "Send everything" })],
    ["a later expiry", other({ expirationTime: "2036-01-08T00:00:00.000Z" })],
    ["no expiry", (_, { expirationTime: __, ...fields }) => answered(keys.address, messageOf(fields as Fields))],
    ["another time", other({ issuedAt: "2026-01-02T00:00:00.000Z" })],
    ["a start", other({ notBefore: "2026-01-02T00:00:00.000Z" })],
    ["more resources", other({ resources: ["https://site.example/terms", "https://evil.example"] })],
    [
      "another account in the message",
      (_, fields) => answered(keys.address, messageOf(fields, stranger.address), stranger),
    ],
    ["another account in the answer", (_, fields) => answered(stranger.address, messageOf(fields))],
    ["a line before the message", (_, fields) => answered(keys.address, `\n${messageOf(fields)}`)],
    ["a line after the message", (_, fields) => answered(keys.address, `${messageOf(fields)}\nYes`)],
    ["no message", capability({ message: undefined })],
    ["a message that is no text", capability({ message: ["text"] })],
    ["a signature that is no hex", capability({ signature: "signed" })],
    ["no signature", capability({ signature: null })],
    ["a list of addresses", () => [keys.address]],
    ["no accounts", () => ({ accounts: [] })],
    ["accounts without addresses", () => ({ accounts: [{}, null] })],
    ["a first account without an address", () => ({ accounts: [{ address: 7 }, { address: keys.address }] })],
    [
      "an answer that throws when read",
      () => ({
        accounts: [
          {
            get address() {
              return throwing()
            },
          },
        ],
      }),
    ],
    ["accounts that throw when read", () => ({ accounts: throwingProxy([]) })],
  ]
  it.effect.each(hostile)("refuses and disconnects a wallet that returns %s", function* ([, answer]) {
    const wallet = signing(answer)
    yield* fails(connected(wallet), { _tag: "ConnectFailed" })
    assert.deepStrictEqual(wallet.asked, ["wallet_connect", "wallet_revokePermissions"])
    assert.isFalse(wallet.state.granted)
  })

  it.effect("is not requested of a wallet over WalletConnect, which signs with its approval", function* () {
    const wallet = signing()
    const relay = relayWith(wallet.provider as never)
    assert.lengthOf((yield* connected(wallet, "walletConnect", { relay })).accounts, 1)
    assert.notInclude(wallet.asked, "wallet_connect")
  })
})
