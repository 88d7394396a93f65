import { describe, expect, it } from "vitest"
import * as api from "../../layers/api/limits.ts"
import * as chains from "../../layers/chains/limits.ts"
import * as rpc from "../../layers/rpc/limits.ts"
import * as http from "../../layers/shared/limits.ts"
import * as telemetry from "../../layers/telemetry/limits.ts"
import * as balances from "../../src/balances/limits.ts"
import * as capabilities from "../../src/capabilities/limits.ts"
import * as connections from "../../src/connections/limits.ts"
import * as shown from "../../src/core/first-paint/display.ts"
import * as painted from "../../src/core/first-paint/limits.ts"
import * as later from "../../src/core/limits.ts"
import * as embedded from "../../src/embedded/limits.ts"
import * as notifications from "../../src/notifications/limits.ts"
import * as onramp from "../../src/onramp/limits.ts"
import * as pay from "../../src/pay/limits.ts"
import * as persistence from "../../src/persistence/limits.ts"
import * as persisted from "../../src/persistence/opening/limits.ts"
import * as send from "../../src/send/limits.ts"
import * as siwx from "../../src/siwx/limits.ts"
import * as swap from "../../src/swap/limits.ts"
import * as walletConnect from "../../src/walletConnect/limits.ts"
import * as wallets from "../../src/wallets/first-paint/limits.ts"
import * as tokens from "../../views/styles/tokens.ts"

const limits = {
  ...painted,
  ...api,
  ...rpc,
  ...http,
  ...telemetry,
  ...later,
  ...shown,
  ...capabilities,
  ...chains,
  ...connections,
  ...embedded,
  ...onramp,
  ...pay,
  ...persisted,
  ...send,
  ...siwx,
  ...swap,
  ...walletConnect,
  ...wallets,
  ...notifications,
  refresh: { ...balances.refresh, ...swap.refresh },
  ...persistence,
}

const rules: readonly (readonly [rule: string, actual: unknown, expected: unknown])[] = [
  ["The modal is 370px wide", tokens.cardSize.width, 370],
  ["Header text animation: 120 ms", tokens.motion.headerText, 120],
  ["Modal height animation: 150 ms", tokens.motion.height, 150],
  ["View transition: 150 ms", tokens.motion.view, 150],
  ["Balance retry block: 30 s", limits.refresh.balanceRetryBlock, 30_000],
  ["Cache lifetime, portfolio: 30 s", limits.cacheLifetimes.portfolio, 30_000],
  ["Cache lifetime, native balance: 30 s", limits.cacheLifetimes.nativeBalance, 30_000],
  ["Cache lifetime, ENS: 5 min", limits.cacheLifetimes.ens, 300_000],
  ["Cache lifetime, identity: 5 min", limits.cacheLifetimes.identity, 300_000],
  ["Cache lifetime, transaction history: 15 s", limits.cacheLifetimes.history, 15_000],
  ["Cache lifetime, token price: 15 s", limits.cacheLifetimes.tokenPrice, 15_000],
  ["Cache lifetime, names: 5 min", limits.cacheLifetimes.names, 300_000],
  ["Error reports: max 5 per 60 s", limits.errorReports, { count: 5, window: 60_000 }],
  ["Social popup: closed-check every 1 s", limits.socialPopup.closedCheck, 1_000],
  ["Email change poll: 1 s", limits.email.changePoll, 1_000],
  ["Image preload timeout: 2 s", limits.images.preload, 2_000],
  ["Debounce default: 500 ms", limits.debounce.input, 500],
  ["Shake: 500 ms", limits.modal.shake, 500],
  ["Email-login cooldown: 30 s", limits.email.cooldown, 30_000],
  ["Embedded wallet: load timeout 20000 ms", limits.frame.load, 20_000],
  ["Embedded wallet: request timeout 120000 ms", limits.frame.request, 120_000],
  ["Frame ready delay: 500 ms after its ready event", limits.frame.readyDelay, 500],
  ["Disconnect waits at most 3000 ms", limits.disconnectWait, 3_000],
  ["Recent wallets: max 2", limits.recentWallets, 2],
  ["Pending transactions limit: 99", limits.pendingTransactions, 99],
  ["Wallet lists: recommended: 4 per page", limits.walletLists.recommended, 4],
  ["Wallet lists: paging: 40 per page", limits.walletLists.page, 40],
  ["Wallet lists: search returns up to 100", limits.walletLists.search, 100],
  ["Wallet lists: images are fetched for the first 20 results of a paged fetch", limits.walletLists.imagesPerPage, 20],
  ["RPC transport: retryCount 3", limits.rpc.retryCount, 3],
  ["RPC transport: retry delay 150 ms with exponential backoff", limits.rpc.retryDelay, 150],
  ["RPC transport: timeout 10000 ms", limits.rpc.timeout, 10_000],
  ["RPC transport: batch size 1000", limits.rpc.batchSize, 1_000],
  ["RPC transport: fallback ping interval 4000 ms", limits.rpc.pingInterval, 4_000],
  [
    "RPC transport: retry on status 403, 408, 413, 429, 500, 502, 503, 504",
    limits.http.retryStatuses,
    [403, 408, 413, 429, 500, 502, 503, 504],
  ],
  [
    "Addresses are truncated to 4 characters at the start and 6 at the end",
    [limits.decimalsShown.addressStart, limits.decimalsShown.addressEnd],
    [4, 6],
  ],
  ["Currency USD with 2 decimals", [limits.decimalsShown.currency, limits.decimalsShown.moneyDecimals], ["USD", 2]],
  ["Locale 'en-US'", limits.decimalsShown.locale, "en-US"],
  ["Wallet iframe SDK version default: 4", limits.frame.sdkVersion, "4"],
  ["Cache sizes: 8192", limits.cacheSize, 8_192],
  ["Fee rule: max fee at most 2^256-1", limits.maxFee, 2n ** 256n - 1n],
  ["a snack closes by itself after 2500 ms", limits.snackTimes.stays, 2_500],
  ["a viewport of 430 px or less gets a bottom sheet", limits.modal.sheetWidth, 430],
  ["a social login takes 45 s at most", limits.socialLogin, 45_000],
  ["three email addresses are remembered", limits.recentEmails, 3],
  ["a deposit is polled every 5 s, at most 20 times", [limits.deposit.poll, limits.deposit.polls], [5_000, 20]],
]

describe("limits", () => {
  it.each(rules)("%s", (_, actual, expected) => {
    expect(actual).toEqual(expected)
  })

  it("Restricted timezones include Shanghai, Urumqi, Chongqing, Harbin, Kashgar, Macau, Hong Kong, Beijing", () => {
    for (const city of ["SHANGHAI", "URUMQI", "CHONGQING", "HARBIN", "KASHGAR", "MACAU", "HONG_KONG", "BEIJING"]) {
      expect(limits.restrictedTimezones).toContain(`ASIA/${city}`)
    }
  })
})
