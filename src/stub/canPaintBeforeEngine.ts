import { replacesLayers } from "../options/options.ts"
import type { ModalInstance } from "./instance.ts"
import { hasRestoreHint } from "./restoreHint.ts"

/**
 * Whether the first view can render before the engine loads. It can if there is no connection to restore, and the modal uses the default
 * dialog and wallets.
 */
export const canPaintBeforeEngine = ({ id, options, core, running }: ModalInstance) =>
  !running.peek() &&
  !core.open.peek() &&
  !hasRestoreHint(id) &&
  !replacesLayers(options) &&
  !(options.enableEmbedded || options.basic || options.manualWCControl)
