/** Warning about options that the project overrides. Returns `undefined` if there are none. */
export const overriddenWarning = (ignored: readonly string[]): string | undefined =>
  ignored.length > 0
    ? `[Portico Config Notice] Set by the project configuration, so ignored in your options: ${ignored.join(", ")}.`
    : undefined

/** Warning for a site whose `siwx` is replaced by the provider's sign-in. */
export const replacedWarning =
  "[Portico Config Notice] The project configuration enables the provider's sign-in, so the `siwx` option is ignored."
