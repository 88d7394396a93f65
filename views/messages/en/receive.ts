import { topic } from "../topic.ts"
import { account } from "./account.ts"

/** Receiving tokens, and other ways to fund the wallet. */
export const receive = topic(
  "receive",
  {
    codeOfAddress: "QR code for your address",
    worksOn: { one: "Works on {count} network", other: "Works on {count} networks" },
    worksOnOne: "Works on {network}",
    onlyFromThese: "Receive only on these networks",
    onlyFromThis: "Receive only on this network",
    theseNetworks: "You can receive at this address on any of these networks.",
    thisNetwork: "You can receive at this address on this network only.",
    current: "Current",
    noReceive: "No address to show",
    noReceiveHint: "Connect a wallet on one of this site's networks first.",
    buyCrypto: "Buy crypto",
    buyCryptoHint: "With a card or a bank account",
    receiveFunds: "Receive funds",
    receiveFundsHint: "To your address, from another wallet",
    depositHint: "From your exchange account",
    noExchanges: "No exchange supports this network",
    exchangesFailed: "Couldn't load the exchanges",
    noWays: "No way to add funds here",
    noWaysHint: "Not available on this site or network.",
    testAccount: "Test account. Don't send real funds to it: anyone can take them.",
  },
  account,
)
