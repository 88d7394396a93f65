import { readFileSync } from "node:fs"
import { afterEach, describe, expect, it, vi } from "vitest"
import { contrast, fromHex, mixSrgb } from "../../../views/styles/color.ts"
import { guard, themeCss, type Variables } from "../../../views/styles/contrastGuard.ts"
import { type Mode, type Properties, palettes, staticTheme, tintShares } from "../../../views/styles/tokens.ts"
import { filesIn } from "../../check/source.ts"

const modes: readonly Mode[] = ["dark", "light"]
const accents = ["#FFE14D", "#0A1F44", "#E0457B"]
const ratio = (css: Properties, one: string, two: string): number =>
  contrast(fromHex(css[`--po-${one}`]!), fromHex(css[`--po-${two}`]!))
const lowest = (css: Properties, text: string, grounds = ["card", "raised", "hover"]): number =>
  Math.min(...grounds.map((ground) => ratio(css, text, ground)))

describe("a color in a notation of the browser", () => {
  // As in Chromium: the canvas returns these notations as they are, and draws them in sRGB.
  const drawn: Readonly<Record<string, readonly number[]>> = {
    "color(display-p3 1 0.2 0.2)": [255, 0, 32, 255],
    "oklch(0.7 0.15 200)": [0, 185, 195, 255],
    "color(srgb 0 0 0 / 0)": [0, 0, 0, 0],
  }
  class Canvas {
    getContext() {
      let style = "#000000"
      return {
        get fillStyle() {
          return style
        },
        set fillStyle(text: string) {
          if (text.startsWith("#") || text in drawn) style = text
        },
        fillRect: () => {},
        getImageData: () => ({ data: drawn[style] ?? [] }),
      }
    }
  }
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it.each([
    ["color(display-p3 1 0.2 0.2)", "#ff0020"],
    ["oklch(0.7 0.15 200)", "#00b9c3"],
    ["color(srgb 0 0 0 / 0)", undefined],
    ["color(nowhere 1 1 1)", undefined],
  ])("is converted to sRGB if the canvas can draw it: %s", (text, hex) => {
    vi.stubGlobal("OffscreenCanvas", Canvas)
    const { css, moved } = guard("dark", { "--portico-accent": text })

    expect(css["--po-accent"]).toBe(hex ?? palettes.dark.accent)
    expect(moved.some(({ name }) => name === "--portico-accent")).toBe(hex === undefined)
  })
})

