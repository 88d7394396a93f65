import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts", "test/**/*.test.tsx"],
    exclude: ["test/browser/**", "test/real/**", "node_modules/**"],
    testTimeout: 20_000,
    // Files of a worker share their modules, which takes a quarter of the time, and shows any state that a module keeps.
    isolate: false,
  },
})
