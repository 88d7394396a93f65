import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { Chains, WalletChange } from "../../services/Chains.ts"
import type { Connection } from "../../src/connections/opening/model.ts"
import type { BitcoinProvider } from "../../src/namespaces/model/bitcoinProvider.ts"
import { bitcoin, bitcoinSignet, bitcoinTestnet, type Network } from "../../src/options/networks.ts"
import { fails } from "../fixtures/fails.ts"
import { assert } from "../fixtures/it.ts"
import { isSignedBy, judge } from "../real/parts/bitcoinJudge.ts"
import { type Coin, unsignedPsbt } from "../real/parts/bitcoinPsbt.ts"
import { connectorContract } from "./contract.ts"
import { breath, settled } from "./settled.ts"

/** A layer, and control of a Bitcoin wallet in it. */
export interface BitcoinCase {
  readonly layer: Layer.Layer<Chains>
  readonly connectorId: string
  /** Operations of the wallet's API. Any other one must fail with a typed error before the wallet is prompted. */
  readonly can: {
    /** Whether it reports an ordinals account. */
    readonly ordinals: boolean
    readonly publicKeys: boolean
    readonly paths: boolean
    /** Whether its user can switch networks. Otherwise only the page can. */
    readonly move: boolean
    /** Networks that it can switch to. */
    readonly networks: readonly Network[]
    /** Whether the page can choose how a message is signed. */
    readonly protocols: boolean
    readonly broadcast: boolean
    readonly transfer: boolean
    /** Whether it reports what its user does. */
    readonly events: boolean
  }
  /** Payments requested of it, in satoshis. `undefined` if they are unknown. */
  /** Outputs that an address can spend, if the wallet's chain knows its own. */
  readonly coins?: (address: string) => readonly Coin[]
  readonly sent?: () => readonly { readonly to: string; readonly satoshis: number }[]
  readonly answer: (how: "approve" | "reject") => void
  /** Number of prompts so far. */
  readonly prompts: () => number
  /** Makes the user select another account. */
  readonly select: () => void
  readonly moveTo: (network: Network) => void
  readonly lock: () => void
  readonly leave: () => void
}

