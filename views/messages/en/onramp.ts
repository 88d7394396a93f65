import { topic } from "../topic.ts"
import { account } from "./account.ts"

/** Buying tokens with money. */
export const onramp = topic(
  "onramp",
  {
    youPay: "You pay",
    youBuy: "You buy",
    token: "Token: {token}",
    currency: "Currency: {currency}",
    presets: "Amounts",
    about: "about {amount}",
    estimate: "Estimate",
    worthAbout: "worth about {amount}",
    limits: "From {min} to {max}",
    outsideLimits: "Enter an amount between {min} and {max}.",
    noPrice: "Price unavailable",
    noPriceHint: "This is only an estimate, so you can't buy at this price. Try again in a moment.",
    providers: "Providers",
    fee: "Fee {fee}",
    newWindow: "You'll complete the purchase with the provider in a new window. Your tokens will arrive here.",
    howItWorks: "How does it work?",
    notOffered: "Buying isn't available here",
    notOfferedHint: "You can still receive tokens at your address.",
    nothingToBuy: "No tokens to buy on {network}",
    searchTokens: "Search tokens",
    searchCurrencies: "Search currencies",
    noTokens: "No tokens found",
    noCurrency: "No currency found",

    buyIn: "Buy in {provider}",
    buyInHint: "Continue in the other window. We'll let you know here when your tokens arrive.",
    arrived: "{symbol} arrived",
    opening: "Opening {provider}",
    openingHint: "Loading the provider's page.",
    blocked: "Pop-up blocked",
    blockedHint: "Your browser blocked the window. Use the button to open it.",
    openProvider: "Open {provider}",
    openFailed: "Couldn't open {provider}",
    copyLink: "Copy link",

    buyAnywhere: "Card or bank transfer",
    buyAnywhereText: "Pay the provider, and it sends the tokens to your wallet.",
    buyWithProvider: "The provider handles the sale",
    buyWithProviderText:
      "It verifies your identity, takes the payment and sets its own fee. This site never sees your card.",
    buyYours: "Straight to your wallet",
    buyYoursText: "Tokens arrive at your own address: in minutes by card, in days by bank transfer.",
  },
  account,
)
