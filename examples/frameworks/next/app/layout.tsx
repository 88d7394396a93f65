import type { ReactNode } from "react"
import { Wallet } from "./wallet"
import "portico/buttons.css"

export const metadata = { title: "Portico in Next.js", icons: { icon: "data:," } }

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <Wallet>{children}</Wallet>
      </body>
    </html>
  )
}
