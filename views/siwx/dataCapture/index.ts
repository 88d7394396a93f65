export { DataCapture } from "./DataCapture.tsx"
export { DataCaptureOtpConfirm } from "./DataCaptureOtpConfirm.tsx"
