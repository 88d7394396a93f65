import { memberPages } from "../source/members.ts"

export default {
  paths: () => memberPages().map(({ topic, content }) => ({ params: { topic }, content })),
}
