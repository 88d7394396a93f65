import { readdirSync, readFileSync } from "node:fs"
import { isAbsolute, join, resolve } from "node:path"
import { runInThisContext } from "node:vm"
import { createStitches } from "@stitches/react"
import { build, normalizePath, type Plugin, parseSync, type Rolldown } from "vite"
import { language } from "./stitches.ts"

/** Recorded call of `css`, `keyframes` or `globalCss` in a module. */
type Made =
  | MadePart
  | { readonly call: "keyframes"; readonly name: string; readonly style: Style }
  | { readonly call: "globalCss"; readonly style: Style }

interface MadePart {
  readonly call: "css"
  readonly name: string
  readonly parts: readonly (MadePart | Style)[]
}

type Style = Readonly<Record<string, unknown>> & { readonly call?: never }

/** Position of a call in its module, and the variable it is assigned to. */
interface Call {
  readonly name: string
  readonly start: number
  readonly end: number
}

const own = import.meta.dirname
const root = normalizePath(resolve(own, "../.."))
const runtime = normalizePath(resolve(own, "stitches.ts"))
const compiled = normalizePath(resolve(own, "compiled.ts"))
const self = normalizePath(resolve(own, "compile.ts"))

/**
 * Returns a Vite plugin that compiles styles to text in builds, so sites do not ship Stitches. Calls of `css`, `keyframes` and `globalCss`
 * have to be at the top level of a module (`const row = css({ … })`) and may use nothing that only exists in a browser.
 */
export const compiledStyles = (): Plugin => ({
  name: "styles",
  apply: "build",
  enforce: "pre",
  async resolveId(id, importer) {
    return (await isRuntime(this, id, importer)) ? compiled : null
  },
  async transform(code, id) {
    const found = isStyled(id, code) ? callsOf(id, code) : []
    if (found.length === 0) return null
    // Runs once per process.
    made ??= run()
    const { [id]: calls = {} } = await made
    return { code: replaced(code, found, (name) => textOf(calls[name])), map: null }
  },
})

let made: Promise<Readonly<Record<string, Readonly<Record<string, Made>>>>> | undefined

/** Whether an import resolves to the development `stitches.ts`. */
const isRuntime = async (context: Rolldown.PluginContext, id: string, importer: string | undefined): Promise<boolean> =>
  id.endsWith("/stitches.ts") && (await context.resolve(id, importer, { skipSelf: true }))?.id === runtime

/** Whether a views module defines styles. */
const isStyled = (id: string, code: string): boolean =>
  id.startsWith(`${root}/views/`) && id !== self && /from "[^"]*\/stitches\.ts"/.test(code) && making.test(code)

/**
 * Runs only the parts of all views modules that styles depend on. Returns the arguments of each call by module and
 * name.
 */
const run = async (): Promise<NonNullable<Awaited<typeof made>>> => {
  const modules = readdirSync(join(root, "views"), { recursive: true, encoding: "utf8" })
    .map((file) => normalizePath(join(root, "views", file)))
    .filter((file) => /\.tsx?$/.test(file) && isStyled(file, readFileSync(file, "utf8")))
    .sort()
  const { output } = (await build({
    configFile: false,
    root,
    logLevel: "error",
    plugins: [
      {
        name: "run styles",
        enforce: "pre",
        async resolveId(id, importer) {
          if (id === "virtual:styles") return id
          // Styles depend on no package.
          if (/^[\w@]/.test(id) && !isAbsolute(id)) return { id, external: true }
          return (await isRuntime(this, id, importer)) ? "virtual:calls" : null
        },
        load(id) {
          if (id === "virtual:calls") return recorder
          if (id !== "virtual:styles") return null
          return modules
            .map((module) => `export { styles as ${JSON.stringify(module)} } from ${JSON.stringify(module)}`)
            .join("\n")
        },
        transform: (code, id) =>
          modules.includes(id)
            ? `${withoutEffects(id, code)}\nexport const styles = { ${callsOf(id, code).map(({ name }) => name)} }`
            : undefined,
      },
    ],
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      rolldownOptions: {
        input: "virtual:styles",
        preserveEntrySignatures: "strict",
        treeshake: { moduleSideEffects: false },
        output: { codeSplitting: false, format: "cjs" },
      },
    },
  })) as Rolldown.RolldownOutput
  return runInThisContext(`((exports) => {${output[0].code}\nreturn exports})({})`)
}

/** Marks the calls that initialize a module's top-level variables as pure, so only those that styles depend on are run. */
const withoutEffects = (id: string, code: string): string =>
  parseSync(id, code)
    .program.body.flatMap((statement) => {
      const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement
      return declared?.type === "VariableDeclaration" ? declared.declarations : []
    })
    .flatMap(({ init }) => (init?.type === "CallExpression" ? [init.start] : []))
    .reduceRight((text, at) => `${text.slice(0, at)}/* @__PURE__ */ ${text.slice(at)}`, code)

