const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;")

/** A docstring as HTML: what stands between backticks is code. */
export const told = (text: string): string => escaped(text).replace(/`([^`]+)`/g, "<code>$1</code>")

/** Its first sentence. */
export const firstSentence = (text: string): string => told(/^.*?[.](?= |$)/.exec(text)?.[0] ?? text)
