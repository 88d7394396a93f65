import { errorPages } from "../../source/errors.ts"

export default {
  paths: () => errorPages().map(({ topic, content }) => ({ params: { topic }, content })),
}
