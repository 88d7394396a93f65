import { directionOf } from "../../../src/core/first-paint/direction.ts"
import { languageTags } from "../../../views/locales/languages.ts"
import { find, make } from "../dom.ts"
import { coverageOf, viewNames, viewOf } from "./coverage.ts"
import type { Reached } from "./stage.ts"
import { idOf, type State, states } from "./states.ts"

/** Display settings of the gallery, stored in its URL. */
interface Look {
  /** Name of a view, or part of a state's name. Empty: all. */
  readonly view: string
  readonly theme: Theme | "both"
  readonly width: string
  readonly lang: string
  /** Direction that limits the choice of languages. */
  readonly direction: string
}

type Theme = "dark" | "light"

/** Widths of the card on a wide screen, the sheet on a phone, and the narrowest phone in use. */
const widths: Readonly<Record<string, string>> = { "460": "Card", "360": "Sheet, 360", "320": "Sheet, 320" }
const themes: Readonly<Record<string, string>> = { dark: "Dark", light: "Light", both: "Dark and light" }
const directions: Readonly<Record<string, string>> = { any: "Both", ltr: "Left to right", rtl: "Right to left" }
/** Every language of the modal. Always includes one written from right to left. */
const languages: Readonly<Record<string, string>> = Object.fromEntries(
  [...new Set(["en", ...languageTags, "ar"])].map((tag) => [
    tag,
    tag === "en-XA" ? "Pseudo-locale" : (new Intl.DisplayNames("en", { type: "language" }).of(tag) ?? tag),
  ]),
)
const height = 760
/** Maximum number of pages that load at the same time. */
const atOnce = 3

const looked = new Map<string, Reached>()

const readLook = (): Look => {
  const query = new URLSearchParams(location.search)
  const one = (name: string, from: Readonly<Record<string, string>>, usual: string) => {
    const given = query.get(name)
    return given !== null && Object.hasOwn(from, given) ? given : usual
  }
  const direction = one("direction", directions, "any")
  const lang = one("lang", languages, "en")
  return {
    direction,
    view: query.get("view") ?? "",
    theme: one("theme", themes, "dark") as Look["theme"],
    width: one("width", widths, "460"),
    lang: direction === "any" || directionOf(lang) === direction ? lang : (Object.keys(spoken(direction))[0] ?? lang),
  }
}

/** Returns the languages of a direction. */
const spoken = (direction: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(languages).filter(([tag]) => direction === "any" || directionOf(tag) === direction))

/** Returns the URL of a single state. */
const addressOf = (state: State, theme: Theme, lang: string) =>
  `./?${new URLSearchParams({ state: idOf(state), theme, ...(lang !== "en" && { lang }) })}`

const show = () => {
  const look = readLook()
  const wanted = states.filter(({ name }) => name.toLowerCase().includes(look.view.toLowerCase()))
  const shown = viewNames.includes(look.view) ? wanted.filter((state) => viewOf(state) === look.view) : wanted
  const drawn: readonly Theme[] = look.theme === "both" ? ["dark", "light"] : [look.theme]
  waiting.length = 0
  near.disconnect()
  find(".frames").replaceChildren(...shown.flatMap((state) => drawn.map((theme) => frameOf(state, theme, look))))
  find(".count").textContent = `${shown.length} of ${states.length} states`
}

const frameOf = (state: State, theme: Theme, { width, lang }: Look) => {
  const address = addressOf(state, theme, lang)
  const page = make("iframe", { title: `${state.name}, ${theme}`, width, height: String(height) })
  page.dataset.address = address
  page.dataset.id = idOf(state)
  near.observe(page)
  return make(
    "li",
    {},
    make("a", { href: address, target: "_blank", textContent: state.name }),
    make("span", { className: "status" }),
    page,
  )
}

/** Loads pages shortly before they scroll into view, a few at a time, and unloads distant ones. */
const near = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      const page = target as HTMLIFrameElement
      const place = waiting.indexOf(page)
      if (isIntersecting && page.getAttribute("src") === null) waiting.push(page)
      else if (!isIntersecting) {
        if (place >= 0) waiting.splice(place, 1)
        page.removeAttribute("src")
      }
    }
    void work()
  },
  { rootMargin: "800px" },
)
const waiting: HTMLIFrameElement[] = []
let working = 0

const work = async () => {
  while (working < atOnce) {
    const page = waiting.shift()
    if (!page) return
    working += 1
    void play(page).finally(() => {
      working -= 1
      void work()
    })
  }
}

