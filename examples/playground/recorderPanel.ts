import type { Note, Recorder } from "../../src/trace.ts"
import { find, make } from "./dom.ts"
import { type Modal, networks, recordedTest, trace } from "./packageImports.ts"

/** Shows the recorded events that match the filter, newest first. New events are shown while the panel is in sight. */
export const panel = (tape: Recorder, modal: Modal) => {
  tape.follow(modal)
  const section = find("#recorder")
  section.hidden = false
  // Makes the list scrollable by keyboard.
  find("#recorder .recorder-notes").tabIndex = 0
  const rows = find<HTMLTableSectionElement>("#recorder tbody")
  const said = find("#recorder [role=status]")
  const filter = find<HTMLInputElement>("#recorder [type=search]")
  const failures = find<HTMLInputElement>("#recorder [type=checkbox]")
  const file = find<HTMLInputElement>("#recorder [type=file]")
  let problem: string | undefined

  const render = () => {
    const notes = tape.notes()
    const wanted = notes.filter(
      (note) =>
        (!failures.checked || outcomeOf(note).failed) &&
        lineOf(note).toLowerCase().includes(filter.value.trim().toLowerCase()),
    )
    rows.replaceChildren(...wanted.slice(-most).reverse().map(rowOf))
    said.textContent = problem ?? `${wanted.length} of ${notes.length} events`
    problem = undefined
  }
  let inSight = false
  let waiting = false
  const soon = () => {
    if (waiting || !inSight) return
    waiting = true
    setTimeout(() => {
      waiting = false
      render()
    }, often)
  }
  tape.watch(soon)
  new IntersectionObserver((entries) => {
    inSight = entries.at(-1)?.isIntersecting === true
    soon()
  }).observe(section)
  filter.oninput = failures.onchange = render
  find("#recorder [data-action=clear]").onclick = () => {
    tape.clear()
    render()
  }
  const save = (download: string, text: string) => {
    const url = URL.createObjectURL(new Blob([text]))
    make("a", { href: url, download }).click()
    setTimeout(() => URL.revokeObjectURL(url), 1_000)
  }
  find("#recorder [data-action=download]").onclick = () =>
    save("portico-recording.json", JSON.stringify(tape.export(), null, 2))
  find("#recorder [data-action=test]").onclick = async () => {
    const { testOf } = await recordedTest()
    save("portico-recording.test.ts", testOf(tape.export()))
  }
  find("#recorder [data-action=load]").onclick = () => file.click()
  file.onchange = async () => {
    const [chosen] = file.files ?? []
    // Lets the visitor choose the same file again.
    const text = await chosen?.text()
    file.value = ""
    if (text === undefined) return
    try {
      location.search = await addressOf(text)
    } catch (error) {
      const { message, path } = error as { readonly message: string; readonly path?: string }
      problem = `This file is not a recording. ${path ? `${path}: ` : ""}${message}`
      render()
    }
  }
  render()
}

/** Query of the page that replays a recording. */
const addressOf = async (text: string): Promise<string> => {
  const { replay } = await trace()
  const { script, open, options } = replay(text)
  const responses = script.wallets?.["*"]
  const offered = options.networks.filter((id) => networks.some(({ caipNetworkId }) => caipNetworkId === id))
  // The playground's example data may set Halyard's behavior for a view, so it is set by name too.
  const wallets = responses && { "*": responses, "example.halyard": responses }
  return new URLSearchParams({
    script: JSON.stringify({ ...script, ...(wallets && { wallets }) }),
    ...(open !== undefined && { open }),
    ...(offered.length > 0 && { options: JSON.stringify({ networks: offered }) }),
  }).toString()
}

/** Maximum number of rows, and the interval between renders in ms. */
const most = 200
const often = 250

const rowOf = (note: Note) => {
  const { text, failed } = outcomeOf(note)
  const took = "took" in note && note.took !== undefined ? `${note.took} ms` : ""
  return make(
    "tr",
    {},
    make("td", {}, `${(note.at / 1_000).toFixed(1)} s`),
    make("th", { scope: "row" }, lineOf(note)),
    make("td", { className: failed ? "wrong" : "" }, text),
    make("td", {}, took),
  )
}

const lineOf = (note: Note): string => {
  switch (note.is) {
    case "view":
      return note.name === null ? "closed" : `view ${note.name}`
    case "namespace":
      return ["namespace", note.name, note.network].filter(Boolean).join(" ")
    default:
      return [note.name, note.network, note.method, note.of && `(${note.of})`].filter(Boolean).join(" ")
  }
}

const outcomeOf = (note: Note): { readonly text: string; readonly failed: boolean } => {
  if (note.is === "view") return { text: "", failed: false }
  if (note.is === "namespace") return { text: note.status, failed: false }
  const { outcome, failures = [] } = note
  const causes = failures.map(({ tag, code }) => [tag, code].filter((part) => part !== undefined).join(" ")).join(" < ")
  return { text: causes || outcome, failed: outcome === "failed" }
}
