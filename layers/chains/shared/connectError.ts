import { isUserRejection } from "../../../src/core/readRpcError.ts"
import { type ConnectError, ConnectFailed, ConnectionRejected } from "../../../src/errors/index.ts"

/** Maps a failure of a wallet or the relay to an error of the connect operation. */
export const toConnectError = (error: Error & { readonly _tag: string }): ConnectError => {
  switch (error._tag) {
    case "ConnectionRejected":
    case "ConnectFailed":
    case "WalletConnectConnectorNotFound":
      return error as ConnectError
    default:
      return isUserRejection(error) ? new ConnectionRejected({ cause: error }) : new ConnectFailed({ cause: error })
  }
}
