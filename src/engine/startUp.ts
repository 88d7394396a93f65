import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { Browser, type PageChange, type TabMessage } from "../../services/Browser.ts"
import { Dialog } from "../../services/Dialog.ts"
import { Frame, type FrameChange } from "../../services/Frame.ts"
import { Relay, type RelayChange } from "../../services/Relay.ts"
import { Siwx } from "../../services/Siwx.ts"
import { Telemetry } from "../../services/Telemetry.ts"
import { connecting } from "../connections/first-paint/state.ts"
import { leave } from "../connections/opening/flows.ts"
import { telegramOn } from "../embedded/first-paint/model/socialLogins.ts"
import { login } from "../embedded/first-paint/state.ts"
import { resultParameter, stateParameter } from "../embedded/opening/model/loginUrl.ts"
import { requests } from "../embedded/opening/state.ts"
import { ensureValidSelection } from "../network/opening/state/selection.ts"
import { networkSupport } from "../network/opening/state/support.ts"
import { region } from "../onramp/opening/state/region.ts"
import * as Persisted from "../persistence/opening/persisted.ts"
import { loadLastFeatures } from "../project/first-paint/flows.ts"
import { CurrentModal, slicesOf } from "../runtime/currentModal.ts"
import { processEvents } from "../runtime/eventQueue.ts"
import { followSignals } from "../runtime/followSignals.ts"
import { loadThen } from "../runtime/lazy.ts"
import { untilSignal } from "../runtime/untilSignal.ts"
import { wallets } from "../wallets/first-paint/state/wallets.ts"
import { discoverWallets } from "./discoverWallets.ts"

/**
 * Runs start-up: detects the page's wallets, restores connections and, after the first paint, requests the project configuration. Handles
 * events until the modal is destroyed. Calls `ready` once connections are restored and the project configuration has loaded or failed to
 * load.
 */
