import { isRecord } from "../../src/options/guards.ts"
import { make } from "./dom.ts"
import { type ProjectFeature, projectFeatures } from "./project.ts"

/** Checkboxes for the features of the site and its project. They are options of the modal, so each reloads the page, with a URL to share. */
export const offers = (): readonly HTMLElement[] => {
  const query = new URLSearchParams(location.search)
  const options = read(query.get("options"))
  const features = isRecord(options.features) ? options.features : {}
  const on = query.get("project")?.split(",") ?? Object.keys(projectFeatures)

  const go = () => {
    location.search = query.toString()
  }
  const withOptions = (changed: Readonly<Record<string, unknown>>) => {
    const next = Object.fromEntries(
      Object.entries({ ...options, ...changed }).filter(([, value]) => value !== undefined),
    )
    if (Object.keys(next).length > 0) query.set("options", JSON.stringify(next))
    else query.delete("options")
    go()
  }
  const project = (Object.keys(projectFeatures) as ProjectFeature[]).map((name) =>
    box(projectFeatures[name], on.includes(name), (wanted) => {
      query.set("project", (wanted ? [...on, name] : on.filter((one) => one !== name)).join())
      go()
    }),
  )
  const site = (Object.keys(siteFeatures) as (keyof typeof siteFeatures)[]).map((name) =>
    box(siteFeatures[name], features[name] === true, (wanted) => {
      const { [name]: _, ...others } = features
      const next = wanted ? { ...others, [name]: true } : others
      withOptions({ features: Object.keys(next).length > 0 ? next : undefined })
    }),
  )
  const signIn = box("Sign-in message", isRecord(options.siwx), (wanted) =>
    withOptions({ siwx: wanted ? {} : undefined }),
  )
  return [
    make("fieldset", {}, make("legend", {}, "Site options"), signIn, ...site),
    make("fieldset", {}, make("legend", {}, "Project features"), ...project),
  ]
}

const siteFeatures = {
  legalCheckbox: "Checkbox for the terms",
  collapseWallets: "Collapse wallets",
  smartSessions: "Smart sessions",
} as const

const box = (name: string, checked: boolean, change: (wanted: boolean) => void) => {
  const input = make("input", { type: "checkbox", checked, onchange: () => change(input.checked) })
  return make("label", { className: "check" }, input, name)
}

const read = (json: string | null): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(json ?? "{}")
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}
