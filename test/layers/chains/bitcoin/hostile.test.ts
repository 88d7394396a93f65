// @vitest-environment happy-dom

import { Effect } from "effect"
import { discover } from "../../../../layers/chains/bitcoin/discovery.ts"
import type { WalletChange } from "../../../../services/Chains.ts"
import { type BitcoinProvider, bitcoinChains } from "../../../../src/namespaces/model/bitcoinProvider.ts"
import { bitcoin, bitcoinTestnet, type CaipNetworkId, type Network } from "../../../../src/options/networks.ts"
import { breath, settled } from "../../../contracts/settled.ts"
import { hanging, rejecting, throwing, throwingProxy } from "../../../fixtures/hostile.ts"
import { assert, describe, it, vi } from "../../../fixtures/it.ts"
import { endless } from "../../../fixtures/time.ts"
import { satsConnectWallet } from "../../../real/parts/bitcoinApis.ts"
import { holder } from "../../../real/parts/bitcoinHolder.ts"
import { type Key, keysOf } from "../../../real/parts/bitcoinKeys.ts"
import { unsignedPsbt } from "../../../real/parts/bitcoinPsbt.ts"
import { placed } from "../chainScene.ts"
import { bitcoinOn, bitcoinWallets, onWindow } from "./live.ts"

const [payment, ordinals] = keysOf(0, "mainnet")
const [testPayment] = keysOf(0, "test")

describe("Discovery of Bitcoin wallets", () => {
  const request = async () => ({})
  const wallet = { request }
  const noEntries = [
    ...[null, "wallet", 7, {}, { id: "here" }, { id: "here", name: "" }, { id: "here", name: "\u202e\u0000" }],
    ...[
      { id: "nowhere", name: "Nowhere" },
      { id: "text", name: "Text" },
      { id: "", name: "The page" },
    ],
    ...[{ id: "here.request.call", name: "Deep" }, throwingProxy({ id: "here", name: "Thrower" })],
  ]
  const oneOfEach = [
    ...[
      { id: "one", name: "One" },
      { id: "one", name: "One again" },
      { id: "other", name: "One" },
    ],
    ...[
      { id: "alias", name: "Alias" },
      { id: "third", name: "One Wallet" },
    ],
  ]
  const reserved = ["walletConnect", "ID_AUTH"].map((id) => ({ id, name: `Name ${id}` }))
  const elsewhere = {
    LeatherProvider: "leather",
    okxwallet: { bitcoin: true },
    bitkeep: { unisat: null },
    binancew3w: 7,
    unisat: { requestAccounts: true },
    XverseProviders: Object.fromEntries([["BitcoinProvider", "wallet"]]),
  }
  const throwers = { okxwallet: throwingProxy({}), bitkeep: throwingProxy({}), unisat: throwing }
  const long = [{ id: "long", name: `\u202eevil\u0007${"x".repeat(9_000)}` }]
  /** Properties of the page, and the names of the wallets listed for them. */
  const lists: readonly (readonly [
    title: string,
    page: Readonly<Record<string, unknown>>,
    names: readonly string[],
  ])[] = [
    ["nothing on an empty page", {}, []],
    ["nothing of a list that is a string", { btc_providers: "wallets" }, []],
    ["nothing of a list that throws when read", { btc_providers: throwingProxy([]) }, []],
    ["nothing of a list whose getter throws", { btc_providers: throwing }, []],
    [
      "no entry that is nullish, a string, without a name or an object, or that throws",
      { here: wallet, text: "wallet", btc_providers: noEntries },
      [],
    ],
    [
      "one entry per ID and object, and each object with a name",
      { one: wallet, other: { request }, third: { request }, alias: wallet, btc_providers: oneOfEach },
      ["One", "One", "One Wallet"],
    ],
    [
      "none with the ID of the relay or the embedded wallet",
      { walletConnect: wallet, ID_AUTH: { request }, btc_providers: reserved },
      [],
    ],
    [
      "a name as long as a page, with marks that hide text",
      { long: wallet, btc_providers: long },
      [`evil${"x".repeat(60)}…`],
    ],
    ["nothing at known places that hold something else", elsewhere, []],
    ["nothing at known places that throw", { LeatherProvider: throwingProxy(wallet), ...throwers }, []],
  ]
  it.effect.each(lists)("lists %s", function* ([, page, names]) {
    for (const [name, value] of Object.entries(page)) yield* put(name, value)

    assert.deepStrictEqual(
      (yield* bitcoinWallets).at(-1)?.map(({ name }) => name),
      [...names],
    )
  })

  it.effect("shows no icon that is not a picture", function* () {
    yield* put("one", { request })
    yield* put("btc_providers", [{ id: "one", name: "One", icon: "javascript:alert(1)" }])

    assert.deepStrictEqual((yield* bitcoinWallets).at(-1), [
      { id: "one", name: "One", type: "ANNOUNCED", chain: "bip122" },
    ])
  })

  it.effect("uses an object with which an extension replaces another", function* () {
    const { find } = yield* Effect.acquireRelease(Effect.sync(discover), ({ stop }) => Effect.sync(stop))
    for (const { address } of [payment, ordinals]) {
      yield* put("unisat", { requestAccounts: async () => [address], getNetwork: async () => "livenet" })
      const granted = yield* find("unisat")?.connect(bitcoin) ?? Effect.die("no wallet")

      assert.deepStrictEqual(addressesOf(granted), [address])
      assert.strictEqual(find("unisat"), find("unisat"))
    }
    Reflect.deleteProperty(window, "unisat")

    assert.isUndefined(find("unisat"))
  })

  it.effect("lists a wallet that is injected later", function* () {
    yield* placed(() => {
      vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
      return () => vi.useRealTimers()
    })
    const lists = yield* bitcoinWallets
    yield* put("unisat", { requestAccounts: request })
    vi.advanceTimersToNextTimer()

    assert.deepStrictEqual(
      lists.map((found) => found.map(({ id }) => id)),
      [[], ["unisat"]],
    )
  })
})

