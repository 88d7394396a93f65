import theme from "vitepress/theme"

export default theme
