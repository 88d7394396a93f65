import { defineConfig } from "@playwright/test"
import { chromiumArguments, findChromium } from "./test/real/parts/browser.ts"

export default defineConfig({
  testDir: "test",
  fullyParallel: false,
  // Two per core of a small machine, because tests mostly wait for services and wallets.
  workers: 4,
  // Generous, because a busy machine may be late. A test of the matrix of faults plays hundreds of states.
  timeout: process.env.PORTICO_FAULTS ? 1_800_000 : 180_000,
  expect: { timeout: 45_000 },
  // A failing test is wrong, so there are no retries.
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  reporter: [["list"], ["./test/run/playwrightReporter.ts"]],
  use: {
    browserName: "chromium",
    headless: true,
    screenshot: "only-on-failure",
    // Actions only: page snapshots of each action would take 15 to 20 % longer, and screencasts 50 %.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false, sources: false },
    // Animation is rendered without a graphics card and would cost a fifth of the time. Tests of motion turn it on.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: { executablePath: findChromium(), args: [...chromiumArguments] },
  },
  // Projects run in this order and files in that of their names: the short, parallel tests of `wcag.spec.ts` come last, so all workers end
  // together.
  projects: [
    { name: "real", testMatch: "real/**/*.spec.ts" },
    { name: "browser", testMatch: "browser/**/*.spec.ts" },
    { name: "matrix", testMatch: "browser/wcag.spec.ts" },
  ],
})
