/** Creates an element with properties, listeners (`onclick`) and children. */
export const make = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] => {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...children)
  return element
}

/** Returns the element of the page that matches a selector. */
export const find = <E extends Element = HTMLElement>(selector: string): E => {
  const found = document.querySelector<E>(selector)
  if (!found) throw new Error(`The page has no ${selector}`)
  return found
}

/** Shows a message to the visitor for a few seconds. */
export const say = (text: string) => {
  const said = find(".said")
  said.textContent = text
  clearTimeout(Number(said.dataset.timer))
  said.dataset.timer = String(
    setTimeout(() => {
      said.textContent = ""
    }, 6_000),
  )
}

/** Shortens an address like the modal does. A copy, because the page's first file must not include the views. */
export const shortAddress = (address: string) => `${address.slice(0, 4)}...${address.slice(-6)}`

/** Shortens a signature to its ends. */
export const short = (text: string) => (text.length > 14 ? `${text.slice(0, 6)}…${text.slice(-6)}` : text)
