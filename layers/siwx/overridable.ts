import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Api } from "../../services/Api.ts"
import type { Browser } from "../../services/Browser.ts"
import { Siwx, type SiwxEmail, type SiwxMetadata } from "../../services/Siwx.ts"
import type { Storage } from "../../services/Storage.ts"
import { supportsSignIn } from "../../src/siwx/opening/model/signInNamespaces.ts"
import { loadOnce } from "../shared/loadOnce.ts"

/**
 * Dependencies of the override. `authenticates`: whether the provider's sign-in replaces the site's. `clientId`: returns the relay's client
 * ID for this page.
 */
export interface Overriding {
  readonly authenticates: () => boolean
  readonly clientId: () => string | undefined
}

type Service = Siwx["Service"]

/** Siwx backed by the site's sign-in, or by the provider's while that is enabled for the project. */
export const layer = (
  own: Layer.Layer<Siwx, never, Browser | Storage>,
  { authenticates, clientId }: Overriding,
): Layer.Layer<Siwx, never, Browser | Storage | Api> =>
  Layer.effect(
    Siwx,
    Effect.gen(function* () {
      const site = yield* Siwx
      const run = Effect.runPromiseWith(yield* Effect.context<Browser | Storage | Api>())
      const provider = loadOnce(async () => run((await import("./providerSignIn.ts")).make(clientId)))
      const either = <A, E>(of: (service: Service) => Effect.Effect<A, E>) =>
        Effect.suspend(() => (authenticates() ? Effect.flatMap(provider, of) : of(site)))

      const email: SiwxEmail = {
        send: (address, account) => Effect.flatMap(provider, (service) => service.email.send(address, account)),
        confirm: (code) => Effect.flatMap(provider, (service) => service.email.confirm(code)),
      }
      const metadata: SiwxMetadata = {
        read: (account) => Effect.flatMap(provider, (service) => service.metadata.read(account)),
        write: (account, noted) => Effect.flatMap(provider, (service) => service.metadata.write(account, noted)),
      }

      return {
        get enabled() {
          return site.enabled || authenticates()
        },
        get signOutOnDisconnect() {
          return site.signOutOnDisconnect || authenticates()
        },
        get verifies() {
          return site.verifies || authenticates()
        },
        get keeps() {
          return site.keeps === true && !authenticates()
        },
        get email() {
          return authenticates() ? email : site.email
        },
        get metadata() {
          return authenticates() ? metadata : site.metadata
        },
        signs: (namespace) => (authenticates() ? supportsSignIn(namespace) : site.signs(namespace)),
        required: Effect.suspend(() => (authenticates() ? Effect.succeed(true) : site.required)),
        message: (account) => either((service) => service.message(account)),
        request: (chainId) => either((service) => service.request(chainId)),
        sessions: (account) => either((service) => service.sessions(account)),
        add: (session, wallet) => either((service) => service.add(session, wallet)),
        set: (sessions) => either((service) => service.set(sessions)),
        revoke: (account) => either((service) => service.revoke(account)),
      }
    }),
  ).pipe(Layer.provide(own))