/** Source of the module that replaces Stitches while the styles run. It records each call and gives it a name. */
const recorder = `let count = 0
const next = () => "p" + (count++).toString(36)
export const css = (...parts) => ({ call: "css", name: next(), parts })
export const keyframes = (style) => { const name = next(); return { call: "keyframes", name, style, toString: () => name } }
export const globalCss = (style) => ({ call: "globalCss", style })`

const makers = ["css", "keyframes", "globalCss"]
const making = new RegExp(`(?<![\\w.])(${makers.join("|")})\\(`)

/** Returns the calls of a module. Throws if one is not at the top level, because it would not be compiled. */
const callsOf = (id: string, code: string): readonly Call[] => {
  const { program } = parseSync(id, code)
  const found = program.body.flatMap((statement): readonly Call[] => {
    const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement
    if (declared?.type !== "VariableDeclaration") return []
    return declared.declarations.flatMap(({ id, init }) =>
      id.type === "Identifier" &&
      init?.type === "CallExpression" &&
      init.callee.type === "Identifier" &&
      makers.includes(init.callee.name)
        ? [{ name: id.name, start: init.start, end: init.end }]
        : [],
    )
  })
  const all = code.match(new RegExp(making, "g")) ?? []
  if (all.length !== found.length) throw new Error(`${id}: styles must be created at the top level of the module`)
  return found
}

/** Replaces the calls of a module. Line numbers stay the same. */
const replaced = (code: string, calls: readonly Call[], textOf: (name: string) => string): string =>
  calls.reduceRight((text, { name, start, end }) => {
    const lines = text.slice(start, end).split("\n").length - 1
    return text.slice(0, start) + textOf(name) + "\n".repeat(lines) + text.slice(end)
  }, code)

/** Returns the code that replaces a call. */
const textOf = (made: Made | undefined): string => {
  if (made === undefined) throw new Error("A style was not created when its module ran")
  if (made.call === "globalCss") return callOf(made.call, [written(({ globalCss }) => globalCss(made.style)())])
  if (made.call === "keyframes")
    return callOf(made.call, [
      written(({ keyframes }) => keyframes(made.style)()).replace(/(?<=^@keyframes )[\w-]+/, made.name),
    ])
  const { classes, rules, variants, varied, usual } = partOf(made)
  return callOf(made.call, [classes.join(" "), rules, variants, varied, usual])
}

/** Formats a call without empty trailing arguments. */
const callOf = (name: Made["call"], given: readonly (string | object)[]): string => {
  const last = given.findLastIndex((one) => Object.keys(one).length > 0)
  return `${name}(${given.slice(0, last + 1).map((one) => JSON.stringify(one))})`
}

/** Classes of a part and its own rules. Rules of the parts that it is composed of are not included. */
interface Part {
  readonly classes: readonly string[]
  readonly rules: string
  readonly variants: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly varied: string
  readonly usual: Style
}

const partOf = ({ name, parts }: MadePart): Part => {
  const whole = {
    classes: [] as string[],
    rules: "",
    variants: {} as Record<string, Record<string, string>>,
    varied: "",
  }
  let usual: Style = {}
  for (const part of parts) {
    if (isMade(part)) {
      const { classes, variants, usual: theirs } = partOf(part)
      whole.classes.push(...classes)
      Object.assign(whole.variants, variants)
      usual = { ...usual, ...theirs }
      continue
    }
    const { variants = {}, defaultVariants = {}, compoundVariants, ...style } = part
    if (compoundVariants) throw new Error("Compound variants are not supported")
    usual = { ...usual, ...(defaultVariants as Style) }
    const rules = rulesOf(style, name)
    if (rules) whole.classes.push(name)
    whole.rules += rules
    let nth = 0
    for (const [variant, styles] of Object.entries(
      variants as Readonly<Record<string, Readonly<Record<string, Style>>>>,
    ))
      for (const [value, style] of Object.entries(styles)) {
        const rules = rulesOf(style, `${name}-${nth}`)
        if (!rules) continue
        whole.varied += rules
        whole.variants[variant] = { ...whole.variants[variant], [value]: `${name}-${nth++}` }
      }
  }
  return { ...whole, usual }
}

const isMade = (part: MadePart | Style): part is MadePart => part.call !== undefined

/** Returns the rules of a style under the given class. */
const rulesOf = (style: Style, name: string): string =>
  written(({ css }) => css(style as Parameters<typeof css>[0])()).replace(/\.po-c-\w+/g, `.${name}`)

/** Returns the CSS text that Stitches generates. */
const written = (write: (stitches: ReturnType<typeof fresh>) => unknown): string => {
  const stitches = fresh()
  write(stitches)
  return stitches.getCssText().replace(/^--sxs\{--sxs:[^}]*\}@media\{(.*)\}$/s, "$1")
}

/** Returns a Stitches instance without rules. Stitches resets its instance when it is created again with equal settings. */
const fresh = () => createStitches({ ...language, root: null })
