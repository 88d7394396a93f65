// Connecting. Messages are quoted from the specification, section 8 unless a docstring names another one. A docstring that ends in "Beyond
// the catalogue." marks a message that the specification does not prescribe.

/** The wallet, the relay or the adapter could not connect, or a connection could not be restored. See `cause`, if there is one. */
export class ConnectFailed extends Error {
  readonly _tag = "ConnectFailed"
  constructor(options?: ErrorOptions) {
    super("Failed to connect", options)
  }
}

/** The wallet supports none of the requested networks, or approved no account on any of them. */
export class ConnectorSupportsNoChain extends Error {
  readonly _tag = "ConnectorSupportsNoChain"
  constructor(options?: ErrorOptions) {
    super("The connector does not support any of the requested chains", options)
  }
}

/** The visitor closed the modal or left the view before completing a login or a sign-in, or the sign-in could not start. */
export class ModalClosed extends Error {
  readonly _tag = "ModalClosed"
  constructor(options?: ErrorOptions) {
    super("Modal closed", options)
  }
}

/** A real wallet uses a demo account, whose private key is public. The wallet was disconnected again. Beyond the catalogue. */
export class TestAccountRefused extends Error {
  readonly _tag = "TestAccountRefused"
  constructor(options?: ErrorOptions) {
    super("This is a public test account", options)
  }
}
