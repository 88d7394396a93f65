import { spawn } from "node:child_process"
import { once } from "node:events"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { createClient, http } from "viem"
import { layer } from "../../layers/rpc/http.ts"
import { transportOf } from "../../layers/rpc/viem.ts"
import { Rpc } from "../../services/Rpc.ts"
import { defineNetwork } from "../../src/options/networks.ts"

/**
 * Cost of 2,500 concurrent reads on one chain, compared with viem's own batching transport in the same run. CPU time in microseconds per
 * call.
 */
export interface RpcBench {
  readonly calls: number
  /** Requests that Portico's transport sent for them. */
  readonly requests: number
  /** A viem client on viem's batching HTTP transport. */
  readonly viem: number
  /** A viem client on Portico's RPC service. */
  readonly viemOnOurs: number
  /** Portico's RPC service, one Promise per call. */
  readonly promises: number
  /** Portico's RPC service, from one Effect program. */
  readonly fibers: number
  /** `viemOnOurs` to `viem`: the overhead of the EVM adapter. Budget: 1. */
  readonly ratio: number
  /** `fibers` to `viem`: the overhead for a caller of the service. */
  readonly ratioWithoutViem: number
}

const calls = 2_500
const rounds = 15
const warmUp = 4
const times = 6

/** Runs the benchmark. The node is a separate process, so its work is not counted. */
export const benchRpc = async (): Promise<RpcBench> => {
  const node = await startNode()
  const network = defineNetwork({
    id: 31_337,
    name: "Bench",
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: [node.url] } },
  })
  const runtime = ManagedRuntime.make(layer({ projectId: "bench", blockchainHost: node.url }))
  const rpc = await runtime.runPromise(Rpc)
  const run = Effect.runPromiseWith(await runtime.context())
  const ask = (method: string, params: readonly unknown[]) => run(rpc.request({ network, method, params }))
  const theirs = createClient({ transport: http(node.url, { batch: { batchSize: 1_000, wait: 0 } }) })
  const onOurs = createClient({ transport: transportOf(network, ask) })

  const method = "eth_getBalance"
  const reads = Array.from({ length: calls }, (_, at) => [`0x${at.toString(16).padStart(40, "0")}`, "latest"] as const)
  const ways: Record<Way, () => Promise<readonly unknown[]>> = {
    viem: () => Promise.all(reads.map((params) => theirs.request({ method, params: [...params] }))),
    fibers: () =>
      runtime.runPromise(
        Effect.forEach(reads, (params) => rpc.request({ network, method, params }), { concurrency: "unbounded" }),
      ),
    promises: () => Promise.all(reads.map((params) => ask(method, params))),
    viemOnOurs: () => Promise.all(reads.map((params) => onOurs.request({ method, params: [...params] }))),
  }

  const spent: Record<Way, number[]> = { viem: [], viemOnOurs: [], promises: [], fibers: [] }
  for (let round = 0; round < warmUp + rounds; round++) {
    for (const way of order) {
      const before = process.cpuUsage()
      // Several in a row, so each variant mostly pays for its own garbage collection.
      for (let time = 0; time < times; time++) {
        const answers = await ways[way]()
        if (answers.length !== calls || answers[7] !== reads[7]?.[0]) throw new Error(`wrong answer: ${way}`)
      }
      const { user, system } = process.cpuUsage(before)
      if (round >= warmUp) spent[way].push((user + system) / times / calls)
    }
  }

  const seen = await node.requests()
  await ways.fibers()
  const requests = (await node.requests()) - seen
  await runtime.dispose()
  node.stop()

  // Compares the variants within a round, since other load on the machine varies between rounds.
  const toViem = (way: Way) => median(spent[way].map((cpu, round) => cpu / (spent.viem[round] ?? Number.NaN)))
  return {
    calls,
    requests,
    viem: median(spent.viem),
    viemOnOurs: median(spent.viemOnOurs),
    promises: median(spent.promises),
    fibers: median(spent.fibers),
    ratio: toViem("viemOnOurs"),
    ratioWithoutViem: toViem("fibers"),
  }
}

type Way = "viem" | "viemOnOurs" | "promises" | "fibers"

const order: readonly Way[] = ["viem", "viemOnOurs", "promises", "fibers"]

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

const source = `
import { createServer } from "node:http"
let requests = 0
createServer(async (request, response) => {
  if (request.method === "GET") return response.end(String(requests))
  requests++
  let body = ""
  for await (const part of request) body += part
  const asked = JSON.parse(body)
  const answer = ({ id, params }) => ({ jsonrpc: "2.0", id, result: params[0] })
  response.setHeader("content-type", "application/json")
  response.end(JSON.stringify(Array.isArray(asked) ? asked.map(answer) : answer(asked)))
}).listen(0, "127.0.0.1", function () { console.log(this.address().port) })
`

const startNode = async () => {
  const child = spawn(process.execPath, ["--input-type=module", "-e", source], { stdio: ["ignore", "pipe", "inherit"] })
  const [port] = (await once(child.stdout, "data")) as [Buffer]
  const url = `http://127.0.0.1:${String(port).trim()}`
  return {
    url,
    requests: async () => Number(await (await fetch(url)).text()),
    stop: () => void child.kill(),
  }
}
