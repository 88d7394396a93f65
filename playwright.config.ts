import { defineConfig } from "@playwright/test"
import { chromiumArguments, findChromium } from "./test/real/parts/browser.ts"

export default defineConfig({
  testDir: "test",
  fullyParallel: false,
  // Two for each core of a small machine: real parts and wallets are waited for.
  workers: 4,
  timeout: 60_000,
  // A machine that is busy with other things may be late; a test that fails three times is wrong.
  retries: process.env.CI === undefined ? 0 : 2,
  forbidOnly: process.env.CI !== undefined,
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    headless: true,
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
