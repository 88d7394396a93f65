/** On-ramp: payment limits if the service does not respond (US dollars and euros), preset amounts, fee range in percent. */
export const onramp = {
  limits: [
    { id: "card", min: "10.00", max: "7500.00" },
    { id: "ach_bank_account", min: "10.00", max: "25000.00" },
  ],
  presets: [100, 250, 500, 1_000],
  feePercent: { from: 1, to: 2 },
} as const

/** Time zones, in upper case, in which buying is restricted. */
export const restrictedTimezones = [
  "ASIA/SHANGHAI",
  "ASIA/URUMQI",
  "ASIA/CHONGQING",
  "ASIA/HARBIN",
  "ASIA/KASHGAR",
  "ASIA/MACAU",
  "ASIA/HONG_KONG",
  "ASIA/MACAO",
  "ASIA/BEIJING",
] as const
