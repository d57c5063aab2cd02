// A tool of one's own for MCP: what a bank remembers of somebody, to greet them by.
//
//   HINDSIGHT_API_MCP_EXTENSION=./greeting-tool.js
//   HINDSIGHT_API_MCP_WORD=Welcome

import type { ExtensionContext, McpExtension } from "@hindsight-memory/server";

export default function greetingTool({ settings }: ExtensionContext): McpExtension {
  return {
    tools: [
      {
        name: "greet",
        description: "Greets somebody by what is remembered of them.",
        access: "read",
        parameters: {
          name: { type: "string", minLength: 1, description: "Whom to greet" },
          facts: { type: "integer", minimum: 1, maximum: 5, description: "Facts at most; 1 if unset" },
        },
        required: ["name"],
        async handle({ engine, bankId, args, signal }) {
          const { results } = await engine.recall(bankId, { query: `Who is ${args.name}?` }, { signal });
          const known = results.slice(0, Number(args.facts ?? 1)).map(({ text }) => text);
          return { greeting: `${settings.word ?? "Hello"}, ${args.name}!`, known };
        },
      },
    ],
  };
}