describe("The accounts that a Bitcoin wallet grants", () => {
  const good = (...addresses: readonly object[]) => ({
    result: { addresses, network: { bitcoin: { name: "Mainnet" } } },
  })
  const [first, second] = [
    { address: payment.address, purpose: "payment", publicKey: payment.publicKey },
    { address: ordinals.address, purpose: "ordinals", publicKey: ordinals.publicKey },
  ]
  const ofTest = { address: testPayment.address, purpose: "payment" }
  const elsewhere = `0x${"1".repeat(40)}`
  const unknown = { result: { addresses: [ofTest], network: { bitcoin: { name: "Testnet4" } } } }
  const connecting: readonly (readonly [
    title: string,
    said: unknown,
    on: Network | undefined,
    ...keys: readonly Key[],
  ])[] = [
    ["both accounts", good(first, second), bitcoin, payment, ordinals],
    ["the ordinals account first", good(second, first), bitcoin, payment, ordinals],
    ["one address for both purposes", good(first, { ...first, purpose: "ordinals" }), bitcoin, payment],
    ["garbage beside a valid one", good(null as never, "x" as never, { address: 7 }, first), bitcoin, payment],
    ["another chain's address beside a valid one", good({ ...second, address: elsewhere }, first), bitcoin, payment],
    ["invalid keys and paths", good({ ...first, publicKey: "javascript:", path: "../" }), bitcoin, payment],
    ["an account that throws when read", good(throwingProxy({}), first), bitcoin, payment],
    [
      "addresses of another network, without its name",
      { result: { addresses: [ofTest] } },
      bitcoinTestnet,
      testPayment,
    ],
    ["a network that the modal does not offer", unknown, undefined, testPayment],
  ]
  it.effect.each(connecting)("connects to %s", function* ([, said, on, ...keys]) {
    const { connect } = yield* saying({ wallet_connect: () => said, wallet_changeNetwork: () => Promise.reject("no") })
    const connection = yield* settled(connect(bitcoin))

    assert.deepStrictEqual(
      connection.accounts.map(({ address, type }) => [address, type]),
      keys.map(({ address }, index) => [address, index === 0 ? "payment" : "ordinal"]),
    )
    assert.strictEqual(connection.caipNetwork, on)
    assert.strictEqual(connection.elsewhere, on ? undefined : bitcoinChains.testnet4)
  })

  const failing: readonly (readonly [title: string, said: unknown])[] = [
    ["another chain's addresses only", good({ ...second, address: elsewhere })],
    ["a Solana address", good({ ...first, address: "BjSMME56N22XUGKZBaLH1RYm42iW1ro9eYm68kZo4Zwi" })],
    ["an address with a chain prefix", good({ ...first, address: `bitcoin:${payment.address}` })],
    ["an address whose checksum is wrong", good({ ...first, address: payment.address.replace(/.$/, "q") })],
    ["a Taproot address that is not a curve point", good({ ...second, address: `bc1p${"q".repeat(58)}` })],
    ["an address that is an object", good({ ...first, address: { toString: () => payment.address } })],
    ["addresses of another network than it names", good(ofTest)],
    ["an unknown purpose", good({ ...first, purpose: "stacks" })],
    ["an empty list", good()],
    ["a string instead of the list", { result: { addresses: payment.address } }],
    ["an object instead of the list", { result: { addresses: { 0: first, length: 1 } } }],
    ["a string instead of the response", "ok"],
    ["nothing", undefined],
    ["null", null],
    ["no result", { jsonrpc: "2.0", id: 1 }],
    ["a result that is a string", { result: "ok" }],
    ["a response that throws when read", throwingProxy({})],
    ["a result that throws when read", { result: throwingProxy({}) }],
  ]
  it.effect.each(failing)("fails to connect to %s", function* ([, said]) {
    const { connect } = yield* saying({ wallet_connect: () => said })

    assert.strictEqual((yield* Effect.flip(settled(connect(bitcoin)))).message, "Failed to connect")
  })

  const thrown: readonly (readonly [title: string, error: unknown, message: string])[] = [
    ["-32000, sats-connect's rejection", { code: -32000, message: "x" }, "Connection rejected"],
    ["4001", { code: 4001 }, "Connection rejected"],
    ["a message that says so", "User rejected the request", "Connection rejected"],
    [
      "-32002, which does not mean an open prompt here",
      { code: -32002, message: "Access denied" },
      "Failed to connect",
    ],
    ["a text", "no", "Failed to connect"],
    ["undefined", undefined, "Failed to connect"],
    ["null", null, "Failed to connect"],
    ["a number", 7n, "Failed to connect"],
    ["something that throws when read", throwingProxy({}), "Failed to connect"],
  ]
  it.effect.each(thrown)("fails with an error of the catalogue after %s", function* ([, error, message]) {
    const atOnce = () => {
      throw error
    }
    for (const wallet_connect of [rejecting(error), atOnce, () => ({ error: error ?? "x" })]) {
      const { connect } = yield* saying({ wallet_connect })

      assert.strictEqual((yield* Effect.flip(settled(connect(bitcoin)))).message, message)
    }
  })

  it.effect("can be interrupted while a wallet never responds", function* () {
    yield* endless((yield* saying({ wallet_connect: hanging })).connect(bitcoin))
  })

  it.effect("uses the older method if a wallet has no other", function* () {
    const { connect, asked } = yield* saying({ wallet_connect: undefined, getAddresses: () => good(first, second) })

    assert.lengthOf((yield* settled(connect(bitcoin))).accounts, 2)
    assert.deepStrictEqual(asked, ["wallet_connect", "getAddresses"])
  })
})

