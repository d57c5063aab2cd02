// `npx hindsight …` from a checkout: the command line of the built packages, prepared when stale.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build, install, requireNode, root } from "./prepare.mjs";

requireNode();
install();
build();
await import(pathToFileURL(path.join(root, "packages/cli/dist/main.js")).href);
