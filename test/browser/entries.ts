/** The site's terms, below the Connect view and the purchase. */
const legal = `- text: By connecting, you agree to the
      - link "Terms of Service":
        - /url: https://fernhill.example/terms
      - text: and
      - link "Privacy Policy":
        - /url: https://fernhill.example/privacy
      - text: .`

/**
 * ARIA snapshots of what the dialog contains in each state of a view, in order, in windows that have no room for help beside the card. The
 * first state of a view is its usual one.
 */
export const entries: readonly (readonly [view: string, state: string, contents: string])[] = [
  [
    "Connect",
    "Connect-wallets-and-logins",
    `
      - heading "Connect Wallet" [level=1]
      - button "What is a Wallet?"
      - button "Close"
      - status
      - group:
        - button "WalletConnect QR code"
        - button "Halyard Installed"
        - button "Cinderbox Installed"
        - button "Tessera Installed"
        - button "All Wallets 600+"
        - text: or
        - textbox "Email address"
        - button "Continue with email" [disabled]
        - status
        - button "Continue with Google"
        - button "Continue with X"
        - button "Continue with Farcaster"
        - button "Continue with Discord"
        - button "Continue with Apple"
        - button "More ways to log in"
      ${legal}
    `,
  ],
  [
    "Connect",
    "Connect-wallets-collapsed",
    `
      - heading "Connect Wallet" [level=1]
      - button "What is a Wallet?"
      - button "Close"
      - status
      - group:
        - button "Continue with a wallet"
        - text: or
        - textbox "Email address"
        - button "Continue with email" [disabled]
        - status
        - button "Continue with Google"
        - button "Continue with X"
        - button "Continue with Farcaster"
        - button "Continue with Discord"
        - button "Continue with Apple"
        - button "More ways to log in"
      ${legal}
    `,
  ],
  [
    "Connect",
    "Connect-a-late-approval",
    `
      - heading "Connect Wallet" [level=1]
      - button "What is a Wallet?"
      - button "Close"
      - status
      - group:
        - button "Continue with Halyard Approved in Halyard after you left"
        - button "WalletConnect QR code"
        - button "Halyard Installed"
        - button "Cinderbox Installed"
        - button "Tessera Installed"
        - button "All Wallets 600+"
      ${legal}
    `,
  ],
  [
    "ConnectWallets",
    "ConnectWallets",
    `
      - button "Back"
      - heading "Connect Wallet" [level=1]
      - button "Close"
      - status
      - group:
        - button "WalletConnect QR code"
        - button "Halyard Installed"
        - button "Cinderbox Installed"
        - button "Tessera Installed"
        - button "All Wallets 600+"
      ${legal}
    `,
  ],
  [
    "AllWallets",
    "AllWallets",
    `
      - heading "All Wallets" [level=1]
      - text: 600+
      - button "Close"
      - status
      - group:
        - searchbox "Search wallets"
        - status
        - text: Certified only
        - switch "Certified only"
        - list "All Wallets":
          - listitem:
            - button "Halyard"
          - listitem:
            - button "Cinderbox"
          - listitem:
            - button "Certified Fathom":
              - img "Certified"
              - text: Fathom
    `,
  ],
  [
    "Account",
    "Account",
    `
      - 'button "Switch Network: Base"': Base
      - heading "Account" [level=1]
      - button "Close"
      - status
      - button "marguerite.eth 0xdb...C727C9"
      - link "Block Explorer":
        - /url: https://basescan.org/address/0xdbC7d4ef0007fA387aE67cC789e95be1BEC727C9
      - button "Copy address"
      - text: $8,995.82 2.418 ETH
      - button "Buy"
      - button "Swap"
      - button "Receive"
      - button "Send"
      - tablist "Account assets":
        - tab "Tokens" [selected]
        - tab "NFTs"
        - tab "Activity"
      - tabpanel "Tokens":
        - list "Tokens":
          - listitem:
            - button "Ether 2.418 ETH $8,214.28 $3,397.14"
          - listitem:
            - button "USD Coin 412.070 USDC $412.07 $1.00"
          - listitem:
            - button "Harbour 58.000 HRB $127.83 $2.20"
          - listitem:
            - button "Talon 1,204.000 TLN $241.64 $0.20"
      - button "Deposit from exchange"
      - button "Disconnect"
    `,
  ],
  [
    "Account",
    "Account-wallet-locked",
    `
      - 'button "Switch Network: Base"': Base
      - heading "Account" [level=1]
      - button "Close"
      - status
      - heading "Reconnect Halyard" [level=2]
      - paragraph: Your wallet isn't responding. If it's locked, unlock it and try again.
      - button "Reconnect"
      - button "Choose another wallet"
      - button "Disconnect"
    `,
  ],
  [
    "Account",
    "Account-embedded-wallet",
    `
      - 'button "Switch Network: Base"': Base
      - heading "Account" [level=1]
      - button "Close"
      - status
      - button "linden.eth 0x06...A5e1ed"
      - button "Copy address"
      - text: $7,153.45 1.969 ETH
      - button "Receive"
      - button "Send"
      - tablist "Account assets":
        - tab "Tokens" [selected]
        - tab "NFTs"
      - tabpanel "Tokens":
        - list "Tokens":
          - listitem:
            - button "Ether 1.969 ETH $6,689.13 $3,397.14"
          - listitem:
            - button "USD Coin 307.414 USDC $307.41 $1.00"
          - listitem:
            - button "Harbour 32.921 HRB $72.55 $2.20"
          - listitem:
            - button "Talon 420.230 TLN $84.34 $0.20"
      - button "Settings"
    `,
  ],
  [
    "Account",
    "Account-on-Bitcoin",
    `
      - 'button "Switch Network: Bitcoin"': Bitcoin
      - heading "Account" [level=1]
      - button "Close"
      - status
      - button "bc1q...shj5dn"
      - button "Copy address"
      - text: 0.095 BTC
      - button "Receive"
      - button "Disconnect"
    `,
  ],
  [
    "ProfileWallets",
    "ProfileWallets",
    `
      - heading "Wallets" [level=1]
      - button "Close"
      - status
      - tablist "Chain":
        - tab "EVM" [selected]
        - tab "Solana"
        - tab "Bitcoin"
      - tabpanel:
        - heading "2 connected" [level=2]
        - button "Disconnect All"
        - button "marguerite.eth 0xdb...C727C9 Active"
        - text: Halyard
        - button "Copy address"
        - link "Block Explorer":
          - /url: https://basescan.org/address/0xdbC7d4ef0007fA387aE67cC789e95be1BEC727C9
        - button "Disconnect Halyard"
        - button "0xf5...EcCbA0 Halyard Switch"
        - button "ansel.eth Cinderbox Switch"
        - button "Disconnect Cinderbox"
        - heading "Recently connected" [level=2]
        - button "0x2f...ACB03e Tessera · now Connect"
        - button "Forget Tessera"
        - button "Add EVM Wallet"
    `,
  ],
  [
    "ProfileWallets",
    "ProfileWallets-on-Bitcoin",
    `
      - heading "Wallets" [level=1]
      - button "Close"
      - status
      - tablist "Chain":
        - tab "EVM"
        - tab "Solana"
        - tab "Bitcoin" [selected]
      - tabpanel:
        - heading "1 connected" [level=2]
        - button "bc1q...shj5dn Payment · Sheepshank Switch"
        - button "Disconnect Sheepshank"
        - button "bc1p...vs3fjf Ordinals · Sheepshank Switch"
        - button "Add Bitcoin Wallet"
    `,
  ],
  [
    "ProfileWallets",
    "ProfileWallets-disconnected",
    `
      - heading "Wallets" [level=1]
      - button "Close"
      - status
      - heading "No wallet connected" [level=2]
      - paragraph: Connect a wallet to see its accounts here.
      - button "Add EVM Wallet"
    `,
  ],
  [
    "ProfileWallets",
    "ProfileWallets-wallet-locked",
    `
      - heading "Wallets" [level=1]
      - button "Close"
      - status
      - button "Halyard Not responding Reconnect"
      - button "Disconnect Halyard"
      - button "Add EVM Wallet"
    `,
  ],
  [
    "ConnectingWalletConnect",
    "ConnectingWalletConnect",
    String.raw`
      - button "Back"
      - heading "WalletConnect" [level=1]
      - button "Close"
      - status
      - img "QR code to connect with WalletConnect"
      - heading "Scan this QR Code with your phone" [level=2]
      - paragraph: /^Code expires in \d:\d\d$/
      - status
      - button "Copy link"
    `,
  ],
  [
    "ConnectingWalletConnect",
    "ConnectingWalletConnect-wallet-with-several-platforms",
    String.raw`
      - button "Back"
      - heading "Quillon" [level=1]
      - button "Close"
      - status
      - tablist "WalletConnect":
        - tab "Mobile" [selected]
        - tab "Webapp"
        - tab "Desktop"
        - tab "Browser"
      - tabpanel:
        - img "QR code to connect with Quillon"
        - heading "Scan this QR Code with your phone" [level=2]
        - paragraph: /^Code expires in \d:\d\d$/
        - status
        - button "Copy link"
      - text: Don't have Quillon?
      - button "Get"
    `,
  ],
  [
    "ConnectingWalletConnect",
    "ConnectingWalletConnect-declined",
    `
      - button "Back"
      - heading "Fathom" [level=1]
      - button "Close"
      - status
      - status:
        - heading "Declined in Fathom" [level=2]
        - paragraph: Connection rejected. Nothing was shared.
      - button "Try again"
      - button "Choose another wallet"
    `,
  ],
  [
    "ConnectingWalletConnect",
    "ConnectingWalletConnect-not-detected",
    `
      - button "Back"
      - heading "Halyard" [level=1]
      - button "Close"
      - status
      - tablist "WalletConnect":
        - tab "Mobile"
        - tab "Webapp"
        - tab "Desktop"
        - tab "Browser" [selected]
      - tabpanel:
        - status:
          - heading "Not Detected" [level=2]
          - paragraph: Halyard can't connect from this device.
        - button "Choose another wallet"
      - text: Don't have Halyard?
      - button "Get"
    `,
  ],
  [
    "ConnectingWalletConnect",
    "ConnectingWalletConnect-relay-unavailable",
    `
      - button "Back"
      - heading "WalletConnect" [level=1]
      - button "Close"
      - status
      - img "QR code unavailable"
      - button "Try again"
      - alert:
        - heading "QR code unavailable" [level=2]
        - paragraph: We couldn't reach the connection service. Failed to connect.
    `,
  ],
  [
    "ConnectingWalletConnect",
    "ConnectingWalletConnect-on-a-phone-stayed",
    `
      - button "Back"
      - heading "Quillon" [level=1]
      - button "Close"
      - status
      - tablist "WalletConnect":
        - tab "Mobile" [selected]
        - tab "Webapp"
        - tab "Browser"
      - tabpanel:
        - status:
          - heading "Wallet not opened" [level=2]
          - paragraph: Nothing was shared. Open Quillon to continue, or use a QR code or link to connect a wallet on another device.
        - button "Open Quillon"
        - button "Show a QR code"
        - button "Copy link"
      - text: Don't have Quillon?
      - button "Get"
    `,
  ],
  [
    "ConnectingWalletConnect",
    "ConnectingWalletConnect-on-a-phone-in-the-wallet-s-own-browser",
    `
      - button "Back"
      - heading "Phantom" [level=1]
      - button "Close"
      - status
      - status:
        - heading "Continue in Phantom's browser" [level=2]
        - paragraph: This page will open in Phantom's browser so you can connect there.
      - button "Open Phantom"
      - button "Connect here instead"
      - button "Copy page link"
      - text: Don't have Phantom?
      - button "Get"
    `,
  ],
  [
    "ConnectingWalletConnectBasic",
    "ConnectingWalletConnectBasic",
    String.raw`
      - heading "WalletConnect" [level=1]
      - button "Close"
      - status
      - img "QR code to connect with WalletConnect"
      - heading "Scan this QR Code with your phone" [level=2]
      - paragraph: /^Code expires in \d:\d\d$/
      - status
      - button "Copy link"
      - button "All Wallets"
    `,
  ],
  [
    "ConnectingExternal",
    "ConnectingExternal-waiting",
    `
      - button "Back"
      - heading "Halyard" [level=1]
      - button "Close"
      - status
      - status:
        - heading "Approve in Halyard" [level=2]
        - paragraph: Approve the connection in the Halyard window. This site will see your address but can't move your funds.
      - button "Choose another wallet"
    `,
  ],
  [
    "ConnectingExternal",
    "ConnectingExternal-declined",
    `
      - button "Back"
      - heading "Halyard" [level=1]
      - button "Close"
      - status
      - status:
        - heading "Declined in Halyard" [level=2]
        - paragraph: Nothing was shared. An earlier request may still be open in your wallet.
      - button "Try again"
      - button "Choose another wallet"
    `,
  ],
  [
    "ConnectingExternal",
    "ConnectingExternal-failed",
    `
      - button "Back"
      - heading "Halyard" [level=1]
      - button "Close"
      - status
      - alert:
        - heading "Couldn't connect to Halyard" [level=2]
        - paragraph: Failed to connect. Nothing was shared.
      - button "Try again"
      - button "Choose another wallet"
    `,
  ],
  [
    "ConnectingFarcaster",
    "ConnectingFarcaster",
    `
      - button "Back"
      - heading "Farcaster" [level=1]
      - button "Close"
      - status
      - img "QR code to log in with Farcaster"
      - status:
        - heading "Scan this QR Code with your phone" [level=2]
        - paragraph: Farcaster will ask you to approve the login.
      - button "Copy link"
    `,
  ],
  [
    "ConnectingFarcaster",
    "ConnectingFarcaster-failed",
    `
      - button "Back"
      - heading "Farcaster" [level=1]
      - button "Close"
      - status
      - alert:
        - heading "Couldn't log in with Farcaster" [level=2]
        - paragraph: Failed to connect to farcaster. Nothing was shared.
      - button "Try again"
      - button "Try another way"
    `,
  ],
  [
    "ConnectingFarcaster",
    "ConnectingFarcaster-on-a-phone",
    `
      - button "Back"
      - heading "Farcaster" [level=1]
      - button "Close"
      - status
      - status:
        - heading "Continue in Farcaster" [level=2]
        - paragraph: Approve the login in the app, then return here.
      - button "Open Farcaster"
      - button "Copy link"
    `,
  ],
  [
    "EmailLogin",
    "EmailLogin",
    `
      - button "Back"
      - heading "Email Login" [level=1]
      - button "Close"
      - status
      - paragraph: We'll email you a code. You'll get your own wallet, with nothing to install.
      - group:
        - textbox "Email address"
        - button "Continue with email" [disabled]
        - status
    `,
  ],
  [
    "UpdateEmailWallet",
    "UpdateEmailWallet",
    `
      - button "Back"
      - heading "Edit Email" [level=1]
      - button "Close"
      - status
      - textbox "Email address": linden@fernhill.example
      - status
      - paragraph: We'll send a code to your current email first, then one to the new email.
      - button "Save" [disabled]
    `,
  ],
  [
    "UnsupportedChain",
    "UnsupportedChain",
    `
      - heading "Switch Network" [level=1]
      - button "Close"
      - status
      - alert:
        - paragraph: Unsupported network
        - paragraph: This site doesn't support Halyard's current network. Switch to one of these to continue.
      - button "Base"
      - button "Ethereum"
      - button "Polygon"
      - text: or
      - button "Disconnect"
    `,
  ],
  [
    "SwitchNetwork",
    "SwitchNetwork-waiting",
    `
      - button "Back"
      - heading "Polygon" [level=1]
      - button "Close"
      - status
      - status:
        - heading "Approve in Halyard" [level=2]
        - paragraph: Approve the switch to Polygon in your wallet.
    `,
  ],
  [
    "SwitchActiveChain",
    "SwitchActiveChain",
    `
      - button "Back"
      - heading "Switch Chain" [level=1]
      - button "Close"
      - status
      - heading "Switch to Solana" [level=2]
      - paragraph: Halyard isn't connected to Solana. Choose a wallet for Solana. Halyard stays connected.
      - button "Switch"
      - button "Back"
    `,
  ],
  [
    "Networks",
    "Networks",
    `
      - heading "Choose Network" [level=1]
      - button "Close"
      - status
      - searchbox "Search networks"
      - status
      - button "Base"
      - button "Ethereum"
      - button "Polygon"
      - button "OP Mainnet"
      - button "Optimism Goerli Testnet"
      - text: Your wallet may not support every network.
      - button "What is a network?"
    `,
  ],
  [
    "Networks",
    "Networks-some-unsupported-by-the-wallet",
    `
      - heading "Choose Network" [level=1]
      - button "Close"
      - status
      - button "Ethereum"
      - heading "Not supported by Fathom" [level=2]
      - button "Base" [disabled]
      - button "Polygon" [disabled]
      - text: Your wallet may not support every network.
      - button "What is a network?"
    `,
  ],
  [
    "Networks",
    "Networks-Solana-next-to-EVM",
    `
      - heading "Choose Network" [level=1]
      - button "Close"
      - status
      - button "Base Needs a different wallet"
      - button "Solana"
      - button "Solana Devnet Testnet"
      - text: Your wallet may not support every network.
      - button "What is a network?"
    `,
  ],
  [
    "RegisterAccountName",
    "RegisterAccountName-suggestions",
    `
      - button "Back"
      - heading "Choose Name" [level=1]
      - button "Close"
      - status
      - textbox "Name" [invalid]: ansel
      - text: .reown.id
      - status: This name is taken
      - heading "Suggestions" [level=2]
      - list "Suggestions":
        - listitem:
          - button "ansel.reown.id Registered" [disabled]
        - listitem:
          - button "ansel-one.reown.id"
        - listitem:
          - button "ansel1.reown.id"
        - listitem:
          - button "anseles.reown.id"
      - button "Register" [disabled]
      - status
      - paragraph: Your wallet will ask you to sign a message. It's free.
    `,
  ],
  [
    "RegisterAccountName",
    "RegisterAccountName-too-short",
    `
      - button "Back"
      - heading "Choose Name" [level=1]
      - button "Close"
      - status
      - textbox "Name" [invalid]: abc
      - text: .reown.id
      - status: Use at least 4 letters, digits or hyphens
      - button "Register" [disabled]
      - status
      - paragraph: Your wallet will ask you to sign a message. It's free.
    `,
  ],
  [
    "RegisterAccountNameSuccess",
    "RegisterAccountNameSuccess",
    `
      - button "Back"
      - heading "Choose Name" [level=1]
      - button "Close"
      - status
      - status:
        - heading "Account name chosen successfully" [level=2]
        - paragraph: harbour.reown.id now points to your account.
        - button "Let's Go!"
    `,
  ],
  [
    "DataCapture",
    "DataCapture",
    `
      - heading "Sign In" [level=1]
      - button "Close"
      - status
      - paragraph: Fernhill needs your email before you sign in. We'll send you a code to confirm it.
      - textbox "Email address"
      - status
      - group "Email providers":
        - button "@gmail.com"
        - button "@outlook.com"
        - button "@yahoo.com"
        - button "@hotmail.com"
        - button "@aol.com"
        - button "@icloud.com"
        - button "@zoho.com"
      - button "Continue" [disabled]
      - paragraph: If you close this screen, your wallet will be disconnected.
    `,
  ],
  [
    "DataCapture",
    "DataCapture-optional-with-a-known-email",
    `
      - heading "Sign In" [level=1]
      - button "Close"
      - status
      - paragraph: Fernhill would like your email. You can sign in without it.
      - textbox "Email address"
      - status
      - group "Email providers":
        - button "@gmail.com"
        - button "@outlook.com"
        - button "@yahoo.com"
        - button "@hotmail.com"
        - button "@aol.com"
        - button "@icloud.com"
        - button "@zoho.com"
      - heading "Recently used" [level=2]
      - button "linden@fernhill.example"
      - button "Continue" [disabled]
      - button "Skip this step"
      - paragraph: If you close this screen, your wallet will be disconnected.
    `,
  ],
  [
    "SIWXSignMessage",
    "SIWXSignMessage",
    String.raw`
      - heading "Sign In" [level=1]
      - button "Close"
      - status
      - status:
        - heading "Prove this wallet is yours" [level=2]
        - paragraph: Sign a message for Fernhill. It's free and can't move your funds or approve spending.
      - term: Site
      - definition: /127\.0\.0\.1:\d+/
      - term: Account
      - definition: 0xdb...C727C9
      - term: Network
      - definition: Base
      - term: Valid until
      - definition: /^\w+ \d+, \d{4}, \d+:\d\d [AP]M$/
      - button "Full message"
      - button "Cancel"
      - button "Sign"
      - status
      - paragraph: If you cancel, your wallet will be disconnected.
    `,
  ],
  [
    "SIWXSignMessage",
    "SIWXSignMessage-message-of-another-site",
    String.raw`
      - heading "Sign In" [level=1]
      - button "Close"
      - status
      - alert:
        - heading "This message is for bank.example" [level=2]
        - paragraph: /You're on 127\.0\.0\.1:\d+\. Only sign if you know why this site is asking on behalf of another\./
      - term: Site
      - definition: bank.example
      - term: Account
      - definition: 0xdb...C727C9
      - term: Network
      - definition: Base
      - button "Full message"
      - button "Cancel"
      - button "Sign"
      - status
      - paragraph: If you cancel, your wallet will be disconnected.
    `,
  ],
  [
    "ApproveTransaction",
    "ApproveTransaction",
    `
      - heading "Approve Transaction" [level=1]
      - button "Close"
      - status
      - status: Opening your embedded wallet...
      - region "Embedded wallet":
        - region "Demo secure site":
          - heading "Fernhill requests a signature" [level=2]
          - paragraph: This demo replaces the secure site. It signs with a public test key.
          - button "Reject"
          - button "Approve"
    `,
  ],
  [
    "ApproveTransaction",
    "ApproveTransaction-no-request",
    `
      - heading "Approve Transaction" [level=1]
      - button "Close"
      - status
      - heading "Nothing to approve" [level=2]
      - paragraph: Requests from this site will appear here for your approval.
      - button "Go to account"
    `,
  ],
  [
    "OnRampTokenSelect",
    "OnRampTokenSelect",
    `
      - button "Back"
      - heading "Select Token" [level=1]
      - button "Close"
      - status
      - list "Search tokens":
        - listitem:
          - button "USD Coin USDC · Base"
        - listitem:
          - button "Ether ETH · Base"
        - listitem:
          - button "POL POL · Polygon"
        - listitem:
          - button "Harbour HRB · Base"
      ${legal}
    `,
  ],
  [
    "OnRampFiatSelect",
    "OnRampFiatSelect",
    `
      - button "Back"
      - heading "Select Currency" [level=1]
      - button "Close"
      - status
      - list "Search currencies":
        - listitem:
          - button "US Dollar From $10.00 to $25,000.00"
        - listitem:
          - button "Euro From €10.00 to €25,000.00"
        - listitem:
          - button "British Pound From £10.00 to £25,000.00"
      ${legal}
    `,
  ],
  [
    "OnRampProviders",
    "OnRampProviders",
    `
      - heading "Choose Provider" [level=1]
      - button "Close"
      - status
      - text: You pay $
      - textbox "You pay":
        - /placeholder: "0"
        - text: "100"
      - 'button "Currency: USD"': USD
      - text: From $10.00 to $25,000.00
      - group "Suggested amounts":
        - button "$100" [pressed]
        - button "$250"
        - button "$500"
        - button "$1,000"
      - text: You buy about 98.56
      - 'button "Token: USDC"': USDC
      - list "Providers":
        - listitem:
          - button "Meld Fee 1-2% Base, Ethereum, Polygon":
            - text: Meld Fee 1-2%
            - img "Base, Ethereum, Polygon"
      - paragraph:
        - text: You'll complete the purchase with the provider in a new window. The tokens will arrive in your wallet.
        - button "How does it work?"
      - text: By connecting, you agree to the
      - link "Terms of Service":
        - /url: https://a.example/terms
      - text: and
      - link "Privacy Policy":
        - /url: https://fernhill.example/privacy
      - text: .
    `,
  ],
  [
    "OnRampProviders",
    "OnRampProviders-outside-the-limits",
    `
      - heading "Choose Provider" [level=1]
      - button "Close"
      - status
      - text: You pay $
      - textbox "You pay" [invalid]:
        - /placeholder: "0"
        - text: "7"
      - 'button "Currency: USD"': USD
      - status: Enter an amount between $10.00 and $25,000.00.
      - group "Suggested amounts":
        - button "$100"
        - button "$250"
        - button "$500"
        - button "$1,000"
      - text: You buy
      - 'button "Token: USDC"': USDC
      - list "Providers":
        - listitem:
          - button "Meld Fee 1-2% Base, Ethereum, Polygon" [disabled]:
            - text: Meld Fee 1-2%
            - img "Base, Ethereum, Polygon"
      - paragraph:
        - text: You'll complete the purchase with the provider in a new window. The tokens will arrive in your wallet.
        - button "How does it work?"
      ${legal}
    `,
  ],
  [
    "OnRampProviders",
    "OnRampProviders-estimate",
    `
      - heading "Choose Provider" [level=1]
      - button "Close"
      - status
      - text: You pay $
      - textbox "You pay":
        - /placeholder: "0"
        - text: "100"
      - 'button "Currency: USD"': USD
      - text: From $10.00 to $25,000.00
      - group "Suggested amounts":
        - button "$100" [pressed]
        - button "$250"
        - button "$500"
        - button "$1,000"
      - text: You buy Estimate worth about $100.00
      - 'button "Token: USDC"': USDC
      - status:
        - paragraph: This is only an estimate, so you can't buy tokens at this price. Try again in a moment.
        - button "Try again"
      - list "Providers":
        - listitem:
          - button "Meld Fee 1-2% Base, Ethereum, Polygon" [disabled]:
            - text: Meld Fee 1-2%
            - img "Base, Ethereum, Polygon"
      - paragraph:
        - text: You'll complete the purchase with the provider in a new window. The tokens will arrive in your wallet.
        - button "How does it work?"
      ${legal}
    `,
  ],
]
