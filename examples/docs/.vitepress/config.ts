import { defineConfig } from "vitepress"
import { errorPages } from "../source/errors.ts"
import { writeMarkdown } from "../source/markdown.ts"
import { operationPages } from "../source/operations.ts"

const page = (text: string, link: string) => ({ text, link })

/** An arch, like the name. */
const icon = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="10" fill="#2952cc"/><path d="M10 31V19a10 10 0 0 1 20 0v12h-6V19a4 4 0 0 0-8 0v12z" fill="#fff"/></svg>')}`

/** The documentation site. Run `npm run build` before `npm run docs`: the reference is generated from the declarations in `dist`. */
export default defineConfig({
  title: "Portico",
  description: "A wallet modal you embed in your site",
  head: [["link", { rel: "icon", href: icon }]],
  outDir: "../../dist-examples/docs",
  cacheDir: "../../node_modules/.cache/vitepress",
  cleanUrls: false,
  lastUpdated: false,
  buildEnd: writeMarkdown,
  // Next to the other examples: the theme editor shows the playground.
  base: "/docs/",
  vite: { build: { chunkSizeWarningLimit: 1000 } },
  themeConfig: {
    search: { provider: "local" },
    nav: [
      page("Guide", "/guide/start"),
      page("Operations", "/reference/operations/"),
      page("Errors", "/reference/errors/"),
    ],
    sidebar: [
      {
        text: "Guide",
        items: [
          page("Five minutes", "/guide/start"),
          page("Options", "/guide/options"),
          page("React", "/guide/react"),
          page("Frameworks", "/guide/frameworks"),
          page("viem, ethers, wagmi and others", "/guide/provider"),
          page("Your own interface", "/guide/headless"),
          page("Recipes", "/guide/recipes"),
          page("Theme", "/guide/theme"),
          page("Languages", "/guide/languages"),
          page("Sign-in", "/guide/sign-in"),
          page("Layers", "/guide/layers"),
          page("Testing", "/guide/testing"),
          page("Tracing", "/guide/tracing"),
          page("Content policy", "/guide/policy"),
          page("Requests and privacy", "/guide/privacy"),
          page("Accessibility", "/guide/accessibility"),
          page("Fonts", "/guide/fonts"),
          page("Architecture", "/guide/architecture"),
        ],
      },
      {
        text: "Migrating",
        items: [
          page("From AppKit", "/migrate/appkit"),
          page("From RainbowKit", "/migrate/rainbowkit"),
          page("From ConnectKit", "/migrate/connectkit"),
        ],
      },
      {
        text: "Reference",
        items: [
          page("The modal", "/reference/modal"),
          page("React", "/reference/react"),
          page("Custom elements", "/reference/elements"),
          page("Playground URL", "/reference/playground"),
          page("Wallets that deviate", "/reference/zoo"),
          page("Faults", "/reference/faults"),
          page("Invariants", "/reference/invariants"),
        ],
      },
      {
        text: "Operations",
        collapsed: true,
        link: "/reference/operations/",
        items: operationPages().map(({ name }) => page(name, `/reference/operations/${name}`)),
      },
      {
        text: "Errors",
        collapsed: true,
        link: "/reference/errors/",
        items: errorPages().map(({ topic, title }) => page(title, `/reference/errors/${topic}`)),
      },
    ],
  },
})
