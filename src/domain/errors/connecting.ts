// Connecting. Sentences are the specification's own (section 8, or as a docstring says).
// A docstring that ends in "Beyond the catalogue" marks a sentence of ours: the specification names the case or leaves it open.

/** The wallet, the relay or the adapter could not connect; `cause` says why. */
export class ConnectFailed extends Error {
  readonly _tag = "ConnectFailed"
  constructor(options?: ErrorOptions) {
    super("Failed to connect", options)
  }
}

/** The visitor closed the modal, or left the view, before an answer came. */
export class ModalClosed extends Error {
  readonly _tag = "ModalClosed"
  constructor(options?: ErrorOptions) {
    super("Modal closed", options)
  }
}

/** A real wallet holds an account of the demo, whose key is public. It is disconnected again. Beyond the catalogue. */
export class TestAccountRefused extends Error {
  readonly _tag = "TestAccountRefused"
  constructor(options?: ErrorOptions) {
    super("This is a public test account", options)
  }
}
