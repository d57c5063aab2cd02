// `npm start`: installs, builds when stale, and serves. Arguments go to `hindsight serve`.
import { spawn } from "node:child_process";
import path from "node:path";
import { build, install, requireNode, root } from "./prepare.mjs";
import { standFor } from "./stand-for.mjs";

requireNode();
install();
build();
// Started by its own first line where the system reads such lines: that keeps its memory small (packages/cli/bin/hindsight.js says how).
const command = path.join(root, "packages/cli/bin/hindsight.js");
const [program, ...first] = process.platform === "win32" ? [process.execPath, command] : [command];
const server = spawn(program, [...first, "serve", ...process.argv.slice(2)], { stdio: "inherit" });
standFor(server);
