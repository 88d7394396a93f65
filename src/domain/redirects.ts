/**
 * Where a social login leads from inside Telegram, which opens no windows: the page's own address travels in the `state` that the
 * provider hands on, after `--`; a login that another service leads to its provider carries it in that address.
 */
export const returningTo = (uri: string, page: string): string | undefined => {
  const url = parse(uri)
  const inner = parse(url?.searchParams.get(authorization) ?? undefined)
  if (!url) return undefined
  if (inner) url.searchParams.set(authorization, withPage(inner, page).href)
  return inner ? url.href : withPage(url, page).href
}

/** The page's address with the random value of a login that leaves the page, and without what an earlier login came back with. */
export const marked = (page: string, value: string): string => {
  const url = new URL(page)
  url.searchParams.delete(resultParameter)
  url.searchParams.set(stateParameter, value)
  return url.href
}

/** Query parameter that carries the provider's result, inside Telegram. */
export const resultParameter = "result_uri"

/** Query parameter that carries the random value of the login, there and back. */
export const stateParameter = "portico_state"

/** Where a social login leads to, if that is a page. */
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
