import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts", "test/**/*.test.tsx"],
    exclude: ["test/browser/**", "test/real/**", "node_modules/**"],
    // Generous, since a busy machine may be late. A test that fails is wrong, so none is tried again.
    setupFiles: ["./test/fixtures/settledImports.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    retry: 0,
    reporters: ["default", "./test/run/vitestReporter.ts"],
    // Files of a worker share their modules, which takes a quarter of the time, and shows any state that a module keeps.
    isolate: false,
  },
})
