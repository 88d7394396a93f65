import type { Theme } from "./iframe.ts"

/** The theme as the frame's protocol words it: its variables are `--w3m-accent` and its like, and two it is always told. */
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
