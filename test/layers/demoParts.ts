import * as Effect from "effect/Effect"
import { createWorld, type DemoWallet, demo, offPage, type World } from "../../layers/demo.ts"
import * as memory from "../../layers/storage/memory.ts"
import { type Leaves, wire } from "../../layers/wire.ts"
import { Chains } from "../../services/Chains.ts"
import { settled } from "../contracts/settled.ts"

export const halyard = "example.halyard"

export const walletOf = (world: World, id = halyard) => world.wallets.get(id) as DemoWallet

/** An account that the world knows. */
export const addressOf = (world: World) => walletOf(world).state().addresses[0] ?? ""

/** All services over a world. */
export const everything = (world: World = createWorld(), storage: Leaves["storage"] = memory.layer()) =>
  wire({ ...offPage(), ...demo(world), storage })

export const evm = Effect.flatMap(Chains, (chains) => settled(chains.get("eip155")))