export const startUp = (ready: () => void) =>
  Effect.scoped(
    Effect.gen(function* () {
      const modal = yield* CurrentModal
      const { core, options } = modal
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => {
          core.restoring.value = false
        }),
      )
      const { mobile } = yield* slicesOf(wallets)
      const { timezone } = yield* slicesOf(region)
      const { recentWallets } = yield* slicesOf(connecting)
      const { telegram } = yield* slicesOf(login)
      const { transactions } = yield* slicesOf(requests)
      const { unsupported } = yield* slicesOf(networkSupport)
      const browser = yield* Browser
      const dialog = yield* Dialog
      const frame = yield* Frame
      const relay = yield* Relay
      const { enabled: signsIn } = yield* Siwx
      const telemetry = yield* Telemetry

      // Must run before anything reads the page's URL. Every start clears the pending login, so it can be resumed only once.
      const left = yield* Persisted.leftForSocial.read
      yield* Persisted.leftForSocial.forget
      const uri = yield* browser.takeParameter(resultParameter)
      const state = yield* browser.takeParameter(stateParameter)
      yield* telemetry.track({ event: "INITIALIZE", properties: options })
      core.online.value = browser.platform.online
      yield* Effect.forkScoped(
        processEvents(
          (emit: (change: PageChange) => void) => browser.watch(emit),
          (change) => {
            if (change === "online" || change === "offline") core.online.value = change === "online"
            return change === "visible" || change === "online" ? relay.revive : Effect.void
          },
        ),
        // No change may be lost after the state has been read.
        { startImmediately: true },
      )
      mobile.value = browser.platform.mobile
      telegram.value = telegramOn(browser.platform)
      if (options.excludeWalletIds.length > 0)
        yield* loadThen(
          () => import("../wallets/flows/excludedWallets.ts"),
          ({ loadExcludedWallets }) => loadExcludedWallets,
        )
      if (options.projectId !== "") loadLastFeatures(modal, yield* Persisted.projectFeatures.read)
      yield* followSignals(() => ensureValidSelection(core))
      yield* discoverWallets
      yield* Effect.forkScoped(
        processEvents(
          (emit: (reason: "escape" | "overlay") => void) => dialog.onCloseRequest(emit),
          () => leave(),
        ),
      )
      yield* Effect.forkScoped(
        processEvents(
          (emit: (message: TabMessage) => void) => browser.onMessage(emit),
          (message) => loadThen(outside, ({ onTabMessage }) => onTabMessage(message)),
        ),
      )
      yield* Effect.forkScoped(
        processEvents(
          (emit: (change: RelayChange) => void) => relay.watch(emit),
          (change) => loadThen(outside, ({ onRelayChange }) => onRelayChange(change)),
        ),
        // A session that has already ended is reported as soon as it is looked up.
        { startImmediately: true },
      )
      yield* Effect.forkScoped(
        processEvents(
          (emit: (event: { readonly change: FrameChange; readonly stacked: boolean }) => void) =>
            frame.watch((change) => {
              if (!("needsApproval" in change) || change.needsApproval)
                emit({ change, stacked: transactions.peek() > 0 })
            }),
          ({ change, stacked }) =>
            loadThen(
              () => import("../embedded/flows/requests.ts"),
              ({ requestChanged }) => requestChanged(change, stacked),
            ),
        ),
        { startImmediately: true },
      )
      yield* Effect.forkScoped(
        processEvents(
          (emit: (open: boolean) => void) => followSignals(() => emit(core.open.value && !options.enableEmbedded)),
          (open) =>
            open
              ? loadThen(
                  () => import("./backButton.ts"),
                  (topic) => topic.backButton,
                )
              : Effect.void,
        ),
      )
      yield* Effect.forkScoped(
        processEvents(
          (emit: (unsupported: boolean) => void) => followSignals(() => emit(unsupported.value)),
          (now) =>
            now || core.route.peek()?.name === "UnsupportedChain"
              ? loadThen(
                  () => import("../network/flows/leaveUnsupportedNetwork.ts"),
                  ({ supportChanged }) => supportChanged,
                )
              : Effect.void,
        ),
      )
      yield* Effect.forkScoped(
        Effect.gen(function* () {
          // The project may enable the provider's sign-in.
          yield* untilSignal(() => signsIn || core.remoteFeatures.value.reownAuthentication || undefined)
          while (true) {
            const address = yield* untilSignal(() => core.address.value)
            // This step ends only if its code cannot be loaded. The next step then disconnects an account that requires a sign-in.
            yield* loadThen(
              () => import("../siwx/steps/requestSignIn.ts"),
              ({ followAccount }) => followAccount,
            )
            // This code was loaded together with the code for connecting. If that failed, it is requested again for the next account.
            yield* loadThen(
              () => import("../siwx/steps/abandonSignIn.ts"),
              ({ abandonRequiredSignIn }) => abandonRequiredSignIn,
            )
            yield* untilSignal(() => core.address.value !== address || undefined)
          }
        }),
      )
      // Only actions on an account depend on the region, and the first read of a time zone takes longer than the rest of start-up.
      yield* followSignals(() => {
        if (core.address.value !== undefined && timezone.peek() === "") timezone.value = browser.platform.timezone
      })
      const requested = yield* Effect.forkScoped(
        Effect.gen(function* () {
          yield* browser.painted
          yield* loadThen(
            () => import("../project/opening/flows.ts"),
            ({ fetchProjectConfig }) => fetchProjectConfig,
          )
        }).pipe(Effect.catchDefect(telemetry.report)),
      )
      if (browser.readLocalStorage("@appkit/connection_status") && (yield* Persisted.appkit.read) === undefined)
        yield* loadThen(
          () => import("../connections/flows/migrateAppKit.ts"),
          ({ migrateFromAppKit }) => migrateFromAppKit,
        )
      recentWallets.value = (yield* Persisted.recent.read) ?? []
      if (browser.platform.framed || (yield* Persisted.connections.read)?.length || (yield* Persisted.networkIds.read))
        yield* loadThen(
          () => import("../connections/flows/restore.ts"),
          ({ restore }) => restore,
        )
      if (uri !== undefined && left !== undefined)
        yield* Effect.forkScoped(
          loadThen(
            () => import("../embedded/operations/social.ts"),
            ({ resumeSocial }) => resumeSocial({ uri, state, left }),
          ),
        )
      core.restoring.value = false
      core.initialized.value = true
      yield* Fiber.join(requested)
      ready()
      yield* Effect.never
    }),
  )

const outside = () => import("../connections/flows/externalChanges.ts")
