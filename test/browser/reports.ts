import { listen } from "../listen.ts"

/** Endpoint for the browser's violation reports. */
export interface Reports {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string
  /** Reports, oldest first. */
  readonly posted: readonly string[]
  stop(): Promise<void>
}

/** Accepts reports from any page on loopback. */
export const startReports = async (): Promise<Reports> => {
  const posted: string[] = []
  const server = await listen(async (request, response) => {
    const open = { "access-control-allow-origin": "*", "access-control-allow-headers": "content-type" }
    if (request.method === "POST") {
      let body = ""
      for await (const chunk of request) body += chunk
      posted.push(body)
    }
    response.writeHead(204, open).end()
  })
  return { ...server, posted }
}
