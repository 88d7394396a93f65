/**
 * Whether a domain, with or without a port, is one that others have their sites under, as `com`, `co.uk` or `pages.dev`: whoever speaks
 * for it speaks for none of them. Ours, of the shapes and hosts that are common: the whole public suffix list is larger than all of the
 * modal.
 */
export const isShared = (domain: string): boolean => {
  const labels = domain.replace(/\.?(:\d+)?$/, "").split(".")
  const [first = "", last = ""] = labels
  if (labels.length < 2) return true
  return hosts.has(labels.join(".")) || (labels.length === 2 && last.length === 2 && seconds.has(first))
}

/** What stands before a country's own label, as in `co.uk` and `com.au`. */
const seconds: ReadonlySet<string> = new Set(
  "ac co com edu gen gob gouv gov go id info ltd me mil my ne net nom or org plc sch web".split(" "),
)

const hosts: ReadonlySet<string> = new Set([
  ...[
    "appspot.com",
    "azurestaticapps.net",
    "azurewebsites.net",
    "blogspot.com",
    "cloudfront.net",
    "deno.dev",
    "eth.limo",
  ],
  ...["eth.link", "firebaseapp.com", "fleek.co", "fly.dev", "github.io", "gitlab.io", "glitch.me", "herokuapp.com"],
  ...["netlify.app", "ngrok.app", "ngrok.io", "ngrok-free.app", "now.sh", "onrender.com", "pages.dev", "railway.app"],
  ...["replit.app", "replit.dev", "stackblitz.io", "surge.sh", "trycloudflare.com", "up.railway.app", "vercel.app"],
  ...["web.app", "webcontainer.io", "workers.dev", "s3.amazonaws.com"],
])
