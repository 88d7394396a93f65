import { describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as api from "../../layers/api/demo.ts"
import * as chains from "../../layers/chains/demo.ts"
import { addressesOn } from "../../layers/demo/cast.ts"
import { mailedCode } from "../../layers/demo/login.ts"
import { createWorld, type DemoWallet, type Script } from "../../layers/demo.ts"
import * as frame from "../../layers/frame/demo.ts"
import * as relay from "../../layers/relay/demo.ts"
import * as rpc from "../../layers/rpc/demo.ts"
import * as storage from "../../layers/storage/memory.ts"
import {
  base,
  bitcoin,
  bitcoinSignet,
  bitcoinTestnet,
  defineNetwork,
  mainnet,
  type Network,
  polygon,
  solana,
  solanaDevnet,
} from "../../src/domain/networks.ts"
import { abilitiesContract } from "./abilities.ts"
import { bitcoinContract } from "./bitcoin.ts"
import { bitcoinCase, chainsContract, evmCase, solanaCase } from "./chains.ts"
import { frameContract } from "./frame.ts"
import { relayContract } from "./relay.ts"
import { rpcContract } from "./rpc.ts"
import { secureContract } from "./secure.ts"

const halyard = "example.halyard"
const cinderbox = "example.cinderbox"
const latchkey = "example.latchkey"
const sheepshank = "example.sheepshank"
const plover = "example.plover"
const localnet = defineNetwork({ ...solana, id: "localnet", name: "Solana on this machine" })

const worldOf = (script: Script = {}) => {
  const world = createWorld(script)
  const outside = Layer.mergeAll(relay.layer(world), rpc.layer(world), api.layer(world), frame.layer(world)).pipe(
    Layer.provideMerge(storage.layer()),
  )
  return { world, relay: outside, chains: Layer.provideMerge(chains.layer(world), outside) }
}

const selecting = (wallet: DemoWallet) => (address: string) => wallet.select(wallet.state().addresses.indexOf(address))

/** A Bitcoin wallet goes to a network by itself. */
const goTo =
  (wallet: DemoWallet) =>
  ({ caipNetworkId }: Network) =>
    wallet.move([bitcoin, bitcoinTestnet, bitcoinSignet].findIndex((one) => one.caipNetworkId === caipNetworkId) + 1)

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

describe("Abilities, demo", () => {
  abilitiesContract(
    Effect.sync(() => ({
      layer: worldOf().chains,
      connectorId: cinderbox,
      without: halyard,
      networks: [mainnet, base],
    })),
  )
})

describe("Chains, demo, a connector of type EXTERNAL", () => {
  chainsContract(
    Effect.sync(() => {
      const { world, chains: layer } = worldOf({ wallets: { [latchkey]: { connect: "approve" } } })
      const wallet = world.wallets.get(latchkey) as DemoWallet
      const [first = "", second = ""] = wallet.state().addresses
      return {
        ...evmCase(mainnet),
        layer,
        connectorId: latchkey,
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

describe("Chains, demo, Bitcoin", () => {
  chainsContract(
    Effect.sync(() => {
      const { world, chains: layer } = worldOf()
      const wallet = world.wallets.get(sheepshank) as DemoWallet
      const [first = "", second = ""] = wallet.state().addresses
      const [payment = "", ordinals = ""] = addressesOn(first, bitcoin.caipNetworkId)
      return {
        ...bitcoinCase,
        layer,
        connectorId: sheepshank,
        addresses: [payment, ordinals],
        addressesThere: addressesOn(first, bitcoinTestnet.caipNetworkId),
        nextAddress: second,
        answer: (how) => wallet.behave({ connect: how, switch: how, sign: how }),
        select: selecting(wallet),
        moveTo: goTo(wallet),
        lock: wallet.lock,
      }
    }),
  )

  bitcoinContract(
    Effect.sync(() => {
      const { world, chains: layer } = worldOf()
      const wallet = world.wallets.get(sheepshank) as DemoWallet
      let prompts = 0
      wallet.watch(() => {
        prompts += wallet.state().asking.length
      })
      return {
        layer,
        connectorId: sheepshank,
        can: {
          ordinals: true,
          publicKeys: false,
          paths: false,
          move: true,
          networks: [bitcoinTestnet, bitcoinSignet],
          protocols: true,
          broadcast: true,
          transfer: true,
          events: true,
        },
        keys: false,
        answer: (how) => wallet.behave({ connect: how, switch: how, sign: how }),
        prompts: () => prompts,
        select: () => wallet.select(1),
        moveTo: goTo(wallet),
        lock: wallet.lock,
        leave: wallet.leave,
      }
    }),
  )
})

describe("Chains, demo, the embedded wallet on EVM", () => {
  secureContract(
    Effect.sync(() => {
      const { world, chains: layer } = worldOf()
      return {
        layer,
        namespace: "eip155",
        networks: { home: mainnet, other: base, unknown: defineNetwork({ ...mainnet, id: 31_337, name: "Anvil" }) },
        address: /^0x[0-9a-fA-F]{40}$/,
        signature: evmCase(mainnet).signature,
        speaks: async (provider) => {
          const { request } = provider as { request(input: object): Promise<unknown> }
          const [chain, [address], signed] = [
            await request({ method: "eth_chainId" }),
            (await request({ method: "eth_requestAccounts" })) as string[],
            await request({ method: "personal_sign", params: ["0x00", "0x"] }),
          ]
          await request({ method: "wallet_switchEthereumChain", params: [{ chainId: "0x2105" }] })
          const moved = await request({ method: "eth_chainId" })
          const [smart] = (await request({ method: "eth_accounts" })) as string[]
          return (
            chain === "0x1" &&
            moved === "0x2105" &&
            address !== smart &&
            typeof signed === "string" &&
            signed.length > 100
          )
        },
        answer: (how) => world.secure.behave({ sign: how }),
      }
    }),
  )
})

describe("Chains, demo, the embedded wallet on Solana", () => {
  secureContract(
    Effect.sync(() => {
      const { world, chains: layer } = worldOf()
      return {
        layer,
        namespace: "solana",
        networks: { home: solana, other: solanaDevnet },
        address: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
        signature: solanaCase.signature,
        speaks: solanaCase.speaks,
        answer: (how) => world.secure.behave({ sign: how }),
      }
    }),
  )
})

rpcContract("demo", () => ({ network: polygon, leaf: worldOf().relay }))

frameContract(
  "demo",
  Effect.sync(() => {
    const world = createWorld()
    const { secure } = world
    return {
      layer: Layer.provide(frame.layer(world), storage.layer()),
      mailbox: "linden@fernhill.example",
      otherMailbox: "hall@fernhill.example",
      code: () => mailedCode,
      chains: { smart: 8453, plain: 1 },
      answer: (how) => secure.behave({ sign: how === "wait" ? "hang" : how }),
      asking: Effect.callback<void>((resume) => {
        const look = () => {
          if (secure.state().asking.length > 0) resume(Effect.void)
        }
        const stop = secure.watch(look)
        look()
        return Effect.sync(stop)
      }),
    }
  }),
)

relayContract(
  "demo",
  Effect.sync(() => {
    const { world, relay: layer } = worldOf()
    const { phone } = world
    return {
      layer,
      networks: [mainnet, base],
      approve: () => phone.behave({ connect: "approve" }),
      approveAndSign: () => phone.behave({ connect: "approve", oneClick: true }),
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
