import { join } from "node:path"
import { api } from "./api.ts"
import { command, report } from "./command.ts"
import { imports } from "./imports.ts"
import { licences } from "./licences.ts"
import { prose } from "./prose.ts"
import { steady } from "./steady.ts"
import { traceability } from "./traceability.ts"

// `npm run check`: types, lint and format, import direction, licenses, dead code, public types, steady tests, wording, traceability.
// `npm run check -- prose imports`: only these checks.
const root = process.cwd()

// The commands start first, in their own processes. The other checks take a fraction of their time.
const checks: Parameters<typeof report>[0] = {
  // Parallel checkers each check the same types again, which costs twice the CPU time.
  types: () => command(root, "tsc", "-p", ".", "--singleThreaded"),
  biome: () => command(root, "biome", "check", "--error-on-warnings", "--max-diagnostics=200"),
  knip: () => command(root, "knip", "--no-progress"),
  // Without the tests, so code that only tests call is reported too.
  product: () => command(root, "knip", "--no-progress", "--config=test/check/knip.product.json"),
  api: () => api(root),
  imports: () => imports(root),
  licences: () => licences(root),
  "licences, create": () => licences(join(root, "examples/create")),
  steady: () => steady(root),
  prose: () => prose(root),
  traceability: () => traceability(root),
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in checks))
if (unknown.length > 0) throw new Error(`No check ${unknown.join(", ")}. There are: ${Object.keys(checks).join(", ")}`)
await report(
  Object.fromEntries(Object.entries(checks).filter(([name]) => wanted.length === 0 || wanted.includes(name))),
)
