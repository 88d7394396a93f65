import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"
import FilesByEnvironment from "./test/run/filesByEnvironment.ts"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts", "test/**/*.test.tsx"],
    exclude: ["test/browser/**", "test/real/**", "node_modules/**"],
    // Generous, because a busy machine may be late. A failing test is wrong, so there are no retries.
    setupFiles: ["./test/fixtures/settledImports.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    retry: 0,
    reporters: ["default", "./test/run/vitestReporter.ts"],
    // The files of a worker share their modules, which takes a quarter of the time and reveals state kept in modules.
    isolate: false,
    sequence: { sequencer: FilesByEnvironment },
    // Many tests wait for sockets and processes, so even a machine with two cores runs two files at once.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
})
