// What the fields of requests mean, where their schemas do not say so themselves.
// In: nothing. Out: sentences by component and field, by field alone, and those of a bank's settings.

import { BANK_SETTINGS } from "@hindsight-memory/engine";

const TAGS = "Tags: any words by which memories are told apart";
const LABEL_TYPE = "value and multi-values take one or several of the values, text and multi-text short texts, map objects of fields";

/** `Component.field`; these win over `FIELDS`. */
const OF_COMPONENT: Readonly<Record<string, string>> = {
  "RetainRequest.items": "What to remember, each a text, a conversation or blocks",
  "MemoryItem.entities": "Names that the item is about, beside those that are found in it",
  "MemoryItem.update_mode": "What becomes of the document of this id: replace (when unset) or append",
  "EntityInput.text": "The name",
  "EntityInput.type": "What kind of thing it names",
  "UpdateMemoryRequest.entities": "Names of those it is about, in place of those it has",
  "LabelGroup.description": "What the labels of the group say, for the model",
  "LabelGroup.type": LABEL_TYPE,
  "LabelGroup.optional": "False wants one of the values of every fact",
  "LabelGroup.values": "Values to choose from",
  "LabelGroup.fields": "Fields of a map, by name",
  "LabelValue.value": "How the value is spelt in labels",
  "LabelValue.description": "When it fits, for the model",
  "MapField.type": LABEL_TYPE,
  "MapField.description": "What the field says, for the model",
  "MapField.values": "Values to choose from",
  "MapField.fields": "Fields of a map within it, by name",
  "RecallRequest.budget": "How deep it searches: 100, 300 or 1,000 candidates an arm, unless the bank says otherwise",
  "RecallRequest.include": "What comes beside the memories",
  "ReflectRequest.budget": "How deep it searches, and how many turns it takes",
  "ReflectRequest.include": "What comes beside the answer",
  "TagGroupLeaf.tags": "Tags that the condition names",
  "TagGroupLeaf.resolve": "fuzzy also takes the bank's tags that resemble those given",
  "TagGroupAnd.and": "Groups that must all hold",
  "TagGroupOr.or": "Groups of which one must hold",
  "TagGroupNot.not": "A group that must not hold",
  "MinScores.semantic": "Least nearness in meaning, 0 to 1",
  "MinScores.keyword": "Least score by words (BM25, no upper bound)",
  "MinScores.reranker": "Least score of the cross-encoder, 0 to 1; asks nothing of results that it did not score",
  "MinScores.final": "Least of the scores that results are ordered by; these may pass 1",
  "TemporalWindow.start": "First moment, ISO 8601",
  "TemporalWindow.end": "Last moment, ISO 8601",
  "AddBackgroundRequest.content": "What is added to the mission",
  "AddBackgroundRequest.update_disposition": "Without effect",
  "UpdateDocumentRequest.tags": "Tags in place of those it has, for its memories too",
  "MergeEntitiesRequest.entity_ids": "Entities that this one takes in",
  "SplitEntityRequest.memory_ids": "Memories that name the other",
  "ConsolidationStrategySpec.scopes": "Patterns of the scopes that it takes",
  "ConsolidationStrategySpec.observations_mission": "What observations of these scopes are for",
  "ConsolidationStrategySpec.max_observations_per_scope": "Most observations in one scope; -1 is no limit, 0 no new one",
  "UpdateDirectiveRequest.name": "Another name",
  "UpdateDirectiveRequest.content": "What it says from now on",
  "UpdateMentalModelRequest.name": "Another name",
  "UpdateMentalModelRequest.tags": "Tags in place of those it has",
  "CreateMentalModelRequest.trigger": "When it is refreshed, and what a refresh looks at",
  "BankTemplateManifest.version": 'Version of the format; "1" is the only one',
  "BankTemplateManifest.bank": "Settings of the bank",
  "BankTemplateManifest.mental_models": "Mental models, by id",
  "BankTemplateManifest.directives": "Directives, by name",
  "BankTemplateMentalModel.max_tokens": "Length of the content that is wished for",
  "BankTemplateMentalModel.trigger": "When it is refreshed, and what a refresh looks at",
  "BankTemplateDirective.content": "What it says",
  "CreatePageRequest.tags": "Tags of the page, and of the memories that it looks at",
  "KnowledgeImportRequest.files": "Pages, each a file of Markdown",
  "UpdateNodeRequest.name": "Another name",
  "UpdateNodeRequest.source_query": "Another question; of pages alone",
  "UpdateNodeRequest.tags": "Tags in place of those it has; of pages alone",
};

