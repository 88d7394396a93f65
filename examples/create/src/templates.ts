/** Site of `examples/frameworks` to start from. */
interface Template {
  readonly title: string
  /** File that creates the modal. */
  readonly modal: string
  /** Paths that installing and building create. They are not in the template, and git ignores them in the new site. */
  readonly ignored: readonly string[]
}

/** The templates, by their site's folder. */
export const templates = {
  react: { title: "React with Vite", modal: "src/modal.ts", ignored: ["node_modules", "dist"] },
  next: {
    title: "Next.js, app router",
    modal: "app/wallet.tsx",
    ignored: ["node_modules", ".next", "tsconfig.tsbuildinfo"],
  },
  vue: { title: "Vue with Vite", modal: "src/modal.ts", ignored: ["node_modules", "dist"] },
  html: {
    title: "HTML with an import map, no bundler",
    modal: "public/index.html",
    ignored: ["node_modules", "public/portico"],
  },
} as const satisfies Readonly<Record<string, Template>>

export type TemplateName = keyof typeof templates

export const templateNames = Object.keys(templates) as readonly TemplateName[]
