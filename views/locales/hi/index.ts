import type { Translation } from "../translation.ts"
import account from "./account.json" with { type: "json" }
import activity from "./activity.json" with { type: "json" }
import buttons from "./buttons.json" with { type: "json" }
import common from "./common.json" with { type: "json" }
import connect from "./connect.json" with { type: "json" }
import connections from "./connections.json" with { type: "json" }
import dataCapture from "./dataCapture.json" with { type: "json" }
import embedded from "./embedded.json" with { type: "json" }
import errors from "./errors.json" with { type: "json" }
import help from "./help.json" with { type: "json" }
import login from "./login.json" with { type: "json" }
import mailedCode from "./mailedCode.json" with { type: "json" }
import names from "./names.json" with { type: "json" }
import network from "./network.json" with { type: "json" }
import nfts from "./nfts.json" with { type: "json" }
import onramp from "./onramp.json" with { type: "json" }
import pay from "./pay.json" with { type: "json" }
import receive from "./receive.json" with { type: "json" }
import send from "./send.json" with { type: "json" }
import siwx from "./siwx.json" with { type: "json" }
import smartSessions from "./smartSessions.json" with { type: "json" }
import swap from "./swap.json" with { type: "json" }
import titles from "./titles.json" with { type: "json" }
import wallets from "./wallets.json" with { type: "json" }

const translation: Translation = {
  account,
  activity,
  buttons,
  common,
  connect,
  connections,
  dataCapture,
  embedded,
  errors,
  help,
  login,
  mailedCode,
  names,
  network,
  nfts,
  onramp,
  pay,
  receive,
  send,
  siwx,
  smartSessions,
  swap,
  titles,
  wallets,
}
export default translation
