import { spawn } from "node:child_process"
import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"
import { setTimeout as after } from "node:timers/promises"

/** Runs a command to its end. Rejects with its output if it fails. */
export const run = async (command: string, args: readonly string[], cwd: string): Promise<string> => {
  const child = spawn(command, args, { cwd, env: environment, stdio: ["ignore", "pipe", "pipe"] })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => output.push(String(text)))
  const [code] = await once(child, "close")
  if (code !== 0) throw new Error(`${[command, ...args].join(" ")}\n${output.join("").trim().slice(-4000)}`)
  return output.join("")
}

const environment = {
  ...process.env,
  NO_COLOR: "1",
  CI: "true",
  NEXT_TELEMETRY_DISABLED: "1",
  NUXT_TELEMETRY_DISABLED: "1",
  ASTRO_TELEMETRY_DISABLED: "1",
  NG_CLI_ANALYTICS: "false",
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, "close")
  return port
}

/** Serves a site by one of its scripts while `use` runs. `flags` name the host and the port for a script that does not read PORT. */
export const serving = async <A>(
  at: string,
  script: string,
  flags: readonly string[],
  use: (url: string) => Promise<A>,
): Promise<A> => {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}/`
  const output: string[] = []
  const child = spawn("npm", ["run", script, "--", ...flags.map((flag) => (flag === "$PORT" ? port : flag))], {
    cwd: at,
    detached: true,
    env: { ...environment, PORT: port },
    stdio: ["ignore", "pipe", "pipe"],
  })
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => output.push(String(text)))
  try {
    for (let attempt = 0; !(await responds(url)); attempt++) {
      if (child.exitCode !== null || attempt === 600) throw new Error(`It does not start.\n${output.join("")}`)
      await after(100)
    }
    return await use(url)
  } finally {
    // The script's whole group: npm starts the server in a process of its own.
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid)
  }
}

const responds = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
