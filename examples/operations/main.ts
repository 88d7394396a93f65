import { base, createModal, type Modal, mainnet, polygon } from "portico"
import { defineElements } from "portico/elements"
import { type OperationName, operationNames } from "../../src/stub/operationNames.ts"
import { docOf } from "./docs.ts"
import { type From, features, inputs } from "./inputs.ts"

declare global {
  interface Window {
    portico: Modal
  }
}

const modal = createModal({
  projectId: "fernhill",
  networks: [mainnet, base, polygon],
  metadata: { name: "Fernhill", description: "", icons: [] },
  layers: () =>
    import("portico/layers").then(({ demo }) =>
      // With fixed prices, a quote is still valid whenever its swap is pressed.
      demo({ project: { features }, tick: 0, wallets: { "example.halyard": { chain: 1 } } }),
    ),
})
window.portico = modal
defineElements(modal)

/** Latest results, for operations that use them as input. */
const results = new Map<OperationName, unknown>()

/** Section of an operation: its docstring, its input as JSON, and its result. */
const section = (name: OperationName) => {
  const { says, input } = docOf(name)
  const field = make("textarea", { ariaLabel: `Input of ${name}`, rows: 3, spellcheck: false, value: sample(name) })
  const output = make("output", {})
  const run = make("button", { type: "button" }, `Run ${name}`)
  const whole = make(
    "section",
    { id: name },
    make("h2", {}, name),
    make("p", {}, says),
    make("pre", {}, `modal.${name}(${input})`),
    field,
    run,
    output,
  )
  run.onclick = async () => {
    whole.dataset.outcome = "pending"
    delete whole.dataset.tag
    output.textContent = "…"
    try {
      const given = parsed(field.value)
      const result = await (modal[name] as (input: unknown) => Promise<unknown>)(given)
      results.set(name, result)
      output.textContent = shown(result)
      whole.dataset.outcome = "done"
      follow(name)
    } catch (error) {
      const { _tag, message, code } = error as {
        readonly _tag?: string
        readonly message: string
        readonly code?: number
      }
      output.textContent = `${_tag ?? "Error"}${code === undefined ? "" : ` (${code})`}: ${message}`
      whole.dataset.outcome = "failed"
      whole.dataset.tag = _tag ?? ""
    }
  }
  return whole
}

const isFrom = (input: unknown): input is From => typeof input === "object" && input !== null && "from" in input

const sample = (name: OperationName): string => {
  const input = inputs[name]
  if (!isFrom(input)) return input === undefined ? "" : JSON.stringify(input, null, 2)
  const result = results.get(input.from)
  if (result === undefined) return `after ${input.from}`
  return shown({ [input.as]: input.first ? (result as readonly unknown[])[0] : result })
}

/** Fills in the inputs that use this operation's result. */
const follow = (name: OperationName) => {
  for (const other of operationNames) {
    const input = inputs[other]
    const field = document.querySelector<HTMLTextAreaElement>(`#${other} textarea`)
    if (field && isFrom(input) && input.from === name) field.value = sample(other)
  }
}

/** Formats a value as JSON, with a bigint as `"12n"`. */
const shown = (value: unknown) =>
  JSON.stringify(value, (_, one) => (typeof one === "bigint" ? `${one}n` : one), 2) ?? "undefined"
const parsed = (text: string): unknown =>
  text.trim() === ""
    ? undefined
    : JSON.parse(text, (_, one) => (typeof one === "string" && /^\d+n$/.test(one) ? BigInt(one.slice(0, -1)) : one))

const make = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...inside: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] => {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...inside)
  return element
}

document.querySelector("nav")?.append(...operationNames.flatMap((name) => [make("a", { href: `#${name}` }, name), " "]))
document.querySelector(".operations")?.append(...operationNames.map(section))
