/**
 * Returns the URL to open for a social login inside Telegram, which opens no pop-ups. Appends the page's URL after `--` to the `state`
 * parameter, which the provider returns. If `uri` leads to a service that redirects to the provider, the `state` is in the provider's URL,
 * itself a parameter of `uri`. Adds nothing if there is no `state`. Returns `undefined` if `uri` is not http or https.
 */
export const returningTo = (uri: string, page: string): string | undefined => {
  const url = parse(uri)
  const inner = parse(url?.searchParams.get(authorization) ?? undefined)
  if (!url) return undefined
  if (inner) url.searchParams.set(authorization, withPage(inner, page).href)
  return inner ? url.href : withPage(url, page).href
}

/** Returns the page's URL with a login's random value, and without the result of an earlier login. */
export const markUrl = (page: string, value: string): string => {
  const url = new URL(page)
  url.searchParams.delete(resultParameter)
  url.searchParams.set(stateParameter, value)
  return url.href
}

/** Query parameter of the provider's result, inside Telegram. */
export const resultParameter = "result_uri"

/** Query parameter of the login's random value, when leaving the page and when returning to it. */
export const stateParameter = "portico_state"

/** Returns the URL of a social login if it is http or https, otherwise `undefined`. */
export const pageAt = (uri: string): string | undefined => parse(uri)?.href

const authorization = "provider_authorization_url"

const withPage = (url: URL, page: string): URL => {
  const state = url.searchParams.get("state")
  if (state !== null) url.searchParams.set("state", `${state}--${page}`)
  return url
}

const parse = (text: string | undefined): URL | undefined => {
  if (text === undefined || !URL.canParse(text)) return undefined
  const url = new URL(text)
  return url.protocol === "https:" || url.protocol === "http:" ? url : undefined
}
