import vue from "@vitejs/plugin-vue"
import { defineConfig } from "vite"

export default defineConfig({
  // Otherwise Vue would look for components of these names.
  plugins: [vue({ template: { compilerOptions: { isCustomElement: (name) => name.startsWith("portico-") } } })],
})
