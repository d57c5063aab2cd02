// `npm start`: installs, builds when stale, and serves. Arguments go to `hindsight serve`.
import { spawn } from "node:child_process";
import path from "node:path";
import { build, install, requireNode, root } from "./prepare.mjs";

requireNode();
install();
build();
const server = spawn(process.execPath, [path.join(root, "packages/cli/dist/main.js"), "serve", ...process.argv.slice(2)], {
  stdio: "inherit",
});
// The terminal sends Ctrl-C to the whole group; a supervisor signals this process alone. Either way the server ends by itself.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill(signal));
server.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
