// For TypeScript, which otherwise finds no types for a page's `import "portico/buttons.css"`.
export {}
