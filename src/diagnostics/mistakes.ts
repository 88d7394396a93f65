import { english } from "../../views/locales/en/index.ts"
import { languageTags } from "../../views/locales/languages.ts"
import { parseColor } from "../../views/styles/color.ts"
import { numericLimits } from "../../views/styles/contrastGuard.ts"
import { closestName } from "../core/closestName.ts"
import { InvalidInput, NetworkNotFound, ProjectIdMissing } from "../errors/index.ts"
import { alertOf } from "../notifications/model/alertTable.ts"
import { defaultAccountTypes } from "../options/accountTypes.ts"
import { type OptionCheck, walletTexts } from "../options/checkOptions.ts"
import type { OptionProblem } from "../options/checks.ts"
import { invalidInput, isRecord, quoted } from "../options/guards.ts"
import { hostsOf } from "../options/hosts.ts"
import { localDefaults } from "../options/localFeatures.ts"
import type { Network } from "../options/networks.ts"
import { secureSite } from "../options/options.ts"
import { remoteDefaults } from "../options/remoteFeatures.ts"
import type { SiweConfig, SiwxConfig } from "../siwx/model/message.ts"
import type { ModalOptions } from "../stub/modal.ts"
import type { Core } from "../stub/state.ts"
import { redact } from "../telemetry/model/redact.ts"

/** Error that `ready()` may reject with. */
type Mistake = InvalidInput | ProjectIdMissing | NetworkNotFound

/** Finds the mistakes in a site's options: the problems of `checkOptions`, unknown names, and invalid values that are only read later. */
const mistakesIn = (given: unknown, { options, problems }: OptionCheck): readonly Mistake[] => {
  const fields = isRecord(given) ? given : {}
  const { askedFeatures: _, ...known } = options
  const features = Object.keys({ ...localDefaults, ...remoteDefaults })
  const within = (name: string, names: readonly string[]) => unknownIn(fields[name], name, names)
  /** Finds unknown names in the entries of a list, or of a record by CAIP-2 ID. */
  const inEntries = (name: string, names: readonly string[]) =>
    Object.entries(fields[name] ?? {}).flatMap(([key, entry]) => unknownIn(entry, `${name}.${key}`, names))
  return [
    ...problems.map((problem) => explained(problem, given)),
    ...unknownIn(fields, "", Object.keys(known)),
    ...within("features", features),
    ...within("remoteFeatures", features),
    ...within("metadata", ["name", "description", "url", "icons"]),
    ...within("hosts", [...Object.keys(hostsOf({ hosts: { secureSite } })), "coinbase", "safe"]),
    ...within("defaultAccountTypes", Object.keys(defaultAccountTypes)),
    ...inEntries("customWallets", ["id", "name", "chains", ...walletTexts]),
    // viem chains have fields that Portico does not read, such as `network`, and may get more. Report only probable typos.
    ...inEntries("networks", [...networkFields, "network"]).filter(({ message }) => message.includes("Did you mean")),
    ...inEntries("tokens", ["address", "image"]),
    ...inEntries("paymasters", ["url", "context"]),
    ...signInMistakes(fields.siwx, "siwx", siwxFields),
    ...unreadSessions(fields.siwx),
    ...signInMistakes(fields.siweConfig, "siweConfig", siweFields),
    ...within("themeVariables", Object.keys(themeValues)),
    ...themeMistakes(options.themeVariables),
    ...localeMistakes(fields.locale),
    ...messageMistakes(fields.messages),
    ...(typeof fields.layers === "function" ? [] : layerMistakes(fields.layers)),
  ]
}

const networkFields = Object.keys({
  id: true,
  name: true,
  nativeCurrency: true,
  rpcUrls: true,
  blockExplorers: true,
  chainNamespace: true,
  caipNetworkId: true,
  testnet: true,
  deprecatedCaipNetworkId: true,
  blockTime: true,
} satisfies Record<keyof Network, true>)

/** Prints each mistake as one line, starting with those that raise an alert. Adds these alerts to the state. Returns all mistakes. */
export const print = (given: unknown, check: OptionCheck, core: Core): readonly Mistake[] => {
  const found = mistakesIn(given, check)
  const alerts = check.alerts.map((code) => alertOf(code))
  core.alerts.value = [...alerts, ...core.alerts.peek()]
  for (const { code, title, text } of alerts) console.warn(`${code} ${title}. ${text}`)
  for (const one of found) if (one instanceof InvalidInput && one.path !== "projectId") console.warn(one.message)
  return found
}

/**
 * Prints one line if the options of a later `createModal` with the same ID differ from the first call's, because the first ones stay in
 * effect. Functions are not compared, since each hot update creates them again.
 */
