import { sentences } from "../../src/buttons/state.ts"
import { account } from "./en/account.ts"
import { activity } from "./en/activity.ts"
import { capture } from "./en/capture.ts"
import { chains } from "./en/chains.ts"
import { connecting } from "./en/connecting.ts"
import { directory } from "./en/directory.ts"
import { embedded } from "./en/embedded.ts"
import { help } from "./en/help.ts"
import { login } from "./en/login.ts"
import { mailed } from "./en/mailed.ts"
import { names } from "./en/names.ts"
import { nfts } from "./en/nfts.ts"
import { onramp } from "./en/onramp.ts"
import { paying } from "./en/pay.ts"
import { profile } from "./en/profile.ts"
import { receive } from "./en/receive.ts"
import { sending } from "./en/send.ts"
import { sessions } from "./en/sessions.ts"
import { siwx } from "./en/siwx.ts"
import { swapping } from "./en/swap.ts"
import { en } from "./en.ts"

/** All English texts, by topic and key. Every language has the same keys, and no view needs all of them. */
export const english = {
  any: en.own,
  buttons: sentences,
  account: account.own,
  activity: activity.own,
  capture: capture.own,
  chains: chains.own,
  connecting: connecting.own,
  directory: directory.own,
  embedded: embedded.own,
  help: help.own,
  login: login.own,
  mailed: mailed.own,
  names: names.own,
  nfts: nfts.own,
  onramp: onramp.own,
  pay: paying.own,
  profile: profile.own,
  receive: receive.own,
  send: sending.own,
  sessions: sessions.own,
  siwx: siwx.own,
  swap: swapping.own,
} as const
