export default defineNuxtConfig({
  compatibilityDate: "2026-01-01",
  telemetry: false,
  css: ["portico/buttons.css"],
  // Otherwise Vue would look for components of these names.
  vue: { compilerOptions: { isCustomElement: (name) => name.startsWith("portico-") } },
  hooks: {
    // Nuxt would write a prefetch link for each file that the modal loads on demand, and all would load with the page.
    "build:manifest": (manifest) => {
      for (const item of Object.values(manifest))
        item.dynamicImports = item.dynamicImports?.filter((file) => !/^_|\/portico\//.test(file))
    },
  },
  app: { head: { htmlAttrs: { lang: "en" }, title: "Portico in Nuxt", link: [{ rel: "icon", href: "data:," }] } },
})
