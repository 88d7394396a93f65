// Type declaration for `import "portico/buttons.css"`, which TypeScript cannot resolve otherwise.
export {}
