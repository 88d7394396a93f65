import { createRoot } from "react-dom/client"
import { Header } from "./Header"
import { Providers } from "./Providers"
import { Transfer } from "./Transfer"

createRoot(document.getElementById("root") as HTMLElement).render(
  <Providers status="unauthenticated">
    <Header />
    <Transfer />
  </Providers>,
)
