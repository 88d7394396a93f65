import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { type Chain, Chains, type WalletChange } from "../../services/Chains.ts"
import type { BitcoinProvider } from "../../src/domain/bitcoin.ts"
import type { Connection } from "../../src/domain/connection.ts"
import { bitcoin, bitcoinSignet, bitcoinTestnet, type Network } from "../../src/domain/networks.ts"
import { isSignedBy, judge } from "../real/parts/bitcoinJudge.ts"
import { unsignedPsbt } from "../real/parts/bitcoinPsbt.ts"
import { breath, settled } from "./settled.ts"

/** A leaf, and the hands of the person at a Bitcoin wallet that it holds. */
export interface BitcoinCase {
  readonly layer: Layer.Layer<Chains>
  readonly connectorId: string
  /** What the wallet's API offers; what it does not must fail with a typed error, and before the wallet is asked. */
  readonly can: {
    /** Tells of an ordinals account. */
    readonly ordinals: boolean
    readonly publicKeys: boolean
    readonly paths: boolean
    /** Its holder can go to another network; else only the page can. */
    readonly move: boolean
    /** Networks that it can go to. */
    readonly networks: readonly Network[]
    /** Lets the page choose how a message is signed. */
    readonly protocols: boolean
    readonly broadcast: boolean
    readonly transfer: boolean
    /** Tells of what its holder does. */
    readonly events: boolean
  }
  /** Whether it has true keys, so that what it signs can be judged. */
  readonly keys: boolean
  /** The payments that it was asked for, in satoshis; nothing where nobody can tell. */
  readonly sent?: () => readonly { readonly to: string; readonly satoshis: number }[]
  readonly answer: (how: "approve" | "reject") => void
  /** How often its holder was asked. */
  readonly prompts: () => number
  /** The holder takes another account. */
  readonly select: () => void
  readonly moveTo: (network: Network) => void
  readonly lock: () => void
  readonly leave: () => void
}

