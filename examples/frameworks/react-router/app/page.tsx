import { AccountButton, ConnectButton, useAccount } from "portico/react"

export default function Page() {
  const { address } = useAccount()
  return (
    <main>
      <ConnectButton />
      <AccountButton />
      <output>{address ?? "Not connected"}</output>
    </main>
  )
}
