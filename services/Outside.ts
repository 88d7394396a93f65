import type { Api } from "./Api.ts"
import type { Browser } from "./Browser.ts"
import type { Chains } from "./Chains.ts"
import type { Dialog } from "./Dialog.ts"
import type { Frame } from "./Frame.ts"
import type { Relay } from "./Relay.ts"
import type { Rpc } from "./Rpc.ts"
import type { Siwx } from "./Siwx.ts"
import type { Storage } from "./Storage.ts"
import type { Telemetry } from "./Telemetry.ts"

/** All services that give the modal access to the outside world. */
export type Outside = Browser | Dialog | Storage | Api | Telemetry | Rpc | Relay | Frame | Chains | Siwx
