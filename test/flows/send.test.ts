import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import { demo } from "../../layers/demo.ts"
import { Chains } from "../../services/Chains.ts"
import { parseUnits } from "../../src/domain/amounts.ts"
import { namespaces } from "../../src/domain/capabilities.ts"
import { latest } from "../../src/domain/loadable.ts"
import type { Namespace } from "../../src/domain/namespaces.ts"
import { base, bitcoin, mainnet, polygon, solana } from "../../src/domain/networks.ts"
import { asTransaction, type Outcome, type Prepared, type Watched } from "../../src/domain/send.ts"
import { refreshActivity, showSent } from "../../src/flows/activity.ts"
import { fetchBalances, refreshBalances } from "../../src/flows/balances.ts"
import { capabilities } from "../../src/flows/capabilities.ts"
import { connect } from "../../src/flows/connect.ts"
import { disconnect } from "../../src/flows/connections.ts"
import { switchNetwork } from "../../src/flows/network.ts"
import { estimateSend, type SendInput, send, sendPrepared } from "../../src/flows/send.ts"
import { confirmSend, findReceiver, priceSend, sendAll } from "../../src/flows/sendForm.ts"
import { tellOutcomes } from "../../src/flows/sends.ts"
import { Modal, use } from "../../src/modal.ts"
import { push } from "../../src/router.ts"
import { snapshot } from "../../src/snapshot.ts"
import { activity } from "../../src/state/activity.ts"
import { send as sendState } from "../../src/state/send.ts"
import { sends } from "../../src/state/sends.ts"
import { snack } from "../../src/state/snack.ts"
import { settled } from "../contracts/settled.ts"
import { createWorld, halyard, rest, shelf, visit, walletOf } from "./modal.ts"

import "../../src/flows/sends.ts"
import "../../layers/chains/evm/send.ts"
import "../../layers/chains/solana/send.ts"
import "../../layers/demo/solanaLedger.ts"

const ansel = "0xb51e07D3f8426Ac9035E71b98D4fa2C60788E3F5"
const marguerite = "0x7a3f6B0e2C915D84f7a0E6C35B1d28F04e9c41D2"
const plover = "example.plover"
const told = {
  sent: {
    confirmed: "Sent {amount}",
    failed: "{amount} failed",
    replaced: "{amount} replaced",
    different: "Not the {amount} that was shown",
  },
  swapped: { confirmed: "", failed: "", replaced: "", different: "" },
}

const connected = settled(connect({ wallet: halyard }))

/** The form as a visitor fills it in for ansel, with its price. */
const fill = Effect.fnUntraced(function* (sum: string) {
  const { amount, receiver } = yield* use(sendState)
  amount.value = sum
  receiver.value = ansel
  yield* settled(findReceiver())
  yield* settled(priceSend())
})

