import { memberPages } from "../source/members.ts"
import { zooPage } from "../source/zoo.ts"

export default {
  paths: () => [...memberPages(), zooPage()].map(({ topic, content }) => ({ params: { topic }, content })),
}