/** By the name alone, for shapes that several requests hold within them. */
const FIELDS: Readonly<Record<string, string>> = {
  tags: TAGS,
  name: "Its name",
  priority: "The higher one comes first",
  is_active: "Whether it applies",
  enabled: "Whether it is told anything",
  url: "http or https, and no private address",
  http_config: "How it is called",
  source_query: "The question that it answers",
  observation_scopes: "For which tags observations are formed: a word, or lists of tags",
  min_scores: "Floors of the scores; results below any of them are left out",
  temporal_window: "A time in place of the one that the question names: memories of it are preferred, nothing is left out",
  chunks: "Text around the memories; null leaves it out",
  source_facts: "Facts behind observations; null leaves them out",
  exclude_mental_model_ids: "Ids of mental models not to look at",
  exclude_mental_models: "Do not look at other mental models",
  disposition: "Temper of reflections, three traits",
  skepticism: "How much claims are doubted, 1 to 5; 3 if unset",
  literalism: "How literally words are taken, 1 to 5; 3 if unset",
  empathy: "How much feelings count, 1 to 5; 3 if unset",
  tags_match: "How tags are compared",
  budget: "How deep a refresh looks; mid if unset",
  mode: "full: written anew; delta: only what changed is edited",
  refresh_after_consolidation: "Refresh after consolidations that touched its scope",
  refresh_cron: "Schedule in UTC, five fields; refreshed when it fires and the model is stale",
  full_refresh_cron: "Schedule in UTC, five fields, on which it is written anew whole",
  min_refresh_interval_seconds: "Least time between refreshes that nobody asks for; the bank's if unset",
  fact_types: "Kinds of memory to look at; all if unset",
  include_chunks: "Show a refresh the text around memories; the bank's if unset",
  recall_max_tokens: "Tokens of memories in one search of a refresh; the bank's if unset",
  recall_chunks_max_tokens: "Tokens of chunks in one search of a refresh; the bank's if unset",
  reflect_search_observations_max_tokens: "Tokens of observations in one search of a refresh",
  reflect_search_observations_include_entities: "Name the entities of observations to a refresh",
  response_schema: "Schema of an object: the content is given in that form as well",
  keep_trace: "Keep what a refresh searched",
  text: "The text of the block",
  type: "Kind of block; within source, how its bytes are written",
  source: "The bytes of an image or a file",
  media_type: "Media type, as image/png",
  data: "The bytes in base64",
  filename: "Name of the file",
  time_field: "The date that the period is about",
  page_id: "Id of the page",
  node_id: "Id of a page or folder",
};

/** By operation and parameter. */
const PARAMETERS: Readonly<Record<string, string>> = {
  "list_tags.source": "Whose tags: those of memories, or of mental models",
};

const SETTINGS: ReadonlyMap<string, string> = new Map(
  Object.entries(BANK_SETTINGS).map(([name, { meaning }]) => [name, meaning.charAt(0).toUpperCase() + meaning.slice(1)]),
);

/** Components whose fields are a bank's settings by name. */
const OF_SETTINGS = new Set(["BankTemplateConfig", "CreateBankRequest", "DryRunExtractRequest", "ConsolidationStrategySpec"]);

export function fieldText(component: string | null, field: string): string | undefined {
  const own = OF_COMPONENT[`${component}.${field}`];
  if (own !== undefined) return own;
  return component !== null && OF_SETTINGS.has(component) ? (SETTINGS.get(field) ?? FIELDS[field]) : FIELDS[field];
}

export function parameterText(operation: string, name: string): string | undefined {
  return PARAMETERS[`${operation}.${name}`] ?? FIELDS[name];
}
