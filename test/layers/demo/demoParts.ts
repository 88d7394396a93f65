import { Effect, type Layer, type Scope } from "effect"
import { createWorld, type DemoWallet, demo, type Script, type World, withoutPage } from "../../../layers/demo.ts"
import * as memory from "../../../layers/storage/memory.ts"
import { type Layers, wire } from "../../../layers/wire.ts"
import { Chains } from "../../../services/Chains.ts"
import type { NetworkNamespace } from "../../../src/options/namespaces.ts"
import { settled } from "../../contracts/settled.ts"
import { it } from "../../fixtures/it.ts"

export const halyard = "example.halyard"

export const walletOf = (world: World, id = halyard) => world.wallets.get(id) as DemoWallet

/** A wallet's first account in a world. */
export const addressOf = (world: World, id = halyard) => walletOf(world, id).state().addresses[0] ?? ""

/** All services over a world. */
export const everything = (world: World = createWorld(), storage: Layers["storage"] = memory.layer()) =>
  wire({ ...withoutPage(), ...demo(world), storage })

type Services = Layer.Success<ReturnType<typeof everything>> | Scope.Scope

/** A test over all services of a world with this script. */
export const test = (
  title: string,
  script: Script,
  program: (world: World) => Effect.fn.Return<void, unknown, Services>,
): void => {
  it.effect(title, function* () {
    const world = createWorld(script)
    yield* Effect.provide(
      Effect.gen(() => program(world)),
      everything(world),
    )
  })
}

export const chainOf = (namespace: NetworkNamespace) => Effect.flatMap(Chains, ({ get }) => settled(get(namespace)))

export const evm = chainOf("eip155")