describe("the default theme", () => {
  it("Theme: palettes and size tokens exist for dark and light", () => {
    for (const mode of modes) {
      const css = staticTheme(mode)
      expect(css).toMatchObject({ "--po-scheme": mode, "--po-size": "10px", "--po-radius": "4px" })
      expect(css).toMatchObject({ "--po-card": palettes[mode].card, "--po-text": palettes[mode].text })
      expect(Object.values(css).every((value) => value !== "")).toBe(true)
      expect(Object.keys(css).sort()).toEqual(Object.keys(staticTheme("dark")).sort())
      // Variables without a color keep the default palette.
      expect(themeCss(mode, { "--portico-font-size-master": 12 })).toEqual({ ...css, "--po-size": "12px" })
    }
    // A QR code is dark on white in both.
    const same = Object.entries(palettes.light).filter(([name, value]) => palettes.dark[name as "card"] === value)
    expect(same.map(([name]) => name)).toEqual(["accentRing", "qr"])
  })

  it("has every custom property that a view reads and no style sets", () => {
    const sources = filesIn(process.cwd(), ["views"], /\.tsx?$/).map((path) => readFileSync(path, "utf8"))
    const found = (pattern: RegExp) =>
      sources.flatMap((source) => [...source.matchAll(pattern)].map(([, name]) => name))
    const set = new Set([...Object.keys(staticTheme("dark")), ...found(/(--po-[\w-]+)["']?\]?:/g)])
    // Others have a fallback, or a name built in code.
    expect(found(/(?<!, )var\((--po-[\w-]*\w)\)/g).filter((name) => !set.has(`${name}`))).toEqual([])
  })

  it("Theme: font family KHTeka, with a mono variant", () => {
    expect(staticTheme("dark")["--po-font"]).toMatch(/^KHTeka, system-ui/)
    expect(staticTheme("dark")["--po-mono"]).toMatch(/^KHTekaMono, ui-monospace/)
  })

  it.each(modes)(
    "needs no guard: every %s text has 4.5 on card, raised and hover, and control 3 on card and raised",
    (mode) => {
      const css = staticTheme(mode)
      for (const text of ["text", "text-2", "text-3", "accent-text", "success", "error", "warning"])
        expect(lowest(css, text), text).toBeGreaterThanOrEqual(4.5)
      expect(lowest(css, "control", ["card", "raised"])).toBeGreaterThanOrEqual(3)
      for (const fill of ["accent", "accent-hover", "accent-press"])
        expect(ratio(css, "on-accent", fill), fill).toBeGreaterThanOrEqual(4.5)
    },
  )

  it.each(modes)("equals the guard's result without variables (%s)", (mode) => {
    expect(guard(mode, {})).toEqual({ css: staticTheme(mode), moved: [] })
  })

  // Rounded to one decimal by hand, hence the tolerance.
  it.each([
    ["dark", "text", [16.6, 15.1, 13.7, 12.0]],
    ["dark", "text-2", [8.2, 7.5, 6.8, 5.9]],
    ["dark", "text-3", [5.9, 5.3, 4.8, 4.2]],
    ["dark", "accent-text", [8.5, 7.8, 7.1, 6.2]],
    ["dark", "success", [9.1, 8.2, 7.5, 6.5]],
    ["dark", "error", [8.0, 7.3, 6.6, 5.8]],
    ["dark", "warning", [10.5, 9.6, 8.7, 7.6]],
    ["light", "text", [17.8, 16.4, 15.3, 14.1]],
    ["light", "text-2", [7.1, 6.5, 6.1, 5.6]],
    ["light", "text-3", [5.4, 5.0, 4.6, 4.3]],
    ["light", "accent-text", [6.6, 6.1, 5.7, 5.2]],
    ["light", "success", [6.1, 5.6, 5.2, 4.8]],
    ["light", "error", [6.2, 5.7, 5.3, 4.9]],
    ["light", "warning", [6.3, 5.8, 5.4, 5.0]],
  ] as const)("has the measured contrasts: %s %s on card, raised, hover and press", (mode, text, measured) => {
    const css = staticTheme(mode)
    for (const [index, ground] of ["card", "raised", "hover", "press"].entries())
      expect(Math.abs(ratio(css, text, ground) - measured[index]!), ground).toBeLessThan(0.06)
  })
})

describe("an accent of the site", () => {
  it.each([
    ["dark", "#FFE14D", { label: 13.7, text: "#ffe14d", ring: "transparent" }],
    ["dark", "#0A1F44", { label: 16.2, text: "#748fbc", ring: palettes.dark.control }],
    ["dark", "#E0457B", { label: 4.5, text: "#f2568a", ring: "transparent" }],
    ["light", "#FFE14D", { label: 13.7, text: "#7d6b06", ring: palettes.light.control }],
    ["light", "#0A1F44", { label: 16.2, text: "#0a1f44", ring: "transparent" }],
    ["light", "#E0457B", { label: 4.5, text: "#c72b67", ring: "transparent" }],
  ] as const)("in %s, %s is the exact fill, and its text is readable", (mode, accent, expected) => {
    const css = themeCss(mode, { "--portico-accent": accent })
    expect(css["--po-accent"]).toBe(accent.toLowerCase())
    expect(css["--po-accent-text"]).toBe(expected.text)
    expect(css["--po-accent-ring"]).toBe(expected.ring)
    expect(Math.abs(ratio(css, "on-accent", "accent") - expected.label)).toBeLessThan(0.06)
    expect(lowest(css, "accent-text")).toBeGreaterThanOrEqual(4.5)
  })

  it.each(
    modes.flatMap((mode) =>
      [...accents, "#808080", "#fff", "#000", "#777777", "#00ff00"].map((accent) => [mode, accent] as const),
    ),
  )("keeps labels, links and tints readable in %s with %s", (mode, accent) => {
    const css = themeCss(mode, { "--portico-accent": accent })
    expect(lowest(css, "accent-text")).toBeGreaterThanOrEqual(4.5)
    for (const fill of ["accent", "accent-hover", "accent-press"])
      expect(ratio(css, "on-accent", fill), fill).toBeGreaterThanOrEqual(4.5)
    const share = Number(/ ([\d.]+)%/.exec(css["--po-accent-tint"]!)![1]) / 100
    const text = fromHex(css["--po-accent-text"]!)
    if (share === tintShares[mode].accent)
      expect(contrast(text, mixSrgb(fromHex(css["--po-card"]!), text, share))).toBeGreaterThanOrEqual(4.5)
  })

  it("reports each adjusted value with its old and new color", () => {
    expect(guard("light", { "--portico-accent": "#FFE14D" }).moved).toEqual([
      { name: "accentText", from: "#ffe14d", to: "#7d6b06" },
    ])
  })

  it.each(["#abc", "#AABBCC", "#aabbccff", "rgb(170, 187, 204)", "rgb(170 187 204 / 50%)"])("parses %s", (accent) => {
    expect(themeCss("dark", { "--portico-accent": accent })["--po-accent"]).toBe("#aabbcc")
  })

  it.each(["", "nonsense", "#12", "url(https://a.example/x)", "red;}*{display:none"])("ignores %j", (accent) => {
    expect(themeCss("dark", { "--portico-accent": accent })).toEqual(staticTheme("dark"))
  })
})

describe("a color mixed into the surfaces", () => {
  it.each([
    ["dark", "#6B2FBF", "4.7"],
    ["light", "#C9A227", "4.5"],
  ] as const)("in %s, %s at 25 %% leaves the lowest text at %s", (mode, color, expected) => {
    const css = themeCss(mode, { "--portico-color-mix": color, "--portico-color-mix-strength": 25 })
    const texts = ["text", "text-2", "text-3", "accent-text"].map((text) => lowest(css, text))
    expect(Math.min(...texts).toFixed(1)).toBe(expected)
    expect(css["--po-card"]).not.toBe(palettes[mode].card)
  })

  it.each(
    modes.flatMap((mode) =>
      ["#ffffff", "#000000", "#ff0000", "#00ff00", "#808080"].map((color) => [mode, color] as const),
    ),
  )("keeps every text readable in %s with the maximum of %s", (mode, color) => {
    const css = themeCss(mode, { "--portico-color-mix": color, "--portico-color-mix-strength": 40 })
    for (const text of ["text", "text-2", "text-3", "accent-text", "success", "error", "warning"])
      expect(lowest(css, text), text).toBeGreaterThanOrEqual(4.5)
    expect(lowest(css, "control", ["card", "raised"])).toBeGreaterThanOrEqual(3)
  })

  it("limits its strength to 0 to 40 %", () => {
    const at = (strength: number | string): Properties =>
      themeCss("dark", { "--portico-color-mix": "#6B2FBF", "--portico-color-mix-strength": strength })
    expect(at(95)).toEqual(at(40))
    expect(at(-3)).toEqual(staticTheme("dark"))
    expect(at("30%")).toEqual(at(30))
    expect(at("much")).toEqual(staticTheme("dark"))
  })
})

describe("any accent with any color mixed in", () => {
  // The same colors in every run, so failures can be reproduced.
  const random = (seed: number) => () => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return seed / 4_294_967_296
  }
  const hex = (next: () => number) =>
    `#${Math.floor(next() * 0x1000000)
      .toString(16)
      .padStart(6, "0")}`

  it.each(modes)("leaves every text a contrast of 4.5 and every border 3 (%s)", (mode) => {
    const next = random(mode === "dark" ? 7 : 11)
    for (let count = 0; count < 500; count += 1) {
      const variables: Variables = {
        "--portico-accent": hex(next),
        ...(count % 3 > 0 && { "--portico-color-mix": hex(next), "--portico-color-mix-strength": next() * 45 }),
      }
      const css = themeCss(mode, variables)
      const told = JSON.stringify(variables)
      for (const text of ["text", "text-2", "text-3", "accent-text", "success", "error", "warning"])
        expect(lowest(css, text), `${text} of ${told}`).toBeGreaterThanOrEqual(4.5)
      for (const fill of ["accent", "accent-hover", "accent-press"])
        expect(ratio(css, "on-accent", fill), `on ${fill} of ${told}`).toBeGreaterThanOrEqual(4.5)
      expect(lowest(css, "control", ["card", "raised"]), `control of ${told}`).toBeGreaterThanOrEqual(3)
      for (const text of ["accent", "success", "error", "warning"] as const)
        expect(onTint(css, text), `${text} tint of ${told}`).toBeGreaterThanOrEqual(4.5)
    }
  })
})

/** Contrast of a colored text on its tint over a card. */
const onTint = (css: Properties, name: "accent" | "success" | "error" | "warning"): number => {
  const [, color, share] = /, (#\w+) ([\d.]+)%/.exec(css[`--po-${name}-tint` as const] ?? "") ?? []
  const text = fromHex(css[name === "accent" ? "--po-accent-text" : (`--po-${name}` as const)] ?? "")
  return Math.min(
    ...["card", "raised"].map((ground) => {
      const under = fromHex(css[`--po-${ground}`] ?? "")
      return contrast(text, mixSrgb(under, fromHex(color ?? ""), Number(share) / 100))
    }),
  )
}

describe("the other variables", () => {
  it("Theme variables: accent, font, color mix, radius, z-index", () => {
    const variables: Variables = {
      "--portico-accent": "#0A1F44",
      "--portico-font": "Fraunces, serif",
      "--portico-color-mix": "#6B2FBF",
      "--portico-color-mix-strength": 10,
      "--portico-border-radius-master": "2px",
      "--portico-z-index": 40,
    }
    for (const mode of modes) {
      const css = themeCss(mode, variables)
      expect(css).toMatchObject({
        "--po-accent": "#0a1f44",
        "--po-font": "Fraunces, serif",
        "--po-radius": "2px",
        "--po-layer": "40",
      })
      expect(css["--po-card"]).not.toBe(palettes[mode].card)
    }
  })

  it.each([
    ["--portico-border-radius-master", 9, "--po-radius", "6px"],
    ["--portico-border-radius-master", -1, "--po-radius", "0px"],
    ["--portico-font-size-master", 40, "--po-size", "13px"],
    ["--portico-font-size-master", "2px", "--po-size", "8px"],
    ["--portico-font-size-master", "big", "--po-size", "10px"],
  ] as const)("%s of %s gives %s %s", (name, given, property, expected) => {
    expect(themeCss("light", { [name]: given } as Variables)[property]).toBe(expected)
  })

  it.each([
    ["#112233", "#112233"],
    ["#E0457B", palettes.dark.qr],
  ])("a QR color of %s becomes %s: it needs 7 on white", (given, expected) => {
    expect(themeCss("dark", { "--portico-qr-color": given })["--po-qr"]).toBe(expected)
  })
})
