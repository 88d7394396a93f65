const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;")

/** Renders a docstring as HTML, with text in backticks as code. */
export const toHtml = (text: string): string => escaped(text).replace(/`([^`]+)`/g, "<code>$1</code>")

/** Returns the first sentence of a docstring. */
export const firstOf = (text: string): string => /^.*?[.](?= |$)/.exec(text)?.[0] ?? text

/** Renders the first sentence of a docstring as HTML. */
export const firstSentence = (text: string): string => toHtml(firstOf(text))
