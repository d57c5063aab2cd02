// Mental models: standing answers to stored questions.
// In: a bank's id, a model's id, and options. Out: the API's replies.

import type { CallOptions } from "../options.js";
import type * as api from "../types.gen.js";
import { apiKeys, apiKeysOf } from "../wire/keys.js";
import { everyEntry, PAGE_SIZE, pageOf } from "../wire/pages.js";
import { BankMethods } from "./banks.js";
import { BANK } from "./caller.js";
import type { Every } from "./memory-options.js";
import type {
  CreateMentalModelOptions,
  GetMentalModelOptions,
  ListMentalModelsOptions,
  RefreshMentalModelOptions,
  UpdateMentalModelOptions,
} from "./model-options.js";

const MODELS = `${BANK}/mental-models`;
const MODEL = `${MODELS}/{mental_model_id}`;

export type ListedMentalModel = api.MentalModelListResponse["items"][number];

export class ModelMethods extends BankMethods {
  /** Stores a question and queues its first answer; wait for the reply's `operation_id` to have it. */
  createMentalModel(
    bankId: string,
    name: string,
    sourceQuery: string,
    options: CreateMentalModelOptions = {},
  ): Promise<api.CreateMentalModelResponse> {
    const { id, tags, maxTokens, trigger } = options;
    const body = { id, name, source_query: sourceQuery, tags, max_tokens: maxTokens, trigger: apiKeysOf(trigger) };
    return this.callApi("createMentalModel", "POST", MODELS, { bank_id: bankId }, { body }, options);
  }

  listMentalModels(bankId: string, options: ListMentalModelsOptions = {}): Promise<api.MentalModelListResponse> {
    return this.callApi("listMentalModels", "GET", MODELS, { bank_id: bankId }, { query: apiKeys(options) }, options);
  }

  /** Every mental model of the bank, page after page. */
  iterateMentalModels(bankId: string, options: Every<ListMentalModelsOptions> = {}): AsyncGenerator<ListedMentalModel, undefined> {
    const { pageSize = PAGE_SIZE, ...filter } = options;
    return everyEntry(async (window) => pageOf(await this.listMentalModels(bankId, { ...filter, ...window })), pageSize);
  }

  getMentalModel(bankId: string, mentalModelId: string, options: GetMentalModelOptions = {}): Promise<api.MentalModelResponse> {
    const query = { detail: options.detail };
    return this.callApi("getMentalModel", "GET", MODEL, modelIds(bankId, mentalModelId), { query }, options);
  }

  updateMentalModel(bankId: string, mentalModelId: string, options: UpdateMentalModelOptions): Promise<api.MentalModelResponse> {
    const body = { ...apiKeys(options), trigger: apiKeysOf(options.trigger) };
    return this.callApi("updateMentalModel", "PATCH", MODEL, modelIds(bankId, mentalModelId), { body }, options);
  }

  /** Queues a new answer. */
  refreshMentalModel(
    bankId: string,
    mentalModelId: string,
    options: RefreshMentalModelOptions = {},
  ): Promise<api.AsyncOperationSubmitResponse> {
    const parts = options.mode === undefined ? {} : { body: { mode: options.mode } };
    return this.callApi("refreshMentalModel", "POST", `${MODEL}/refresh`, modelIds(bankId, mentalModelId), parts, options);
  }

  /** Says what a refresh would write, and writes nothing; it costs what a refresh costs. */
  dryRunRefreshMentalModel(bankId: string, mentalModelId: string, options: CallOptions = {}): Promise<api.MentalModelDryRunRefreshResult> {
    const ids = modelIds(bankId, mentalModelId);
    return this.callApi("dryRunRefreshMentalModel", "POST", `${MODEL}/dry-run-refresh`, ids, {}, options);
  }

  /** Empties a model, so that its next refresh starts from nothing. */
  clearMentalModel(bankId: string, mentalModelId: string, options: CallOptions = {}): Promise<api.MentalModelResponse> {
    return this.callApi("clearMentalModel", "POST", `${MODEL}/clear`, modelIds(bankId, mentalModelId), {}, options);
  }

  async deleteMentalModel(bankId: string, mentalModelId: string, options: CallOptions = {}): Promise<void> {
    await this.callApi("deleteMentalModel", "DELETE", MODEL, modelIds(bankId, mentalModelId), {}, options);
  }

  getMentalModelHistory(bankId: string, mentalModelId: string, options: CallOptions = {}): Promise<unknown> {
    return this.callApi("getMentalModelHistory", "GET", `${MODEL}/history`, modelIds(bankId, mentalModelId), {}, options);
  }
}

const modelIds = (bankId: string, mentalModelId: string) => ({ bank_id: bankId, mental_model_id: mentalModelId });
