/**
 * Accounts of the demo's wallets, each with all its addresses. Their private keys are public (`layers/demo/keys/testKeys.ts`): anyone can
 * take real funds sent to them.
 */
export const testAccounts: readonly (readonly [address: string, ...others: string[]])[] = [
  ["0xdbC7d4ef0007fA387aE67cC789e95be1BEC727C9"],
  ["0xf5DA480810628F1D16c01DC30CE7A0C9bEEcCbA0"],
  ["0x5f6Cab578FF76D79b15ACD9a9631A465D56Da7B3"],
  ["0x2fE05b822db16CcD3991ACfc8046023d30ACB03e"],
  ["0xc998F5ddAeF5c0B4491f56E433b9a6252c166367"],
  ["0xC385FC45A6e9D2587C63E39fca31B0eF76a7889D"],
  ["BjSMME56N22XUGKZBaLH1RYm42iW1ro9eYm68kZo4Zwi"],
  ["3gMxyLH993Pm69agfhDmyiMb1caxN1u7xGnx91dj1Qpc"],
  ["F9BiLrmZDES5tNxgkm5xoLrDgTo27cDPFqU1rEgSWCCV"],
  ["Fhrv1rk6j4wFL1WPydwt3YpGwptAAB5NefvM318DPnCs"],
  [
    "bc1qy3pqjdna4y9v7vegztgvkwtf5r23yqy9shj5dn",
    "bc1pkf2agdwk39hgjqd84nact52jf9je48k292pnczywvw6eparur55svs3fjf",
    "tb1qy3pqjdna4y9v7vegztgvkwtf5r23yqy963f8kq",
    "tb1pkf2agdwk39hgjqd84nact52jf9je48k292pnczywvw6eparur55smc8xgx",
  ],
  [
    "bc1q9pxmt8rjca0axk6pxnt6qmcufnvm97ua657kwj",
    "bc1p7qshf4p560ctc2g4jh0nnju96l25efjvejsf094tv4ejx4k4n72qp90wgy",
    "tb1q9pxmt8rjca0axk6pxnt6qmcufnvm97uasj994p",
    "tb1p7qshf4p560ctc2g4jh0nnju96l25efjvejsf094tv4ejx4k4n72qkdepjt",
  ],
  ["0x06f20532fFb686FC0e0c6d8fD79394d34aA5e1ed"],
  ["0xf17dAC94d770aA53532A8e8766b5522fE1bC3560"],
  ["2tMNQr6wF7e8FsW9YDkzpcsQTJ1E6fRydjiYecucLKWZ"],
]

export const isTestAccount = (address: string): boolean => known.has(keyOf(address))

/** Converts an address to the form in which addresses are compared. Only EVM addresses ignore case. */
const keyOf = (address: string) => (address.startsWith("0x") ? address.toLowerCase() : address)

const known = new Set(testAccounts.flat().map(keyOf))
