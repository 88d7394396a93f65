/** Types of single icons. The package has types only for its root, which exports every icon. */
declare module "lucide/dist/esm/icons/*.mjs" {
  const drawing: import("./Icon.tsx").Drawing
  export default drawing
}
