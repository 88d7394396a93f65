import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts", "test/**/*.test.tsx"],
    exclude: ["test/browser/**", "test/real/**", "node_modules/**"],
    testTimeout: 20_000,
  },
})
