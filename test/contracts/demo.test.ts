import { describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as api from "../../layers/api/demo.ts"
import * as chains from "../../layers/chains/demo.ts"
import { addressesOn } from "../../layers/demo/accounts.ts"
import { mailedCode } from "../../layers/demo/frame/login.ts"
import { coinsOf } from "../../layers/demo/nodes/bitcoin.ts"
import { createWorld, type Script } from "../../layers/demo.ts"
import * as frame from "../../layers/frame/demo.ts"
import * as relay from "../../layers/relay/demo.ts"
import * as rpc from "../../layers/rpc/demo.ts"
import * as storage from "../../layers/storage/memory.ts"
import { namespaceTable } from "../../src/namespaces/model/namespaceTable.ts"
import type { NetworkNamespace } from "../../src/options/namespaces.ts"
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
} from "../../src/options/networks.ts"
import { cinderbox, halyard, latchkey, walletOf } from "../fixtures/modal.ts"
import { abilitiesContract } from "./abilities.ts"
import { bitcoinContract } from "./bitcoin.ts"
import { bitcoinCase, type ChainsCase, chainsContract, evmCase, signatureContract, solanaCase } from "./chains.ts"
import { connectSignedContract } from "./connectSigned.ts"
import { frameContract } from "./frame.ts"
import { relayContract } from "./relay.ts"
import { rpcContract } from "./rpc.ts"
import { secureContract } from "./secure.ts"

const localnet = defineNetwork({ ...solana, id: "localnet", name: "Solana on this machine" })
const evmNetworks = { home: mainnet, other: base, unknown: polygon }

const worldOf = (script: Script = {}) => {
  const world = createWorld(script)
  const outside = Layer.mergeAll(relay.layer(world), rpc.layer(world), api.layer(world), frame.layer(world)).pipe(
    Layer.provideMerge(storage.layer()),
  )
  return { world, relay: outside, chains: Layer.provideMerge(chains.layer(world), outside) }
}

type Answer = "approve" | "reject"

/** A demo wallet, for the contracts of `Chains`. */
const demoWallet = (connectorId: string, script?: Script) => {
  const { world, chains: layer } = worldOf(script)
  const wallet = walletOf(world, connectorId)
  const { addresses } = wallet.state()
  const [first = "", second = ""] = addresses
  const own = {
    layer,
    connectorId,
    addresses: [first, second] as const,
    answer: (how: Answer) => wallet.behave({ connect: how, switch: how, sign: how }),
    select: (address: string) => wallet.select(wallet.state().addresses.indexOf(address)),
    moveTo: ({ id }: Network) => wallet.move(Number(id)),
    lock: wallet.lock,
  }
  return { own, wallet, world, first, second }
}

/** The same for a Bitcoin wallet. Its networks are numbered. */
const bitcoinWallet = () => {
  const { own, ...rest } = demoWallet("example.sheepshank")
  const numbered = [bitcoin, bitcoinTestnet, bitcoinSignet].map(({ caipNetworkId }) => caipNetworkId)
  const moveTo = ({ caipNetworkId }: Network) => rest.wallet.move(numbered.indexOf(caipNetworkId as never) + 1)
  return { own: { ...own, moveTo }, ...rest }
}

const evmWallet = (connectorId: string, script: Script): ChainsCase => ({
  ...evmCase(mainnet),
  ...demoWallet(connectorId, script).own,
  networks: evmNetworks,
})

/** A wallet of each namespace. */
const walletIn: Readonly<Record<NetworkNamespace, () => ChainsCase>> = {
  eip155: () => evmWallet(halyard, { wallets: { [halyard]: { chains: [1, 8453] } } }),
  solana: () => ({
    ...solanaCase,
    ...demoWallet("example.plover").own,
    networks: { home: solana, other: solanaDevnet, unknown: localnet },
    moveTo: () => {},
  }),
  bip122: () => {
    const { own, first, second } = bitcoinWallet()
    const [payment = "", ordinals = ""] = addressesOn(first, bitcoin.caipNetworkId)
    return {
      ...bitcoinCase,
      ...own,
      addresses: [payment, ordinals],
      addressesThere: addressesOn(first, bitcoinTestnet.caipNetworkId),
      nextAddress: second,
    }
  },
}

for (const [namespace, wallet] of Object.entries(walletIn))
  describe(`Chains, demo, ${namespaceTable[namespace as NetworkNamespace].label}`, () => {
    chainsContract(Effect.sync(wallet))
    signatureContract(Effect.sync(wallet))
  })

describe("Chains, demo, a connector of type EXTERNAL", () => {
  chainsContract(Effect.sync(() => evmWallet(latchkey, { wallets: { [latchkey]: { connect: "approve" } } })))
})

describe("Connection with a message, demo", () => {
  connectSignedContract(
    Effect.sync(() => {
      const { own, wallet, first } = demoWallet(halyard, {
        wallets: { [halyard]: { oneClick: true, chain: 1, delay: 1 } },
      })
      let prompts = 0
      wallet.watch(() => {
        prompts += wallet.state().openPrompts.length
      })
      return {
        ...own,
        address: first,
        prompts: () => prompts,
        forget: () => wallet.behave({ oneClick: false }),
      }
    }),
  )
})

describe("Wallet capabilities, demo", () => {
  abilitiesContract(
    Effect.sync(() => ({
      layer: worldOf().chains,
      connectorId: cinderbox,
      without: halyard,
      networks: [mainnet, base],
    })),
  )
})

describe("Bitcoin, demo", () => {
  bitcoinContract(
    Effect.sync(() => {
      const { own, wallet, world } = bitcoinWallet()
      let prompts = 0
      wallet.watch(() => {
        prompts += wallet.state().openPrompts.length
      })
      return {
        ...own,
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
        prompts: () => prompts,
        coins: (address) =>
          coinsOf(world, bitcoin.caipNetworkId, address, 0).map(({ value, ...coin }) => ({
            ...coin,
            satoshis: Number(value),
          })),
        select: () => wallet.select(1),
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
          const chain = await request({ method: "eth_chainId" })
          const [address] = (await request({ method: "eth_requestAccounts" })) as string[]
          const signed = await request({ method: "personal_sign", params: ["0x00", address] })
          await request({ method: "wallet_switchEthereumChain", params: [{ chainId: "0x2105" }] })
          const moved = await request({ method: "eth_chainId" })
          const [smart] = (await request({ method: "eth_accounts" })) as string[]
          return chain === "0x1" && moved === "0x2105" && address !== smart && String(signed).length > 100
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

rpcContract("demo", () => ({ network: polygon, layer: worldOf().relay }))

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
          if (secure.state().openPrompts.length > 0) resume(Effect.void)
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
