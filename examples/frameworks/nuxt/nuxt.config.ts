export default defineNuxtConfig({
  compatibilityDate: "2026-01-01",
  telemetry: false,
  css: ["portico/buttons.css"],
  // Otherwise Vue would look for components of these names.
  vue: { compilerOptions: { isCustomElement: (name) => name.startsWith("portico-") } },
  app: { head: { htmlAttrs: { lang: "en" }, title: "Portico in Nuxt", link: [{ rel: "icon", href: "data:," }] } },
})
