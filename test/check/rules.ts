/** Allowed imports of a kind of file: a list of parts, or "any" part of the project. */
interface Rule {
  readonly part: string
  readonly files: RegExp
  /** Static imports. Files of the same part may always import each other. */
  readonly parts: readonly string[] | "any"
  /** Only as types. */
  readonly types?: readonly string[] | "any"
  /** Also by `import()`. */
  readonly lazy?: readonly string[] | "any"
  readonly packages: readonly RegExp[]
  /** Only as types. */
  readonly typePackages?: readonly RegExp[]
}

/** Globals of the page that only some files may use. */
const pageObjects = ["document", "window", "localStorage", "sessionStorage", "navigator"]
export const pageNames = [...pageObjects, "console"]

/** The folders at the top, except dot folders and those that git ignores. */
export const topFolders = ["src", "services", "layers", "views", "test", "examples"]

const effectData =
  /^effect\/(Array|BigDecimal|BigInt|Brand|Chunk|Data|DateTime|Duration|Encoding|Equal|Equivalence|Function|Hash|HashMap|HashSet|Match|Number|Option|Order|Predicate|Record|Redacted|Result|String|Struct|Tuple)$/
const effect = /^effect\/[A-Z]\w*$/
const signals = /^@preact\/signals-core$/
const signalsReact = /^@preact\/signals-react(\/runtime)?$/
const react = /^react(-dom)?(\/.*)?$/
const elsewhere = /^(node:.*|effect(\/.*)?|react(-dom)?(\/.*)?|@preact\/.*|portico(\/.*)?)$/
const thirdParty = new RegExp(`^(?!${elsewhere.source.slice(1)}).*$`)

