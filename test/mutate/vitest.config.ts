import { defineConfig, mergeConfig } from "vitest/config"
import base from "../../vitest.config.ts"

/** The unit tests of one file in one process, with mutants switched on one after the other. */
export default mergeConfig(
  base,
  defineConfig({
    test: {
      runner: "test/mutate/runner.ts",
      maxWorkers: 1,
      reporters: ["dot"],
      // A mutant may well lead to an unhandled rejection. Only failed tests count.
      dangerouslyIgnoreUnhandledErrors: true,
      // Each process imports nearly all of the project.
      experimental: { fsModuleCache: true },
    },
  }),
)