/** Contract of every Bitcoin wallet API, in `Chains` and in the site's provider. */
export const bitcoinContract = (make: Effect.Effect<BitcoinCase, never, Scope.Scope>): void => {
  const test = connectorContract(make, ({ connectorId }) => ({ namespace: "bip122", connectorId }))

  test("lists the payment account first", function* ({ connect }) {
    const { accounts, caipNetwork } = yield* connect(bitcoin)

    assert.strictEqual(accounts[0]?.type, "payment")
    assert.strictEqual(caipNetwork, bitcoin)
  })

  test("lists the ordinals account second if the wallet has one", function* ({ can, connect }) {
    const { accounts } = yield* connect(bitcoin)

    assert.deepStrictEqual(
      accounts.map(({ type }) => type),
      can.ordinals ? ["payment", "ordinal"] : ["payment"],
    )
    assert.strictEqual(new Set(accounts.map(({ address }) => address)).size, accounts.length)
  })

  test("reports the public key and the path of an account if the wallet does", function* ({ can, connect }) {
    for (const { publicKey, path } of (yield* connect(bitcoin)).accounts) {
      if (can.publicKeys) assert.match(publicKey ?? "", /^([0-9a-f]{2}){32,33}$/)
      else assert.isUndefined(publicKey)
      if (can.paths) assert.match(path ?? "", /^m\/8[46]'\/0'\/\d+'\/0\/0$/)
      else assert.isUndefined(path)
    }
  })

  test("fails with 'Connection rejected' if the visitor rejects", function* ({ answer, connect }) {
    answer("reject")
    yield* fails(connect(bitcoin), { message: "Connection rejected" })
  })

  test("reconnects what was granted during this visit, without a prompt", function* (the) {
    const namesOf = ({ accounts }: Connection) => accounts.map(({ address, type }) => [address, type])
    yield* fails(the.reconnect(bitcoin), { _tag: "ConnectFailed" })
    const connection = yield* the.connect(bitcoin)
    const prompts = the.prompts()
    the.answer("reject")

    assert.deepStrictEqual(namesOf(yield* the.reconnect(bitcoin)), namesOf(connection))
    assert.strictEqual(the.prompts(), prompts)
  })

  test("revokes the grant on disconnect", function* ({ connect, disconnect, reconnect }) {
    yield* connect(bitcoin)
    yield* disconnect
    yield* fails(reconnect(bitcoin), { _tag: "ConnectFailed" })
  })

  test("switches networks, which have other addresses, and back", function* (the) {
    const { connection, provider } = yield* used(the)
    for (const network of [...the.can.networks, bitcoin]) {
      yield* the.switchTo(network)
      const accounts = yield* settled(promised(() => provider.getAccountAddresses()))

      assert.match(accounts[0]?.address ?? "", network.testnet ? /^tb1/ : /^bc1/)
      assert.strictEqual(accounts.length, connection.accounts.length)
    }
  })

  test("does not support a chain that is unknown to the wallet", function* ({ can, connect, prompts, switchTo }) {
    yield* connect(bitcoin)
    const before = prompts()
    for (const network of [bitcoinTestnet, bitcoinSignet, unknown].filter((one) => !can.networks.includes(one))) {
      const error = yield* Effect.flip(switchTo(network))

      assert.include(["ChainNotSupported", "SwitchNotApproved"], error._tag)
    }
    assert.strictEqual(prompts(), before)
  })

  test("stays on its network if the visitor rejects a switch", function* (the) {
    const [network] = the.can.networks
    if (!network) return
    const { address, provider } = yield* used(the)
    the.answer("reject")
    yield* fails(the.switchTo(network), { _tag: "ConnectionRejected" })

    const [account] = yield* settled(promised(() => provider.getAccountAddresses()))
    assert.strictEqual(account?.address, address)
  })

  test("signs a message by ECDSA and by BIP-322, each as base64", function* (the) {
    const { address: first, connection, provider } = yield* used(the)
    const message = "Grüße\n👋"
    for (const { address, type } of connection.accounts) {
      const chosen = type === "payment" && the.can.protocols
      for (const protocol of chosen ? (["ecdsa", "bip322"] as const) : ([undefined] as const)) {
        const input = { message, address, ...(protocol && { protocol }) }
        const signature = yield* settled(promised(() => provider.signMessage(input)))

        assert.match(signature, /^[A-Za-z0-9+/]{86,}={0,2}$/)
        if (protocol === "ecdsa") assert.strictEqual(Buffer.from(signature, "base64").length, 65)
        assert.isTrue(isSignedBy(address, message, signature))
        assert.isFalse(isSignedBy(address, `${message} `, signature))
      }
    }
    assert.isNotEmpty(yield* the.sign(first, message))
  })

  test("signs the inputs of a PSBT, and returns the same transaction", function* (the) {
    const { connection, provider } = yield* used(the)
    const asked = spending(connection)
    const { psbt, txid } = yield* settled(promised(() => provider.signPsbt(asked)))

    assert.notStrictEqual(psbt, asked.psbt)
    assert.isTrue(Buffer.from(psbt, "base64").toString("hex").startsWith("70736274ff"))
    assert.isUndefined(txid)
    assert.deepStrictEqual(
      judge(psbt),
      connection.accounts.map(() => ""),
    )
    assert.notInclude(judge(psbt, { tamper: true }), "")
  })

  test("broadcasts a signed transaction, or fails if the wallet does not support it", function* (the) {
    const { connection, provider } = yield* used(the)
    const asking = settled(promised(() => provider.signPsbt({ ...spending(connection, the.coins), broadcast: true })))
    if (the.can.broadcast) assert.match((yield* asking).txid ?? "", /^[0-9a-f]{64}$/)
    else yield* fails(asking, { _tag: "UnsupportedProviderMethodError" })
  })

  test("sends a payment, or fails if the wallet does not support it", function* (the) {
    const { address, provider } = yield* used(the)
    const asking = settled(promised(() => provider.sendTransfer({ recipient: address, amount: 1_234 })))
    if (!the.can.transfer) return void (yield* fails(asking, { _tag: "UnsupportedProviderMethodError" }))
    assert.match(yield* asking, /^[0-9a-f]{64}$/)
    if (the.sent) assert.deepStrictEqual(the.sent(), [{ to: address, satoshis: 1_234 }])
  })

  test("Error: user rejected (4001) for any signature that the visitor rejects", function* (the) {
    const { address, connection, provider } = yield* used(the)
    the.answer("reject")
    for (const asking of [
      promised(() => provider.signMessage({ message: "no", address })),
      promised(() => provider.signPsbt(spending(connection))),
      ...(the.can.transfer ? [promised(() => provider.sendTransfer({ recipient: address, amount: 1 }))] : []),
    ])
      yield* fails(settled<unknown, Tagged, never>(asking), { _tag: "UserRejectedRequestError" })
  })

  test("rejects invalid input without a prompt: a foreign address, an invalid PSBT, amount or recipient", function* (the) {
    const { address, connection, provider } = yield* used(the)
    const prompts = the.prompts()
    const good = spending(connection)
    const psbts = ["", "cHNidP8=", good.psbt.slice(0, -8), "70736274ff", 7, null, undefined]
    const inputs = [...[[], [null], "all", undefined], ...[9, -1, 0.5].map((index) => [{ index, address }])]
    const amounts = [0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60, "5", 5n, undefined]
    const otherSum = address.replace(/.$/, address.endsWith("q") ? "p" : "q")
    const recipients = [testAddress, "bc1qnone", otherSum, "", 7, undefined]
    const sending = (recipient: unknown, amount: unknown) =>
      promised(() => provider.sendTransfer({ recipient, amount } as never))
    const signing = (changes: object) => promised(() => provider.signPsbt({ ...good, ...changes } as never))
    const wrong: Readonly<Record<string, readonly Effect.Effect<unknown, Tagged>[]>> = {
      UnauthorizedProviderError: [
        promised(() => provider.signMessage({ message: "x", address: stranger })),
        signing({ signInputs: [{ index: 0, address: stranger }] }),
      ],
      InvalidParamsRpcError: [
        promised(() => provider.signMessage({ address } as never)),
        ...psbts.map((psbt) => signing({ psbt })),
        ...inputs.map((signInputs) => signing({ signInputs })),
        ...amounts.map((amount) => sending(address, amount)),
        ...recipients.map((recipient) => sending(recipient, 1)),
      ],
    }
    for (const [tag, all] of Object.entries(wrong))
      for (const [index, asking] of all.entries())
        assert.strictEqual((yield* Effect.flip(settled(asking)))._tag, tag, `${index}`)
    assert.strictEqual(the.prompts(), prompts)
  })

  test("follows its user: another account, another network, a lock", function* (the) {
    if (!the.can.events) return
    const changes: WalletChange[] = []
    const { address, connection, provider } = yield* used(the)
    const emitted: string[] = []
    for (const event of ["accountsChanged", "chainChanged"] as const) provider.on(event, () => emitted.push(event))
    yield* the.chain.watch(the.connectorId, (change) => changes.push(change))

    the.select()
    yield* quiet
    const other = changes.at(-1)
    if (other?.type !== "accounts") return assert.fail("no other accounts")
    assert.notStrictEqual(other.accounts[0]?.address, address)
    assert.deepStrictEqual(
      other.accounts.map(({ type }) => type),
      connection.accounts.map(({ type }) => type),
    )
    const [network] = the.can.networks
    if (network && the.can.move) {
      the.moveTo(network)
      yield* quiet
      assert.deepInclude(changes, { type: "chain", caipNetworkId: network.caipNetworkId })
      const now = changes.at(-1)
      assert.match((now?.type === "accounts" && now.accounts[0]?.address) || "", /^tb1/)
      assert.include(emitted, "chainChanged")
    }
    the.lock()
    yield* quiet
    assert.deepStrictEqual(changes.at(-1), { type: "accounts", accounts: [] })
    assert.include(emitted, "accountsChanged")
    const signing = promised(() => provider.signMessage({ message: "x", address }))
    yield* fails(settled(signing), { _tag: "UnauthorizedProviderError" })
  })

  test("reports the end of the grant when its user revokes it", function* (the) {
    if (!the.can.events) return
    const changes: WalletChange[] = []
    yield* the.connect(bitcoin)
    yield* the.chain.watch(the.connectorId, (change) => changes.push(change))
    the.leave()
    yield* quiet

    const last = changes.at(-1)
    assert.isTrue(last?.type === "disconnect" || (last?.type === "accounts" && last.accounts.length === 0))
  })
}

/** A network of the Bitcoin family that no wallet supports. */
const unknown: Network = { ...bitcoinTestnet, id: "ff", caipNetworkId: "bip122:ff" }

/** Addresses that belong to no wallet. */
const stranger = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
const testAddress = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"

interface Tagged {
  readonly _tag: string
}

const promised = <A>(ask: () => Promise<A>) => Effect.tryPromise({ try: ask, catch: (error) => error as Tagged })

/** Connects, and returns the connection, its first address and the site's provider. */
const used = Effect.fnUntraced(function* <E, F>(the: {
  readonly connect: (network: Network) => Effect.Effect<Connection, E>
  readonly provider: Effect.Effect<unknown, F>
}) {
  const connection = yield* the.connect(bitcoin)
  const provider = (yield* the.provider) as BitcoinProvider
  return { connection, provider, address: connection.accounts[0]?.address ?? "" }
})

/** A transaction that spends an output of every account. */
const spending = ({ accounts }: Connection, coinsOf: BitcoinCase["coins"] = madeUpCoins) => {
  const coins = accounts.flatMap(({ address, type, publicKey }) =>
    coinsOf(address).map((coin) => ({
      ...coin,
      ...(type === "ordinal" && publicKey !== undefined && { internalKey: publicKey }),
    })),
  )
  return {
    psbt: unsignedPsbt(coins, accounts[0]?.address ?? ""),
    signInputs: coins.map(({ address }, index) => ({ index, address })),
  }
}

const madeUpCoins = (address: string): readonly Coin[] => [{ address, satoshis: 10_000 }]

const quiet = Effect.forEach([1, 2, 3, 4, 5, 6], () => breath, { discard: true })
