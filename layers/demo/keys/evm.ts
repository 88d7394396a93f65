import {
  type Hex,
  recoverTransactionAddress,
  type TransactionSerializable,
  type TransactionSerialized,
  type TypedDataDefinition,
} from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { bytesToHex, getAddress, isHex, keccak256, numberToHex, parseTransaction } from "viem/utils"
import { isRecord } from "../../../src/options/guards.ts"
import type { TestKey } from "./testKeys.ts"

const accountOf = (key: TestKey) => privateKeyToAccount(bytesToHex(key))

/** Signs a message (EIP-191), given as hex bytes or as plain text. */
export const signMessage = (key: TestKey, data: string): Promise<Hex> =>
  accountOf(key).signMessage({ message: isHex(data) && data.length % 2 === 0 ? { raw: data } : data })

/** Signs typed data (EIP-712). Rejects if a value does not fit its type. */
export const signTypedData = (key: TestKey, data: object): Promise<Hex> =>
  accountOf(key).signTypedData(data as TypedDataDefinition)

/** Signs a transaction given in JSON-RPC fields. Resolves with the serialized transaction. Rejects if a field is invalid. */
export const signTransaction = async (key: TestKey, fields: Fields): Promise<Hex> =>
  accountOf(key).signTransaction(serializable(fields))

/** Decodes a serialized signed transaction to JSON-RPC fields, including its signer and hash. Rejects if it cannot be decoded. */
export const readSigned = async (raw: unknown): Promise<Fields & { readonly hash: string }> => {
  const serializedTransaction = raw as TransactionSerialized
  const { chainId, nonce = 0, gas = 0n, to, value = 0n, data = "0x", ...rest } = parseTransaction(serializedTransaction)
  return {
    hash: keccak256(serializedTransaction),
    from: await recoverTransactionAddress({ serializedTransaction }),
    ...(to && { to: getAddress(to) }),
    ...(chainId !== undefined && { chainId: numberToHex(chainId) }),
    nonce: numberToHex(nonce),
    gas: numberToHex(gas),
    value: numberToHex(value),
    input: data,
    ...inHex(rest),
  }
}

/**
 * Converts an object to JSON-RPC fields. Numbers become hex quantities, hex strings stay unchanged, objects in lists are converted too, and
 * other values are omitted.
 */
const inHex = (fields: object): Fields => {
  const read = (field: unknown): unknown => {
    if (typeof field === "bigint" || typeof field === "number") return numberToHex(field)
    if (Array.isArray(field)) return field.map((one: unknown) => (isRecord(one) ? inHex(one) : one))
    return isHex(field) ? field : undefined
  }
  const all = Object.entries(fields).map(([name, field]) => [name, read(field)] as const)
  return Object.fromEntries(all.filter(([, value]) => value !== undefined))
}

/** A transaction in JSON-RPC fields. */
export type Fields = Readonly<Record<string, unknown>>

const serializable = (fields: Fields): TransactionSerializable => {
  const { to, data, input, chainId, nonce, accessList, authorizationList } = fields
  const quantity = (name: string) => (fields[name] === undefined ? undefined : BigInt(String(fields[name])))
  const type = types[String(fields.type)] ?? inferred(fields)
  const price =
    fields.gasPrice === undefined || fields.maxFeePerGas !== undefined
      ? { maxFeePerGas: quantity("maxFeePerGas"), maxPriorityFeePerGas: quantity("maxPriorityFeePerGas") }
      : { gasPrice: quantity("gasPrice") }
  const transaction: object = {
    type,
    to,
    chainId: Number(chainId),
    nonce: Number(nonce),
    data: data ?? input,
    value: quantity("value"),
    gas: quantity("gas"),
    ...price,
    ...(accessList !== undefined && { accessList }),
    ...(Array.isArray(authorizationList) && { authorizationList: authorizationList.map(authorization) }),
  }
  return transaction as TransactionSerializable
}

/** Transaction types by their EIP-2718 number. Blob transactions (3) are not supported. */
const types: Readonly<Record<string, string>> = {
  "0x0": "legacy",
  "0x1": "eip2930",
  "0x2": "eip1559",
  "0x4": "eip7702",
}

const inferred = ({ type, authorizationList, gasPrice, maxFeePerGas, accessList }: Fields): string => {
  if (type !== undefined) throw new Error(`Transactions of type ${type} are not supported`)
  if (authorizationList !== undefined) return "eip7702"
  if (gasPrice === undefined || maxFeePerGas !== undefined) return "eip1559"
  return accessList === undefined ? "legacy" : "eip2930"
}

const authorization = (given: unknown) => {
  const { chainId, nonce, yParity, ...rest } = isRecord(given) ? given : {}
  return { ...rest, chainId: Number(chainId), nonce: Number(nonce), yParity: Number(yParity) }
}
