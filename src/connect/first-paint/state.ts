import { computed, effect } from "@preact/signals-core"
import { connecting } from "../../connections/first-paint/state.ts"
import { computedCollection } from "../../core/first-paint/collection.ts"
import { slice } from "../../core/first-paint/slice.ts"
import { login } from "../../embedded/first-paint/state.ts"
import type { ConnectorGroup } from "../../options/localFeatures.ts"
import type { Namespace } from "../../options/namespaces.ts"
import { project } from "../../project/first-paint/state.ts"
import { wallets } from "../../wallets/first-paint/state/wallets.ts"
import { orderConnectMethods } from "./model/connectMethods.ts"
import type { WalletRow } from "./model/walletRow.ts"
import { allWalletsRow, connectorOrder, keepPlaces, walletRows } from "./model/walletRows.ts"

/** Rows and connect methods of the Connect view, for all namespaces or for one. */
export const connectRows = slice((instance) => {
  const { core, options } = instance
  const { installed, featured, recommended, excluded, count, mobile, directory } = wallets(instance)
  const { recentWallets } = connecting(instance)
  const { telegram } = login(instance)
  const { logins } = project(instance)
  const made = new Map<Namespace | undefined, ReturnType<typeof make>>()

  const relay = computed(() => installed.value.find(({ type }) => type === "WALLET_CONNECT"))
  const connected = computed(() =>
    Object.values(core.accounts).flatMap(({ value }) => value.connections.map(({ connectorId }) => connectorId)),
  )

  const order = computed(() => core.features.value.connectorTypeOrder ?? connectorOrder)
  const isAwaited = computed(() => directory.value.status === "idle" || directory.value.status === "loading")

  const make = (namespace: Namespace | undefined) => {
    const rows = computed(() =>
      walletRows({
        connectors: installed.value,
        recent: recentWallets.value,
        featured: featured.value,
        ...(isAwaited.value && { awaited: options.featuredWalletIds }),
        recommended: recommended.value,
        custom: options.customWallets ?? [],
        excluded: excluded.value,
        chosen: (options.featuredWalletIds?.length ?? 0) > 0 || (options.customWallets?.length ?? 0) > 0,
        order: order.value,
        walletOrder: options.walletOrder,
        mobile: mobile.value,
        namespace,
        connected: connected.value,
        relayConnected: relay.value !== undefined && connected.value.includes(relay.value.id),
      }),
    )
    let shown: { readonly rows: readonly WalletRow[]; readonly order: readonly ConnectorGroup[] } | undefined
    const placed = computed(() => {
      if (!core.open.value) return rows.value
      // Rows may move only if the site has changed the order.
      const kept = shown?.order === order.value ? keepPlaces(shown.rows, rows.value, mobile.value) : rows.value
      shown = { rows: kept, order: order.value }
      return kept
    })
    instance.ending.add(
      effect(() => {
        if (!core.open.value) shown = undefined
      }),
    )
    const local = computed(() => rows.value.some(({ group }) => group === "injected"))
    return {
      rows: computedCollection(placed, ({ key }) => key),
      /** Whether a browser wallet is among the rows. */
      local,
      /** Connect methods, in order. */
      ways: computed(() =>
        orderConnectMethods({
          connectors: installed.value,
          namespace,
          remote: core.remoteFeatures.value,
          local: core.features.value,
          installed: local.value,
          telegram: telegram.value,
          known: logins.value !== "no",
        }),
      ),
      relay: computed(() => relay.value !== undefined),
      all: computed(() =>
        allWalletsRow({
          relay: relay.value !== undefined,
          allWallets: core.features.value.allWallets ? options.allWallets : "HIDE",
          mobile: mobile.value,
          count: count.value,
        }),
      ),
    }
  }
  return (namespace?: Namespace) => {
    const known = made.get(namespace) ?? make(namespace)
    made.set(namespace, known)
    return known
  }
})
