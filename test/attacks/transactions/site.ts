import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as DemoApi from "../../../layers/api/demo.ts"
import { adapt } from "../../../layers/chains/evm/adapter.ts"
import type { Eip1193 } from "../../../layers/chains/evm/first-paint/eip6963.ts"
import { chainsOf, namespaceAdapter } from "../../../layers/chains/namespaceAdapter.ts"
import type { PageWallets } from "../../../layers/chains/pageWallets.ts"
import { createWorld } from "../../../layers/demo.ts"
import { Api } from "../../../services/Api.ts"
import { Chains } from "../../../services/Chains.ts"
import { Relay } from "../../../services/Relay.ts"
import { Rpc } from "../../../services/Rpc.ts"
import { connect } from "../../../src/connect/operations.ts"
import { decodeUnknown } from "../../../src/core/opening/schema.ts"
import { AnswerInvalid, InvalidInput, type RpcError } from "../../../src/errors/index.ts"
import { InternalRpcError, MethodNotFoundRpcError } from "../../../src/errors/rpc.ts"
import { mainnet } from "../../../src/options/networks.ts"
import { settled } from "../../contracts/settled.ts"
import { visit } from "../../fixtures/modal.ts"
import type { Steps } from "../../fixtures/visits.ts"
import { createChain, readSent, type Sent } from "./chain.ts"
import { at, contracts, tokens, visitor } from "./contracts.ts"
import type { Answers } from "./service.ts"
import "../../../layers/chains/evm/transfers.ts"
import "../../../layers/chains/evm/swap/check.ts"
import "../../../layers/rpc/demo.ts"
import "../../../src/swap/endpoints.ts"
import "../../../src/balances/operations.ts"
import "../../../src/swap/operations.ts"

/** A modal with the live swap check, on a chain, a service and a wallet that the test controls. */
export const createSite = () => {
  const chain = createChain(tokens, contracts)
  const world = createWorld({ tick: 0 })
  /** Calls that reached the wallet, in order. */
  const received: Sent[] = []
  const setup = {
    answers: {} as Answers,
    /** Whether the node supports `eth_simulateV1`. */
    simulates: true,
    /** Changes a response of the node before it is sent. */
    reported: (_: string, answer: unknown): unknown => answer,
    /** Whether the wallet supports call bundles (EIP-5792). */
    bundles: false,
  }

  const api = Layer.provide(
    Layer.effect(
      Api,
      Effect.map(Api, (demo) => ({
        ...demo,
        call: (row, input) => {
          const own = row.name === "balance" ? () => ({ balances }) : setup.answers[row.name]
          if (!own) return demo.call(row, input)
          return Effect.suspend(() => {
            const decoded = decodeUnknown(row.response)(own(input as Readonly<Record<string, string>>))
            return decoded instanceof InvalidInput
              ? Effect.fail(row.failure(new AnswerInvalid(decoded.message, decoded.path)))
              : Effect.succeed(decoded)
          })
        },
      })),
    ),
    DemoApi.layer(world),
  ) as Layer.Layer<Api>

  const rpc = Layer.succeed(Rpc, {
    request: ({ method, params }) =>
      Effect.suspend((): Effect.Effect<unknown, RpcError> => {
        if (method === "eth_simulateV1" && !setup.simulates) return Effect.fail(new MethodNotFoundRpcError("no"))
        try {
          const answer = chain.answer(method, params)
          if (answer === undefined) return Effect.fail(new MethodNotFoundRpcError(`No ${method}`))
          return Effect.succeed(setup.reported(method, answer))
        } catch {
          return Effect.fail(new InternalRpcError("execution reverted"))
        }
      }),
  })

  const take = (said: unknown) => {
    const sent = readSent(said)
    received.push(sent)
    return chain.send(sent)
  }
  const provider = {
    request: async ({ method, params }: { readonly method: string; readonly params?: unknown }) => {
      const [first] = Array.isArray(params) ? params : []
      switch (method) {
        case "eth_requestAccounts":
        case "eth_accounts":
          return [visitor]
        case "eth_chainId":
          return "0x1"
        case "eth_sendTransaction":
          return take(first)
        case "wallet_getCapabilities":
          return setup.bundles ? { "0x1": { atomic: { status: "supported" } } } : {}
        case "wallet_sendCalls": {
          const { calls, ...bundle } = first as { readonly calls: readonly object[] }
          const hashes = calls.map((call) => take({ ...bundle, ...call }))
          return { id: hashes.at(-1) }
        }
        case "wallet_getCallsStatus":
          return {
            version: "2.0.0",
            id: first,
            chainId: "0x1",
            status: 200,
            atomic: true,
            receipts: [
              { logs: [], status: "0x1", blockHash: first, blockNumber: "0x1", gasUsed: "0x1", transactionHash: first },
            ],
          }
      }
      throw Object.assign(new Error(`No ${method}`), { code: -32601 })
    },
    on: () => {},
    removeListener: () => {},
  } as unknown as Eip1193
  const wallets: PageWallets<Eip1193> = {
    list: () => [
      { id: wallet, name: "Wallet", type: "ANNOUNCED", chain: "eip155", info: { rdns: wallet }, imageUrl: "" },
    ],
    find: (id) => (id === wallet ? provider : undefined),
    watch: () => () => {},
  }
  const chains = Layer.effect(
    Chains,
    Effect.gen(function* () {
      const parts = { rpc: yield* Rpc, relay: yield* Relay, networks: () => [mainnet] }
      return chainsOf({ eip155: yield* namespaceAdapter(parts, async () => ({ adapt }), wallets) })
    }),
  ) as Layer.Layer<Chains>

  return {
    chain,
    received,
    account: visitor,
    setup,
    /** Runs an effect in a modal with the wallet connected. */
    whenConnected: <A, E>(run: Parameters<typeof visit<A, E>>[1]) =>
      visit(world, Effect.andThen(settled(connect({ wallet })), run), {
        options: { networks: [mainnet] },
        layers: { api, rpc, chains },
      }),
  }
}
export type Site = ReturnType<typeof createSite>

/** Runs the steps on a new site whose visitor has connected the wallet. */
export const onSite = (steps: (site: Site) => Steps): Effect.Effect<void, unknown> =>
  Effect.suspend(() => {
    const site = createSite()
    return site.whenConnected(Effect.gen(() => steps(site)))
  })

/** Other valuable tokens of the visitor. */
const balances = (["GEM", "MUTE"] as const).map((symbol) => ({
  name: symbol,
  symbol,
  chainId: "eip155:1",
  address: `eip155:1:${at[symbol]}`,
  value: 50,
  price: 1,
  quantity: { decimals: "18", numeric: "50" },
  iconUrl: "",
}))

const wallet = "example.wallet"
