// Missing configuration of the site. Messages are quoted from the specification, section 8 unless a docstring names another one. A
// docstring that ends in "Beyond the catalogue." marks a message that the specification does not prescribe.

/** The namespace has no adapter, its adapter failed to load, or the adapter cannot reach the wallet. See `cause`, if there is one. */
export class AdapterNotFound extends Error {
  readonly _tag = "AdapterNotFound"
  constructor(options?: ErrorOptions) {
    super("Adapter not found", options)
  }
}

/** The options contain no project ID. */
export class ProjectIdMissing extends Error {
  readonly _tag = "ProjectIdMissing"
  readonly code = "APKT008"
  constructor(options?: ErrorOptions) {
    super("Project ID Missing", options)
  }
}
