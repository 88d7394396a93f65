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
  [/^lucide(\/|$)/, /^views\/ui\/(firstIcons|icons)\.tsx$/],
  [/^tldts(\/|$)/, /^src\/domain\/(publicSuffixes|tldts\.d)\.ts$/],
  [/^uqr$/, /^views\/ui\/encodeQr\.ts$/],
  [/^effect\/persistence(\/|$)/, /^layers\/storage\/keyValue\.ts$/],
  [
    /^valibot$/,
    /^src\/domain\/(\w+Rows?|schema|tokenSchema|pageUrl|permissions|walletAssets|callsStatus|keptSends|frameEvents)\.ts$/,
  ],
]

const stub = ["stub", "stub's domain"]
const domain = ["domain", "stub's domain"]
const state = ["state", ...stub]

/** Allowed imports. The first rule whose `files` match a path applies to that file. */
export const rules: readonly Rule[] = [
  { part: "free", files: /^(test|examples)\//, parts: "any", packages: [/./] },
  {
    part: "stub's domain",
    files:
      /^src\/domain\/(errors(\/\w+)?|networks|rpcNetworks|options|hosts|policy|route|loadable|alerts|caip|features|hasEmbedded|input|display|openingLimits|namespaces|isNamespace|isEnglish|language)\.ts$/,
    parts: [],
    types: domain,
    packages: [],
  },
  { part: "domain", files: /^src\/domain\//, parts: domain, packages: [effectData] },
  {
    part: "stub",
    files:
      /^src\/((index|createModal|instance|element|loginWindow|openingFiles|popup|preload|provider|restore|snapshot|speak)|state\/core|flows\/index)\.ts$/,
    parts: stub,
    types: "any",
    lazy: "any",
    packages: [signals],
    typePackages: [effect, /^viem$/],
  },
  {
    part: "state",
    files: /^src\/(state\/.*|collection|poll)\.ts$/,
    parts: [...stub, ...domain],
    types: "any",
    lazy: ["flows"],
    packages: [signals],
    typePackages: [effect],
  },
  { part: "services", files: /^services\//, parts: domain, packages: [effect] },
  { part: "layers", files: /^layers\//, parts: ["services", ...domain], packages: [effect, thirdParty] },
  {
    part: "flows",
    files: /^src\/flows\//,
    parts: ["flow tools", "services", ...state, ...domain],
    types: ["engine"],
    packages: [effect, signals],
  },
  { part: "engine", files: /^src\/(engine|mistakes)\.ts$/, parts: "any", packages: [effect, signals, signalsReact] },
  { part: "engine", files: /^views\/mount\.tsx$/, parts: "any", packages: [effect, signals, signalsReact, react] },
  { part: "build", files: /^views\/styles\/compile\.ts$/, parts: ["views"], packages: [/^(node:.*|vite)$/] },
  {
    part: "views",
    files: /^views\//,
    parts: ["flows", ...state, ...domain],
    types: ["services", "engine"],
    packages: [react, signals, signalsReact],
  },
  {
    part: "entries",
    files: /^src\/(react|elements)(\.tsx?$|\/)/,
    parts: ["entries", ...state],
    types: "any",
    lazy: ["engine"],
    packages: [react, signals, signalsReact],
  },
  {
    part: "entries",
    files: /^src\/(effect|trace)\.ts$/,
    parts: ["flows", "flow tools", "engine", "services", ...state, ...domain],
    packages: [effect, signals],
  },
  {
    part: "entries",
    files: /^src\/wagmi\.ts$/,
    parts: [],
    types: ["stub"],
    packages: [/^viem$/],
    typePackages: [/^@wagmi\/core$/],
  },
  // modal, router, track, prompt, start, and their neighbors.
  {
    part: "flow tools",
    files: /^src\/\w+\.ts$/,
    parts: ["flows", "services", ...state, ...domain],
    types: ["engine"],
    packages: [effect, signals],
    typePackages: [/^viem$/],
  },
  { part: "testing", files: /^src\/testing\//, parts: "any", packages: [effect, signals, /^effect\/testing/, react] },
]

/** The files that may use the page, with the globals they may use. Without globals: all of them. */
export const page: readonly { readonly files: RegExp; readonly names?: readonly string[] }[] = [
  { files: /^(test|examples|src\/testing)\// },
  { files: /^layers\//, names: pageObjects },
  { files: /^src\/(announce|element|loginWindow|openingFiles|popup|preload)\.ts$/, names: pageObjects },
  // They print only constant or redacted texts.
  {
    files:
      /^(layers\/(siwx\/site|tellAll|telemetry\/report)|src\/(mistakes|trace|flows\/(alerts|offered|project|requests)))\.ts$/,
    names: ["console"],
  },
  { files: /^src\/(restore|flows\/hint)\.ts$/, names: ["localStorage"] },
]

/** Code that loads with `portico` before the modal opens: this entry, and only these packages. */
export const stubEntry = "src/index.ts"
export const stubPackages = [signals]
