/** Returns the writing direction of a locale (BCP 47). */
export const directionOf = (locale: string): "ltr" | "rtl" =>
  /^(ar|ckb|dv|fa|he|iw|ps|sd|ug|ur|yi)\b/i.test(locale) ? "rtl" : "ltr"

/** Isolates the direction of a text within a sentence (Unicode FSI and PDI). */
export const isolateDirection = (text: string): string => `\u2068${text}\u2069`
