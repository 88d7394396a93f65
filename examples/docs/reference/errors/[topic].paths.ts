import { errorPages, rpcErrorPage } from "../../source/errors.ts"

export default {
  paths: () => [...errorPages(), rpcErrorPage()].map(({ topic, content }) => ({ params: { topic }, content })),
}
