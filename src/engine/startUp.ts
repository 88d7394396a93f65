import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { Browser, type PageChange, type TabMessage } from "../../services/Browser.ts"
import { Dialog } from "../../services/Dialog.ts"
import { Frame, type FrameChange } from "../../services/Frame.ts"
import { Relay, type RelayChange } from "../../services/Relay.ts"
import { Siwx } from "../../services/Siwx.ts"
import { Telemetry } from "../../services/Telemetry.ts"
import { connecting } from "../connections/first-paint/state.ts"
import { telegramOn } from "../embedded/first-paint/model.ts"
import { login } from "../embedded/first-paint/state.ts"
import { resultParameter, stateParameter } from "../embedded/opening/model.ts"
import { requests } from "../embedded/opening/state.ts"
import { leave } from "../navigation/opening/flows.ts"
import { settleChoices } from "../network/opening/state/selection.ts"
import { support } from "../network/opening/state/support.ts"
import { place } from "../onramp/opening/state.ts"
import * as Kept from "../persistence/opening/persisted.ts"
import { recallFeatures } from "../project/first-paint/state.ts"
import { Modal, use } from "../runtime/currentModal.ts"
import { inbox } from "../runtime/eventQueue.ts"
import { following } from "../runtime/followSignals.ts"
import { lazily } from "../runtime/lazy.ts"
import { until } from "../runtime/untilSignal.ts"
import { wallets } from "../wallets/first-paint/state/wallets.ts"
import { discoverWallets } from "./discoverWallets.ts"

/**
 * Runs start-up once. It detects the page's wallets, restores connections and, after the first paint, requests the project configuration.
 * It then keeps listening until the modal ends.
 */
export const startUp = (ready: () => void) =>
  Effect.scoped(
    Effect.gen(function* () {
      const modal = yield* Modal
      const { core, options } = modal
      const { mobile } = yield* use(wallets)
      const { timezone } = yield* use(place)
      const { recentWallets } = yield* use(connecting)
      const { telegram } = yield* use(login)
      const { transactions } = yield* use(requests)
      const { unsupported } = yield* use(support)
      const browser = yield* Browser
      const dialog = yield* Dialog
      const frame = yield* Frame
      const relay = yield* Relay
      const { enabled: signsIn } = yield* Siwx
      const telemetry = yield* Telemetry

      // Must run before anything reads the page's URL. Every start clears the pending login, so it can be resumed only once.
      const left = yield* Kept.leftForSocial.read
      yield* Kept.leftForSocial.forget
      const uri = yield* browser.take(resultParameter)
      const state = yield* browser.take(stateParameter)
      yield* telemetry.track({ event: "INITIALIZE", properties: options })
      core.online.value = browser.platform.online
      mobile.value = browser.platform.mobile
      telegram.value = telegramOn(browser.platform)
      if (options.excludeWalletIds.length > 0)
        yield* lazily(
          () => import("../wallets/flows/excludedWallets.ts"),
          ({ recall }) => recall,
        )
      if (options.projectId !== "") recallFeatures(modal, yield* Kept.projectFeatures.read)
      yield* following(() => settleChoices(core))
      yield* discoverWallets
      yield* Effect.forkScoped(
        inbox(
          (tell: (change: PageChange) => void) => browser.watch(tell),
          (change) => {
            if (change === "online" || change === "offline") core.online.value = change === "online"
            return change === "visible" || change === "online" ? relay.revive : Effect.void
          },
        ),
      )
      yield* Effect.forkScoped(
        inbox(
          (tell: (reason: "escape" | "overlay") => void) => dialog.leaving(tell),
          () => leave(),
        ),
      )
      yield* Effect.forkScoped(
        inbox(
          (tell: (message: TabMessage) => void) => browser.hear(tell),
          (message) => lazily(outside, ({ hearTab }) => hearTab(message)),
        ),
      )
      yield* Effect.forkScoped(
        inbox(
          (tell: (change: RelayChange) => void) => relay.follow(tell),
          (change) => lazily(outside, ({ relayChanged }) => relayChanged(change)),
        ),
        // A connection that has already ended is reported as soon as it is looked up.
        { startImmediately: true },
      )
      yield* Effect.forkScoped(
        inbox(
          (tell: (told: { readonly change: FrameChange; readonly stacked: boolean }) => void) =>
            frame.follow((change) => {
              if (!("needsApproval" in change) || change.needsApproval)
                tell({ change, stacked: transactions.peek() > 0 })
            }),
          ({ change, stacked }) =>
            lazily(
              () => import("../embedded/flows/requests.ts"),
              ({ requestChanged }) => requestChanged(change, stacked),
            ),
        ),
        { startImmediately: true },
      )
      yield* Effect.forkScoped(
        inbox(
          (tell: (open: boolean) => void) => following(() => tell(core.open.value && !options.enableEmbedded)),
          (open) =>
            open
              ? lazily(
                  () => import("./backButton.ts"),
                  (topic) => topic.backward,
                )
              : Effect.void,
        ),
      )
      yield* Effect.forkScoped(
        inbox(
          (tell: (unsupported: boolean) => void) => following(() => tell(unsupported.value)),
          (now) =>
            now || core.route.peek()?.name === "UnsupportedChain"
              ? lazily(
                  () => import("../network/steps.ts"),
                  ({ supportChanged }) => supportChanged,
                )
              : Effect.void,
        ),
      )
      yield* Effect.forkScoped(
        Effect.gen(function* () {
          // The project may enable the provider's sign-in.
          yield* until(() => signsIn || core.remoteFeatures.value.reownAuthentication || undefined)
          while (true) {
            const address = yield* until(() => core.address.value)
            // The code was loaded together with the connection's. If that failed, it is requested again for the next account.
            yield* lazily(
              () => import("../siwx/steps/enforce.ts"),
              ({ watchSignIn }) => watchSignIn,
            )
            yield* until(() => core.address.value !== address || undefined)
          }
        }),
      )
      const asked = yield* Effect.forkScoped(
        Effect.gen(function* () {
          yield* browser.painted
          timezone.value = browser.platform.timezone
          yield* lazily(
            () => import("../project/opening/flows.ts"),
            ({ askProject }) => askProject,
          )
        }).pipe(Effect.catchDefect(telemetry.report)),
      )
      if (browser.stored("@appkit/connection_status") && (yield* Kept.appkit.read) === undefined)
        yield* lazily(
          () => import("../connections/flows/migrateAppKit.ts"),
          ({ takeOver }) => takeOver,
        )
      recentWallets.value = (yield* Kept.recent.read) ?? []
      if (browser.platform.framed || (yield* Kept.connections.read)?.length || (yield* Kept.networkIds.read))
        yield* lazily(
          () => import("../connections/flows/restore.ts"),
          ({ restore }) => restore,
        )
      if (uri !== undefined && left !== undefined)
        yield* Effect.forkScoped(
          lazily(
            () => import("../embedded/operations/social.ts"),
            ({ resumeSocial }) => resumeSocial({ uri, state, left }),
          ),
        )
      core.initialized.value = true
      yield* Fiber.join(asked)
      ready()
      yield* Effect.never
    }),
  )

const outside = () => import("../connections/flows/externalChanges.ts")
