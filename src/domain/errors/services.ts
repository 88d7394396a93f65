// The provider's services, the networks' nodes and storage. Sentences are the specification's own (section 8, or as a docstring says).
// A docstring that ends in "Beyond the catalogue" marks a sentence of ours: the specification names the case or leaves it open.

/** An answer with an HTTP status outside 200 to 299. */
export class HttpStatus extends Error {
  readonly _tag = "HttpStatus"
  readonly status: number
  constructor(status: number, options?: ErrorOptions) {
    super(`HTTP status code: ${status}`, options)
    this.status = status
  }
}

/** An answer that is not what was asked for; the message is the first schema sentence, `path` where it went wrong ("" for all of it). */
export class AnswerInvalid extends Error {
  readonly _tag = "AnswerInvalid"
  readonly path: string
  constructor(message: string, path = "", options?: ErrorOptions) {
    super(message, options)
    this.path = path
  }
}

/** An answer longer than anything we ask for, dropped before it was read. Beyond the catalogue. */
export class AnswerTooLarge extends Error {
  readonly _tag = "AnswerTooLarge"
  constructor(options?: ErrorOptions) {
    super("Answer is too large", options)
  }
}

/** The origin list was not served because of HTTP 429; raises alert APKT010. */
export class RateLimited extends Error {
  readonly _tag = "RateLimited"
  readonly code = "APKT010"
  constructor(options?: ErrorOptions) {
    super("RATE_LIMITED", options)
  }
}

/** The origin list was not served because of an HTTP status of 500 or more; raises alert APKT009. */
export class ServerError extends Error {
  readonly _tag = "ServerError"
  readonly code = "APKT009"
  constructor(options?: ErrorOptions) {
    super("SERVER_ERROR", options)
  }
}

/** The browser's storage is full or forbidden. Beyond the catalogue. */
export class StorageUnavailable extends Error {
  readonly _tag = "StorageUnavailable"
  constructor(options?: ErrorOptions) {
    super("Storage is full or forbidden", options)
  }
}

/** Anything without a sentence of its own: no network, a time limit passed, a bug elsewhere; `cause` has it. */
export class UnknownFailure extends Error {
  readonly _tag = "UnknownFailure"
  constructor(options?: ErrorOptions) {
    super("Unknown error", options)
  }
}