export const printIgnored = (given: ModalOptions, first: ModalOptions): void => {
  const names = [...new Set([...Object.keys(first), ...Object.keys(given)])].filter(
    (name) => plainText(Reflect.get(given, name)) !== plainText(Reflect.get(first, name)),
  )
  if (names.length === 0) return
  const shownNames = names.map((name) => `'${redact(name)}'`).join(", ")
  console.warn(
    `createModal was called again with another ${shownNames}, but a modal keeps its first options. Reload the page, or give this modal an 'id' of its own.`,
  )
}

/** Returns the data of a value as text. Two values without data, such as functions, are equal. */
const plainText = (value: unknown): string | undefined => {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

/** Finds mistakes in a record of layers. A value that is not a layer stops the engine; an unknown name is ignored. */
export const layerMistakes = (given: unknown): readonly InvalidInput[] =>
  isRecord(given)
    ? [
        ...unknownIn(given, "layers", layerNames),
        ...layerNames.flatMap((name) => {
          const layer = given[name]
          return layer === undefined || (isRecord(layer) && typeof layer.build === "function")
            ? []
            : [
                spelled(invalidInput("layer, such as one of `portico/layers`", layer, `layers.${name}`), {
                  layers: given,
                }),
              ]
        }),
      ]
    : []

const layerNames = [
  "browser",
  "dialog",
  "storage",
  "api",
  "telemetry",
  "rpc",
  "relay",
  "frame",
  "chains",
  "siwx",
  "tracer",
  "clock",
]

/** Adds the path, the value and the remedy to a problem. */
const explained = (problem: OptionProblem, given: unknown): Mistake => {
  if (problem instanceof InvalidInput) return spelled(problem, given)
  return problem === "APKT001"
    ? new NetworkNotFound("The option `defaultNetwork` is not one of the option `networks`: add it there")
    : new ProjectIdMissing()
}

const spelled = ({ message, path }: InvalidInput, given: unknown): InvalidInput => {
  const { names, value } = followed(path, given)
  const [what = "", received = ""] = message.split(", received ")
  const allowed = [...what.matchAll(/'([^']+)'/g)].map(([, one = ""]) => one)
  const type = received.startsWith("'") ? "" : received
  const text = typeof value === "string" ? shown(value) : plain(value)
  const sentence = received ? `${what}, received ${[type, text].filter(Boolean).join(" ")}` : what
  return mistakeOf(names, sentence, remedyOf(path, value) ?? meant(value, allowed))
}

/** Splits a path into its names, which may contain dots, and looks up the value at its end. */
const followed = (path: string, given: unknown): { readonly names: readonly string[]; readonly value: unknown } => {
  if (path === "") return { names: [], value: given }
  const name =
    Object.keys(given ?? {})
      .filter((key) => `${path}.`.startsWith(`${key}.`))
      .sort((one, other) => other.length - one.length)[0] ?? path
  const { names, value } = followed(path.slice(name.length + 1), (given as Record<string, unknown> | undefined)?.[name])
  return { names: [name, ...names], value }
}

/** Returns the remedy for a value whose expected type does not make the remedy obvious, or else `undefined`. */
const remedyOf = (path: string, value: unknown): string | undefined => {
  if (path === "networks") return 'Pass at least one network: `import { mainnet } from "portico"`.'
  if (!/^(networks\.\d+|defaultNetwork)$/.test(path) || typeof value !== "string") return undefined
  return 'Pass the network itself: `import { mainnet } from "portico"`.'
}

/** Finds unknown names in a record. */
const unknownIn = (given: unknown, path: string, known: readonly string[]): readonly InvalidInput[] =>
  isRecord(given)
    ? Object.keys(given)
        .filter((name) => given[name] !== undefined && !known.includes(name))
        .map((name) =>
          mistakeOf(
            [...(path ? path.split(".") : []), name],
            "Unknown name",
            meant(name.replace(/^--w3m-/, "--portico-"), known),
          ),
        )
    : []

/** Builds the error of a mistake. Redacts the names, because they may contain keys and addresses. */
const mistakeOf = (names: readonly string[], what: string, remedy = ""): InvalidInput => {
  const path = names.map(redact).join(".")
  const name = names.length > 0 ? `'${path}'` : "object"
  return new InvalidInput(`Option ${name}: ${what}.${remedy && ` ${remedy}`}`, path)
}

const meant = (given: unknown, known: readonly string[]): string | undefined => {
  const one = typeof given === "string" ? closestName(given, known) : undefined
  return one && `Did you mean ${quoted(one)}?`
}

const shown = (text: string) => quoted(redact(text))

const plain = (value: unknown) => (typeof value === "number" || typeof value === "boolean" ? redact(String(value)) : "")

const themeValues = {
  "--portico-accent": "color",
  "--portico-font": "font",
  "--portico-color-mix": "color",
  "--portico-color-mix-strength": "number",
  "--portico-font-size-master": "number",
  "--portico-border-radius-master": "number",
  "--portico-z-index": "number",
  "--portico-qr-color": "color",
} as const satisfies { readonly [Name in keyof Required<OptionCheck["options"]["themeVariables"]>]: string }

/** Finds theme values that are out of range or not valid colors. */
const themeMistakes = (variables: OptionCheck["options"]["themeVariables"]): readonly InvalidInput[] =>
  Object.entries(variables).flatMap(([name, value]) => {
    const kind = Object.hasOwn(themeValues, name) ? themeValues[name as keyof typeof themeValues] : undefined
    // Named colors can only be resolved with a canvas.
    const canvas = typeof OffscreenCanvas !== "undefined"
    if (kind === "color" && value !== "" && canvas && parseColor(String(value)) === undefined)
      return [
        mistakeOf(
          ["themeVariables", name],
          `Expected color, received ${shown(String(value))}`,
          "Write it as '#7a3ff2'.",
        ),
      ]
    if (kind !== "number") return []
    const { least, most } = numericLimits[name as keyof typeof numericLimits]
    const number = Number.parseFloat(String(value))
    return number >= least && number <= most
      ? []
      : [mistakeOf(["themeVariables", name], `Expected ${least} to ${most}, received ${shown(String(value))}`)]
  })

const languageNames = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" })

const isLocale = (text: string): boolean => {
  try {
    return languageNames.of(new Intl.Locale(text).language) !== undefined
  } catch {
    return false
  }
}

const localeMistakes = (locale: unknown): readonly InvalidInput[] => {
  if (typeof locale !== "string" || locale === "" || isLocale(locale)) return []
  const named = languageTags.find((tag) => languageNames.of(tag)?.toLowerCase() === locale.toLowerCase())
  const remedy = named ? `Did you mean ${quoted(named)}?` : "Write it as 'de' or 'fr-CA'."
  return [mistakeOf(["locale"], `Expected language tag (BCP 47), received ${shown(locale)}`, remedy)]
}

const { errors, ...files } = english
const sentenceKeys = [
  ...new Set(
    Object.values(files)
      .flatMap((file) => Object.keys(file))
      .map((key) => key.replace(/_(one|other)$/, "")),
  ),
]

const messageMistakes = (messages: unknown): readonly InvalidInput[] =>
  isRecord(messages)
    ? Object.entries(messages).flatMap(([name, own]) => {
        if (isRecord(own) && !("other" in own) && isLocale(name))
          return unknownIn(own, `messages.${name}`, sentenceKeys)
        return unknownIn({ [name]: own }, "messages", sentenceKeys)
      })
    : []

const text = "string"
const flag = "boolean"
const call = "function"

const siwxFields: { readonly [Name in keyof Required<SiwxConfig>]: string } = {
  statement: text,
  getRequired: call,
  signOutOnDisconnect: flag,
  createMessage: call,
  addSession: call,
  revokeSession: call,
  setSessions: call,
  getSessions: call,
}

const siweFields: { readonly [Name in keyof Required<SiweConfig>]: string } = {
  enabled: flag,
  required: flag,
  signOutOnDisconnect: flag,
  signOutOnAccountChange: flag,
  signOutOnNetworkChange: flag,
  getNonce: call,
  createMessage: call,
  verifyMessage: call,
  getSession: call,
  signOut: call,
  getMessageParams: call,
}

/**
 * Finds unknown names and wrong types in a sign-in option. Only plain objects are searched for unknown names, because a class instance may
 * have fields of its own.
 */
const signInMistakes = (given: unknown, path: string, known: Readonly<Record<string, string>>) =>
  isRecord(given)
    ? [
        ...(Object.getPrototypeOf(given) === Object.prototype ? unknownIn(given, path, Object.keys(known)) : []),
        ...Object.entries(known).flatMap(([name, type]) => {
          const value = given[name]
          return value === undefined || value === null || typeof value === type
            ? []
            : [spelled(invalidInput(type, value, `${path}.${name}`), { [path]: given })]
        }),
      ]
    : []

/** Finds the missing `getSessions` of a site that receives the sessions. Portico would not find them, and ask visitors to sign again. */
const unreadSessions = (siwx: unknown): readonly InvalidInput[] => {
  if (!isRecord(siwx) || (siwx.getSessions !== undefined && siwx.getSessions !== null)) return []
  const name = (["addSession", "setSessions"] as const).find((one) => typeof siwx[one] === "function")
  if (name === undefined) return []
  const remedy = "Return the sessions from it, or visitors have to sign again on each visit."
  return [mistakeOf(["siwx", "getSessions"], `Required, because '${name}' is set`, remedy)]
}
