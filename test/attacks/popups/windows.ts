import type { Draw } from "../../fixtures/draws.ts"

/** A window that the visitor's click opened. `led`: the URLs it was navigated to, and whether it could reach the page then. */
export const openedWindow = () => {
  const led: { readonly to: string; readonly reaches: boolean }[] = []
  const opened = {
    closed: false,
    opener: {} as object | null,
    close: () => {
      opened.closed = true
    },
    focus: () => {},
    location: {
      set href(to: string) {
        led.push({ to, reaches: opened.opener !== null })
      },
    },
  }
  return { window: opened as unknown as Window, led, isClosed: () => opened.closed }
}

/** Posts a message to the page, as another window does. */
export const postToPage = (data: unknown, origin: string, source: object | null): void => {
  const event = new MessageEvent("message", { data, origin })
  Object.defineProperty(event, "source", { value: source })
  window.dispatchEvent(event)
}

/** Origins other than `own`, some of which look like it. */
export const otherOrigin = (draw: Draw, own: string): string => {
  const { hostname, host } = new URL(own)
  return draw.oneOf([
    "https://evil.example",
    `https://${hostname}.evil.example`,
    `https://evil-${hostname}`,
    `https://${host}:8443`,
    `http://${host}`,
    `https://${host.toUpperCase()}`,
    `https://${host}.`,
    `${own}/`,
    "null",
    "",
  ])
}

/** A URL that no window may open, or one that is a web page after all. */
export const address = (draw: Draw, secret: string): unknown => {
  const page = `bank.example/?${encodeURIComponent(secret)}`
  const scheme = draw.oneOf([
    ...["javascript:", "JavaScript:", "java\nscript:", " javascript:", "\u0000javascript:", "data:text/html,", "blob:"],
    ...["file:///", "filesystem:", "vbscript:", "about:", "view-source:", "intent://", "ms-msdt:", "http://", "ftp://"],
    ...["//", "/", "https:", "https://https://", "https://user:pass@", "blob:https://", "\\\\", "", "https://"],
  ])
  return draw.oneOf([
    `${scheme}${page}`,
    `${scheme}alert(1)//${page}`,
    [`https://${page}`],
    { href: `https://${page}` },
    null,
  ])
}

/** Whether a window may open the URL: a page over HTTPS or on this machine, without user name or password. */
export const isPage = (to: string): boolean => {
  if (!URL.canParse(to)) return false
  const { protocol, hostname, username } = new URL(to)
  return username === "" && (protocol === "https:" || (protocol === "http:" && hostname === "localhost"))
}
