import * as Effect from "effect/Effect"
import { layer as scripted } from "../../../layers/browser/scripted.ts"
import type { World } from "../../../layers/demo.ts"
import * as none from "../../../layers/siwx/none.ts"
import * as overridable from "../../../layers/siwx/overridable.ts"
import { layer as site } from "../../../layers/siwx/site.ts"
import { base, mainnet, type Network } from "../../../src/domain/networks.ts"
import type { SiwxConfig } from "../../../src/domain/siwx.ts"
import { connect, connectExternal } from "../../../src/flows/connect.ts"
import { switchNetwork } from "../../../src/flows/network.ts"
import { openModal } from "../../../src/flows/open.ts"
import { cancelSignIn, prepareMessage, signIn } from "../../../src/flows/siwx.ts"
import { Modal, use } from "../../../src/modal.ts"
import { siwx } from "../../../src/state/siwx.ts"
import { settled } from "../../contracts/settled.ts"
import { halyard, instanceOf, rest } from "../modal.ts"
import { type Setup, type Steps, shownView, whenStarted } from "../scenes.ts"

// Loads in advance what is otherwise loaded on demand.
import "../../../layers/siwx/provider.ts"

interface SiteSetup extends Setup {
  readonly siwx?: SiwxConfig
  /** The only namespace in which the site uses sign-in. */
  readonly namespace?: "eip155" | "solana"
  /** Origin of the page. */
  readonly origin?: string
}

/** Runs the steps on a site with sign-in, which is required unless its configuration says otherwise. */
export const whenSiteSignsIn = (
  { siwx: config = {}, namespace, origin = "https://site.example", ...setup }: SiteSetup,
  steps: Steps,
) => {
  const leaves = (world: World) => ({
    siwx: site(config, namespace),
    browser: scripted({ page: { origin } }),
    ...(typeof setup.leaves === "function" ? setup.leaves(world) : setup.leaves),
  })
  return whenStarted({ ...setup, options: { networks: [mainnet, base], ...setup.options }, leaves }, steps)
}

interface ProjectSetup extends Setup {
  /** Whether the project has the provider's sign-in on. Default: true. */
  readonly signsIn?: boolean
  /** Whether it captures email addresses. Default: false. */
  readonly captures?: "required" | "optional"
  /** The site's own sign-in, which the provider's overrides. */
  readonly siwx?: SiwxConfig
}

/** Runs the steps on a site whose project has sign-in on. */
export const whenProjectSignsIn = ({ signsIn = true, captures, siwx: own, ...setup }: ProjectSetup, steps: Steps) => {
  const features = [
    { id: "reown_authentication", isEnabled: signsIn, config: null },
    { id: "email_capture", isEnabled: captures !== undefined, config: captures === "required" ? ["required"] : [] },
  ]
  const instance = instanceOf(own ? { siwx: own } : {})
  const layer = overridable.layer(own ? site(own) : none.layer, {
    authenticates: () => instance.core.remoteFeatures.peek().reownAuthentication,
    clientId: () => undefined,
  })
  const script = { project: { features }, ...setup.script }
  return whenStarted({ ...setup, script, instance, leaves: { siwx: layer } }, steps)
}

/** Lets some seconds pass until nothing but the clock is pending. */
export const calm = settled(rest)

/** The visitor connects a wallet in the modal. */
export const approved = Effect.gen(function* () {
  yield* calm
  yield* openModal()
  yield* settled(connectExternal(halyard))
  yield* calm
})

/** The site connects a wallet without the modal. */
export const connects = Effect.andThen(settled(connect({ wallet: halyard })), calm)

/** The visitor reads the message and signs it. */
export const signs = Effect.gen(function* () {
  yield* settled(prepareMessage())
  yield* settled(signIn())
  yield* calm
})

export const cancels = Effect.andThen(settled(cancelSignIn()), calm)

export const switches = (network: Network) =>
  Effect.andThen(settled(switchNetwork({ network: network.caipNetworkId })), calm)

/** The session of the active account. */
export const session = Effect.map(use(siwx), ({ session }) => session.value)

const status = Effect.map(Modal, ({ core }) => core.accounts.eip155.peek().status)

/** The current view, and whether an EVM wallet is connected. */
export const shown = Effect.all([shownView, status])