describe("The signatures of a Bitcoin wallet", () => {
  const psbt = unsignedPsbt([{ address: payment.address, satoshis: 9_000 }], ordinals.address)
  const another = unsignedPsbt([{ address: payment.address, satoshis: 9_000 }], ordinals.address, 8_000)
  const input = { psbt, signInputs: [{ index: 0, address: payment.address }] }
  const message = { message: "x", address: payment.address }
  const signedOf = (unsigned: string) =>
    Effect.promise(async () => {
      const { psbt } = await holder().signPsbt(Buffer.from(unsigned, "base64"), [{ index: 0 }], false)
      return Buffer.from(psbt)
    })
  /** The result of a site's request, or the tag of its error. */
  const outcomeOf = <A>(ask: () => Promise<A>) =>
    settled(Effect.promise(() => ask().catch(({ _tag }: { readonly _tag: string }) => _tag)))

  const goodPsbts: readonly (readonly [title: string, said: (signed: Buffer) => unknown])[] = [
    ["base64", (signed) => signed.toString("base64")],
    ["hex instead of base64", (signed) => signed.toString("hex")],
    ["bytes instead of base64", (signed) => new Uint8Array(signed)],
    ["base64 for URLs", (signed) => signed.toString("base64url")],
  ]
  it.effect.each(goodPsbts)("accepts a PSBT as %s", function* ([, said]) {
    const signed = yield* signedOf(psbt)
    const { site } = yield* connectedTo({ signPsbt: () => ({ result: { psbt: said(signed) } }) })

    assert.deepInclude(yield* outcomeOf(() => site.signPsbt(input)), { psbt: signed.toString("base64") })
  })

  const badPsbts: readonly (readonly [title: string, said: (signed: Buffer, other: Buffer) => unknown])[] = [
    ["another transaction", (_, other) => ({ psbt: other.toString("base64") })],
    ["the transaction unsigned", () => ({ psbt })],
    ["half of it", (signed) => ({ psbt: signed.subarray(0, 60).toString("base64") })],
    ["base64 of something else", () => ({ psbt: "aGVsbG8=" })],
    ["a text", () => ({ psbt: "signed" })],
    ["an empty string", () => ({ psbt: "" })],
    ["an object", () => ({ psbt: {} })],
    ["an array of numbers", (signed) => ({ psbt: [...signed] })],
    ["no field", () => ({})],
    ["a string instead of the response", () => "ok"],
    ["null", () => null],
    ["a response that throws when read", () => throwingProxy({})],
  ]
  it.effect.each(badPsbts)("rejects %s as a signed PSBT", function* ([, said]) {
    const result = said(yield* signedOf(psbt), yield* signedOf(another))
    const { site } = yield* connectedTo({ signPsbt: () => ({ result }) })

    assert.strictEqual(yield* outcomeOf(() => site.signPsbt(input)), "AnswerInvalid")
  })

  it.effect.each([
    ["base64", "A".repeat(88)],
    ["hex", "ab".repeat(65)],
    ["bytes", new Uint8Array(65)],
  ])("accepts a signature as %s", function* ([, signature]) {
    const { site } = yield* connectedTo({ signMessage: () => ({ result: { signature } }) })

    assert.match(yield* outcomeOf(() => site.signMessage(message)), /^[A-Za-z0-9+/]{87,88}=?$/)
  })

  const badSignatures: readonly (readonly [title: string, said: unknown])[] = [
    ["an empty string", ""],
    ["a word", "yes"],
    ["fewer bytes than a signature", "A".repeat(20)],
    ["a number", 7],
    ["an object", {}],
    ["nothing", undefined],
    ["something that throws when read", throwingProxy({})],
  ]
  it.effect.each(badSignatures)("rejects %s as a signature", function* ([, signature]) {
    const { site } = yield* connectedTo({ signMessage: () => ({ result: { signature } }) })

    assert.strictEqual(yield* outcomeOf(() => site.signMessage(message)), "AnswerInvalid")
  })

  const ids: readonly (readonly [title: string, said: unknown, outcome: string])[] = [
    ["64 hex digits", "AB".repeat(32), "ab".repeat(32)],
    ["with 0x", `0x${"ab".repeat(32)}`, "AnswerInvalid"],
    ["too short", "ab", "AnswerInvalid"],
    ["nothing", undefined, "AnswerInvalid"],
    ["an object", { toString: () => "ab".repeat(32) }, "AnswerInvalid"],
  ]
  it.effect.each(ids)("reads a transaction's ID: %s", function* ([, txid, outcome]) {
    const { site } = yield* connectedTo({ sendTransfer: () => ({ result: { txid } }) })

    assert.strictEqual(yield* outcomeOf(() => site.sendTransfer({ recipient: payment.address, amount: 1 })), outcome)
  })
})