describe("send", () => {
  it.effect("A visitor can send native transfers", () => {
    const world = createWorld()
    return visit(
      world,
      Effect.gen(function* () {
        yield* connected
        const before = world.market.units("eip155:1", ansel)
        const { hash } = yield* settled(send({ token: "native", sendTokenAmount: "0.4", receiverAddress: ansel }))
        assert.match(hash, /^0x[0-9a-f]{64}$/)
        yield* TestClock.adjust("5 seconds")
        yield* rest

        assert.strictEqual(world.market.units("eip155:1", ansel) - before, 400_000_000_000_000_000n)
        const { sent } = yield* use(sends)
        assert.deepInclude(sent.peek()[0], { id: hash, status: "confirmed", amount: "0.4", symbol: "ETH", to: ansel })
      }),
    )
  })

  it.effect("A visitor can send token transfers", () => {
    const world = createWorld()
    return visit(
      world,
      Effect.gen(function* () {
        yield* connected
        const tokens = yield* settled(fetchBalances())
        const usdc = tokens.find(({ symbol }) => symbol === "USDC")
        assert.isDefined(usdc)
        const contract = usdc?.address?.split(":")[2]
        const before = world.market.units("eip155:1", ansel, contract)
        yield* settled(send({ token: usdc, sendTokenAmount: "12.000001", receiverAddress: ansel } as SendInput))
        yield* TestClock.adjust("5 seconds")
        yield* rest

        assert.strictEqual(world.market.units("eip155:1", ansel, contract) - before, 12_000_001n)
      }),
    )
  })

  it.effect("Send: a native token, a token transfer or a Solana token, depending on the active chain namespace", () => {
    const world = createWorld()
    const [evm, to] = [ansel, "HCSSDUDVkZqXcstRjunbx643EbUJNmLRX2NHSKp6vWQj"]
    return visit(
      world,
      Effect.gen(function* () {
        yield* connected
        yield* settled(send({ token: "native", sendTokenAmount: "0.1", receiverAddress: evm }))
        yield* settled(connect({ wallet: plover }))
        yield* settled(send({ token: "native", sendTokenAmount: "0.1", receiverAddress: to }))

        assert.deepStrictEqual(
          world.ledger.moved.map(({ chain, units }) => [chain, units]),
          [
            ["eip155:1", 100_000_000_000_000_000n],
            [solana.caipNetworkId, 100_000_000n],
          ],
        )
      }),
      { options: { networks: [mainnet, solana] } },
    )
  })

  for (const [what, token, amount, units] of [
    ["its own coin", "native", "0.25", 250_000_000n],
    ["a token", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", "3.5", 3_500_000n],
  ] as const)
    it.effect(`Send: on Solana ${what}`, () => {
      const world = createWorld()
      const to = "HCSSDUDVkZqXcstRjunbx643EbUJNmLRX2NHSKp6vWQj"
      const contract = token === "native" ? undefined : token
      return visit(
        world,
        Effect.gen(function* () {
          yield* settled(connect({ wallet: plover }))
          const before = world.market.units(solana.caipNetworkId, to, contract)
          yield* settled(send({ token, sendTokenAmount: amount, receiverAddress: to }))
          yield* TestClock.adjust("5 seconds")
          yield* rest

          assert.strictEqual(world.market.units(solana.caipNetworkId, to, contract) - before, units)
          const { sent } = yield* use(sends)
          assert.strictEqual(sent.peek()[0]?.status, "confirmed")
        }),
        { options: { networks: [solana] } },
      )
    })

  it.effect("a token of Solana's, whose mint has no symbol, has the one of the account's list", () => {
    const world = createWorld()
    const token = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"
    return visit(
      world,
      Effect.gen(function* () {
        yield* settled(connect({ wallet: plover }))
        yield* settled(refreshBalances())
        const receiverAddress = "HCSSDUDVkZqXcstRjunbx643EbUJNmLRX2NHSKp6vWQj"
        const estimate = yield* settled(estimateSend({ token, sendTokenAmount: "3.5", receiverAddress }))

        assert.isNotEmpty(estimate.symbol)
        assert.strictEqual(estimate.symbol, world.market.token(solana.caipNetworkId, token)?.symbol)
      }),
      { options: { networks: [solana] } },
    )
  })

  it.effect("nothing of Solana's is sent to a mint or where tokens lie, whence nobody takes it again", () => {
    const mint = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"
    return visit(
      createWorld(),
      Effect.gen(function* () {
        yield* settled(connect({ wallet: plover }))
        const asked = { token: "native", sendTokenAmount: "0.1", receiverAddress: mint }
        assert.strictEqual((yield* Effect.flip(settled(estimateSend(asked))))._tag, "ReceiverInvalid")
      }),
      { options: { networks: [solana] } },
    )
  })

  const natives = [
    [
      "Native token addresses exist per namespace",
      "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee",
      mainnet,
      halyard,
      ansel,
    ],
    [
      "The Solana native token address is a fixed address (value not shown)",
      "So11111111111111111111111111111111111111111",
      solana,
      plover,
      "HCSSDUDVkZqXcstRjunbx643EbUJNmLRX2NHSKp6vWQj",
    ],
  ] as const
  for (const [rule, token, network, wallet, receiverAddress] of natives)
    it.effect(`${rule}: the chain's own coin is sent by it`, () => {
      const world = createWorld()
      return visit(
        world,
        Effect.gen(function* () {
          assert.strictEqual(namespaces[network.chainNamespace].nativeToken, token)
          assert.isTrue(
            Object.values(namespaces).every(
              ({ nativeToken }) => nativeToken.startsWith("0x") || nativeToken === natives[1][1],
            ),
          )
          yield* settled(connect({ wallet }))
          const units = () => world.market.units(network.caipNetworkId, receiverAddress)
          const before = units()
          yield* settled(send({ token, sendTokenAmount: "0.1", receiverAddress }))
          yield* TestClock.adjust("5 seconds")
          yield* rest

          assert.strictEqual(units() - before, 10n ** BigInt(network.nativeCurrency.decimals - 1))
        }),
        { options: { networks: [network] } },
      )
    })

  it.effect("another tab's transfers stay kept, and its receivers known, when this one sends too", () => {
    const storage = shelf()
    const world = createWorld({ sends: "stuck" })
    const sendOne = settled(send({ token: "native", sendTokenAmount: "0.1", receiverAddress: ansel }))
    const leaves = { storage: storage.leaf }
    return visit(
      world,
      Effect.gen(function* () {
        yield* connected
        const { hash } = yield* sendOne
        const theirs = { ...(storage.json("sent_transfers") as readonly object[])[0], id: `0x${"77".repeat(32)}` }
        const known = { namespace: "eip155", address: marguerite, times: 3 }
        storage.texts.set("sent_transfers", JSON.stringify([theirs]))
        storage.texts.set("past_receivers", JSON.stringify([known]))
        const second = yield* sendOne

        const kept = storage.json("sent_transfers") as readonly { readonly id: string }[]
        assert.sameMembers(
          kept.map(({ id }) => id),
          [second.hash, hash, `0x${"77".repeat(32)}`],
        )
        assert.deepInclude(storage.json("past_receivers") as object[], known)
      }),
      { leaves },
    )
  })

  it.effect("Send: any other namespace fails as an unsupported chain", () =>
    visit(
      {},
      Effect.gen(function* () {
        yield* settled(connect({ wallet: "example.sheepshank" }))
        const error = yield* Effect.flip(send({ token: "native", sendTokenAmount: "1", receiverAddress: "bc1q" }))

        assert.strictEqual(error.message, "Unsupported chain")
      }),
      { options: { networks: [bitcoin] } },
    ),
  )

  it.effect("Sending needs an amount and a receiver address, else 'An amount and receiver address are required'", () =>
    visit(
      {},
      Effect.gen(function* () {
        yield* connected
        for (const input of [{}, { sendTokenAmount: "1" }, { receiverAddress: ansel }, { token: "native" }]) {
          const error = yield* Effect.flip(send(input))
          assert.strictEqual(error.message, "An amount and receiver address are required")
        }
      }),
    ),
  )

  it.effect("Sending needs a token, else 'A token is required'", () =>
    visit(
      {},
      Effect.gen(function* () {
        yield* connected
        const error = yield* Effect.flip(send({ sendTokenAmount: "1", receiverAddress: ansel }))
        assert.strictEqual(error.message, "A token is required")
      }),
    ),
  )

  it.effect("Send: the send state resets after success, and the visitor is back at the account", () =>
    visit(
      {},
      Effect.gen(function* () {
        yield* connected
        yield* fill("0.4")
        const { amount, receiver, cost } = yield* use(sendState)
        const shown = latest(cost.peek())
        assert.strictEqual(shown?.amount, 400_000_000_000_000_000n)
        yield* push({ name: "WalletSendPreview" })
        yield* settled(confirmSend(shown as Prepared, { started: "Started", failed: "Failed" }))
        yield* rest

        assert.deepStrictEqual([amount.peek(), receiver.peek(), cost.peek().is], ["", "", "idle"])
        const { core } = yield* Modal
        assert.deepStrictEqual(core.stack.peek(), [{ name: "Account" }])
        assert.strictEqual((yield* use(snack)).shown.peek().message, "Started")
      }),
    ),
  )

  it.effect("a wallet that declines leaves the review as it is, and nothing has left", () => {
    const world = createWorld({ wallets: { [halyard]: { send: "reject" } } })
    return visit(
      world,
      Effect.gen(function* () {
        yield* connected
        yield* fill("0.4")
        const { amount, cost, refused, busy } = yield* use(sendState)
        yield* settled(confirmSend(latest(cost.peek()) as Prepared, { started: "Started", failed: "Failed" }))

        assert.deepStrictEqual([amount.peek(), refused.peek(), busy.peek()], ["0.4", "rejected", false])
        assert.strictEqual(world.ledger.moved.length, 0)
      }),
    )
  })

  const elsewhere = [
    ["another account is in use", Effect.succeed({ from: ansel })],
    ["another network is in use", Effect.as(switchNetwork({ network: "eip155:137" }), {})],
  ] as const
  for (const [what, change] of elsewhere)
    it.effect(`sends nothing that was shown before, where ${what} by the time of the yes`, () => {
      const world = createWorld()
      return visit(
        world,
        Effect.gen(function* () {
          yield* connected
          yield* fill("0.4")
          const shown = latest((yield* use(sendState)).cost.peek()) as Prepared
          const changed = yield* settled(change)
          const error = yield* Effect.flip(settled(sendPrepared({ ...shown, ...changed })))

          assert.strictEqual(error._tag, "TransactionDiffers")
          assert.strictEqual(world.ledger.moved.length, 0)
        }),
      )
    })

  it.effect("a second press while the wallet is asked sends nothing more", () => {
    const world = createWorld({ wallets: { [halyard]: { send: "hang" } } })
    return visit(
      world,
      Effect.gen(function* () {
        yield* connected
        yield* fill("0.4")
        const shown = latest((yield* use(sendState)).cost.peek()) as Prepared
        const told = { started: "Started", failed: "Failed" }
        const first = yield* Effect.forkChild(settled(confirmSend(shown, told)))
        yield* rest
        yield* confirmSend(shown, told)
        walletOf(world).approve()
        yield* Fiber.join(first)

        assert.strictEqual(world.ledger.moved.length, 1)
      }),
    )
  })

  const warned: readonly (readonly [string, string, readonly string[]])[] = [
    ["a copy of the visitor's own address", "0x7a3f07d12a9b4fc6b3851e2c90fad46b3ca041d2", ["lookalike", "unused"]],
    ["another chain's address", "BCgS5Fd2LZiBvU7cKFxrzEAWzfbhbamYgE4Sx1F5oXbg", ["otherChain"]],
    ["an address whose capitals do not fit", ansel.replace("F5", "f5"), ["checksum"]],
    ["an address where nothing has been", `0x${"12".repeat(20)}`, ["unused"]],
    ["a name that leads to nobody", "nobody.eth", []],
    ["a name that is known", "ansel.eth", []],
  ]
  for (const [what, text, warnings] of warned)
    it.effect(`tells what speaks against a receiver: ${what}`, () =>
      visit(
        {},
        Effect.gen(function* () {
          yield* connected
          const { receiver, found } = yield* use(sendState)
          receiver.value = text
          yield* settled(findReceiver())
          const known = latest(found.peek())

          assert.deepStrictEqual(
            known?.warnings.map(({ is }) => is),
            warnings,
          )
          assert.strictEqual(
            known?.address !== undefined,
            !["otherChain"].includes(warnings[0] ?? "") && text !== "nobody.eth",
          )
        }),
      ),
    )

  it.effect("tells of the token's own contract, and that a receiver is one who was sent to before", () =>
    visit(
      {},
      Effect.gen(function* () {
        yield* connected
        yield* settled(refreshBalances())
        const { receiver, found, choices, chosen } = yield* use(sendState)
        const usdc = choices.peek().find(({ symbol }) => symbol === "USDC")
        chosen.value = usdc?.key
        receiver.value = usdc?.address?.split(":")[2] ?? ""
        yield* settled(findReceiver())
        assert.isTrue(latest(found.peek())?.warnings.some(({ is }) => is === "token"))

        yield* settled(send({ token: "native", sendTokenAmount: "0.1", receiverAddress: ansel }))
        receiver.value = ansel
        yield* settled(findReceiver())
        assert.strictEqual(latest(found.peek())?.times, 1)
      }),
    ),
  )

  it.effect("all that can be sent is what the fee leaves, in the form as in the wallet", () =>
    visit(
      {},
      Effect.gen(function* () {
        yield* connected
        const { amount, all, cost } = yield* use(sendState)
        yield* settled(sendAll())
        const priced = latest(cost.peek())

        assert.isTrue(all.peek())
        assert.strictEqual(parseUnits(amount.peek(), 18), (priced?.held ?? 0n) - (priced?.fee ?? 0n))
      }),
    ),
  )

  const missing: readonly (readonly [string, SendInput, string])[] = [
    ["an amount and a receiver address", {}, "An amount and receiver address are required"],
    ["an amount", { receiverAddress: ansel, token: "native" }, "An amount and receiver address are required"],
    ["a receiver address", { sendTokenAmount: "1" }, "An amount and receiver address are required"],
    ["a token", { sendTokenAmount: "1", receiverAddress: ansel }, "A token is required"],
    ["a real amount", { sendTokenAmount: "1e3", receiverAddress: ansel, token: "native" }, "Incorrect Value"],
    ["more than nothing", { sendTokenAmount: "0.0", receiverAddress: ansel, token: "native" }, "Incorrect Value"],
    ["a real address", { sendTokenAmount: "1", receiverAddress: "0x12", token: "native" }, "Invalid Address"],
    [
      "an address that is spelled as its checksum has it",
      { sendTokenAmount: "1", receiverAddress: ansel.replace("F5", "f5"), token: "native" },
      "Invalid Address",
    ],
    ["enough of it", { sendTokenAmount: "9000", receiverAddress: ansel, token: "native" }, "Insufficient Funds"],
    ["a token that is there", { sendTokenAmount: "1", receiverAddress: ansel, token: marguerite }, "Token not found"],
  ]
  for (const [what, input, sentence] of missing)
    it.effect(`Sending needs ${what}`, () =>
      visit(
        {},
        Effect.gen(function* () {
          yield* connected
          for (const asked of [Effect.asVoid(send(input)), Effect.asVoid(estimateSend(input))]) {
            const error = yield* Effect.flip(settled(asked))
            assert.strictEqual(error.message, sentence)
          }
        }),
      ),
    )

  it.effect("needs somebody who is connected", () =>
    visit(
      {},
      Effect.gen(function* () {
        const error = yield* Effect.flip(send({ token: "native", sendTokenAmount: "1", receiverAddress: ansel }))
        assert.strictEqual(error.message, "No ActiveCaipAddress found")
      }),
    ),
  )

  it.effect("sends all that the fee leaves, and exactly nothing stays", () => {
    const world = createWorld()
    return visit(
      world,
      Effect.gen(function* () {
        yield* connected
        yield* settled(switchNetwork({ network: polygon.caipNetworkId }))
        const input = { token: "native", sendTokenAmount: "max", receiverAddress: ansel }
        const estimate = yield* settled(estimateSend(input))
        yield* settled(send(input))
        yield* TestClock.adjust("5 seconds")
        yield* rest

        assert.notStrictEqual(estimate.fee, "0")
        assert.strictEqual(world.market.units("eip155:137", marguerite), 0n)
      }),
    )
  })

  it.effect("asks the wallet once for the same transfer, however often it is asked for", () => {
    const world = createWorld({ wallets: { [halyard]: { sign: "hang" } } })
    const input = { token: "native", sendTokenAmount: "0.1", receiverAddress: ansel }
    return visit(
      world,
      Effect.gen(function* () {
        yield* connected
        const first = yield* Effect.forkChild(settled(send(input)))
        const second = yield* Effect.forkChild(settled(send(input)))
        yield* rest
        walletOf(world).approve()
        const hashes = [yield* Fiber.join(first), yield* Fiber.join(second)]

        assert.strictEqual(hashes[0]?.hash, hashes[1]?.hash)
        assert.strictEqual(world.ledger.moved.length, 1)
      }),
    )
  })

  it.effect("fails with the wallet's 4001 when the visitor says no, and nothing leaves", () => {
    const world = createWorld({ wallets: { [halyard]: { sign: "reject" } } })
    return visit(
      world,
      Effect.gen(function* () {
        yield* connected
        const error = yield* Effect.flip(
          settled(send({ token: "native", sendTokenAmount: "0.1", receiverAddress: ansel })),
        )
        assert.strictEqual("code" in error && error.code, 4001)
        assert.strictEqual(world.ledger.moved.length, 0)
      }),
    )
  })

  it.effect("whoever leaves while the wallet asks loses nothing: what left is followed", () => {
    const world = createWorld({ wallets: { [halyard]: { sign: "hang" } } })
    return visit(
      world,
      Effect.gen(function* () {
        yield* connected
        const asking = yield* Effect.forkChild(
          settled(send({ token: "native", sendTokenAmount: "0.1", receiverAddress: ansel })),
        )
        yield* rest
        yield* Fiber.interrupt(asking)
        walletOf(world).approve()
        yield* rest

        const { sent } = yield* use(sends)
        assert.strictEqual(sent.peek()[0]?.status, "pending")
      }),
    )
  })

  const outcomes = [
    ["mined", "confirmed", "Sent 0.1 ETH"],
    ["reverted", "failed", "0.1 ETH failed"],
  ] as const
  for (const [sendsAs, status, sentence] of outcomes)
    it.effect(`a transfer that is ${sendsAs} survives a reload, and its outcome is told once`, () => {
      const storage = shelf()
      const world = createWorld({ sends: sendsAs })
      return Effect.gen(function* () {
        yield* visit(
          world,
          Effect.gen(function* () {
            yield* connected
            yield* settled(send({ token: "native", sendTokenAmount: "0.1", receiverAddress: ansel }))
          }),
          { leaves: { storage: storage.leaf } },
        )
        yield* visit(
          world,
          Effect.gen(function* () {
            const { sent, untold } = yield* use(sends)
            assert.strictEqual(sent.peek().length, 1)
            yield* TestClock.adjust("10 seconds")
            yield* rest
            assert.strictEqual(sent.peek()[0]?.status, status)
            assert.strictEqual(untold.peek().length, 1)
            yield* settled(tellOutcomes(told))
            yield* rest
            assert.strictEqual((yield* use(snack)).shown.peek().message, sentence)
            assert.strictEqual(untold.peek().length, 0)
          }),
          { leaves: { storage: storage.leaf } },
        )
        assert.isNull(storage.json("sent_transfers"))
      })
    })

  it.effect(
    "a wallet that sends something else than was shown is told of as that, and not as a transfer that failed",
    () => {
      const world = createWorld({ sends: "stuck" })
      return visit(
        world,
        Effect.gen(function* () {
          const { sent } = yield* use(sends)
          yield* connected
          yield* settled(send({ token: "native", sendTokenAmount: "0.1", receiverAddress: ansel }))
          Object.assign(world.ledger.moved[0]?.sent as object, { to: marguerite })
          yield* TestClock.adjust("5 seconds")
          yield* rest

          assert.strictEqual(sent.peek()[0]?.status, "different")
          yield* settled(tellOutcomes(told))
          assert.deepInclude((yield* use(snack)).shown.peek(), {
            variant: "error",
            message: "Not the 0.1 ETH that was shown",
          })
        }),
      )
    },
  )

  const hashes = [
    ["was carried out by another hash, as one that was sped up is", `0x${"cd".repeat(32)}`, "confirmed"],
    ["failed by another hash, as one that was sped up does", `0x${"cd".repeat(32)}`, "failed"],
    ["was carried out by the hash of another that was sent from here, as replaced by that one", undefined, "replaced"],
  ] as const
  for (const [what, given, status] of hashes)
    it.effect(`tells of a transfer that ${what}`, () => {
      const world = createWorld({ sends: "stuck" })
      let hash: string | undefined = given
      let first = ""
      const chains = Layer.effect(
        Chains,
        Effect.map(Chains, (all) => ({
          ...all,
          get: (namespace: Namespace) =>
            Effect.map(all.get(namespace), (chain) => ({
              ...chain,
              sending: chain.sending && {
                ...chain.sending,
                outcome: ({ id }: Watched): Effect.Effect<Outcome> =>
                  Effect.succeed(
                    id === first
                      ? { is: status === "failed" ? status : "confirmed", settled: true, ...(hash && { hash }) }
                      : { is: "pending" },
                  ),
              },
            })) as ReturnType<typeof all.get>,
        })),
      ).pipe(Layer.provide(demo(world).chains))
      return visit(
        world,
        Effect.gen(function* () {
          const { sent } = yield* use(sends)
          yield* connected
          const input = { token: "native", sendTokenAmount: "0.1", receiverAddress: ansel }
          first = (yield* settled(send(input))).hash
          hash ??= (yield* settled(send(input))).hash
          yield* TestClock.adjust("5 seconds")
          yield* rest
          const transfer = sent.peek().find(({ id }) => id === first)
          assert.strictEqual(transfer?.status, status)
          if (!transfer || status === "replaced") return
          assert.strictEqual(transfer.hash, given)
          assert.strictEqual(asTransaction(transfer).metadata.hash, given)
        }),
        { leaves: { chains } },
      )
    })

  it.effect("Send state: token, sendTokenAmount, receiverAddress and the others, in the snapshot", () =>
    visit(
      {},
      Effect.gen(function* () {
        yield* connected
        const { chosen, choices, amount, receiver } = yield* use(sendState)
        amount.value = "0.4"
        receiver.value = ansel
        chosen.value = choices.peek()[0]?.key
        const { send } = snapshot(yield* Modal)

        assert.deepInclude(send, { sendTokenAmount: "0.4", receiverAddress: ansel, loading: false })
        for (const field of [
          "token",
          "receiverProfileName",
          "receiverProfileImageUrl",
          "networkBalanceInUSD",
          "tokenBalances",
        ])
          assert.property(send, field)
      }),
    ),
  )

  it.effect(
    "stands in the activity at once as pending, and goes over into what the service lists once it is mined",
    () =>
      visit(
        {},
        Effect.gen(function* () {
          yield* connected
          yield* settled(refreshActivity())
          const { transactions } = yield* use(activity)
          const before = transactions.peek().length
          const { hash } = yield* settled(send({ token: "native", sendTokenAmount: "0.1", receiverAddress: ansel }))
          yield* showSent
          const first = () => transactions.peek().find(({ metadata }) => metadata.hash === hash)
          assert.deepInclude(first()?.metadata, { status: "pending", operationType: "send", sentTo: ansel })
          assert.strictEqual(transactions.peek().length, before + 1)

          yield* TestClock.adjust("40 seconds")
          yield* rest
          yield* settled(refreshActivity())
          assert.deepInclude(first()?.metadata, { status: "confirmed" })
          assert.isFalse(first()?.id.startsWith("sent:"))
          assert.strictEqual(transactions.peek().length, before + 1)
        }),
      ),
  )

  it.effect("Active chain change: resets the send state", () =>
    visit(
      {},
      Effect.gen(function* () {
        yield* connected
        const { amount, receiver } = yield* use(sendState)
        amount.value = "0.4"
        receiver.value = ansel
        yield* settled(switchNetwork({ network: mainnet.caipNetworkId }))

        assert.strictEqual(amount.peek(), "")
        assert.strictEqual(receiver.peek(), "")
        assert.strictEqual((yield* Modal).core.network.peek()?.caipNetworkId, "eip155:1")
      }),
      { options: { networks: [base, mainnet, polygon] } },
    ),
  )

  it.effect("Wallet operation: wallet capabilities, for who is connected", () =>
    visit(
      {},
      Effect.gen(function* () {
        const error = yield* Effect.flip(capabilities())
        assert.strictEqual(error.message, "Missing address parameter in wallet_getCapabilities request")
        yield* connected
        assert.deepStrictEqual(yield* settled(capabilities()), {})
        yield* disconnect()
      }),
    ),
  )
})