/** The one file or folder that may name a package, apart from tests and examples. */
export const homes: readonly (readonly [packages: RegExp, home: RegExp])[] = [
  [/^@stitches\//, /^views\/styles\//],
  [/^lucide(\/|$)/, /^views\/ui\/(firstPaintIcons|icons)\.tsx$/],
  [/^tldts(\/|$)/, /^src\/siwx\/model\/(publicSuffixes|tldts\.d)\.ts$/],
  [/^uqr$/, /^views\/ui\/encodeQr\.ts$/],
  [/^effect\/http(\/|$)/, /^layers\/shared\/http\.ts$/],
  [/^effect\/persistence(\/|$)/, /^layers\/storage\/keyValue\.ts$/],
  [
    /^effect\/Schema\w*$/,
    /^src\/(core\/(opening\/(schema|endpoint)|assetSchema)|runtime\/effectParts|\w+\/(opening\/)?(endpoints|schema)(\/\w+)?)\.ts$/,
  ],
]

/** Files of a kind, in any topic and step: `send/model.ts`, `send/model/form.ts`, `wallets/first-paint/model.ts`. */
const kind = (name: string) => new RegExp(`^src/\\w+/((first-paint|opening)/)?(${name})(/\\w+)?(\\.d)?\\.ts$`)

const pure = ["core", "options", "errors"]
const models = ["models", ...pure]
const state = ["state", "stub", "messages", ...models]
const programs = ["programs", "services", "decoders", ...state]

/** Allowed imports. The first rule whose `files` match a path applies to that file. Parts are listed from the lowest. */
export const rules: readonly Rule[] = [
  { part: "free", files: /^(test|examples)\//, parts: "any", packages: [/./] },
  { part: "errors", files: /^src\/errors\//, parts: [], types: models, packages: [] },
  { part: "options", files: /^src\/options\//, parts: ["errors"], types: models, packages: [] },
  {
    part: "stub",
    files: /^src\/(stub\/|index\.ts$)/,
    parts: ["options", "errors"],
    types: "any",
    lazy: "any",
    packages: [signals],
    typePackages: [effect, /^viem$/],
  },
  {
    part: "core",
    files: new RegExp(`^src/core/|${kind("limits").source}`),
    parts: ["options", "errors"],
    types: "any",
    packages: [effectData, signals],
  },
  { part: "decoders", files: kind("endpoints|schema"), parts: ["decoders", ...models], packages: [effectData] },
  { part: "models", files: kind("model"), parts: pure, types: ["decoders"], packages: [effectData] },
  { part: "services", files: /^services\//, parts: models, types: ["decoders"], packages: [effect] },
  {
    part: "state",
    files: kind("state"),
    parts: ["stub", "messages", ...models],
    types: "any",
    packages: [signals],
  },
  {
    part: "programs",
    files: new RegExp(`${kind("steps|operations|flows").source}|^src/(runtime|persistence|operations|trace)/`),
    parts: programs,
    types: ["engine"],
    packages: [effect, signals],
    typePackages: [/^viem$/],
  },
  {
    part: "engine",
    files: /^(src\/(engine|diagnostics|provider)\/|views\/mount\.tsx$)/,
    parts: "any",
    packages: [effect, signals, signalsReact, react],
    typePackages: [/^viem$/],
  },
  { part: "layers", files: /^layers\//, parts: ["services", "decoders", ...models], packages: [effect, thirdParty] },
  { part: "messages", files: /^views\/locales\/[\w-]+\/\w+\.json$/, parts: [], packages: [] },
  { part: "build", files: /^views\/styles\/compile\.ts$/, parts: ["views"], packages: [/^(node:.*|vite)$/] },
  {
    part: "views",
    files: /^views\//,
    parts: ["programs", ...state],
    types: ["services", "engine"],
    packages: [react, signals, signalsReact],
  },
  {
    part: "entries",
    files: /^src\/(react(\.tsx$|\/)|(elements|elementTypes|headless)\.ts$)/,
    parts: ["entries", ...state],
    types: "any",
    lazy: ["engine", "programs"],
    packages: [react, signals, signalsReact],
    typePackages: [/^vue$/, /^svelte\//],
  },
  {
    part: "entries",
    files: /^src\/(effect|trace)\.ts$/,
    parts: ["engine", ...programs],
    packages: [effect, signals],
  },
  {
    part: "entries",
    files: /^src\/(wagmi|buttons\.css\.d)\.ts$/,
    parts: [],
    types: ["stub"],
    packages: [/^viem$/],
  },
  { part: "command", files: /^src\/bin\//, parts: ["entries", ...programs], packages: [/^node:fs$/] },
  { part: "testing", files: /^src\/testing\//, parts: "any", packages: [effect, signals, /^effect\/testing/, react] },
]

/** The files that may use the page, with the globals they may use. Without globals: all of them. */
export const page: readonly { readonly files: RegExp; readonly names?: readonly string[] }[] = [
  { files: /^(test|examples|src\/testing)\// },
  { files: /^layers\//, names: pageObjects },
  {
    files: /^src\/(provider\/(announce|solanaWallet)|stub\/(element|socialPopup|opening|popup|preload))\.ts$/,
    names: pageObjects,
  },
  // They print only constant or redacted texts.
  {
    files:
      /^(layers\/(siwx\/site|shared\/notifyAll|telemetry\/printError)|src\/(diagnostics\/mistakes|trace\/consoleTrace|notifications\/flows|navigation\/steps|project\/opening\/flows|embedded\/flows\/requests))\.ts$/,
    names: ["console"],
  },
  { files: /^src\/stub\/(restoreHint|writeRestoreHint)\.ts$/, names: ["localStorage"] },
]

const firstView = [
  /^src\/(stub|options|errors)\//,
  /\/first-paint\//,
  /^views\/(mount\.tsx|(shell|ui|styles)\/|locales\/en\/common\.json$)/,
]
const engineFolders = [
  ...firstView,
  /^src\/(runtime|engine)\//,
  /\/opening\//,
  /^services\//,
  /^views\/(routes\.tsx|locales\/en\/titles\.json)$/,
  /^layers\/[\w-]+\.ts$/,
  /^layers\/[\w-]+\/[\w-]+\.ts$/,
]

/**
 * The steps of loading: from the `roots`, static imports reach only files in the `folders` of the step. Everything else is fetched on demand,
 * with its topic.
 */
export const steps: readonly { readonly step: string; readonly roots: RegExp; readonly folders: readonly RegExp[] }[] =
  [
    { step: "stub", roots: /^src\/index\.ts$/, folders: [/^src\/(index\.ts$|(stub|options|errors)\/)/] },
    { step: "first view", roots: /^views\/mount\.tsx$/, folders: firstView },
    { step: "engine", roots: /^(layers\/live\.ts$|src\/engine\/|.*\/opening\/)/, folders: engineFolders },
  ]

/** Code that loads with `portico` before the modal opens: this entry, and only these packages. */
export const stubEntry = "src/index.ts"
export const stubPackages = [signals]
