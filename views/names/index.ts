export { ChooseAccountName } from "./ChooseAccountName.tsx"
export { RegisterAccountName } from "./RegisterAccountName.tsx"
export { RegisterAccountNameSuccess } from "./RegisterAccountNameSuccess.tsx"
