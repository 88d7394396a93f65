// The provider's services, the networks' nodes and storage. Messages are quoted from the specification, section 8 unless a docstring names
// another one. A docstring that ends in "Beyond the catalogue." marks a message that the specification does not prescribe.

/** The response has an HTTP status outside 200 to 299. */
export class HttpStatus extends Error {
  readonly _tag = "HttpStatus"
  readonly status: number
  constructor(status: number, options?: ErrorOptions) {
    super(`HTTP status code: ${status}`, options)
    this.status = status
  }
}

/** The response is malformed. The message names what was expected. `path`: where it is wrong ("" for the whole response). */
export class AnswerInvalid extends Error {
  readonly _tag = "AnswerInvalid"
  readonly path: string
  constructor(message: string, path = "", options?: ErrorOptions) {
    super(message, options)
    this.path = path
  }
}

/** The response exceeds the size limit and was discarded. Beyond the catalogue. */
export class AnswerTooLarge extends Error {
  readonly _tag = "AnswerTooLarge"
  constructor(options?: ErrorOptions) {
    super("The response is too large", options)
  }
}

/** The allowed origins could not be loaded because of HTTP 429. Raises alert APKT010. */
export class RateLimited extends Error {
  readonly _tag = "RateLimited"
  readonly code = "APKT010"
  constructor(options?: ErrorOptions) {
    super("RATE_LIMITED", options)
  }
}

/** The allowed origins could not be loaded because of an HTTP status of 500 or more. Raises alert APKT009. */
export class ServerError extends Error {
  readonly _tag = "ServerError"
  readonly code = "APKT009"
  constructor(options?: ErrorOptions) {
    super("SERVER_ERROR", options)
  }
}

/** The browser's storage is full or blocked. Beyond the catalogue. */
export class StorageUnavailable extends Error {
  readonly _tag = "StorageUnavailable"
  constructor(options?: ErrorOptions) {
    super("The browser's storage is full or blocked", options)
  }
}

/** Any failure without a message of its own, such as a network failure, a timeout or a bug. See `cause`. */
export class UnknownFailure extends Error {
  readonly _tag = "UnknownFailure"
  constructor(options?: ErrorOptions) {
    super("Unknown error", options)
  }
}
