import type { Theme } from "../options.ts"

/**
 * Converts the theme to the format of the frame's protocol, with variables such as `--w3m-accent`. `w3mThemeVariables` always has an accent
 * and a background.
 */
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
