import { topic } from "../topic.ts"

/** Names of an account. */
export const names = topic("names", {
  chooseAccountName: "Choose your account name",
  chooseAccountNameHint: "A name is easier to read than an address, and others can send to it.",
  choose: "Choose name",
  name: "Name",
  tooShort: { one: "At least {count} letter, digit or hyphen", other: "At least {count} letters, digits or hyphens" },
  taken: "This name is taken",
  ownsName: "You already own a name: {name}",
  suggestions: "Suggestions",
  registered: "Registered",
  register: "Register {name}",
  registerAny: "Register",
  approveInWallet: "Approve in your wallet",
  signHint: "Your wallet asks you to sign. That costs nothing.",
  noNames: "Names are for EVM networks",
  noNamesHint: "Switch to one to choose a name.",
  nameChosen: "Account name chosen successfully",
  nameChosenHint: "{name} stands for your account from now on.",
  letsGo: "Let's Go!",
})
