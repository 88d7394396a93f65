/** Sets the page's own theme. The modal's is set with `setThemeMode`. */
export const setTheme = (theme: "dark" | "light") => {
  document.documentElement.dataset.theme = theme
}
