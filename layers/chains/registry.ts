import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Api } from "../../services/Api.ts"
import { Chains } from "../../services/Chains.ts"
import type { Frame } from "../../services/Frame.ts"
import { Relay } from "../../services/Relay.ts"
import { Rpc } from "../../services/Rpc.ts"
import { connector, pressing } from "./coinbaseConnector.ts"
import type { CoinbaseOptions } from "./evm/coinbase/signer.ts"
import { type Discovery, discover, type Eip1193 } from "./evm/first-paint/eip6963.ts"
import { type AdapterDeps, type ChainDeps, chainsOf, type NamespaceRows, namespaceAdapter } from "./namespaceAdapter.ts"
import { type PageWallets, pageWallets } from "./pageWallets.ts"
import { withEmbedded } from "./withEmbedded.ts"

/** Options of the live `Chains` layer. */
export interface ChainsOptions extends Discovery, Pick<AdapterDeps, "networks" | "chainImages"> {
  /** Origin from which a Safe may frame the page. Defaults to that of the official Safe app. */
  readonly safe?: string | undefined
  /** Configuration of Coinbase Wallet for visitors without its extension. If omitted, the wallet is not offered without its extension. */
  readonly coinbase?: Pick<CoinbaseOptions, "host" | "metadata"> | undefined
}

/** Chains backed by browser wallets, WalletConnect and the embedded wallet. A namespace's code loads on first use. */
export const layer = (options: ChainsOptions): Layer.Layer<Chains, never, Api | Rpc | Relay | Frame> =>
  Layer.effect(
    Chains,
    Effect.gen(function* () {
      const parts: AdapterDeps = { ...options, real: true, rpc: yield* Rpc, relay: yield* Relay }
      const api = yield* Api
      const announced = yield* pageWallets(() => discover(options))
      const { wallets, host } = window.parent === window ? { wallets: announced } : yield* inFrame(announced, options)

      const { coinbase } = options
      const { opened, onUserGesture } = pressing()
      const evm = async () => {
        const [{ adapt }, own] = await Promise.all([
          import("./evm/adapter.ts"),
          coinbase && import("./evm/coinbase/provider.ts"),
        ])
        if (!own || !coinbase) return { adapt }
        return {
          adapt: (given: ChainDeps<Eip1193>) => adapt(own.reaching(given, connector.id, { ...coinbase, opened })),
        }
      }

      const namespaces: NamespaceRows = {
        eip155: yield* withEmbedded(
          parts,
          evm,
          () => import("./evm/embedded.ts"),
          coinbase ? { ...wallets, list: () => [...wallets.list(), connector] } : wallets,
        ),
        solana: yield* withEmbedded(
          parts,
          () => import("./solana/adapter.ts"),
          () => import("./solana/embedded.ts"),
        ),
        bip122: yield* namespaceAdapter(parts, async () => (await import("./bitcoin/adapter.ts")).reading(api)),
      }
      return chainsOf({ ...namespaces, host, onUserGesture: coinbase && onUserGesture })
    }),
  )

/** Adds the Safe that may frame this page. If the code for that fails to load, only the announced wallets are used. */
const inFrame = (announced: PageWallets<Eip1193>, { safe }: ChainsOptions) =>
  Effect.tryPromise(() => import("./evm/safe/inSafe.ts")).pipe(
    Effect.flatMap(({ inSafe }) => inSafe(announced, safe)),
    Effect.orElseSucceed(() => ({ wallets: announced, host: undefined })),
  )