describe("The events of a Bitcoin wallet", () => {
  const accounts = (...addresses: readonly unknown[]) => ({ type: "accountChange", addresses })
  const known = [payment, ordinals].map(({ address, purpose }) => ({ address, purpose }))
  const locked: WalletChange = { type: "accounts", accounts: [] }
  const noNetworks = ["Nowhere", "mainnet", "bip122:000000000019d6689c085ae165831e93", 1, "0x1", null]
  const elsewhere = { address: `0x${"1".repeat(40)}`, purpose: "payment" }
  const events: readonly (readonly [
    title: string,
    event: string,
    said: unknown,
    ...changes: readonly WalletChange[],
  ])[] = [
    ["invalid accounts", "accountChange", accounts({ address: "x", purpose: "payment" }), locked],
    ["a string instead of accounts", "accountChange", { addresses: "x" }, locked],
    ["nothing at all", "accountChange", undefined, locked],
    ["an event that throws when read", "accountChange", throwingProxy({}), locked],
    ["accounts of another chain", "accountChange", accounts(elsewhere), locked],
    ["accounts of another network", "accountChange", accounts({ ...known[0], address: testPayment.address }), locked],
    ["the known accounts", "accountChange", accounts(...known)],
    ...noNetworks.map((name) => [`a network named ${name}`, "networkChange", { bitcoin: { name } }, locked] as const),
    ["the network it is on", "networkChange", { bitcoin: { name: "Mainnet" }, addresses: known }],
    ["an unknown event", "weather", accounts()],
    ["the end", "disconnect", undefined, locked, { type: "disconnect" }],
  ]
  it.effect.each(events)("are decoded: %s", function* ([, event, said, ...expected]) {
    const { followed, emit } = yield* connectedTo({ wallet_getAccount: () => ({ error: { code: -32002 } }) })
    const changes = yield* followed
    emit(event, said)
    for (let turn = 0; turn < 5; turn++) yield* breath

    assert.deepStrictEqual(changes, expected)
  })

  const noChains = ["BITCOIN_NOWHERE", "0x1", 1, null, {}, undefined].map((name) => ({ enum: name }))
  const garbage = ["BITCOIN_TESTNET", "0x1", 1, null, undefined, throwingProxy({})]
  const chains: readonly (readonly [said: unknown, on: CaipNetworkId])[] = [
    [{ enum: "BITCOIN_TESTNET" }, bitcoinChains.testnet],
    [{ enum: "BITCOIN_TESTNET4" }, bitcoinChains.testnet4],
    [{ enum: "BITCOIN_MAINNET" }, bitcoinChains.mainnet],
    ...[...noChains, ...garbage].map((said) => [said, bitcoinChains.mainnet] as const),
  ]
  it.effect.each(chains.map(([said, on], row) => ({ row, said, on })))(
    "request a UniSat wallet's chain if they name none, row $row",
    function* ({ said, on }) {
      const heard = new Map<string, (said: unknown) => void>()
      yield* put("unisat", {
        requestAccounts: async () => [payment.address],
        getAccounts: async () => [on === bitcoinChains.mainnet ? payment.address : testPayment.address],
        getChain: async () => ({ enum: "BITCOIN_MAINNET" }),
        on: (event: string, listener: (said: unknown) => void) => heard.set(event, listener),
        removeListener: () => {},
      })
      const { connect, followed } = yield* bitcoinOn("unisat")
      yield* settled(connect(bitcoin))
      const changes = yield* followed
      heard.get("chainChanged")?.(said)
      for (let turn = 0; turn < 5; turn++) yield* breath

      const moved = changes.flatMap((change) => (change.type === "chain" ? [change.caipNetworkId] : []))
      assert.deepStrictEqual(moved, on === bitcoinChains.mainnet ? [] : [on])
    },
  )

  it.effect("end when the scope closes, even if unsubscribing throws", function* () {
    const { followed, emit } = yield* connectedTo({}, throwing)
    const changes = yield* Effect.scoped(followed)
    emit("disconnect", undefined)
    yield* breath

    assert.deepStrictEqual(changes, [])
  })
})

