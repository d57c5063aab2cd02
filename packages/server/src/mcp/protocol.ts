// The protocol: all that stands on the SDK, behind one door that is opened at the first call.
// In: nothing. Out: the answers of each transport. The SDK takes 120 ms of a core and 10 MB, which a server that nobody asks for MCP need not have.

export { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
export { eventStream, postedMessage } from "./events.js";
export { connection } from "./server.js";
export { answerStateless, answerStream } from "./stream.js";
