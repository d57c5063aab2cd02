// LangChain's chat models with a memory.
// In: a chat model, with its tools bound, and a memory. Out: a runnable that takes and gives what the model does.

import type { BaseLanguageModelInput } from "@langchain/core/language_models/base";
import type { AIMessageChunk } from "@langchain/core/messages";
import { Runnable, type RunnableConfig } from "@langchain/core/runnables";
import { type Begun, createMemory, type Memory, type MemoryHandle, type WrapOptions } from "../memory.js";
import { type CallSettings, splitRequest, thisCall } from "../settings.js";
import { answerIn, messagesOf, turnsOf, withBlock } from "./messages.js";

/** A chat model, or one with tools, a fallback or settings bound to it. */
export type ChatModel = Runnable<BaseLanguageModelInput, AIMessageChunk>;
type Config = Partial<RunnableConfig>;

export interface RememberingModel extends Runnable<BaseLanguageModelInput, AIMessageChunk> {
  readonly hindsight: MemoryHandle;
  /** As the model's own: agents bind their tools by it. Throws a TypeError where the model has none. */
  bindTools(tools: readonly unknown[], settings?: object): RememberingModel;
}

/**
 * Puts a memory around a model. A call changes settings by `configurable.hindsight`; its session is `configurable.thread_id` where no other is named. A model
 * without a name (`model`) is excluded by none of `excludedModels`.
 */
export function withMemory(model: ChatModel, options: WrapOptions | Memory): RememberingModel {
  return new Remembering(model, "begin" in options ? options : createMemory(options));
}

class Remembering extends Runnable<BaseLanguageModelInput, AIMessageChunk> implements RememberingModel {
  override lc_namespace = ["hindsight", "wrap"];
  readonly hindsight: MemoryHandle;

  constructor(
    private readonly model: ChatModel,
    private readonly memory: Memory,
    private readonly modelName: string | null = nameOf(model),
  ) {
    super();
    this.hindsight = { flush: memory.flush, pending: memory.pending, lastInjection: memory.lastInjection };
  }

  /** By this name agents know what a chat model is. */
  _modelType(): string {
    return "base_chat_model";
  }

  bindTools(tools: readonly unknown[], settings?: object): RememberingModel {
    if (!canBind(this.model)) throw new TypeError("This model binds no tools.");
    return new Remembering(this.model.bindTools(tools, settings), this.memory, this.modelName);
  }

  override async invoke(input: BaseLanguageModelInput, config?: Config): Promise<AIMessageChunk> {
    const { begun, messages } = await this.begin(input, config);
    const answer = await this.model.invoke(messages, config);
    await begun.end(answerIn(answer));
    return answer;
  }

  override async *_streamIterator(input: BaseLanguageModelInput, config?: Config): AsyncGenerator<AIMessageChunk> {
    const { begun, messages } = await this.begin(input, config);
    let whole: AIMessageChunk | undefined;
    let isDone = false;
    try {
      for await (const chunk of await this.model.stream(messages, config)) {
        whole = whole === undefined ? chunk : whole.concat(chunk);
        yield chunk;
      }
      isDone = true;
    } finally {
      // A stream that brought nothing was no answer.
      if (whole !== undefined) await begun.end({ ...answerIn(whole), isBroken: !isDone });
    }
  }

  private async begin(
    input: BaseLanguageModelInput,
    config: Config | undefined,
  ): Promise<{ begun: Begun; messages: ReturnType<typeof withBlock> }> {
    const messages = messagesOf(input);
    const { thread_id: thread, hindsight = {} } = (config?.configurable ?? {}) as { thread_id?: unknown; hindsight?: CallSettings };
    const { call, problem } = splitRequest({ ...thisCall(hindsight) });
    const begun = await this.memory.begin({
      settings: call,
      problem,
      model: this.modelName,
      turns: turnsOf(messages),
      conversationId: typeof thread === "string" ? thread : null,
      signal: config?.signal ?? null,
    });
    return { begun, messages: withBlock(messages, begun.injection) };
  }
}

const canBind = (model: object): model is { bindTools(tools: readonly unknown[], settings?: object): ChatModel } =>
  "bindTools" in model && typeof model.bindTools === "function";

function nameOf(model: ChatModel): string | null {
  const { model: name } = model as { readonly model?: unknown };
  return typeof name === "string" ? name : null;
}
