import { find, make } from "./dom.ts"

/** Links to every state of the gallery, by view. They load on demand. */
export const directory = () => {
  const all = find<HTMLDetailsElement>("#states details")
  all.addEventListener("toggle", () => void list(all), { once: true })
}

const list = async (all: HTMLElement) => {
  const { idOf, states } = await import("./gallery/states.ts")
  const views = Map.groupBy(states, ({ name }) => name.split(",")[0] ?? name)
  all.append(
    ...[...views].map(([view, of]) =>
      make(
        "section",
        {},
        make("h3", {}, view),
        make(
          "ul",
          {},
          ...of.map((state) => {
            const name = state.name.slice(view.length + 2) || "as usual"
            return make("li", {}, make("a", { href: `./?state=${idOf(state)}` }, name))
          }),
        ),
      ),
    ),
  )
}