const connectorId = "Hostile"

/** A sats-connect wallet with some methods replaced; methods set to `undefined` are missing. `stop` unsubscribes its listeners. */
const saying = Effect.fnUntraced(function* (
  answers: Readonly<Record<string, ((params: unknown) => unknown) | undefined>>,
  stop?: () => void,
) {
  const good = satsConnectWallet(holder())
  const asked: string[] = []
  yield* put(connectorId, {
    request: (method: string, params: unknown) => {
      asked.push(method)
      if (!Object.hasOwn(answers, method)) return good.request(method, params)
      return answers[method] ? answers[method](params) : { error: { code: -32601, message: "Method not found" } }
    },
    addListener: (listener: { readonly eventName: string; readonly cb: (said: unknown) => void }) => {
      const off = good.addListener(listener)
      return stop ?? off
    },
  })
  yield* put("btc_providers", [{ id: connectorId, name: "Hostile", icon: "data:image/svg+xml,<svg/>" }])
  const emit = (eventName: string, said: unknown) => {
    for (const listener of [...good.listeners]) if (listener.eventName === eventName) listener.cb(said)
  }
  return { ...(yield* bitcoinOn(connectorId)), asked, emit }
})

const connectedTo = Effect.fnUntraced(function* (...given: Parameters<typeof saying>) {
  const page = yield* saying(...given)
  yield* settled(page.connect(bitcoin))
  return { ...page, site: (yield* settled(page.provider)) as BitcoinProvider }
})

const addressesOf = ({ accounts }: { readonly accounts: readonly { readonly address: string }[] }) =>
  accounts.map(({ address }) => address)

/** Sets a property of the window, or a getter that throws. */
const put = (name: string, value: unknown) =>
  placed(() => {
    if (value !== throwing) return onWindow(name, value)
    Object.defineProperty(window, name, { configurable: true, get: throwing })
    return () => void Reflect.deleteProperty(window, name)
  })
