// Answers in the wire formats of OpenAI and Anthropic, written from their API references.
// In: what is said. Out: the body of an answer, or its server-sent events; `isPart` marks those that carry a piece of text.

export interface Said {
  readonly id: string;
  readonly model: string;
  readonly parts: readonly string[];
  readonly functionCall?: { readonly name: string; readonly arguments: string } | undefined;
  readonly tools: readonly { readonly name: string; readonly input: Readonly<Record<string, unknown>> }[];
}

interface Event {
  readonly text: string;
  readonly isPart: boolean;
}

const sse = (data: object, { name, isPart = false }: { name?: string; isPart?: boolean } = {}): Event => ({
  text: `${name === undefined ? "" : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`,
  isPart,
});
const typed = (data: { readonly type: string } & Readonly<Record<string, unknown>>, isPart = false): Event =>
  sse(data, { name: data.type, isPart });

const toolCalls = ({ id, tools }: Said) =>
  tools.map(({ name, input }, index) => ({
    index,
    id: `call-${id}-${index}`,
    type: "function",
    function: { name, arguments: JSON.stringify(input) },
  }));
const finish = ({ tools }: Said): string => (tools.length > 0 ? "tool_calls" : "stop");

export function chatCompletion(said: Said): object {
  const calls = toolCalls(said);
  const message = {
    role: "assistant",
    content: said.parts.length > 0 ? said.parts.join("") : null,
    refusal: null,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
    ...(said.functionCall === undefined ? {} : { function_call: said.functionCall }),
  };
  return {
    id: said.id,
    object: "chat.completion",
    created: 1,
    model: said.model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: finish(said) }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}

export function chatChunks(said: Said): readonly Event[] {
  const chunk = (delta: object, finish_reason: string | null = null, isPart = false): Event =>
    sse(
      {
        id: said.id,
        object: "chat.completion.chunk",
        created: 1,
        model: said.model,
        choices: [{ index: 0, delta, finish_reason, logprobs: null }],
      },
      { isPart },
    );
  const calls = toolCalls(said).flatMap((call) => {
    const [head, tail] = [call.function.arguments.slice(0, 3), call.function.arguments.slice(3)];
    return [
      chunk({ tool_calls: [{ ...call, function: { name: call.function.name, arguments: head } }] }),
      chunk({ tool_calls: [{ index: call.index, function: { arguments: tail } }] }),
    ];
  });
  return [
    chunk({ role: "assistant", content: "" }),
    ...said.parts.map((content) => chunk({ content }, null, true)),
    ...calls,
    chunk({}, finish(said)),
    { text: "data: [DONE]\n\n", isPart: false },
  ];
}

export function responseBody(said: Said): object {
  const content = [{ type: "output_text", text: said.parts.join(""), annotations: [] }];
  const message = { type: "message", id: `msg-${said.id}`, role: "assistant", status: "completed", content };
  const calls = said.tools.map(({ name, input }, index) => ({
    type: "function_call",
    id: `fc-${said.id}-${index}`,
    call_id: `call-${said.id}-${index}`,
    name,
    arguments: JSON.stringify(input),
    status: "completed",
  }));
  return {
    id: said.id,
    object: "response",
    created_at: 1,
    status: "completed",
    model: said.model,
    output: [...(said.parts.length > 0 ? [message] : []), ...calls],
    parallel_tool_calls: true,
    tools: [],
    usage: {
      input_tokens: 1,
      output_tokens: 1,
      total_tokens: 2,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    },
  };
}

export function responseEvents(said: Said): readonly Event[] {
  const place = { item_id: `msg-${said.id}`, output_index: 0, content_index: 0 };
  const whole = responseBody(said);
  return [
    typed({ type: "response.created", sequence_number: 0, response: { ...whole, status: "in_progress", output: [] } }),
    typed({
      type: "response.output_item.added",
      sequence_number: 1,
      output_index: 0,
      item: { type: "message", id: place.item_id, role: "assistant", status: "in_progress", content: [] },
    }),
    typed({
      type: "response.content_part.added",
      sequence_number: 2,
      ...place,
      part: { type: "output_text", text: "", annotations: [] },
    }),
    ...said.parts.map((delta, index) => typed({ type: "response.output_text.delta", sequence_number: 3 + index, ...place, delta }, true)),
    typed({ type: "response.completed", sequence_number: 99, response: whole }),
  ];
}

export function anthropicMessage(said: Said): object {
  const tools = said.tools.map(({ name, input }, index) => ({ type: "tool_use", id: `toolu-${said.id}-${index}`, name, input }));
  const text = said.parts.length > 0 ? [{ type: "text", text: said.parts.join(""), citations: null }] : [];
  return {
    id: said.id,
    type: "message",
    role: "assistant",
    model: said.model,
    content: [...text, ...tools],
    stop_reason: tools.length > 0 ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
}

export function anthropicEvents(said: Said): readonly Event[] {
  const text = said.parts.length > 0 ? 1 : 0;
  const tools = said.tools.flatMap(({ name, input }, at) => {
    const index = at + text;
    const block = { type: "tool_use", id: `toolu-${said.id}-${at}`, name, input: {} };
    const delta = { type: "input_json_delta", partial_json: JSON.stringify(input) };
    return [
      typed({ type: "content_block_start", index, content_block: block }),
      typed({ type: "content_block_delta", index, delta }),
      typed({ type: "content_block_stop", index }),
    ];
  });
  return [
    typed({ type: "message_start", message: { ...anthropicMessage(said), content: [], stop_reason: null } }),
    ...(text === 1 ? [typed({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } })] : []),
    ...said.parts.map((part) => typed({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: part } }, true)),
    ...(text === 1 ? [typed({ type: "content_block_stop", index: 0 })] : []),
    ...tools,
    typed({
      type: "message_delta",
      delta: { stop_reason: tools.length > 0 ? "tool_use" : "end_turn", stop_sequence: null },
      usage: { output_tokens: 1 },
    }),
    typed({ type: "message_stop" }),
  ];
}
