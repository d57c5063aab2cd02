#!/usr/bin/env node
// Programs of others in Python that the tests point at a server: the published client, its wrapper for LiteLLM, and Schemathesis, which makes requests of a specification.
// In: python3 with venv, and pip's registry at the first call. Out: the folder of their commands on stdout. `node scripts/test-python.mjs`.

import { mkdirSync } from "node:fs";
import { testService } from "./test-service.mjs";

const service = testService("test-python", "test-python.mjs");
mkdirSync(service.folder, { recursive: true });
await service.installOnce("hindsight-client==1.1.0", "schemathesis==4.32.5", "hindsight-litellm==0.5.4", "litellm==1.110.2");
console.log(service.bin);
