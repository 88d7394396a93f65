#!/usr/bin/env node
// Prints the test of a recording: `npx portico-test recording.json > recording.test.ts`. The build copies this file unchanged.
import { readFileSync } from "node:fs"
import { testOf } from "../trace/testOf.js"

process.stdout.write(testOf(readFileSync(process.argv[2] ?? 0, "utf8")))
