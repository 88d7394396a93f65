import { defineConfig } from "@playwright/test"
import { chromiumArguments, findChromium } from "./test/real/parts/browser.ts"

export default defineConfig({
  testDir: "test",
  fullyParallel: false,
  // Two for each core of a small machine: real parts and wallets are waited for.
  workers: 4,
  // Generous, since a busy machine may be late.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // A test that fails is wrong, so none is tried again.
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  reporter: [["list"], ["./test/run/playwrightReporter.ts"]],
  use: {
    browserName: "chromium",
    headless: true,
    screenshot: "only-on-failure",
    // Actions only: snapshots of the page at each would take 15 to 20 % longer, and moving pictures 50 %.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false, sources: false },
    // What moves is drawn without a graphics card, at the cost of a fifth of the time. Tests of motion ask for it.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: { executablePath: findChromium(), args: [...chromiumArguments] },
  },
  projects: [
    { name: "browser", testMatch: "browser/**/*.spec.ts" },
    { name: "matrix", testMatch: "browser/axe.spec.ts" },
    { name: "real", testMatch: "real/**/*.spec.ts" },
  ],
})
