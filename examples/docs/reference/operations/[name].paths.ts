import { operationPages } from "../../source/operations.ts"

export default {
  paths: () => operationPages().map(({ name, content }) => ({ params: { name }, content })),
}
