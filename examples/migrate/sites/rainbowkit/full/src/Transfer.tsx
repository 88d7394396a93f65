import { useAddRecentTransaction } from "@rainbow-me/rainbowkit"
import { parseEther } from "viem"
import { useSendTransaction } from "wagmi"

export function Transfer() {
  const addRecentTransaction = useAddRecentTransaction()
  const { sendTransactionAsync } = useSendTransaction()
  const donate = async () => {
    const hash = await sendTransactionAsync({
      to: "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
      value: parseEther("0.01"),
    })
    addRecentTransaction({ hash, description: "Donation" })
  }
  return (
    <button type="button" onClick={donate}>
      Donate
    </button>
  )
}
