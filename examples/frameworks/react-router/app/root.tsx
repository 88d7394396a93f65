import type { ReactNode } from "react"
import { Links, Meta, Outlet, Scripts } from "react-router"
import { Wallet } from "./wallet"
import "portico/buttons.css"

export const Layout = ({ children }: { readonly children: ReactNode }) => (
  <html lang="en">
    <head>
      <meta charSet="utf-8" />
      <title>Portico in React Router</title>
      <link rel="icon" href="data:," />
      <Meta />
      <Links />
    </head>
    <body>
      {children}
      <Scripts />
    </body>
  </html>
)

export default function App() {
  return (
    <Wallet>
      <Outlet />
    </Wallet>
  )
}
