import { describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as api from "../../layers/api/demo.ts"
import * as chains from "../../layers/chains/demo.ts"
import { createWorld, type DemoWallet, type Script } from "../../layers/demo.ts"
import * as relay from "../../layers/relay/demo.ts"
import * as rpc from "../../layers/rpc/demo.ts"
import * as storage from "../../layers/storage/memory.ts"
import { base, defineNetwork, mainnet, polygon, solana, solanaDevnet } from "../../src/domain/networks.ts"
import { chainsContract, evmCase, solanaCase } from "./chains.ts"
import { relayContract } from "./relay.ts"
import { rpcContract } from "./rpc.ts"

const halyard = "example.halyard"
const plover = "example.plover"
const localnet = defineNetwork({ ...solana, id: "localnet", name: "Solana on this machine" })

const worldOf = (script: Script = {}) => {
  const world = createWorld(script)
  const outside = Layer.mergeAll(relay.layer(world), rpc.layer(world), api.layer(world)).pipe(
    Layer.provideMerge(storage.layer()),
  )
  return { world, relay: outside, chains: Layer.provideMerge(chains.layer(world), outside) }
}

const selecting = (wallet: DemoWallet) => (address: string) => wallet.select(wallet.state().addresses.indexOf(address))

describe("Chains, demo", () => {
  chainsContract(
    Effect.sync(() => {
      const { world, chains: layer } = worldOf({ wallets: { [halyard]: { chains: [1, 8453] } } })
      const wallet = world.wallets.get(halyard) as DemoWallet
      const [first = "", second = ""] = wallet.state().addresses
      return {
        ...evmCase(mainnet),
        layer,
        connectorId: halyard,
        addresses: [first, second],
        networks: { home: mainnet, other: base, unknown: polygon },
        answer: (how) => wallet.behave({ connect: how, switch: how, sign: how }),
        select: selecting(wallet),
        moveTo: ({ id }) => wallet.move(Number(id)),
        lock: wallet.lock,
      }
    }),
  )
})

describe("Chains, demo, Solana", () => {
  chainsContract(
    Effect.sync(() => {
      const { world, chains: layer } = worldOf()
      const wallet = world.wallets.get(plover) as DemoWallet
      const [first = "", second = ""] = wallet.state().addresses
      return {
        ...solanaCase,
        layer,
        connectorId: plover,
        addresses: [first, second],
        networks: { home: solana, other: solanaDevnet, unknown: localnet },
        answer: (how) => wallet.behave({ connect: how, sign: how }),
        select: selecting(wallet),
        moveTo: () => {},
        lock: wallet.lock,
      }
    }),
  )
})

rpcContract("demo", () => ({ network: polygon, leaf: worldOf().relay }))

relayContract(
  "demo",
  Effect.sync(() => {
    const { world, relay: layer } = worldOf()
    const { phone } = world
    return {
      layer,
      networks: [mainnet, base],
      approve: () => phone.behave({ connect: "approve" }),
      reject: () => phone.behave({ connect: "reject" }),
      disconnectFromWallet: phone.leave,
      changeAccount: () => {
        phone.select(1)
        return phone.state().addresses[0] ?? ""
      },
      changeChain: () => {
        phone.move(base.id)
        return base.caipNetworkId
      },
    }
  }),
)