/** What every API of a Bitcoin wallet must come to, in `Chains` and in the provider that a site is handed. */
export const bitcoinContract = (make: Effect.Effect<BitcoinCase, never, Scope.Scope>): void => {
  const test = (
    title: string,
    run: (the: BitcoinCase, chain: Chain) => Effect.Effect<void, unknown, Chains | Scope.Scope>,
  ) =>
    it.effect(title, () =>
      Effect.flatMap(make, (the) =>
        Effect.flatMap(Chains, (chains) =>
          Effect.flatMap(settled(chains.get("bip122")), (chain) => run(the, chain)),
        ).pipe(Effect.provide(the.layer)),
      ),
    )
  const connected = ({ connectorId }: BitcoinCase, chain: Chain, network: Network = bitcoin) =>
    settled(chain.connect({ connectorId, network }))
  const used = (the: BitcoinCase, chain: Chain, network?: Network) =>
    Effect.gen(function* () {
      const connection = yield* connected(the, chain, network)
      return { connection, provider: (yield* settled(chain.provider(the.connectorId))) as BitcoinProvider }
    })

  test("lists the payment account first", (the, chain) =>
    Effect.gen(function* () {
      const { accounts, caipNetwork } = yield* connected(the, chain)

      assert.strictEqual(accounts[0]?.type, "payment")
      assert.strictEqual(caipNetwork, bitcoin)
    }))

  test("lists the ordinals account second, where the wallet has one", (the, chain) =>
    Effect.gen(function* () {
      const { accounts } = yield* connected(the, chain)

      assert.deepStrictEqual(
        accounts.map(({ type }) => type),
        the.can.ordinals ? ["payment", "ordinal"] : ["payment"],
      )
      assert.strictEqual(new Set(accounts.map(({ address }) => address)).size, accounts.length)
    }))

  test("tells the public key and the path of an account as far as the wallet does", (the, chain) =>
    Effect.gen(function* () {
      for (const { publicKey, path } of (yield* connected(the, chain)).accounts) {
        if (the.can.publicKeys) assert.match(publicKey ?? "", /^([0-9a-f]{2}){32,33}$/)
        else assert.isUndefined(publicKey)
        if (the.can.paths) assert.match(path ?? "", /^m\/8[46]'\/0'\/\d+'\/0\/0$/)
        else assert.isUndefined(path)
      }
    }))

  test("fails with 'Connection rejected' when the visitor says no", (the, chain) =>
    Effect.gen(function* () {
      the.answer("reject")
      assert.strictEqual((yield* Effect.flip(connected(the, chain))).message, "Connection rejected")
    }))

  test("reconnects without a prompt what was granted on this visit", (the, chain) =>
    Effect.gen(function* () {
      const reconnect = settled(chain.reconnect({ connectorId: the.connectorId, network: bitcoin }))
      const before = yield* Effect.flip(reconnect)
      const { accounts } = yield* connected(the, chain)
      const prompts = the.prompts()
      the.answer("reject")
      const after = yield* reconnect

      assert.strictEqual(before._tag, "ConnectFailed")
      assert.deepStrictEqual(
        after.accounts.map(({ address, type }) => [address, type]),
        accounts.map(({ address, type }) => [address, type]),
      )
      assert.strictEqual(the.prompts(), prompts)
    }))

  test("gives the grant back on disconnect", (the, chain) =>
    Effect.gen(function* () {
      yield* connected(the, chain)
      yield* settled(chain.disconnect(the.connectorId))
      const error = yield* Effect.flip(settled(chain.reconnect({ connectorId: the.connectorId, network: bitcoin })))

      assert.strictEqual(error._tag, "ConnectFailed")
    }))

  test("goes to another network, where its addresses are others, and back", (the, chain) =>
    Effect.gen(function* () {
      const { connectorId, can } = the
      const { connection, provider } = yield* used(the, chain)
      for (const network of [...can.networks, bitcoin]) {
        yield* settled(chain.switchNetwork({ connectorId, network }))
        const accounts = yield* settled(Effect.promise(() => provider.getAccountAddresses()))

        assert.match(accounts[0]?.address ?? "", network.testnet ? /^tb1/ : /^bc1/)
        assert.strictEqual(accounts.length, connection.accounts.length)
      }
    }))

  test("says that a chain is not supported that the wallet does not know", (the, chain) =>
    Effect.gen(function* () {
      const { connectorId, can } = the
      yield* connected(the, chain)
      const prompts = the.prompts()
      for (const network of [bitcoinTestnet, bitcoinSignet, unknown].filter((one) => !can.networks.includes(one))) {
        const error = yield* Effect.flip(settled(chain.switchNetwork({ connectorId, network })))

        assert.include(["ChainNotSupported", "SwitchNotApproved"], error._tag)
      }
      assert.strictEqual(the.prompts(), prompts)
    }))

  test("stays where it is when the visitor refuses to switch", (the, chain) =>
    Effect.gen(function* () {
      const [network] = the.can.networks
      if (!network) return
      const { connection, provider } = yield* used(the, chain)
      the.answer("reject")
      const switching = chain.switchNetwork({ connectorId: the.connectorId, network })
      const error = yield* Effect.flip(settled(switching))

      assert.strictEqual(error._tag, "ConnectionRejected")
      const accounts = yield* settled(Effect.promise(() => provider.getAccountAddresses()))
      assert.strictEqual(accounts[0]?.address, connection.accounts[0]?.address)
    }))

  test("signs a message by ECDSA and by BIP-322, each as base64", (the, chain) =>
    Effect.gen(function* () {
      const { connection, provider } = yield* used(the, chain)
      const message = "Grüße\n👋"
      for (const { address, type } of connection.accounts) {
        const protocols =
          type === "payment" && the.can.protocols ? (["ecdsa", "bip322"] as const) : ([undefined] as const)
        for (const protocol of protocols) {
          const input = { message, address, ...(protocol && { protocol }) }
          const signature = yield* settled(Effect.promise(() => provider.signMessage(input)))

          assert.match(signature, /^[A-Za-z0-9+/]{86,}={0,2}$/)
          if (protocol === "ecdsa") assert.strictEqual(Buffer.from(signature, "base64").length, 65)
          if (the.keys) assert.isTrue(isSignedBy(address, message, signature))
          if (the.keys) assert.isFalse(isSignedBy(address, `${message} `, signature))
        }
      }
      const signature = yield* settled(
        chain.signMessage({ connectorId: the.connectorId, address: first(connection), message }),
      )
      assert.isNotEmpty(signature)
    }))

  test("signs the inputs of a PSBT and gives the same transaction back", (the, chain) =>
    Effect.gen(function* () {
      const { connection, provider } = yield* used(the, chain)
      const asked = spending(connection)
      const { psbt, txid } = yield* settled(Effect.promise(() => provider.signPsbt(asked)))

      assert.notStrictEqual(psbt, asked.psbt)
      assert.isTrue(Buffer.from(psbt, "base64").toString("hex").startsWith("70736274ff"))
      assert.isUndefined(txid)
      if (!the.keys) return
      assert.deepStrictEqual(
        judge(psbt),
        connection.accounts.map(() => ""),
      )
      assert.notInclude(judge(psbt, { tamper: true }), "")
    }))

  test("broadcasts a signed transaction, or says that the wallet does not offer it", (the, chain) =>
    Effect.gen(function* () {
      const { connection, provider } = yield* used(the, chain)
      const asking = promised(() => provider.signPsbt({ ...spending(connection), broadcast: true }))
      if (the.can.broadcast) assert.match((yield* settled(asking)).txid ?? "", /^[0-9a-f]{64}$/)
      else assert.strictEqual((yield* Effect.flip(settled(asking)))._tag, "UnsupportedProviderMethodError")
    }))

  test("sends a payment, or says that the wallet does not offer it", (the, chain) =>
    Effect.gen(function* () {
      const { connection, provider } = yield* used(the, chain)
      const asking = promised(() => provider.sendTransfer({ recipient: first(connection), amount: 1_234 }))
      if (!the.can.transfer)
        return assert.strictEqual((yield* Effect.flip(settled(asking)))._tag, "UnsupportedProviderMethodError")
      assert.match(yield* settled(asking), /^[0-9a-f]{64}$/)
      if (the.sent) assert.deepStrictEqual(the.sent(), [{ to: first(connection), satoshis: 1_234 }])
    }))

  test("Error: user rejected (4001) for whatever the visitor refuses to sign", (the, chain) =>
    Effect.gen(function* () {
      const { connection, provider } = yield* used(the, chain)
      the.answer("reject")
      const address = first(connection)
      const asked: readonly Effect.Effect<unknown, Tagged>[] = [
        promised(() => provider.signMessage({ message: "no", address })),
        promised(() => provider.signPsbt(spending(connection))),
        ...(the.can.transfer ? [promised(() => provider.sendTransfer({ recipient: address, amount: 1 }))] : []),
      ]
      for (const asking of asked)
        assert.strictEqual((yield* Effect.flip(settled(asking)))._tag, "UserRejectedRequestError")
    }))

  test("asks no wallet for what cannot be: a foreign address, a PSBT that is none, an amount or recipient that is none", (the, chain) =>
    Effect.gen(function* () {
      const { connection, provider } = yield* used(the, chain)
      const prompts = the.prompts()
      const [address, good] = [first(connection), spending(connection)]
      const psbts = ["", "cHNidP8=", good.psbt.slice(0, -8), "70736274ff", 7, null, undefined]
      const inputs = [
        [],
        [{ index: 9, address }],
        [{ index: -1, address }],
        [{ index: 0.5, address }],
        [null],
        "all",
        undefined,
      ]
      const amounts = [0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60, "5", 5n, undefined]
      const recipients = [
        testAddress,
        "bc1qnone",
        address.replace(/.$/, address.endsWith("q") ? "p" : "q"),
        "",
        7,
        undefined,
      ]
      const sending = (recipient: unknown, amount: unknown) =>
        promised(() => provider.sendTransfer({ recipient, amount } as never))
      const wrong: readonly (readonly [string, Effect.Effect<unknown, Tagged>])[] = [
        ["UnauthorizedProviderError", promised(() => provider.signMessage({ message: "x", address: stranger }))],
        [
          "UnauthorizedProviderError",
          promised(() => provider.signPsbt({ ...good, signInputs: [{ index: 0, address: stranger }] })),
        ],
        ["InvalidParamsRpcError", promised(() => provider.signMessage({ address } as never))],
        ...psbts.map(
          (psbt) => ["InvalidParamsRpcError", promised(() => provider.signPsbt({ ...good, psbt } as never))] as const,
        ),
        ...inputs.map(
          (signInputs) =>
            ["InvalidParamsRpcError", promised(() => provider.signPsbt({ ...good, signInputs } as never))] as const,
        ),
        ...amounts.map((amount) => ["InvalidParamsRpcError", sending(address, amount)] as const),
        ...recipients.map((recipient) => ["InvalidParamsRpcError", sending(recipient, 1)] as const),
      ]
      for (const [index, [tag, asking]] of wrong.entries())
        assert.strictEqual((yield* Effect.flip(settled(asking)))._tag, tag, `${index}`)
      assert.strictEqual(the.prompts(), prompts)
    }))

  test("follows its holder: another account, another network, a lock, the end of the grant", (the, chain) =>
    Effect.gen(function* () {
      if (!the.can.events) return
      const changes: WalletChange[] = []
      const { connection, provider } = yield* used(the, chain)
      const heard: string[] = []
      for (const event of ["accountsChanged", "chainChanged"] as const) provider.on(event, () => heard.push(event))
      yield* chain.follow(the.connectorId, (change) => changes.push(change))

      the.select()
      yield* quiet
      const other = changes.at(-1)
      assert.isTrue(other?.is === "accounts" && other.accounts[0]?.address !== first(connection))
      if (other?.is === "accounts")
        assert.deepStrictEqual(
          other.accounts.map(({ type }) => type),
          connection.accounts.map(({ type }) => type),
        )
      const [network] = the.can.networks
      if (network && the.can.move) {
        the.moveTo(network)
        yield* quiet
        assert.deepInclude(changes, { is: "chain", caipNetworkId: network.caipNetworkId })
        const now = changes.at(-1)
        assert.match((now?.is === "accounts" && now.accounts[0]?.address) || "", /^tb1/)
        assert.include(heard, "chainChanged")
      }
      the.lock()
      yield* quiet
      assert.deepStrictEqual(changes.at(-1), { is: "accounts", accounts: [] })
      assert.include(heard, "accountsChanged")
      const error = yield* Effect.flip(
        settled(promised(() => provider.signMessage({ message: "x", address: first(connection) }))),
      )
      assert.strictEqual(error._tag, "UnauthorizedProviderError")
    }))

  test("tells that the grant is over when its holder takes it back", (the, chain) =>
    Effect.gen(function* () {
      if (!the.can.events) return
      const changes: WalletChange[] = []
      yield* connected(the, chain)
      yield* chain.follow(the.connectorId, (change) => changes.push(change))
      the.leave()
      yield* quiet

      const last = changes.at(-1)
      assert.isTrue(last?.is === "disconnect" || (last?.is === "accounts" && last.accounts.length === 0))
    }))
}

/** A network of Bitcoin's family that no wallet knows. */
const unknown: Network = { ...bitcoinTestnet, id: "ff", caipNetworkId: "bip122:ff" }

/** Nobody's. */
const stranger = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
const testAddress = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"

interface Tagged {
  readonly _tag: string
}

const promised = <A>(ask: () => Promise<A>) => Effect.tryPromise({ try: ask, catch: (error) => error as Tagged })

const first = ({ accounts }: Connection) => accounts[0]?.address ?? ""

/** A transaction that spends a coin of every account. */
const spending = ({ accounts }: Connection) => ({
  psbt: unsignedPsbt(
    accounts.map(({ address, type, publicKey }) => ({
      address,
      satoshis: 10_000,
      ...(type === "ordinal" && publicKey !== undefined && { internalKey: publicKey }),
    })),
    accounts[0]?.address ?? "",
  ),
  signInputs: accounts.map(({ address }, index) => ({ index, address })),
})

const quiet = Effect.forEach([1, 2, 3, 4, 5, 6], () => breath, { discard: true })
