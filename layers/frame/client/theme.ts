import type { Theme } from "../options.ts"

/** Returns the theme in the form of the frame's protocol: variables such as `--w3m-accent`, and two that are always sent. */
export const themeOf = ({ mode, variables }: Theme) => {
  const themeVariables = Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name.replace(/^--portico-/, "--w3m-"), value]),
  )
  return {
    themeMode: mode,
    themeVariables,
    w3mThemeVariables: { ...usual[mode], ...accentOf(themeVariables["--w3m-accent"]) },
  }
}

const accentOf = (accent: string | number | undefined) =>
  typeof accent === "string" && accent !== "" ? { "--w3m-accent": accent } : {}

const usual = {
  dark: { "--w3m-accent": "hsla(230, 100%, 67%, 1)", "--w3m-background": "#202020" },
  light: { "--w3m-accent": "hsla(231, 100%, 70%, 1)", "--w3m-background": "#fff" },
}
