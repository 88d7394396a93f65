import { topic } from "../topic.ts"

/** Account names. */
export const names = topic("names", {
  chooseAccountName: "Choose your account name",
  chooseAccountNameHint: "A name is easier to read than an address, and people can send to it.",
  choose: "Choose name",
  name: "Name",
  tooShort: {
    one: "Use at least {count} letter, digit or hyphen",
    other: "Use at least {count} letters, digits or hyphens",
  },
  taken: "This name is taken",
  ownsName: "You already own {name}",
  suggestions: "Suggestions",
  registered: "Registered",
  register: "Register {name}",
  registerAny: "Register",
  approveInWallet: "Approve in your wallet",
  signHint: "Sign the message in your wallet. It's free.",
  noNames: "Names need an EVM network",
  noNamesHint: "Switch to an EVM network to choose a name.",
  nameChosen: "Account name chosen successfully",
  nameChosenHint: "{name} now points to your account.",
  letsGo: "Let's Go!",
})
