// @vitest-environment happy-dom
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { hurried } from "../fixtures/hurried.ts"
import { framePage, secureSite } from "../layers/frame/frameWorld.ts"
import { frameContract } from "./frame.ts"

frameContract(
  "in an iframe",
  Effect.sync(() => {
    const site = secureSite()
    return {
      layer: Layer.provideMerge(framePage(site.begun).layer, hurried),
      mailbox: "linden@fernhill.example",
      otherMailbox: "hall@fernhill.example",
      code: () => site.mails.at(-1)?.code ?? "",
      chains: { smart: 8453, plain: 137 },
      answer: site.answer,
      asking: site.asking,
    }
  }),
)
