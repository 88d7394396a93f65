import { topic } from "../topic.ts"
import { account } from "./account.ts"

/** Receiving, and other ways to have something in the wallet. */
export const receive = topic(
  "receive",
  {
    codeOfAddress: "Code of your address",
    worksOn: { one: "Works on {count} network", other: "Works on {count} networks" },
    worksOnOne: "Works on {network}",
    onlyFromThese: "Send only from these",
    onlyFromThis: "Send only from this network",
    theseNetworks: "Others can send to this address on each of these networks.",
    thisNetwork: "Others can send to this address on this network alone.",
    current: "In use",
    noReceive: "Nothing to receive with",
    noReceiveHint: "Connect a wallet on a network of this site first.",
    buyCrypto: "Buy crypto",
    buyCryptoHint: "With a card or a bank account",
    receiveFunds: "Receive funds",
    receiveFundsHint: "To your address, from another wallet",
    depositHint: "From your account with one",
    noExchanges: "No exchange pays out on this network",
    exchangesFailed: "The exchanges could not be loaded",
    noWays: "Nothing to fund it with here",
    noWaysHint: "This site or this network offers no way.",
    testAccount: "Test account. Don't send real funds to it: anyone can take them.",
  },
  account,
)
