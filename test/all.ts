import { begin, type Step } from "./run/steps.ts"
import { runTopics } from "./run/topics.ts"

// `npm test`: every check and test. `npm test -- send swap`: only those of these topics.
const topics = process.argv.slice(2)
if (topics.length > 0) await runTopics(topics)

// The unit tests need no build and run on one core. The builds and the checks of their output use the other cores. Then the browser tests
// run on the build output while the last unit tests finish.
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

const { run, end } = begin("npm test: everything that can fail", 480)
process.env.PORTICO_BUILT = "1"
const beside = (step: Step) => run({ ...step, givesWay: true })
const buildAll = async () => [...(await Promise.all(builds.map(beside))), ...(await Promise.all(built.map(beside)))]
const unit = run(units)
const others = await buildAll()
const browser = await run(browsers)
end([await unit, ...others, browser])
