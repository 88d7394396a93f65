import { replacesLayers } from "../options/options.ts"
import type { ModalInstance } from "./instance.ts"
import { hasRestoreHint } from "./restoreHint.ts"

/** Whether the modal can show its first view before the engine loads. */
export const canPaintBeforeEngine = ({ id, options, core, running }: ModalInstance) =>
  !running.peek() &&
  !core.open.peek() &&
  !hasRestoreHint(id) &&
  !replacesLayers(options) &&
  !(options.enableEmbedded || options.basic || options.manualWCControl)