const play = async (page: HTMLIFrameElement) => {
  page.src = page.dataset.address ?? ""
  for (const end = Date.now() + 120_000; Date.now() < end && page.isConnected && page.src !== ""; ) {
    const reached = page.contentWindow?.reached
    if (reached) return note(page, reached)
    await new Promise((next) => setTimeout(next, 60))
  }
  if (page.isConnected && page.src !== "") note(page, { failed: "Timed out after 2 minutes" })
}

const note = (page: HTMLIFrameElement, reached: Reached) => {
  looked.set(page.dataset.id ?? "", reached)
  const status = page.parentElement?.querySelector(".status")
  if (status)
    status.textContent =
      "failed" in reached
        ? reached.failed
        : [reached.ways.back && "back", reached.ways.out && "close", `${reached.ways.on.length} ways forward`]
            .filter(Boolean)
            .join(", ")
  status?.classList.toggle("wrong", "failed" in reached)
  report()
}

const report = () => {
  const covered = coverageOf(viewNames, states, looked)
  const wrong = covered.flatMap((each) => each.wrong)
  find(".report summary").textContent =
    `${covered.length} views, ${states.length} states, ${looked.size} checked, ${wrong.length} problems`
  find(".report tbody").replaceChildren(
    ...covered.map((each) =>
      make(
        "tr",
        {},
        make("th", { scope: "row" }, make("a", { href: `?view=${each.view}` }, each.view)),
        make("td", {}, String(each.states.length)),
        make("td", {}, String(each.reached)),
        make("td", {}, each.wrong.join(" ")),
      ),
    ),
  )
}

/** Plays every state once, in hidden pages. */
const lookAtAll = async () => {
  const place = make("div", { className: "unseen" })
  find("main").append(place)
  const left = [...states]
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let state = left.shift(); state; state = left.shift()) {
        const page = make("iframe", { width: "460", height: String(height) })
        page.dataset.address = addressOf(state, "dark", "en")
        page.dataset.id = idOf(state)
        place.append(page)
        await play(page)
        page.remove()
      }
    }),
  )
  place.remove()
}

const choices = () => {
  const look = readLook()
  const form = find<HTMLFormElement>(".looks")
  const offer = (select: HTMLSelectElement, from: Readonly<Record<string, string>>, chosen: string) => {
    select.replaceChildren(...Object.entries(from).map(([value, label]) => make("option", { value }, label)))
    select.value = chosen
  }
  const choice = (name: keyof Look, from: Readonly<Record<string, string>>) => {
    const select = make("select", { name })
    offer(select, from, look[name])
    return select
  }
  const search = make("input", {
    name: "view",
    type: "search",
    value: look.view,
    placeholder: "Connect, waiting, down",
  })
  search.setAttribute("list", "views")
  const language = choice("lang", spoken(look.direction))
  form.append(
    make("label", {}, "View or state", search),
    make("datalist", { id: "views" }, ...viewNames.map((value) => make("option", { value }))),
    make("label", {}, "Theme", choice("theme", themes)),
    make("label", {}, "Width", choice("width", widths)),
    make("label", {}, "Direction", choice("direction", directions)),
    make("label", {}, "Language", language),
  )
  form.oninput = () => {
    const chosen = [...new FormData(form)].map(([name, value]) => [name, String(value)])
    history.replaceState(null, "", `?${new URLSearchParams(chosen)}`)
    const { direction, lang } = readLook()
    offer(language, spoken(direction), lang)
    show()
  }
  form.onsubmit = (event) => event.preventDefault()
  // A page takes the focus when its dialog opens. Gives it back to the field being typed in, unless the visitor moved by pointer or Tab.
  let typedIn: HTMLElement | undefined
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLElement) typedIn = form.contains(target) ? target : undefined
  })
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Tab") typedIn = undefined
  })
  addEventListener("blur", () => {
    const page = document.activeElement
    if (page instanceof HTMLIFrameElement && !page.matches(":hover")) typedIn?.focus()
  })
}

choices()
report()
show()
find<HTMLButtonElement>('[data-action="all"]').onclick = () => void lookAtAll()
const dark = matchMedia("(prefers-color-scheme: dark)")
const follow = () => {
  document.documentElement.dataset.theme = dark.matches ? "dark" : "light"
}
dark.onchange = follow
follow()
