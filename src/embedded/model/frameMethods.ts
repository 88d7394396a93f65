/**
 * Methods that the embedded wallet's frame executes without the visitor's approval: queries and transactions that are already signed
 * (specification section 6; the lists are those of the frame's protocol).
 */
export const safeMethods: ReadonlySet<string> = new Set([
  "eth_accounts",
  "eth_blockNumber",
  "eth_call",
  "eth_chainId",
  "eth_estimateGas",
  "eth_feeHistory",
  "eth_gasPrice",
  "eth_getAccount",
  "eth_getBalance",
  "eth_getBlockByHash",
  "eth_getBlockByNumber",
  "eth_getBlockReceipts",
  "eth_getBlockTransactionCountByHash",
  "eth_getBlockTransactionCountByNumber",
  "eth_getCode",
  "eth_getFilterChanges",
  "eth_getFilterLogs",
  "eth_getLogs",
  "eth_getProof",
  "eth_getStorageAt",
  "eth_getTransactionByBlockHashAndIndex",
  "eth_getTransactionByBlockNumberAndIndex",
  "eth_getTransactionByHash",
  "eth_getTransactionCount",
  "eth_getTransactionReceipt",
  "eth_getUncleCountByBlockHash",
  "eth_getUncleCountByBlockNumber",
  "eth_maxPriorityFeePerGas",
  "eth_newBlockFilter",
  "eth_newFilter",
  "eth_newPendingTransactionFilter",
  "eth_sendRawTransaction",
  "eth_syncing",
  "eth_uninstallFilter",
  "wallet_getCapabilities",
  "wallet_getCallsStatus",
  "eth_getUserOperationReceipt",
  "eth_estimateUserOperationGas",
  "eth_getUserOperationByHash",
  "eth_supportedEntryPoints",
  "wallet_getAssets",
])

/** Methods that the visitor has to approve in the frame (specification section 6). */
export const unsafeMethods: ReadonlySet<string> = new Set([
  "personal_sign",
  "eth_signTypedData_v4",
  "eth_sendTransaction",
  "solana_signMessage",
  "solana_signTransaction",
  "solana_signAllTransactions",
  "solana_signAndSendTransaction",
  "wallet_sendCalls",
  "wallet_grantPermissions",
  "wallet_revokePermissions",
  "eth_sendUserOperation",
])

/** Whether the frame accepts a method at all. */
export const isKnownMethod = (method: string): boolean => safeMethods.has(method) || unsafeMethods.has(method)
