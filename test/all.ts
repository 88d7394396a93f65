import { begin, run, type Step } from "./run/steps.ts"

/**
 * Everything that can fail, for `npm test`. The unit tests need nothing built and take one core; the builds, and what looks at
 * them, take what is left. Then all browser tests run at once over what was built, so that nobody waits for the last of a suite.
 */
const units: Step = { name: "test:unit", command: "npm run test:unit" }
const builds: readonly Step[] = [
  { name: "check", command: "npm run check" },
  { name: "build", command: "npm run build" },
  { name: "build:examples", command: "npm run build:examples" },
  { name: "build:kit", command: "node test/run.js test/browser/kit/build.ts" },
]
const built: readonly Step[] = [
  { name: "package", command: "node test/run.js test/check/package.ts" },
  { name: "size", command: "npm run size" },
  { name: "docs", command: "npm run docs" },
]
const browsers: Step = { name: "test:browser and test:real", command: "node test/run.js test/browser.ts browser,real" }

const beside = (step: Step) => run(step, true)
const buildAll = async () => [...(await Promise.all(builds.map(beside))), ...(await Promise.all(built.map(beside)))]

const end = begin("npm test", "everything that can fail", 420)
process.env.PORTICO_BUILT = "1"
const [unit, others] = await Promise.all([run(units), buildAll()])
end([unit, ...others, await run(browsers)])
