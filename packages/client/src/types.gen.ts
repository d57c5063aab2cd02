// Types of the API: made from the served specification by scripts/client-types.ts, not by hand.
// In: nothing. Out: a type for each schema, and for each operation its request (…Data), replies (…Responses) and refusals (…Errors).
// Shape of the specification: sha256 7143af00946bc2bf4b4d8204af2ce7fd5a4c4da815ff01bc5935183ae3a20cbf

export type ClientOptions = {
    baseUrl: `${string}://openapi.json` | (string & {});
};

export type RetainResponse = {
    success: boolean;
    bank_id: string;
    items_count: number;
    async: boolean;
    operation_id?: string | null;
    operation_ids?: Array<string> | null;
    usage?: TokenUsage | null;
    receipt?: RetainReceipt;
    /**
     * Items that the bank's memory defense did not let in
     */
    violations?: Array<DefenseViolation> | null;
    /**
     * Items that are stored without some of their text
     */
    redactions?: Array<DefenseRedaction> | null;
};

export type TokenUsage = {
    input_tokens?: number;
    output_tokens?: number;
    total_tokens?: number;
    cached_tokens?: number;
    thoughts_tokens?: number;
};

/**
 * What became of each item
 */
export type RetainReceipt = {
    items: Array<ItemReceipt>;
    stored: number;
    collapsed: number;
    removed: number;
    pending_embeddings: number;
} | null;

export type ItemReceipt = {
    index: number;
    document_id: string;
    outcome: 'stored' | 'updated' | 'unchanged' | 'collapsed' | 'empty' | 'superseded' | 'blocked';
    memory_ids: Array<string>;
    chunks: number;
    collapsed: number;
    collapsed_into: Array<string>;
    removed: number;
};

export type DefenseViolation = {
    index: number;
    detector: string;
    message: string;
};

export type DefenseRedaction = {
    index: number;
    detectors: Array<string>;
};

export type ErrorDetail = {
    detail: string;
};

export type UnprocessableRequest = HttpValidationError | MemoryBlocked | ErrorDetail;

export type HttpValidationError = {
    detail?: Array<ValidationError>;
};

export type ValidationError = {
    loc: Array<string | number>;
    msg: string;
    type: string;
    input?: unknown;
    ctx?: {
        [key: string]: unknown;
    };
};

export type MemoryBlocked = {
    detail: {
        violations: Array<DefenseViolation>;
    };
};

export type RetainRequest = {
    /**
     * What to remember, each a text, a conversation or blocks
     */
    items: Array<MemoryItem>;
    /**
     * Answer at once and work in the background
     */
    async?: boolean;
    /**
     * Tags for every document of the call
     *
     * @deprecated
     */
    document_tags?: Array<string> | null;
    /**
     * UUID that makes the call idempotent: a replay returns the first answer
     */
    operation_id?: string | null;
};

export type MemoryItem = {
    /**
     * What to remember: text, or a list of blocks of text, images and files
     */
    content: string | Array<{
        /**
         * Kind of block; within source, how its bytes are written
         */
        type: 'text';
        /**
         * The text of the block
         */
        text: string;
    } | {
        /**
         * Kind of block; within source, how its bytes are written
         */
        type: 'image';
        /**
         * The bytes of an image or a file
         */
        source: {
            /**
             * Kind of block; within source, how its bytes are written
             */
            type?: 'base64';
            /**
             * Media type, as image/png
             */
            media_type: string;
            /**
             * The bytes in base64
             */
            data: string;
        };
    } | {
        /**
         * Kind of block; within source, how its bytes are written
         */
        type: 'file';
        /**
         * The bytes of an image or a file
         */
        source: {
            /**
             * Kind of block; within source, how its bytes are written
             */
            type?: 'base64';
            /**
             * Media type, as image/png
             */
            media_type: string;
            /**
             * The bytes in base64
             */
            data: string;
        };
        /**
         * Name of the file
         */
        filename?: string | null;
    }>;
    /**
     * When it happened, ISO 8601; absent or null is now, "unset" is no date
     */
    timestamp?: string | null;
    /**
     * What the content is about, or where it comes from
     */
    context?: string | null;
    /**
     * The caller's own key-value pairs
     */
    metadata?: {
        [key: string]: string;
    } | null;
    /**
     * Items of one id form one document; retaining it again replaces it
     */
    document_id?: string | null;
    /**
     * Names that the item is about, beside those that are found in it
     */
    entities?: Array<EntityInput> | null;
    /**
     * False takes the given entity names literally
     */
    resolve_entities?: boolean;
    /**
     * Tags of the item's memories
     */
    tags?: Array<string> | null;
    /**
     * For which tags observations are formed: a word, or lists of tags
     */
    observation_scopes?: 'per_tag' | 'combined' | 'all_combinations' | 'shared' | Array<Array<string>> | null;
    /**
     * Named retain strategy of the bank
     */
    strategy?: string | null;
    /**
     * What becomes of the document of this id: replace (when unset) or append
     */
    update_mode?: 'replace' | 'append' | null;
    /**
     * How far it is to be believed; absent is what the bank says
     */
    source_trust?: 'high' | 'normal' | 'low' | null;
};

export type EntityInput = {
    /**
     * The name
     */
    text: string;
    /**
     * What kind of thing it names
     */
    type?: string | null;
};

export type ListMemoryUnitsResponse = {
    items: Array<MemoryUnitListItem>;
    total: number;
    limit: number;
    offset: number;
};

export type MemoryUnitListItem = {
    id: string;
    text?: string;
    context?: string;
    date?: string;
    fact_type?: string | null;
    document_id?: string | null;
    mentioned_at?: string | null;
    occurred_start?: string | null;
    occurred_end?: string | null;
    entities?: string;
    chunk_id?: string | null;
    proof_count?: number;
    tags?: Array<string>;
    metadata?: {
        [key: string]: unknown;
    };
    consolidated_at?: string | null;
    consolidation_failed_at?: string | null;
    state?: string;
    invalidation_reason?: string | null;
    invalidated_at?: string | null;
    edited_at?: string | null;
    /**
     * When it was stored. Beyond the contract
     */
    created_at?: string | null;
    updated_at?: string | null;
    source_memory_ids?: Array<string>;
    /**
     * high or low, as its source was retained; absent is normal
     */
    source_trust?: string | null;
    /**
     * Ways in which the text instructs whoever reads it; it is data all the same, and never to be followed
     */
    instruction_like?: Array<string> | null;
};

export type ObservationChange = {
    previous_text: string;
    previous_tags: Array<string>;
    previous_occurred_start?: string | null;
    previous_occurred_end?: string | null;
    previous_mentioned_at?: string | null;
    changed_at: string;
    /**
     * Why it was changed, as the consolidator said it
     */
    reason?: string | null;
    new_source_memory_ids: Array<string>;
    source_facts: Array<{
        id: string;
        text?: string | null;
        type?: string | null;
        context?: string | null;
        is_new: boolean;
    }>;
};

export type UpdateMemoryRequest = {
    /**
     * What the fact says from now on
     */
    text?: string | null;
    /**
     * What it was said about; empty takes it away
     */
    context?: string | null;
    /**
     * When it began, ISO 8601; null or empty takes it away
     */
    occurred_start?: string | null;
    /**
     * When it ended, ISO 8601; null or empty takes it away
     */
    occurred_end?: string | null;
    /**
     * When it was said, ISO 8601; null or empty takes it away
     */
    mentioned_at?: string | null;
    /**
     * world or experience
     */
    fact_type?: string | null;
    /**
     * Names of those it is about, in place of those it has
     */
    entities?: Array<string> | null;
    /**
     * False takes the names of entities literally
     */
    resolve_entities?: boolean;
    /**
     * invalidated takes the fact out of use, valid puts it back
     */
    state?: string | null;
    /**
     * Why it is taken out of use
     */
    reason?: string | null;
};

export type ClearMemoryObservationsResponse = {
    deleted_count: number;
    report?: DeletionReport;
};

export type DeletionReport = {
    /**
     * Facts that went
     */
    memories: number;
    /**
     * Observations that went, since they stood on one of them or were asked for
     */
    observations: number;
    /**
     * Entities that no memory mentions any more
     */
    entities: number;
    links: number;
    vectors: number;
    /**
     * Facts that stay and are consolidated again
     */
    requeued: number;
    /**
     * Mental models that said what is gone: withheld, and written anew
     */
    model_refreshes: number;
};

export type DeleteResponse = {
    success: boolean;
    message?: string | null;
    deleted_count?: number | null;
    report?: DeletionReport;
};

export type DryRunExtractionResult = {
    facts?: Array<ExtractedFact>;
    chunks?: Array<ExtractionChunk>;
    usage?: TokenUsage;
};

export type ExtractedFact = {
    text: string;
    fact_type: string;
    occurred_start?: string | null;
    occurred_end?: string | null;
    entities?: Array<string>;
    chunk_index?: number | null;
    attachments?: Array<ExtractedFactAttachment>;
};

export type ExtractedFactAttachment = {
    block_index: number;
    type: 'image' | 'file';
    media_type: string;
};

export type ExtractionChunk = {
    text: string;
    fact_count: number;
};

export type DryRunExtractRequest = {
    /**
     * What to remember: text, or a list of blocks of text, images and files
     */
    content: string | Array<{
        /**
         * Kind of block; within source, how its bytes are written
         */
        type: 'text';
        /**
         * The text of the block
         */
        text: string;
    } | {
        /**
         * Kind of block; within source, how its bytes are written
         */
        type: 'image';
        /**
         * The bytes of an image or a file
         */
        source: {
            /**
             * Kind of block; within source, how its bytes are written
             */
            type?: 'base64';
            /**
             * Media type, as image/png
             */
            media_type: string;
            /**
             * The bytes in base64
             */
            data: string;
        };
    } | {
        /**
         * Kind of block; within source, how its bytes are written
         */
        type: 'file';
        /**
         * The bytes of an image or a file
         */
        source: {
            /**
             * Kind of block; within source, how its bytes are written
             */
            type?: 'base64';
            /**
             * Media type, as image/png
             */
            media_type: string;
            /**
             * The bytes in base64
             */
            data: string;
        };
        /**
         * Name of the file
         */
        filename?: string | null;
    }>;
    /**
     * What the content is about, or where it comes from
     */
    context?: string;
    /**
     * When it happened, ISO 8601; absent or null is now, "unset" is no date
     */
    timestamp?: string | null;
    /**
     * Without effect
     *
     * @deprecated
     */
    agent_name?: string | null;
    /**
     * Named retain strategy of the bank
     */
    strategy?: string | null;
    /**
     * In place of the bank's
     */
    retain_mission?: string | null;
    /**
     * In place of the bank's
     */
    retain_extraction_mode?: string | null;
    /**
     * In place of the bank's
     */
    retain_custom_instructions?: string | null;
    /**
     * In place of the bank's
     */
    retain_extract_causal_links?: boolean | null;
    /**
     * Characters per chunk
     */
    retain_chunk_size?: number | null;
    /**
     * Controlled vocabulary by which a language model labels memories
     */
    entity_labels?: Array<LabelGroup> | null;
    /**
     * In place of the bank's
     */
    entities_allow_free_form?: boolean | null;
    /**
     * In place of the server's
     */
    llm_output_language?: string | null;
};

export type LabelGroup = {
    /**
     * Name of the group
     */
    key: string;
    /**
     * What the labels of the group say, for the model
     */
    description?: string;
    /**
     * value and multi-values take one or several of the values, text and multi-text short texts, map objects of fields
     */
    type?: 'value' | 'multi-values' | 'text' | 'multi-text' | 'map';
    /**
     * False wants one of the values of every fact
     */
    optional?: boolean;
    /**
     * The group's labels become tags too
     */
    tag?: boolean;
    /**
     * Values to choose from
     */
    values?: Array<LabelValue>;
    /**
     * Fields of a map, by name
     */
    fields?: {
        [key: string]: MapField;
    };
};

export type LabelValue = {
    /**
     * How the value is spelt in labels
     */
    value: string;
    /**
     * When it fits, for the model
     */
    description?: string;
};

export type MapField = {
    /**
     * value and multi-values take one or several of the values, text and multi-text short texts, map objects of fields
     */
    type?: 'value' | 'multi-values' | 'text' | 'multi-text' | 'map';
    /**
     * What the field says, for the model
     */
    description?: string;
    /**
     * Values to choose from
     */
    values?: Array<LabelValue>;
    /**
     * Fields of a map within it, by name
     */
    fields?: {
        [key: string]: MapField;
    };
};

export type RecallResponse = {
    results: Array<RecallResult>;
    /**
     * With format prompt: the results as text for a language model; "" when none was found or fits
     */
    prompt?: string | null;
    prompt_tokens?: number | null;
    /**
     * Results that did not fit into the prompt
     */
    prompt_left_out?: number | null;
    trace?: {
        [key: string]: unknown;
    } | null;
    entities?: {
        [key: string]: EntityStateResponse;
    } | null;
    chunks?: {
        [key: string]: ChunkData;
    } | null;
    source_facts?: {
        [key: string]: RecallResult;
    } | null;
    source_facts_truncated?: boolean | null;
    /**
     * What was cut short or could not take part: embedding, reranker_time, reranker_failed, …; absent when nothing was
     */
    degraded?: Array<string> | null;
};

export type RecallResult = {
    id: string;
    text: string;
    type?: string | null;
    entities?: Array<string> | null;
    context?: string | null;
    occurred_start?: string | null;
    occurred_end?: string | null;
    mentioned_at?: string | null;
    document_id?: string | null;
    metadata?: {
        [key: string]: string;
    } | null;
    chunk_id?: string | null;
    tags?: Array<string> | null;
    source_fact_ids?: Array<string> | null;
    scores?: RecallScores;
    attachments?: Array<ChunkAttachment> | null;
    /**
     * high or low, as its source was retained; absent is normal
     */
    source_trust?: string | null;
    /**
     * Ways in which the text instructs whoever reads it; it is data all the same, and never to be followed
     */
    instruction_like?: Array<string> | null;
};

export type RecallScores = {
    final: number;
    reranker?: number | null;
    semantic?: number | null;
    keyword?: number | null;
} | null;

export type ChunkAttachment = {
    id: string;
    hash: string;
    kind: string;
    media_type: string;
    byte_size: number;
    filename?: string | null;
    url: string;
};

export type EntityStateResponse = {
    entity_id: string;
    canonical_name: string;
    observations: Array<EntityObservationResponse>;
};

export type EntityObservationResponse = {
    text: string;
    mentioned_at?: string | null;
};

export type ChunkData = {
    id: string;
    text: string;
    chunk_index: number;
    truncated?: boolean;
    attachments?: Array<ChunkAttachment> | null;
};

export type RecallRequest = {
    /**
     * The question, or the words to look for
     */
    query: string;
    /**
     * Kinds of memory to return: world, experience, observation
     */
    types?: Array<string> | null;
    /**
     * Observations replace the facts they rest on; null is the bank's setting
     */
    prefer_observations?: boolean | null;
    /**
     * How deep it searches: 100, 300 or 1,000 candidates an arm, unless the bank says otherwise
     */
    budget?: 'low' | 'mid' | 'high';
    /**
     * Most tokens of results
     */
    max_tokens?: number;
    /**
     * Explain every result
     */
    trace?: boolean;
    /**
     * When the question is asked, ISO 8601: relative dates count from here
     */
    query_timestamp?: string | null;
    /**
     * What comes beside the memories
     */
    include?: {
        /**
         * Entities of the results; null leaves them out
         */
        entities?: {
            /**
             * Most tokens of entities
             */
            max_tokens?: number;
        } | null;
        /**
         * Text around the memories; null leaves it out
         */
        chunks?: ChunkIncludeOptions;
        /**
         * Facts behind observations; null leaves them out
         */
        source_facts?: SourceFactsIncludeOptions;
    };
    /**
     * Tags to filter by, as tags_match says
     */
    tags?: Array<string> | null;
    /**
     * any: shares a tag, or has none; all: holds every tag, or has none; any_strict, all_strict: the same without untagged memories; exact: has these tags and no others
     */
    tags_match?: 'any' | 'all' | 'any_strict' | 'all_strict' | 'exact';
    /**
     * Conditions over tags that must all hold: {tags, match, resolve}, {and: [...]}, {or: [...]} or {not: {...}}, nested as you like, up to 256 groups and 1,000 tags in all. resolve 'fuzzy' takes the bank's tags that resemble those given. Excludes tags
     */
    tag_groups?: Array<TagGroupLeaf | TagGroupAnd | TagGroupOr | TagGroupNot> | null;
    /**
     * Floors of the scores; results below any of them are left out
     */
    min_scores?: MinScores;
    /**
     * A time in place of the one that the question names: memories of it are preferred, nothing is left out
     */
    temporal_window?: TemporalWindow;
    /**
     * Longest time of the cross-encoder in milliseconds; 0 leaves it out, null is the bank's setting
     */
    rerank_budget_ms?: number | null;
    /**
     * prompt: the results also as one block of text for a language model, fenced as data, within max_tokens as a whole
     */
    format?: 'memories' | 'prompt';
};

export type ChunkIncludeOptions = {
    /**
     * Most tokens of chunks
     */
    max_tokens?: number;
} | null;

export type SourceFactsIncludeOptions = {
    /**
     * Most tokens of source facts
     */
    max_tokens?: number;
    /**
     * Most tokens of source facts per observation; -1 is no limit
     */
    max_tokens_per_observation?: number;
} | null;

export type TagGroupLeaf = {
    /**
     * Tags that the condition names
     */
    tags: Array<string>;
    /**
     * any: shares a tag, or has none; all: holds every tag, or has none; any_strict, all_strict: the same without untagged memories; exact: has these tags and no others
     */
    match?: 'any' | 'all' | 'any_strict' | 'all_strict' | 'exact';
    /**
     * fuzzy also takes the bank's tags that resemble those given
     */
    resolve?: 'exact' | 'fuzzy';
};

export type TagGroupAnd = {
    /**
     * Groups that must all hold
     */
    and: Array<TagGroupLeaf | TagGroupAnd | TagGroupOr | TagGroupNot>;
};

export type TagGroupOr = {
    /**
     * Groups of which one must hold
     */
    or: Array<TagGroupLeaf | TagGroupAnd | TagGroupOr | TagGroupNot>;
};

export type TagGroupNot = {
    /**
     * A group that must not hold
     */
    not: TagGroupLeaf | TagGroupAnd | TagGroupOr | TagGroupNot;
};

export type MinScores = {
    /**
     * Least nearness in meaning, 0 to 1
     */
    semantic?: number | null;
    /**
     * Least score by words (BM25, no upper bound)
     */
    keyword?: number | null;
    /**
     * Least score of the cross-encoder, 0 to 1; asks nothing of results that it did not score
     */
    reranker?: number | null;
    /**
     * Least of the scores that results are ordered by; these may pass 1
     */
    final?: number | null;
} | null;

export type TemporalWindow = {
    /**
     * First moment, ISO 8601
     */
    start: string;
    /**
     * Last moment, ISO 8601
     */
    end: string;
} | null;

export type ReflectResponse = {
    text: string;
    based_on?: ReflectBasedOn | null;
    structured_output?: {
        [key: string]: unknown;
    } | null;
    structured_output_error?: string | null;
    usage?: TokenUsage | null;
    trace?: ReflectTrace | null;
    /**
     * No language model took part: the text is put together from memories. Beyond the contract
     */
    extractive: boolean;
};

export type ReflectBasedOn = {
    memories?: Array<ReflectFact>;
    mental_models?: Array<ReflectMentalModel>;
    directives?: Array<ReflectDirective>;
};

export type ReflectFact = {
    id?: string | null;
    text: string;
    type?: string | null;
    context?: string | null;
    occurred_start?: string | null;
    occurred_end?: string | null;
    mentioned_at?: string | null;
    document_id?: string | null;
    chunk_id?: string | null;
    tags?: Array<string> | null;
    metadata?: {
        [key: string]: string;
    } | null;
    attachments?: Array<ChunkAttachment> | null;
};

export type ReflectMentalModel = {
    id: string;
    text: string;
    context?: string | null;
};

export type ReflectDirective = {
    id: string;
    name: string;
    content: string;
};

export type ReflectTrace = {
    tool_calls?: Array<ReflectToolCall>;
    llm_calls?: Array<ReflectLlmCall>;
};

export type ReflectToolCall = {
    tool: string;
    input: {
        [key: string]: unknown;
    };
    output?: {
        [key: string]: unknown;
    } | null;
    duration_ms: number;
    iteration?: number;
};

export type ReflectLlmCall = {
    scope: string;
    duration_ms: number;
};

export type ReflectRequest = {
    /**
     * The question
     */
    query: string;
    /**
     * How deep it searches, and how many turns it takes
     */
    budget?: 'low' | 'mid' | 'high';
    /**
     * Said to the model besides the question
     *
     * @deprecated
     */
    context?: string | null;
    /**
     * Length of the answer that is wished for
     */
    max_tokens?: number;
    /**
     * What comes beside the answer
     */
    include?: ReflectIncludeOptions;
    /**
     * Schema of an object: the answer is given in that form as well
     */
    response_schema?: {
        [key: string]: unknown;
    } | null;
    /**
     * Tags to filter by, as tags_match says
     */
    tags?: Array<string> | null;
    /**
     * any: shares a tag, or has none; all: holds every tag, or has none; any_strict, all_strict: the same without untagged memories; exact: has these tags and no others
     */
    tags_match?: 'any' | 'all' | 'any_strict' | 'all_strict' | 'exact';
    /**
     * Conditions over tags that must all hold: {tags, match, resolve}, {and: [...]}, {or: [...]} or {not: {...}}, nested as you like, up to 256 groups and 1,000 tags in all. resolve 'fuzzy' takes the bank's tags that resemble those given. Excludes tags
     */
    tag_groups?: Array<TagGroupLeaf | TagGroupAnd | TagGroupOr | TagGroupNot> | null;
    /**
     * Directives of every tag, not of the request's alone
     */
    apply_all_directives?: boolean;
    /**
     * Kinds of memory to look at
     */
    fact_types?: Array<'world' | 'experience' | 'observation'> | null;
    /**
     * Do not look at mental models
     */
    exclude_mental_models?: boolean;
    /**
     * Ids of mental models not to look at
     */
    exclude_mental_model_ids?: Array<string> | null;
    /**
     * Most tokens of one search of observations; 5000 if unset
     */
    reflect_search_observations_max_tokens?: number | null;
    /**
     * Entities beside observations; true if unset
     */
    reflect_search_observations_include_entities?: boolean | null;
};

export type ReflectIncludeOptions = {
    /**
     * {} for based_on: what the answer stands on
     */
    facts?: {
        [key: string]: unknown;
    } | null;
    /**
     * For trace: what was searched
     */
    tool_calls?: {
        /**
         * With what the tools brought
         */
        output?: boolean;
    } | null;
};

export type BankListResponse = {
    banks: Array<BankListItem>;
    total: number;
    limit: number;
    offset: number;
};

export type BankListItem = {
    bank_id: string;
    name?: string | null;
    disposition: DispositionTraits;
    mission?: string | null;
    created_at?: string | null;
    updated_at?: string | null;
    fact_count?: number;
    last_document_at?: string | null;
    last_write_at?: string | null;
    display_alias?: string | null;
    matched_aliases?: Array<string>;
};

export type DispositionTraits = {
    /**
     * How much claims are doubted, 1 to 5; 3 if unset
     */
    skepticism: number;
    /**
     * How literally words are taken, 1 to 5; 3 if unset
     */
    literalism: number;
    /**
     * How much feelings count, 1 to 5; 3 if unset
     */
    empathy: number;
};

export type BankProfileResponse = {
    bank_id: string;
    name: string;
    disposition: DispositionTraits;
    mission: string;
    background?: string | null;
};

export type CreateBankRequest = {
    /**
     * Name for people; the id stays
     */
    name?: string | null;
    /**
     * Temper of reflections, three traits
     *
     * @deprecated
     */
    disposition?: {
        /**
         * How much claims are doubted, 1 to 5; 3 if unset
         */
        skepticism: number;
        /**
         * How literally words are taken, 1 to 5; 3 if unset
         */
        literalism: number;
        /**
         * How much feelings count, 1 to 5; 3 if unset
         */
        empathy: number;
    } | null;
    /**
     * Trait 1 to 5; null is 3
     */
    disposition_skepticism?: number | null;
    /**
     * Trait 1 to 5; null is 3
     */
    disposition_literalism?: number | null;
    /**
     * Trait 1 to 5; null is 3
     */
    disposition_empathy?: number | null;
    /**
     * Older name of reflect_mission
     */
    mission?: string | null;
    /**
     * Oldest name of reflect_mission
     */
    background?: string | null;
    /**
     * What the bank is for
     */
    reflect_mission?: string | null;
    /**
     * What to pay attention to when retaining
     */
    retain_mission?: string | null;
    /**
     * What a memory is made of; without a language model every mode but verbatim and chunks is local
     */
    retain_extraction_mode?: string | null;
    /**
     * What a language model should keep, in the mode custom; empty is concise
     */
    retain_custom_instructions?: string | null;
    /**
     * Characters per chunk
     */
    retain_chunk_size?: number | null;
    /**
     * Characters per chunk of conversations; null is retain_chunk_size
     */
    retain_structured_chunk_size?: number | null;
    /**
     * Attachments in one extraction call
     */
    retain_max_attachments_per_chunk?: number | null;
    /**
     * Form observations
     */
    enable_observations?: boolean | null;
    /**
     * What observations are for
     */
    observations_mission?: string | null;
    /**
     * The keyword arm
     */
    enable_text_search?: boolean | null;
    /**
     * The temporal arm, and dates in queries
     */
    enable_temporal_retrieval?: boolean | null;
    /**
     * The graph arm
     */
    enable_graph_retrieval?: boolean | null;
    /**
     * The cross-encoder, where one is configured
     */
    enable_reranking?: boolean | null;
};

export type UpdateDispositionRequest = {
    /**
     * Temper of reflections, three traits
     */
    disposition: DispositionTraits;
};

export type BackgroundResponse = {
    mission: string;
    background?: string | null;
    disposition?: DispositionTraits | null;
};

export type AddBackgroundRequest = {
    /**
     * What is added to the mission
     */
    content: string;
    /**
     * Without effect
     */
    update_disposition?: boolean;
};

export type BankConfigResponse = {
    bank_id: string;
    config: {
        [key: string]: unknown;
    };
    overrides: {
        [key: string]: unknown;
    };
    /**
     * Where each value comes from: its default, the server's environment, the tenant, or the bank
     */
    origins?: {
        [key: string]: 'default' | 'server' | 'tenant' | 'bank';
    };
};

export type BankConfigUpdate = {
    /**
     * Overrides by field name or environment-style name; null removes one
     */
    updates: {
        [key: string]: unknown;
    };
};

export type BankAliasesResponse = {
    bank_id: string;
    aliases: Array<BankAliasEntry>;
};

export type BankAliasEntry = {
    alias: string;
    primary?: boolean;
};

export type CreateBankAliasRequest = {
    /**
     * Further id of the bank
     */
    alias: string;
    /**
     * Show this one in lists
     */
    primary?: boolean;
};

export type SetBankAliasPrimaryRequest = {
    /**
     * True shows this alias in lists, false the id again
     */
    primary: boolean;
};

export type BankStatsResponse = {
    bank_id: string;
    total_nodes: number;
    total_links: number;
    total_documents: number;
    nodes_by_fact_type: {
        [key: string]: number;
    };
    links_by_link_type: {
        [key: string]: number;
    };
    links_by_fact_type: {
        [key: string]: number;
    };
    links_breakdown: {
        [key: string]: {
            [key: string]: number;
        };
    };
    pending_operations: number;
    failed_operations: number;
    operations_by_status?: {
        [key: string]: number;
    };
    last_consolidated_at?: string | null;
    last_memory_write_at?: string | null;
    pending_consolidation?: number;
    failed_consolidation?: number;
    total_observations?: number;
    /**
     * Memories that still wait for their vector; their words find them meanwhile
     */
    pending_embeddings?: number;
};

export type ListDocumentsResponse = {
    items: Array<DocumentListItem>;
    total: number;
    limit: number;
    offset: number;
    total_is_estimate?: boolean;
};

export type DocumentListItem = {
    id: string;
    bank_id?: string;
    content_hash?: string | null;
    created_at?: string;
    updated_at?: string;
    text_length?: number;
    memory_unit_count?: number;
    retain_params?: {
        [key: string]: unknown;
    } | null;
    document_metadata?: {
        [key: string]: unknown;
    } | null;
    tags?: Array<string>;
    matched_fields?: Array<'id' | 'original_text'>;
};

export type ListChunksResponse = {
    items: Array<ChunkResponse>;
    total: number;
    limit: number;
    offset: number;
};

export type ChunkResponse = {
    chunk_id: string;
    document_id: string;
    bank_id: string;
    chunk_index: number;
    chunk_text: string;
    created_at: string;
    attachments?: Array<ChunkAttachment> | null;
};

export type ReprocessDocumentResponse = {
    success: boolean;
    operation_id: string;
    items_count: number;
};

export type DocumentHistoryResponse = {
    document_id: string;
    total: number;
    limit: number;
    offset: number;
    items: Array<DocumentEvent>;
};

export type DocumentEvent = {
    document_id: string;
    kind: 'retain' | 'append' | 'reprocess' | 'retag' | 'fact_edited' | 'fact_invalidated' | 'fact_restored' | 'fact_deleted' | 'observations_cleared' | 'consolidation';
    created_at?: string;
    operation_id?: string | null;
    fact_id?: string | null;
    facts_added?: number;
    facts_removed?: number;
    observations_created?: {
        count?: number;
        /**
         * The first 100
         */
        ids?: Array<string>;
    };
    observations_updated?: {
        count?: number;
        /**
         * The first 100
         */
        ids?: Array<string>;
    };
    observations_removed?: {
        count?: number;
        /**
         * The first 100
         */
        ids?: Array<string>;
    };
};

export type DocumentResponse = {
    id: string;
    bank_id: string;
    original_text: string | null;
    content_hash: string | null;
    created_at: string;
    updated_at: string;
    memory_unit_count: number;
    nodes_by_fact_type?: {
        [key: string]: number;
    } | null;
    tags?: Array<string>;
    document_metadata?: {
        [key: string]: unknown;
    } | null;
    retain_params?: {
        [key: string]: unknown;
    } | null;
    observation_scopes?: string | Array<Array<string>> | null;
    attachments?: Array<ChunkAttachment> | null;
};

export type UpdateDocumentResponse = {
    success?: boolean;
};

export type UpdateDocumentRequest = {
    /**
     * Tags in place of those it has, for its memories too
     */
    tags?: Array<string> | null;
    /**
     * For which tags observations are formed: a word, or lists of tags
     */
    observation_scopes?: 'per_tag' | 'combined' | 'all_combinations' | 'shared' | Array<Array<string>> | null;
};

export type DeleteDocumentResponse = {
    success: boolean;
    message: string;
    document_id: string;
    memory_units_deleted: number;
    report?: DeletionReport;
};

export type FileRetainResponse = {
    operation_ids: Array<string>;
};

export type BodyFileRetain = {
    /**
     * The files, each a part of its own
     */
    files: Array<Blob | File>;
    /**
     * JSON: parser, and files_metadata with an entry for each file
     */
    request: string;
};

export type GraphDataResponse = {
    nodes: Array<MemoryGraphNode>;
    edges: Array<MemoryGraphEdge>;
    table_rows: Array<MemoryGraphTableRow>;
    total_units: number;
    limit: number;
};

export type MemoryGraphNode = {
    data: MemoryGraphNodeData;
};

export type MemoryGraphNodeData = {
    id: string;
    label?: string;
    text?: string;
    date?: string;
    context?: string;
    entities?: string;
    color?: string | null;
};

export type MemoryGraphEdge = {
    data: MemoryGraphEdgeData;
};

export type MemoryGraphEdgeData = {
    id: string;
    source: string;
    target: string;
    linkType?: string;
    weight?: number;
    entityName?: string;
    color?: string | null;
    lineStyle?: string | null;
};

export type MemoryGraphTableRow = {
    id: string;
    text?: string;
    context?: string;
    occurred_start?: string | null;
    occurred_end?: string | null;
    mentioned_at?: string | null;
    date?: string | null;
    entities?: string;
    document_id?: string | null;
    chunk_id?: string | null;
    fact_type?: string | null;
    tags?: Array<string>;
    created_at?: string | null;
    proof_count?: number | null;
};

export type EntityGraphResponse = {
    nodes: Array<EntityGraphNode>;
    edges: Array<EntityGraphEdge>;
    total_entities: number;
    total_edges: number;
    limit: number;
};

export type EntityGraphNode = {
    data: EntityGraphNodeData;
};

export type EntityGraphNodeData = {
    id: string;
    label?: string;
    mentionCount?: number;
    color?: string | null;
};

export type EntityGraphEdge = {
    data: EntityGraphEdgeData;
};

export type EntityGraphEdgeData = {
    id: string;
    source: string;
    target: string;
    linkType?: string;
    weight?: number;
    color?: string | null;
    lineStyle?: string | null;
    lastCooccurred?: string | null;
};

export type MemoriesTimeseriesResponse = {
    bank_id: string;
    period: string;
    trunc: string;
    time_field?: string;
    buckets?: Array<MemoryTimeseriesBucket>;
};

export type MemoryTimeseriesBucket = {
    time: string;
    world?: number;
    experience?: number;
    observation?: number;
};

export type EntityListResponse = {
    items: Array<EntityListItem>;
    total: number;
    limit: number;
    offset: number;
};

export type EntityListItem = {
    id: string;
    canonical_name: string;
    mention_count: number;
    first_seen?: string | null;
    last_seen?: string | null;
    metadata?: {
        [key: string]: unknown;
    } | null;
};

export type EntityDetailResponse = {
    id: string;
    canonical_name: string;
    mention_count: number;
    first_seen?: string | null;
    last_seen?: string | null;
    metadata?: {
        [key: string]: unknown;
    } | null;
    observations: Array<EntityObservationResponse>;
    /**
     * Other names of it, which were merged into it
     */
    aliases?: Array<EntityAlias>;
};

export type EntityAlias = {
    id: string;
    name: string;
    merged_at: string;
};

export type MergeEntitiesRequest = {
    /**
     * Entities that this one takes in
     */
    entity_ids: Array<string>;
};

export type AddEntityAliasRequest = {
    /**
     * Another name of the entity, in any script
     */
    alias: string;
};

export type SplitEntityResponse = {
    /**
     * Null when nothing is left of it
     */
    entity: EntityDetailResponse | null;
    split: EntityDetailResponse;
};

export type SplitEntityRequest = {
    /**
     * Name or id of an alias, which is an entity again
     */
    alias?: string | null;
    /**
     * Or: whom the memories name instead
     */
    name?: string | null;
    /**
     * Memories that name the other
     */
    memory_ids?: Array<string> | null;
};

export type ListTagsResponse = {
    items: Array<TagItem>;
    total: number;
    limit: number;
    offset: number;
};

export type TagItem = {
    tag: string;
    count: number;
};

export type ConsolidationResponse = {
    operation_id: string;
    deduplicated?: boolean;
};

export type ConsolidationRequest = {
    /**
     * Only facts whose tags hold one of these sets
     */
    observation_scopes?: Array<Array<string>> | null;
} | null;

export type RecoverConsolidationResponse = {
    retried_count: number;
};

export type ConsolidationStrategiesPreview = {
    strategies: Array<StrategyPreview>;
    default: DefaultScopesPreview;
    scopes_scanned: number;
    complete: boolean;
};

export type StrategyPreview = {
    active: boolean;
    claimed_count: number;
    rules: Array<StrategyRulePreview>;
};

export type StrategyRulePreview = {
    match_count: number;
    observation_count: number;
    samples: Array<StrategyScopePreview>;
    taken_count: number;
};

export type StrategyScopePreview = {
    tags: Array<string>;
    count: number;
    handled_by: number | null;
};

export type DefaultScopesPreview = {
    match_count: number;
    observation_count: number;
    samples: Array<StrategyScopePreview>;
};

export type ConsolidationStrategiesPreviewRequest = {
    /**
     * As the bank's consolidation_strategies
     */
    strategies: Array<ConsolidationStrategySpec>;
    /**
     * Scopes to name for each rule
     */
    sample_limit?: number;
};

export type ConsolidationStrategySpec = {
    /**
     * Patterns of the scopes that it takes
     */
    scopes?: Array<ConsolidationScopePattern>;
    /**
     * What observations of these scopes are for
     */
    observations_mission?: string | null;
    /**
     * Most observations in one scope; -1 is no limit, 0 no new one
     */
    max_observations_per_scope?: number | null;
    /**
     * Tokens of source facts in one call
     */
    consolidation_source_facts_max_tokens?: number | null;
    /**
     * The same for one observation
     */
    consolidation_source_facts_max_tokens_per_observation?: number | null;
};

export type ConsolidationScopePattern = {
    /**
     * Names of tags; * and ? stand for others
     */
    tags?: Array<string>;
    /**
     * exact (when absent): the names cover the scope; any: one of its tags is named; all: each name finds a tag
     */
    tags_match?: string | null;
};

export type ObservationScopesResponse = {
    scopes: Array<ObservationScope>;
    total: number;
    limit: number;
    offset: number;
};

export type ObservationScope = {
    tags: Array<string>;
    count: number;
};

export type PromptPreviewResponse = {
    messages?: Array<PromptMessageModel>;
    /**
     * The retain strategy in force
     */
    strategy?: string | null;
    /**
     * The retain strategies that there are
     */
    strategies?: Array<string>;
    /**
     * Settings of the operation that are not words of the prompt
     */
    run_settings?: Array<RunSettingModel>;
    /**
     * JSON schema of the answer; null where it is free text or calls of tools
     */
    response_schema?: {
        [key: string]: unknown;
    } | null;
    /**
     * Why the bank sends no such prompt at present
     */
    skipped_reason?: string | null;
};

export type PromptMessageModel = {
    role: 'system' | 'user';
    blocks?: Array<PromptBlockModel>;
};

export type PromptBlockModel = {
    text: string;
    /**
     * Words of a setting, or the server's own
     */
    source: 'config' | 'builtin';
    /**
     * The setting that it comes from or that switches it
     */
    field?: string;
    /**
     * Short name of the part
     */
    section?: string;
    heading?: string;
    /**
     * False: it is not sent; it could be
     */
    active?: boolean;
    value?: string | null;
    kind: 'text' | 'boolean' | 'choice' | 'complex';
    choices?: Array<string> | null;
    /**
     * Whether the bank's configuration can change it
     */
    editable?: boolean;
};

export type RunSettingModel = {
    field: string;
    value?: string | null;
    kind: 'text' | 'boolean' | 'choice' | 'complex';
    editable?: boolean;
};

export type PromptPreviewRequest = {
    /**
     * Whose prompt is shown
     */
    operation?: 'retain' | 'consolidation' | 'reflect';
    /**
     * Retain strategy of the bank; one that it does not have counts for nothing
     */
    strategy?: string | null;
};

export type DirectiveListResponse = {
    items: Array<DirectiveResponse>;
    total: number;
    limit: number;
    offset: number;
};

export type DirectiveResponse = {
    id: string;
    bank_id: string;
    name: string;
    content: string;
    priority?: number;
    is_active?: boolean;
    tags?: Array<string>;
    created_at?: string | null;
    updated_at?: string | null;
};

export type CreateDirectiveRequest = {
    /**
     * Name for people
     */
    name: string;
    /**
     * The rule, as reflection is told it
     */
    content: string;
    /**
     * The higher one comes first
     */
    priority?: number;
    /**
     * Whether it is in force
     */
    is_active?: boolean;
    /**
     * Without tags it applies to every reflection
     */
    tags?: Array<string>;
};

export type UpdateDirectiveRequest = {
    /**
     * Another name
     */
    name?: string | null;
    /**
     * What it says from now on
     */
    content?: string | null;
    /**
     * The higher one comes first
     */
    priority?: number | null;
    /**
     * Whether it applies
     */
    is_active?: boolean | null;
    /**
     * Without tags it applies to every reflection
     */
    tags?: Array<string> | null;
};

export type MentalModelListResponse = {
    items: Array<MentalModelResponse>;
    total: number;
    limit: number;
    offset: number;
};

export type MentalModelResponse = {
    id: string;
    bank_id: string;
    name: string;
    source_query?: string | null;
    content?: string | null;
    tags?: Array<string>;
    max_tokens?: number | null;
    trigger?: MentalModelTriggerOutput;
    last_refreshed_at?: string | null;
    last_memory_seen_at?: string | null;
    last_refresh_failed_at?: string | null;
    last_full_refreshed_at?: string | null;
    created_at?: string | null;
    is_knowledge_page?: boolean | null;
    reflect_response?: {
        [key: string]: unknown;
    } | null;
    is_stale?: boolean | null;
    /**
     * Why it is stale, in a word. Beyond the contract
     */
    staleness_code?: 'sources_gone' | 'not_answered' | 'memories_changed' | null;
    /**
     * Why it is stale. Beyond the contract
     */
    staleness_reason?: string | null;
};

export type MentalModelTriggerOutput = {
    budget?: 'low' | 'mid' | 'high' | null;
    mode?: 'full' | 'delta';
    refresh_after_consolidation?: boolean;
    refresh_cron?: string | null;
    full_refresh_cron?: string | null;
    min_refresh_interval_seconds?: number | null;
    fact_types?: Array<'world' | 'experience' | 'observation'> | null;
    exclude_mental_models?: boolean;
    exclude_mental_model_ids?: Array<string> | null;
    tags_match?: 'any' | 'all' | 'any_strict' | 'all_strict' | 'exact' | null;
    /**
     * Conditions over tags that must all hold: {tags, match, resolve}, {and: [...]}, {or: [...]} or {not: {...}}, nested as you like, up to 256 groups and 1,000 tags in all. resolve 'fuzzy' takes the bank's tags that resemble those given. Excludes tags
     */
    tag_groups?: Array<TagGroupLeaf | TagGroupAnd | TagGroupOr | TagGroupNot> | null;
    include_chunks?: boolean | null;
    recall_max_tokens?: number | null;
    recall_chunks_max_tokens?: number | null;
    reflect_search_observations_max_tokens?: number | null;
    reflect_search_observations_include_entities?: boolean | null;
    response_schema?: {
        [key: string]: unknown;
    } | null;
    keep_trace?: boolean;
} | null;

export type CreateMentalModelResponse = {
    mental_model_id?: string | null;
    operation_id: string;
};

export type CreateMentalModelRequest = {
    /**
     * Id of your choice; made up if unset
     */
    id?: string | null;
    /**
     * Name for people
     */
    name: string;
    /**
     * The question that the content answers
     */
    source_query: string;
    /**
     * Tags of the model, and of the memories that it looks at
     */
    tags?: Array<string>;
    /**
     * Length of the content that is wished for
     */
    max_tokens?: number;
    /**
     * When it is refreshed, and what a refresh looks at
     */
    trigger?: {
        /**
         * How deep a refresh looks; mid if unset
         */
        budget?: 'low' | 'mid' | 'high' | null;
        /**
         * full: written anew; delta: only what changed is edited
         */
        mode?: 'full' | 'delta';
        /**
         * Refresh after consolidations that touched its scope. Excludes refresh_cron
         */
        refresh_after_consolidation?: boolean;
        /**
         * Schedule in UTC, five fields; refreshed when it fires and the model is stale
         */
        refresh_cron?: string | null;
        /**
         * Schedule in UTC, five fields, on which it is written anew whole
         */
        full_refresh_cron?: string | null;
        /**
         * Least time between refreshes that nobody asks for; the bank's if unset
         */
        min_refresh_interval_seconds?: number | null;
        /**
         * Kinds of memory to look at; all if unset
         */
        fact_types?: Array<'world' | 'experience' | 'observation'> | null;
        /**
         * Do not look at other mental models
         */
        exclude_mental_models?: boolean;
        /**
         * Ids of mental models not to look at
         */
        exclude_mental_model_ids?: Array<string> | null;
        /**
         * any: shares a tag, or has none; all: holds every tag, or has none; any_strict, all_strict: the same without untagged memories; exact: has these tags and no others
         */
        tags_match?: 'any' | 'all' | 'any_strict' | 'all_strict' | 'exact' | null;
        /**
         * Conditions over tags that must all hold: {tags, match, resolve}, {and: [...]}, {or: [...]} or {not: {...}}, nested as you like, up to 256 groups and 1,000 tags in all. resolve 'fuzzy' takes the bank's tags that resemble those given. Excludes tags
         */
        tag_groups?: Array<TagGroupLeaf | TagGroupAnd | TagGroupOr | TagGroupNot> | null;
        /**
         * Show a refresh the text around memories; the bank's if unset
         */
        include_chunks?: boolean | null;
        /**
         * Tokens of memories in one search of a refresh; the bank's if unset
         */
        recall_max_tokens?: number | null;
        /**
         * Tokens of chunks in one search of a refresh; the bank's if unset
         */
        recall_chunks_max_tokens?: number | null;
        /**
         * Tokens of observations in one search of a refresh
         */
        reflect_search_observations_max_tokens?: number | null;
        /**
         * Name the entities of observations to a refresh
         */
        reflect_search_observations_include_entities?: boolean | null;
        /**
         * Schema of an object: the content is given in that form as well
         */
        response_schema?: {
            [key: string]: unknown;
        } | null;
        /**
         * Keep what a refresh searched
         */
        keep_trace?: boolean;
    };
};

export type UpdateMentalModelRequest = {
    /**
     * Another name
     */
    name?: string | null;
    /**
     * Another question is answered at once, in full
     */
    source_query?: string | null;
    /**
     * Length of the content that is wished for
     */
    max_tokens?: number | null;
    /**
     * Tags in place of those it has
     */
    tags?: Array<string> | null;
    /**
     * Only the fields that are sent change; null unsets one
     */
    trigger?: {
        /**
         * How deep a refresh looks; mid if unset
         */
        budget?: 'low' | 'mid' | 'high' | null;
        /**
         * full: written anew; delta: only what changed is edited
         */
        mode?: 'full' | 'delta';
        /**
         * Refresh after consolidations that touched its scope. Excludes refresh_cron
         */
        refresh_after_consolidation?: boolean;
        /**
         * Schedule in UTC, five fields; refreshed when it fires and the model is stale
         */
        refresh_cron?: string | null;
        /**
         * Schedule in UTC, five fields, on which it is written anew whole
         */
        full_refresh_cron?: string | null;
        /**
         * Least time between refreshes that nobody asks for; the bank's if unset
         */
        min_refresh_interval_seconds?: number | null;
        /**
         * Kinds of memory to look at; all if unset
         */
        fact_types?: Array<'world' | 'experience' | 'observation'> | null;
        /**
         * Do not look at other mental models
         */
        exclude_mental_models?: boolean;
        /**
         * Ids of mental models not to look at
         */
        exclude_mental_model_ids?: Array<string> | null;
        /**
         * any: shares a tag, or has none; all: holds every tag, or has none; any_strict, all_strict: the same without untagged memories; exact: has these tags and no others
         */
        tags_match?: 'any' | 'all' | 'any_strict' | 'all_strict' | 'exact' | null;
        /**
         * Conditions over tags that must all hold: {tags, match, resolve}, {and: [...]}, {or: [...]} or {not: {...}}, nested as you like, up to 256 groups and 1,000 tags in all. resolve 'fuzzy' takes the bank's tags that resemble those given. Excludes tags
         */
        tag_groups?: Array<TagGroupLeaf | TagGroupAnd | TagGroupOr | TagGroupNot> | null;
        /**
         * Show a refresh the text around memories; the bank's if unset
         */
        include_chunks?: boolean | null;
        /**
         * Tokens of memories in one search of a refresh; the bank's if unset
         */
        recall_max_tokens?: number | null;
        /**
         * Tokens of chunks in one search of a refresh; the bank's if unset
         */
        recall_chunks_max_tokens?: number | null;
        /**
         * Tokens of observations in one search of a refresh
         */
        reflect_search_observations_max_tokens?: number | null;
        /**
         * Name the entities of observations to a refresh
         */
        reflect_search_observations_include_entities?: boolean | null;
        /**
         * Schema of an object: the content is given in that form as well
         */
        response_schema?: {
            [key: string]: unknown;
        } | null;
        /**
         * Keep what a refresh searched
         */
        keep_trace?: boolean;
    } | null;
};

export type AsyncOperationSubmitResponse = {
    operation_id: string;
    status: string;
};

export type RefreshMentalModelRequest = {
    /**
     * Write all of it anew this once
     */
    mode?: 'full' | null;
} | null;

export type MentalModelDryRunRefreshResult = {
    mental_model_id: string;
    name: string;
    requested_mode: 'full' | 'delta';
    effective_mode: 'full' | 'delta';
    mode_fallback_reason?: 'no_baseline_content' | 'source_query_changed' | 'structured_doc_unreadable' | 'delta_ops_failed' | 'delta_ops_all_skipped' | null;
    outcome: 'content_written' | 'content_unchanged' | 'content_preserved_no_new_facts' | 'refresh_failed_empty_candidate' | 'refresh_failed_delta_not_applied';
    would_persist: boolean;
    scope: MentalModelRefreshScope;
    window: MentalModelRefreshWindow;
    facts: MentalModelFactCounts;
    based_on?: {
        [key: string]: Array<{
            [key: string]: unknown;
        }>;
    };
    current_content: string;
    candidate_content: string;
    preview_content: string;
    diff: string;
    delta_operations?: MentalModelDeltaOperations;
    retraction?: MentalModelRetraction;
    trace: MentalModelRefreshTrace;
    usage?: TokenUsage;
    duration_ms?: number;
    warnings?: Array<string>;
};

export type MentalModelRefreshScope = {
    tags?: Array<string> | null;
    tags_match: 'any' | 'all' | 'any_strict' | 'all_strict' | 'exact';
    /**
     * Conditions over tags that must all hold: {tags, match, resolve}, {and: [...]}, {or: [...]} or {not: {...}}, nested as you like, up to 256 groups and 1,000 tags in all. resolve 'fuzzy' takes the bank's tags that resemble those given. Excludes tags
     */
    tag_groups?: Array<TagGroupLeaf | TagGroupAnd | TagGroupOr | TagGroupNot> | null;
    fact_types?: Array<string> | null;
    exclude_mental_models: boolean;
    exclude_mental_model_ids?: Array<string>;
};

export type MentalModelRefreshWindow = {
    created_after?: string | null;
    created_before: string;
    watermark?: string | null;
};

export type MentalModelFactCounts = {
    retrieved?: {
        [key: string]: number;
    };
    used?: {
        [key: string]: number;
    };
};

export type MentalModelDeltaOperations = {
    applied?: Array<{
        [key: string]: unknown;
    }>;
    skipped?: Array<{
        [key: string]: unknown;
    }>;
} | null;

export type MentalModelRetraction = {
    fact_ids?: Array<string>;
    fact_texts?: Array<string>;
    applied: boolean;
    deferred_reason?: string | null;
} | null;

export type MentalModelRefreshTrace = {
    recorded_at?: string | null;
    effective_mode: 'full' | 'delta';
    mode_fallback_reason?: 'no_baseline_content' | 'source_query_changed' | 'structured_doc_unreadable' | 'delta_ops_failed' | 'delta_ops_all_skipped' | null;
    outcome: 'content_written' | 'content_unchanged' | 'content_preserved_no_new_facts' | 'refresh_failed_empty_candidate' | 'refresh_failed_delta_not_applied';
    tool_calls?: Array<MentalModelTraceToolCall>;
    llm_calls?: Array<ReflectLlmCall>;
    delta_operations?: MentalModelDeltaOperations;
    retraction?: MentalModelRetraction;
    usage?: TokenUsage | null;
    duration_ms?: number;
    warnings?: Array<string>;
};

export type MentalModelTraceToolCall = {
    tool: string;
    reason?: string | null;
    input?: {
        [key: string]: unknown;
    };
    output?: {
        [key: string]: unknown;
    } | null;
    updated_at?: string | null;
    result_count?: number | null;
    duration_ms: number;
    iteration?: number;
};

export type BankTemplateImportResponse = {
    bank_id: string;
    config_applied: boolean;
    mental_models_created?: Array<string>;
    mental_models_updated?: Array<string>;
    directives_created?: Array<string>;
    directives_updated?: Array<string>;
    operation_ids?: Array<string>;
    dry_run?: boolean;
};

export type BankTemplateManifest = {
    /**
     * Version of the format; "1" is the only one
     */
    version: string;
    /**
     * Settings of the bank
     */
    bank?: BankTemplateConfig;
    /**
     * Mental models, by id
     */
    mental_models?: Array<BankTemplateMentalModel> | null;
    /**
     * Directives, by name
     */
    directives?: Array<BankTemplateDirective> | null;
};

export type BankTemplateConfig = {
    /**
     * Who the answering agent is; shown as the bank's mission
     */
    reflect_mission?: string | null;
    /**
     * What a language model should keep; goes before its general rules
     */
    retain_mission?: string | null;
    /**
     * What a memory is made of; without a language model every mode but verbatim and chunks is local
     */
    retain_extraction_mode?: string | null;
    /**
     * What a language model should keep, in the mode custom; empty is concise
     */
    retain_custom_instructions?: string | null;
    /**
     * Characters per chunk
     */
    retain_chunk_size?: number | null;
    /**
     * Characters per chunk of conversations; null is retain_chunk_size
     */
    retain_structured_chunk_size?: number | null;
    /**
     * Form observations
     */
    enable_observations?: boolean | null;
    /**
     * What observations are for
     */
    observations_mission?: string | null;
    /**
     * The keyword arm
     */
    enable_text_search?: boolean | null;
    /**
     * The temporal arm, and dates in queries
     */
    enable_temporal_retrieval?: boolean | null;
    /**
     * The graph arm
     */
    enable_graph_retrieval?: boolean | null;
    /**
     * The cross-encoder, where one is configured
     */
    enable_reranking?: boolean | null;
    /**
     * Let a decision model take part in reflection
     */
    reflect_use_decision_model?: boolean | null;
    /**
     * Let a decision model take part in refreshes
     */
    mental_model_refresh_use_decision_model?: boolean | null;
    /**
     * Let a decision model take part in delta refreshes
     */
    mental_model_delta_use_decision_model?: boolean | null;
    /**
     * Trait 1 to 5; null is 3
     */
    disposition_skepticism?: number | null;
    /**
     * Trait 1 to 5; null is 3
     */
    disposition_literalism?: number | null;
    /**
     * Trait 1 to 5; null is 3
     */
    disposition_empathy?: number | null;
    /**
     * Controlled vocabulary by which a language model labels memories
     */
    entity_labels?: Array<LabelGroup> | null;
    /**
     * Entities outside the vocabulary, when a language model reads
     */
    entities_allow_free_form?: boolean | null;
    /**
     * Strategy of items that name none
     */
    retain_default_strategy?: string | null;
    /**
     * Named sets of overrides
     */
    retain_strategies?: {
        [key: string]: unknown;
    } | null;
    /**
     * Chunks handled in one step
     */
    retain_chunk_batch_size?: number | null;
    /**
     * Attachments in one extraction call
     */
    retain_max_attachments_per_chunk?: number | null;
    /**
     * Tools that MCP offers; null is all
     */
    mcp_enabled_tools?: Array<string> | null;
    /**
     * Facts in one consolidation call
     */
    consolidation_llm_batch_size?: number | null;
    /**
     * Tokens of source facts in one call
     */
    consolidation_source_facts_max_tokens?: number | null;
    /**
     * The same for one observation
     */
    consolidation_source_facts_max_tokens_per_observation?: number | null;
    /**
     * Most observations in one scope; -1 is no limit
     */
    max_observations_per_scope?: number | null;
    /**
     * Limits by scope; the older form of consolidation_strategies
     */
    observation_scope_limits?: Array<{
        [key: string]: unknown;
    }> | null;
    /**
     * Scopes of observations where an item names none
     */
    default_observation_scopes?: 'per_tag' | 'combined' | 'all_combinations' | 'shared' | Array<Array<string>> | null;
    /**
     * Rules by which scopes get their own mission and limits
     */
    consolidation_strategies?: Array<ConsolidationStrategySpec> | null;
    /**
     * Tokens of source facts beside observations; -1 is none
     */
    reflect_source_facts_max_tokens?: number | null;
    /**
     * Trigger of new knowledge pages
     */
    knowledge_page_default_trigger?: {
        [key: string]: unknown;
    } | null;
    /**
     * Options of reflections that leave them out
     */
    reflect_default_options?: {
        [key: string]: unknown;
    } | null;
    /**
     * Least time between refreshes of a mental model
     */
    mental_model_min_refresh_interval_seconds?: number | null;
    /**
     * Safety settings of Gemini models
     */
    llm_gemini_safety_settings?: Array<unknown> | null;
    /**
     * How the budget becomes candidates per arm
     */
    recall_budget_function?: string | null;
    /**
     * Candidates per arm, low budget
     */
    recall_budget_fixed_low?: number | null;
    /**
     * Candidates per arm, mid budget
     */
    recall_budget_fixed_mid?: number | null;
    /**
     * Candidates per arm, high budget
     */
    recall_budget_fixed_high?: number | null;
    /**
     * Candidates per token of the answer, low budget
     */
    recall_budget_adaptive_low?: number | null;
    /**
     * Candidates per token of the answer, mid budget
     */
    recall_budget_adaptive_mid?: number | null;
    /**
     * Candidates per token of the answer, high budget
     */
    recall_budget_adaptive_high?: number | null;
    /**
     * Fewest candidates of an adaptive budget
     */
    recall_budget_min?: number | null;
    /**
     * Most candidates of an adaptive budget
     */
    recall_budget_max?: number | null;
    /**
     * Keep an audit log: who did what to the bank, and when, without texts
     */
    audit_log_enabled?: boolean | null;
    /**
     * Keep the text of documents and chunks
     */
    store_document_text?: boolean | null;
    /**
     * Consolidate after each retain
     */
    enable_auto_consolidation?: boolean | null;
    /**
     * Let a decision model take part in consolidation
     */
    consolidation_use_decision_model?: boolean | null;
    /**
     * Memories of one consolidation job; 0 is no limit
     */
    consolidation_max_memories_per_round?: number | null;
    /**
     * Consolidation calls at once
     */
    consolidation_llm_parallelism?: number | null;
    /**
     * Chunks in recalls of the server's own
     */
    recall_include_chunks?: boolean | null;
    /**
     * Prefer_observations of recalls that leave it out
     */
    recall_prefer_observations?: boolean | null;
    /**
     * Tokens of facts in recalls of the server's own
     */
    recall_max_tokens?: number | null;
    /**
     * Tokens of chunks in recalls of the server's own
     */
    recall_chunks_max_tokens?: number | null;
    /**
     * What to do with secrets, personal data and low trust in what is retained (memory-defense.md)
     */
    memory_defense?: {
        [key: string]: unknown;
    } | null;
    [key: string]: unknown;
} | null;

export type BankTemplateMentalModel = {
    /**
     * Small letters, digits and dashes
     */
    id: string;
    /**
     * Its name
     */
    name: string;
    /**
     * The question that it answers
     */
    source_query: string;
    /**
     * Tags: any words by which memories are told apart
     */
    tags?: Array<string>;
    /**
     * Length of the content that is wished for
     */
    max_tokens?: number;
    /**
     * When it is refreshed, and what a refresh looks at
     */
    trigger?: {
        /**
         * How deep a refresh looks; mid if unset
         */
        budget?: 'low' | 'mid' | 'high' | null;
        /**
         * full: written anew; delta: only what changed is edited
         */
        mode?: 'full' | 'delta';
        /**
         * Refresh after consolidations that touched its scope
         */
        refresh_after_consolidation?: boolean;
        /**
         * Schedule in UTC, five fields; refreshed when it fires and the model is stale
         */
        refresh_cron?: string | null;
        /**
         * Schedule in UTC, five fields, on which it is written anew whole
         */
        full_refresh_cron?: string | null;
        /**
         * Least time between refreshes that nobody asks for; the bank's if unset
         */
        min_refresh_interval_seconds?: number | null;
        /**
         * Kinds of memory to look at; all if unset
         */
        fact_types?: Array<'world' | 'experience' | 'observation'> | null;
        /**
         * Do not look at other mental models
         */
        exclude_mental_models?: boolean;
        /**
         * Ids of mental models not to look at
         */
        exclude_mental_model_ids?: Array<string> | null;
        /**
         * How tags are compared
         */
        tags_match?: 'any' | 'all' | 'any_strict' | 'all_strict' | 'exact' | null;
        /**
         * Conditions over tags that must all hold: {tags, match, resolve}, {and: [...]}, {or: [...]} or {not: {...}}, nested as you like, up to 256 groups and 1,000 tags in all. resolve 'fuzzy' takes the bank's tags that resemble those given. Excludes tags
         */
        tag_groups?: Array<TagGroupLeaf | TagGroupAnd | TagGroupOr | TagGroupNot> | null;
        /**
         * Show a refresh the text around memories; the bank's if unset
         */
        include_chunks?: boolean | null;
        /**
         * Tokens of memories in one search of a refresh; the bank's if unset
         */
        recall_max_tokens?: number | null;
        /**
         * Tokens of chunks in one search of a refresh; the bank's if unset
         */
        recall_chunks_max_tokens?: number | null;
        /**
         * Tokens of observations in one search of a refresh
         */
        reflect_search_observations_max_tokens?: number | null;
        /**
         * Name the entities of observations to a refresh
         */
        reflect_search_observations_include_entities?: boolean | null;
        /**
         * Schema of an object: the content is given in that form as well
         */
        response_schema?: {
            [key: string]: unknown;
        } | null;
        /**
         * Keep what a refresh searched
         */
        keep_trace?: boolean;
    };
};

export type BankTemplateDirective = {
    /**
     * Its name
     */
    name: string;
    /**
     * What it says
     */
    content: string;
    /**
     * The higher one comes first
     */
    priority?: number;
    /**
     * Whether it applies
     */
    is_active?: boolean;
    /**
     * Tags: any words by which memories are told apart
     */
    tags?: Array<string>;
};

export type BankTemplateGalleryResponse = {
    templates: Array<{
        id: string;
        name: string;
        description: string;
        manifest: BankTemplateManifest;
    }>;
};

export type BankTransferSubmitResponse = {
    operation_id: string;
    status?: string;
};

export type BodyImportBankTransfer = {
    /**
     * The archive
     */
    file: Blob | File;
};

export type DocumentExportSubmitResponse = {
    operation_id: string;
    status?: string;
};

export type DocumentImportSubmitResponse = {
    operation_id: string;
    status?: string;
};

export type BodyImportDocuments = {
    /**
     * The archive
     */
    file: Blob | File;
};

export type WebhookResponse = {
    id: string;
    bank_id: string | null;
    url: string;
    secret?: string | null;
    event_types: Array<string>;
    enabled: boolean;
    http_config?: WebhookHttpConfig;
    created_at?: string | null;
    updated_at?: string | null;
};

export type WebhookHttpConfig = {
    /**
     * POST or GET; the event is the body of both
     */
    method?: string;
    /**
     * Longest time of one call
     */
    timeout_seconds?: number;
    /**
     * Sent along; values that look secret are shown as ***
     */
    headers?: {
        [key: string]: string;
    };
    /**
     * Added to the query of the url
     */
    params?: {
        [key: string]: string;
    };
};

export type CreateWebhookRequest = {
    /**
     * http or https, and no private address
     */
    url: string;
    /**
     * Signs what is sent; never shown
     */
    secret?: string | null;
    /**
     * What is told: consolidation.completed, retain.completed, memory_defense.triggered, mental_model.refreshed, mental_model.refresh_failed
     */
    event_types?: Array<string>;
    /**
     * Whether it is told anything
     */
    enabled?: boolean;
    /**
     * How it is called
     */
    http_config?: WebhookHttpConfig;
};

export type WebhookListResponse = {
    items: Array<WebhookResponse>;
    total: number;
    limit: number;
    offset: number;
};

export type UpdateWebhookRequest = {
    /**
     * http or https, and no private address
     */
    url?: string | null;
    /**
     * null takes it away
     */
    secret?: string | null;
    /**
     * What is told: consolidation.completed, retain.completed, memory_defense.triggered, mental_model.refreshed, mental_model.refresh_failed
     */
    event_types?: Array<string> | null;
    /**
     * Whether it is told anything
     */
    enabled?: boolean | null;
    /**
     * How it is called
     */
    http_config?: WebhookHttpConfig | null;
};

export type WebhookDeliveryListResponse = {
    items: Array<WebhookDeliveryResponse>;
    next_cursor?: string | null;
};

export type WebhookDeliveryResponse = {
    id: string;
    event_id?: string | null;
    webhook_id: string | null;
    url: string;
    event_type: string;
    status: string;
    attempts: number;
    next_retry_at?: string | null;
    last_error?: string | null;
    last_response_status?: number | null;
    last_response_body?: string | null;
    last_attempt_at?: string | null;
    created_at?: string | null;
    updated_at?: string | null;
};

export type KnowledgeTreeResponse = {
    roots: Array<KnowledgeNode>;
};

export type KnowledgeNode = {
    id: string;
    kind: 'folder' | 'page';
    name: string;
    parent_id?: string | null;
    mental_model_id?: string | null;
    managed?: boolean;
    description?: string | null;
    tags?: Array<string>;
    timestamp?: string | null;
    is_stale?: boolean | null;
    last_refresh_failed_at?: string | null;
    trigger?: MentalModelTriggerOutput;
    children?: Array<KnowledgeNode>;
};

export type CreateFolderRequest = {
    /**
     * Name of the folder
     */
    name: string;
    /**
     * Folder that it lies in; the top if unset
     */
    parent_id?: string | null;
};

export type CreateKnowledgePageResponse = {
    page_id: string;
    mental_model_id: string;
    operation_id?: string | null;
};

export type CreatePageRequest = {
    /**
     * Name of the page
     */
    name: string;
    /**
     * The question that it answers
     */
    source_query: string;
    /**
     * Folder that it lies in; the top if unset
     */
    parent_id?: string | null;
    /**
     * Tags of the page, and of the memories that it looks at
     */
    tags?: Array<string> | null;
    /**
     * How long the page may be, in tokens; 4096 if unset
     */
    max_tokens?: number | null;
    /**
     * Over the defaults of pages, field by field
     */
    trigger?: {
        /**
         * How deep a refresh looks; mid if unset
         */
        budget?: 'low' | 'mid' | 'high' | null;
        /**
         * full: written anew; delta: only what changed is edited
         */
        mode?: 'full' | 'delta';
        /**
         * Refresh after consolidations that touched its scope. Excludes refresh_cron
         */
        refresh_after_consolidation?: boolean;
        /**
         * Schedule in UTC, five fields; refreshed when it fires and the model is stale
         */
        refresh_cron?: string | null;
        /**
         * Schedule in UTC, five fields, on which it is written anew whole
         */
        full_refresh_cron?: string | null;
        /**
         * Least time between refreshes that nobody asks for; the bank's if unset
         */
        min_refresh_interval_seconds?: number | null;
        /**
         * Kinds of memory to look at; all if unset
         */
        fact_types?: Array<'world' | 'experience' | 'observation'> | null;
        /**
         * Do not look at other mental models
         */
        exclude_mental_models?: boolean;
        /**
         * Ids of mental models not to look at
         */
        exclude_mental_model_ids?: Array<string> | null;
        /**
         * any: shares a tag, or has none; all: holds every tag, or has none; any_strict, all_strict: the same without untagged memories; exact: has these tags and no others
         */
        tags_match?: 'any' | 'all' | 'any_strict' | 'all_strict' | 'exact' | null;
        /**
         * Conditions over tags that must all hold: {tags, match, resolve}, {and: [...]}, {or: [...]} or {not: {...}}, nested as you like, up to 256 groups and 1,000 tags in all. resolve 'fuzzy' takes the bank's tags that resemble those given. Excludes tags
         */
        tag_groups?: Array<TagGroupLeaf | TagGroupAnd | TagGroupOr | TagGroupNot> | null;
        /**
         * Show a refresh the text around memories; the bank's if unset
         */
        include_chunks?: boolean | null;
        /**
         * Tokens of memories in one search of a refresh; the bank's if unset
         */
        recall_max_tokens?: number | null;
        /**
         * Tokens of chunks in one search of a refresh; the bank's if unset
         */
        recall_chunks_max_tokens?: number | null;
        /**
         * Tokens of observations in one search of a refresh
         */
        reflect_search_observations_max_tokens?: number | null;
        /**
         * Name the entities of observations to a refresh
         */
        reflect_search_observations_include_entities?: boolean | null;
        /**
         * Schema of an object: the content is given in that form as well
         */
        response_schema?: {
            [key: string]: unknown;
        } | null;
        /**
         * Keep what a refresh searched
         */
        keep_trace?: boolean;
    } | null;
};

export type KnowledgePageResponse = {
    id: string;
    name: string;
    type: string;
    description?: string | null;
    tags?: Array<string>;
    timestamp?: string | null;
    body?: string | null;
    markdown: string;
};

export type KnowledgePageSearchResponse = {
    results: Array<KnowledgePageSearchResult>;
    total: number;
};

export type KnowledgePageSearchResult = {
    id: string;
    name: string;
    mental_model_id?: string | null;
    source_query?: string | null;
    snippet: string;
    score: number;
    updated_at?: string | null;
};

export type KnowledgePageBundleResponse = {
    files: Array<KnowledgePageBundleFile>;
    folders?: Array<string>;
};

export type KnowledgePageBundleFile = {
    path: string;
    content: string;
};

export type KnowledgeImportResponse = {
    dry_run: boolean;
    created: number;
    updated: number;
    unchanged: number;
    refused: number;
    entries: Array<KnowledgeImportEntry>;
    ignored: Array<string>;
    operation_ids: Array<string>;
};

export type KnowledgeImportEntry = {
    path: string;
    kind: 'folder' | 'page';
    name: string;
    id?: string | null;
    status: 'created' | 'updated' | 'unchanged' | 'refused';
    changes: Array<string>;
    problem?: string | null;
    line?: number | null;
};

export type KnowledgeImportRequest = {
    /**
     * Pages, each a file of Markdown
     */
    files: Array<{
        /**
         * Relative, with / between folders
         */
        path: string;
        /**
         * Markdown
         */
        content: string;
    }>;
};

export type UpdateNodeRequest = {
    /**
     * Another name
     */
    name?: string | null;
    /**
     * Another question; of pages alone
     */
    source_query?: string | null;
    /**
     * Null moves it to the top
     */
    parent_id?: string | null;
    /**
     * Tags in place of those it has; of pages alone
     */
    tags?: Array<string> | null;
    /**
     * How long the page may be, in tokens; 4096 if unset
     */
    max_tokens?: number | null;
    /**
     * Over the defaults of pages, field by field
     */
    trigger?: {
        /**
         * How deep a refresh looks; mid if unset
         */
        budget?: 'low' | 'mid' | 'high' | null;
        /**
         * full: written anew; delta: only what changed is edited
         */
        mode?: 'full' | 'delta';
        /**
         * Refresh after consolidations that touched its scope. Excludes refresh_cron
         */
        refresh_after_consolidation?: boolean;
        /**
         * Schedule in UTC, five fields; refreshed when it fires and the model is stale
         */
        refresh_cron?: string | null;
        /**
         * Schedule in UTC, five fields, on which it is written anew whole
         */
        full_refresh_cron?: string | null;
        /**
         * Least time between refreshes that nobody asks for; the bank's if unset
         */
        min_refresh_interval_seconds?: number | null;
        /**
         * Kinds of memory to look at; all if unset
         */
        fact_types?: Array<'world' | 'experience' | 'observation'> | null;
        /**
         * Do not look at other mental models
         */
        exclude_mental_models?: boolean;
        /**
         * Ids of mental models not to look at
         */
        exclude_mental_model_ids?: Array<string> | null;
        /**
         * any: shares a tag, or has none; all: holds every tag, or has none; any_strict, all_strict: the same without untagged memories; exact: has these tags and no others
         */
        tags_match?: 'any' | 'all' | 'any_strict' | 'all_strict' | 'exact' | null;
        /**
         * Conditions over tags that must all hold: {tags, match, resolve}, {and: [...]}, {or: [...]} or {not: {...}}, nested as you like, up to 256 groups and 1,000 tags in all. resolve 'fuzzy' takes the bank's tags that resemble those given. Excludes tags
         */
        tag_groups?: Array<TagGroupLeaf | TagGroupAnd | TagGroupOr | TagGroupNot> | null;
        /**
         * Show a refresh the text around memories; the bank's if unset
         */
        include_chunks?: boolean | null;
        /**
         * Tokens of memories in one search of a refresh; the bank's if unset
         */
        recall_max_tokens?: number | null;
        /**
         * Tokens of chunks in one search of a refresh; the bank's if unset
         */
        recall_chunks_max_tokens?: number | null;
        /**
         * Tokens of observations in one search of a refresh
         */
        reflect_search_observations_max_tokens?: number | null;
        /**
         * Name the entities of observations to a refresh
         */
        reflect_search_observations_include_entities?: boolean | null;
        /**
         * Schema of an object: the content is given in that form as well
         */
        response_schema?: {
            [key: string]: unknown;
        } | null;
        /**
         * Keep what a refresh searched
         */
        keep_trace?: boolean;
    } | null;
};

export type OperationsListResponse = {
    bank_id: string;
    total: number;
    limit: number;
    offset: number;
    operations: Array<OperationResponse>;
};

export type OperationResponse = {
    id: string;
    task_type: string;
    operation_id?: string | null;
    operation_type?: string | null;
    items_count: number;
    document_id?: string | null;
    filename?: string | null;
    mental_model_id?: string | null;
    details?: RefreshMentalModelOperationDetails;
    created_at: string;
    updated_at?: string | null;
    status: string;
    error_message: string | null;
    retry_count?: number | null;
    next_retry_at?: string | null;
    progress?: OperationProgress;
};

export type RefreshMentalModelOperationDetails = {
    operation_type?: 'refresh_mental_model';
    outcome: 'content_written' | 'content_unchanged' | 'content_preserved_no_new_facts' | 'refresh_failed_empty_candidate' | 'refresh_failed_delta_not_applied' | 'refresh_failed_structured_output' | 'refresh_failed_error';
    failure_reason?: 'empty_candidate' | 'structured_doc_unreadable' | 'delta_ops_failed' | 'delta_ops_all_skipped' | 'delta_not_applied' | 'structured_output_failed' | 'retrieval_failed' | 'no_answer' | 'unexpected_error' | null;
} | null;

export type OperationProgress = {
    stage: string;
    at: string;
    processed?: number | null;
    total?: number | null;
    detail?: {
        [key: string]: number;
    } | null;
} | null;

export type OperationStatusResponse = {
    operation_id: string;
    status: 'pending' | 'processing' | 'completed' | 'failed' | 'cancelled' | 'not_found';
    operation_type?: string | null;
    id?: string | null;
    task_type?: string | null;
    mental_model_id?: string | null;
    created_at?: string | null;
    updated_at?: string | null;
    completed_at?: string | null;
    error_message?: string | null;
    retry_count?: number | null;
    next_retry_at?: string | null;
    progress?: OperationProgress;
    result_metadata?: {
        [key: string]: unknown;
    } | null;
    details?: RefreshMentalModelOperationDetails;
    child_operations?: Array<ChildOperationStatus> | null;
    task_payload?: {
        [key: string]: unknown;
    } | null;
};

export type ChildOperationStatus = {
    operation_id: string;
    status: string;
    sub_batch_index?: number | null;
    items_count?: number | null;
    error_message?: string | null;
};

export type CancelOperationResponse = {
    success: boolean;
    message: string;
    operation_id: string;
};

export type RetryOperationResponse = {
    success: boolean;
    message: string;
    operation_id: string;
};

export type DeleteOperationResponse = {
    success: boolean;
    message: string;
    operation_id: string;
};

export type LlmRequestListResponse = {
    bank_id: string;
    total: number;
    limit: number;
    offset: number;
    items: Array<LlmRequestEntry>;
};

export type LlmRequestEntry = {
    id: string;
    bank_id: string | null;
    operation: string | null;
    scope: string | null;
    trace_id: string | null;
    span_id: string | null;
    parent_span_id: string | null;
    provider: string | null;
    model: string | null;
    status: string;
    started_at: string | null;
    ended_at: string | null;
    duration_ms: number | null;
    input_tokens: number | null;
    output_tokens: number | null;
    cached_tokens: number | null;
    thoughts_tokens: number | null;
    total_tokens: number | null;
    input?: unknown;
    output?: unknown;
    error: string | null;
    /**
     * Parameters of the call, finish_reason, operation_id, call_type and cost_usd (null: no price is known)
     */
    llm_info: {
        [key: string]: unknown;
    };
    metadata: {
        [key: string]: unknown;
    };
};

export type LlmRequestStatsResponse = {
    bank_id: string;
    period: string;
    trunc: string;
    start: string;
    buckets: Array<LlmRequestStatsBucket>;
};

export type LlmRequestStatsBucket = {
    time: string;
    statuses: {
        [key: string]: number;
    };
    total: number;
    tokens: LlmRequestTokenSums;
    /**
     * Of the calls whose price is known
     */
    cost_usd?: number;
    /**
     * Calls to models without a price: their tokens are counted, their cost is not
     */
    unpriced_calls?: number;
};

export type LlmRequestTokenSums = {
    input: number;
    output: number;
    cached: number;
    thoughts?: number | null;
    total: number;
};

export type LlmUsageResponse = {
    bank_id: string;
    hour: LlmUsageWindow;
    day: LlmUsageWindow;
};

export type LlmUsageWindow = {
    start: string;
    resets_at: string;
    calls: number;
    failed_calls: number;
    /**
     * Calls to models without a price: their tokens are counted, their cost is not
     */
    unpriced_calls: number;
    input_tokens: number;
    output_tokens: number;
    cached_tokens: number;
    thoughts_tokens: number;
    total_tokens: number;
    cost_usd: number;
    /**
     * Set aside for calls under way
     */
    reserved_tokens: number;
    reserved_usd: number;
    limit_tokens: number | null;
    limit_usd: number | null;
};

export type BankLlmHealthResponse = {
    bank_id: string;
    operations: Array<LlmOperationHealth>;
};

export type LlmOperationHealth = {
    operation: 'retain' | 'consolidation' | 'reflect';
    ok: boolean;
    status: 'connected' | 'not_configured' | 'auth_failed' | 'unreachable' | 'timeout';
    latency_ms?: number | null;
};

export type AuditLogListResponse = {
    bank_id: string;
    total: number;
    limit: number;
    offset: number;
    items: Array<AuditLogSummary>;
};

export type AuditLogSummary = {
    id: string;
    action: string;
    transport: string;
    bank_id: string | null;
    started_at: string | null;
    ended_at: string | null;
    duration_ms?: number | null;
    /**
     * request_id, and caller where callers have names
     */
    metadata: {
        [key: string]: unknown;
    };
};

export type AuditLogStatsResponse = {
    bank_id: string;
    period: string;
    trunc: string;
    start: string;
    buckets: Array<AuditLogStatsBucket>;
};

export type AuditLogStatsBucket = {
    time: string;
    actions: {
        [key: string]: number;
    };
    total: number;
};

export type AuditLogEntry = {
    id: string;
    action: string;
    transport: string;
    bank_id: string | null;
    started_at: string | null;
    ended_at: string | null;
    duration_ms?: number | null;
    /**
     * request_id, and caller where callers have names
     */
    metadata: {
        [key: string]: unknown;
    };
    /**
     * Ids, choices and counts of the request; of its texts the lengths alone
     */
    request: {
        [key: string]: unknown;
    } | null;
    /**
     * The same of the reply, or the code of the error
     */
    response: {
        [key: string]: unknown;
    } | null;
};

export type LivenessResponse = {
    status: 'alive';
    version: string;
    uptime_seconds: number;
};

export type VersionResponse = {
    api_version: string;
    /**
     * Version of this implementation
     */
    server_version?: string;
    features: FeaturesInfo;
};

export type FeaturesInfo = {
    observations: boolean;
    mcp: boolean;
    worker: boolean;
    bank_config_api: boolean;
    bank_llm_health: boolean;
    file_upload_api: boolean;
    document_export_api: boolean;
    document_import_api: boolean;
    audit_log: boolean;
    llm_trace: boolean;
    store_document_text: boolean;
};

export type ClearBankMemoriesData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: {
        /**
         * Kind to delete; absent deletes all
         */
        type?: string | null;
        /**
         * Tell in `report` what went and what was set going
         */
        report?: boolean;
    };
    url: '/v1/default/banks/{bank_id}/memories';
};

export type ClearBankMemoriesErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type ClearBankMemoriesError = ClearBankMemoriesErrors[keyof ClearBankMemoriesErrors];

export type ClearBankMemoriesResponses = {
    /**
     * Done
     */
    200: DeleteResponse;
};

export type ClearBankMemoriesResponse = ClearBankMemoriesResponses[keyof ClearBankMemoriesResponses];

export type RetainMemoriesData = {
    body: RetainRequest;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/memories';
};

export type RetainMemoriesErrors = {
    /**
     * The request is not as specified, or holds what the bank's memory defense or the model refuses
     */
    422: UnprocessableRequest;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type RetainMemoriesError = RetainMemoriesErrors[keyof RetainMemoriesErrors];

export type RetainMemoriesResponses = {
    /**
     * Stored, or queued when async
     */
    200: RetainResponse;
};

export type RetainMemoriesResponse = RetainMemoriesResponses[keyof RetainMemoriesResponses];

export type ListMemoriesData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: {
        /**
         * Kind: world, experience or observation
         */
        type?: string | null;
        /**
         * Words that the text contains
         */
        q?: string | null;
        /**
         * valid or invalidated
         */
        state?: string | null;
        /**
         * Memories of this document
         */
        document_id?: string | null;
        /**
         * Tags to filter by; may be given several times
         */
        tags?: Array<string> | null;
        /**
         * any: shares a tag, or has none; all: holds every tag, or has none; any_strict, all_strict: the same without untagged memories; exact: has these tags and no others
         */
        tags_match?: 'any' | 'all' | 'any_strict' | 'all_strict' | 'exact';
        /**
         * pending, done or failed
         */
        consolidation_state?: string | null;
        /**
         * Memories about this entity (UUID)
         */
        entity_id?: string | null;
        /**
         * The date that the period is about
         */
        time_field?: 'created_at' | 'updated_at' | 'mentioned_at' | 'occurred_start' | 'occurred_end' | null;
        /**
         * From here on, ISO 8601
         */
        start_date?: string | null;
        /**
         * Until here, ISO 8601
         */
        end_date?: string | null;
        /**
         * Most entries to return
         */
        limit?: number;
        /**
         * Entries to skip
         */
        offset?: number;
    };
    url: '/v1/default/banks/{bank_id}/memories/list';
};

export type ListMemoriesErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type ListMemoriesError = ListMemoriesErrors[keyof ListMemoriesErrors];

export type ListMemoriesResponses = {
    /**
     * Done
     */
    200: ListMemoryUnitsResponse;
};

export type ListMemoriesResponse = ListMemoriesResponses[keyof ListMemoriesResponses];

export type GetObservationHistoryData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
        /**
         * Memory id (UUID)
         */
        memory_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/memories/{memory_id}/history';
};

export type GetObservationHistoryErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type GetObservationHistoryError = GetObservationHistoryErrors[keyof GetObservationHistoryErrors];

export type GetObservationHistoryResponses = {
    /**
     * Done
     */
    200: Array<ObservationChange>;
};

export type GetObservationHistoryResponse = GetObservationHistoryResponses[keyof GetObservationHistoryResponses];

export type GetMemoryData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
        /**
         * Memory id (UUID)
         */
        memory_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/memories/{memory_id}';
};

export type GetMemoryErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type GetMemoryError = GetMemoryErrors[keyof GetMemoryErrors];

export type GetMemoryResponses = {
    /**
     * Done
     */
    200: {
        [key: string]: unknown;
    };
};

export type GetMemoryResponse = GetMemoryResponses[keyof GetMemoryResponses];

export type UpdateMemoryData = {
    body: UpdateMemoryRequest;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
        /**
         * Memory id (UUID)
         */
        memory_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/memories/{memory_id}';
};

export type UpdateMemoryErrors = {
    /**
     * The request is not as specified, or holds what the bank's memory defense or the model refuses
     */
    422: UnprocessableRequest;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type UpdateMemoryError = UpdateMemoryErrors[keyof UpdateMemoryErrors];

export type UpdateMemoryResponses = {
    /**
     * Done
     */
    200: {
        [key: string]: unknown;
    };
};

export type UpdateMemoryResponse = UpdateMemoryResponses[keyof UpdateMemoryResponses];

export type ClearMemoryObservationsData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
        /**
         * Memory id (UUID)
         */
        memory_id: string;
    };
    query?: {
        /**
         * Tell in `report` what went and what was set going
         */
        report?: boolean;
    };
    url: '/v1/default/banks/{bank_id}/memories/{memory_id}/observations';
};

export type ClearMemoryObservationsErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type ClearMemoryObservationsError = ClearMemoryObservationsErrors[keyof ClearMemoryObservationsErrors];

export type ClearMemoryObservationsResponses = {
    /**
     * Done
     */
    200: ClearMemoryObservationsResponse;
};

export type ClearMemoryObservationsResponse2 = ClearMemoryObservationsResponses[keyof ClearMemoryObservationsResponses];

export type ClearObservationsData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: {
        /**
         * Tell in `report` what went and what was set going
         */
        report?: boolean;
    };
    url: '/v1/default/banks/{bank_id}/observations';
};

export type ClearObservationsErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type ClearObservationsError = ClearObservationsErrors[keyof ClearObservationsErrors];

export type ClearObservationsResponses = {
    /**
     * Done
     */
    200: DeleteResponse;
};

export type ClearObservationsResponse = ClearObservationsResponses[keyof ClearObservationsResponses];

export type DryRunExtractMemoriesData = {
    body: DryRunExtractRequest;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/memories/dry-run-extract';
};

export type DryRunExtractMemoriesErrors = {
    /**
     * The request is not as specified, or holds what the bank's memory defense or the model refuses
     */
    422: UnprocessableRequest;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type DryRunExtractMemoriesError = DryRunExtractMemoriesErrors[keyof DryRunExtractMemoriesErrors];

export type DryRunExtractMemoriesResponses = {
    /**
     * Done
     */
    200: DryRunExtractionResult;
};

export type DryRunExtractMemoriesResponse = DryRunExtractMemoriesResponses[keyof DryRunExtractMemoriesResponses];

export type RecallMemoriesData = {
    body: RecallRequest;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/memories/recall';
};

export type RecallMemoriesErrors = {
    /**
     * The request is not as specified, or holds what the bank's memory defense or the model refuses
     */
    422: UnprocessableRequest;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type RecallMemoriesError = RecallMemoriesErrors[keyof RecallMemoriesErrors];

export type RecallMemoriesResponses = {
    /**
     * Done
     */
    200: RecallResponse;
};

export type RecallMemoriesResponse = RecallMemoriesResponses[keyof RecallMemoriesResponses];

export type ReflectData = {
    body: ReflectRequest;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/reflect';
};

export type ReflectErrors = {
    /**
     * The request is not as specified, or holds what the bank's memory defense or the model refuses
     */
    422: UnprocessableRequest;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type ReflectError = ReflectErrors[keyof ReflectErrors];

export type ReflectResponses = {
    /**
     * Done
     */
    200: ReflectResponse;
};

export type ReflectResponse2 = ReflectResponses[keyof ReflectResponses];

export type ListBanksData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Part of the id, the name or an alias
         */
        q?: string | null;
        /**
         * Most entries to return
         */
        limit?: number;
        /**
         * Entries to skip
         */
        offset?: number;
    };
    url: '/v1/default/banks';
};

export type ListBanksErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type ListBanksError = ListBanksErrors[keyof ListBanksErrors];

export type ListBanksResponses = {
    /**
     * Done
     */
    200: BankListResponse;
};

export type ListBanksResponse = ListBanksResponses[keyof ListBanksResponses];

export type DeleteBankData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: {
        /**
         * Tell in `report` what went and what was set going
         */
        report?: boolean;
    };
    url: '/v1/default/banks/{bank_id}';
};

export type DeleteBankErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type DeleteBankError = DeleteBankErrors[keyof DeleteBankErrors];

export type DeleteBankResponses = {
    /**
     * Done
     */
    200: DeleteResponse;
};

export type DeleteBankResponse = DeleteBankResponses[keyof DeleteBankResponses];

export type UpdateBankData = {
    body: CreateBankRequest;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}';
};

export type UpdateBankErrors = {
    /**
     * The request is not as specified, or holds what the bank's memory defense or the model refuses
     */
    422: UnprocessableRequest;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type UpdateBankError = UpdateBankErrors[keyof UpdateBankErrors];

export type UpdateBankResponses = {
    /**
     * Done
     */
    200: BankProfileResponse;
};

export type UpdateBankResponse = UpdateBankResponses[keyof UpdateBankResponses];

export type CreateOrUpdateBankData = {
    body: CreateBankRequest;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}';
};

export type CreateOrUpdateBankErrors = {
    /**
     * The request is not as specified, or holds what the bank's memory defense or the model refuses
     */
    422: UnprocessableRequest;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type CreateOrUpdateBankError = CreateOrUpdateBankErrors[keyof CreateOrUpdateBankErrors];

export type CreateOrUpdateBankResponses = {
    /**
     * Done
     */
    200: BankProfileResponse;
};

export type CreateOrUpdateBankResponse = CreateOrUpdateBankResponses[keyof CreateOrUpdateBankResponses];

export type GetBankProfileData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/profile';
};

export type GetBankProfileErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type GetBankProfileError = GetBankProfileErrors[keyof GetBankProfileErrors];

export type GetBankProfileResponses = {
    /**
     * Done
     */
    200: BankProfileResponse;
};

export type GetBankProfileResponse = GetBankProfileResponses[keyof GetBankProfileResponses];

export type UpdateBankDispositionData = {
    body: UpdateDispositionRequest;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/profile';
};

export type UpdateBankDispositionErrors = {
    /**
     * The request is not as specified, or holds what the bank's memory defense or the model refuses
     */
    422: UnprocessableRequest;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type UpdateBankDispositionError = UpdateBankDispositionErrors[keyof UpdateBankDispositionErrors];

export type UpdateBankDispositionResponses = {
    /**
     * Done
     */
    200: BankProfileResponse;
};

export type UpdateBankDispositionResponse = UpdateBankDispositionResponses[keyof UpdateBankDispositionResponses];

export type AddBankBackgroundData = {
    body: AddBackgroundRequest;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/background';
};

export type AddBankBackgroundErrors = {
    /**
     * The request is not as specified, or holds what the bank's memory defense or the model refuses
     */
    422: UnprocessableRequest;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type AddBankBackgroundError = AddBankBackgroundErrors[keyof AddBankBackgroundErrors];

export type AddBankBackgroundResponses = {
    /**
     * Done
     */
    200: BackgroundResponse;
};

export type AddBankBackgroundResponse = AddBankBackgroundResponses[keyof AddBankBackgroundResponses];

export type ResetBankConfigData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/config';
};

export type ResetBankConfigErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type ResetBankConfigError = ResetBankConfigErrors[keyof ResetBankConfigErrors];

export type ResetBankConfigResponses = {
    /**
     * Done
     */
    200: BankConfigResponse;
};

export type ResetBankConfigResponse = ResetBankConfigResponses[keyof ResetBankConfigResponses];

export type GetBankConfigData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/config';
};

export type GetBankConfigErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type GetBankConfigError = GetBankConfigErrors[keyof GetBankConfigErrors];

export type GetBankConfigResponses = {
    /**
     * Done
     */
    200: BankConfigResponse;
};

export type GetBankConfigResponse = GetBankConfigResponses[keyof GetBankConfigResponses];

export type UpdateBankConfigData = {
    body: BankConfigUpdate;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/config';
};

export type UpdateBankConfigErrors = {
    /**
     * The request is not as specified, or holds what the bank's memory defense or the model refuses
     */
    422: UnprocessableRequest;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type UpdateBankConfigError = UpdateBankConfigErrors[keyof UpdateBankConfigErrors];

export type UpdateBankConfigResponses = {
    /**
     * Done
     */
    200: BankConfigResponse;
};

export type UpdateBankConfigResponse = UpdateBankConfigResponses[keyof UpdateBankConfigResponses];

export type ListBankAliasesData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/aliases';
};

export type ListBankAliasesErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type ListBankAliasesError = ListBankAliasesErrors[keyof ListBankAliasesErrors];

export type ListBankAliasesResponses = {
    /**
     * Done
     */
    200: BankAliasesResponse;
};

export type ListBankAliasesResponse = ListBankAliasesResponses[keyof ListBankAliasesResponses];

export type CreateBankAliasData = {
    body: CreateBankAliasRequest;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/aliases';
};

export type CreateBankAliasErrors = {
    /**
     * The request is not as specified, or holds what the bank's memory defense or the model refuses
     */
    422: UnprocessableRequest;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type CreateBankAliasError = CreateBankAliasErrors[keyof CreateBankAliasErrors];

export type CreateBankAliasResponses = {
    /**
     * Done
     */
    201: BankAliasesResponse;
};

export type CreateBankAliasResponse = CreateBankAliasResponses[keyof CreateBankAliasResponses];

export type DeleteBankAliasData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
        /**
         * Alias, percent-encoded
         */
        alias: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/aliases/{alias}';
};

export type DeleteBankAliasErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type DeleteBankAliasError = DeleteBankAliasErrors[keyof DeleteBankAliasErrors];

export type DeleteBankAliasResponses = {
    /**
     * Done
     */
    200: BankAliasesResponse;
};

export type DeleteBankAliasResponse = DeleteBankAliasResponses[keyof DeleteBankAliasResponses];

export type SetBankAliasPrimaryData = {
    body: SetBankAliasPrimaryRequest;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
        /**
         * Alias, percent-encoded
         */
        alias: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/aliases/{alias}';
};

export type SetBankAliasPrimaryErrors = {
    /**
     * The request is not as specified, or holds what the bank's memory defense or the model refuses
     */
    422: UnprocessableRequest;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type SetBankAliasPrimaryError = SetBankAliasPrimaryErrors[keyof SetBankAliasPrimaryErrors];

export type SetBankAliasPrimaryResponses = {
    /**
     * Done
     */
    200: BankAliasesResponse;
};

export type SetBankAliasPrimaryResponse = SetBankAliasPrimaryResponses[keyof SetBankAliasPrimaryResponses];

export type GetAgentStatsData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: {
        /**
         * Skip a cache
         */
        refresh?: boolean;
    };
    url: '/v1/default/banks/{bank_id}/stats';
};

export type GetAgentStatsErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type GetAgentStatsError = GetAgentStatsErrors[keyof GetAgentStatsErrors];

export type GetAgentStatsResponses = {
    /**
     * Done
     */
    200: BankStatsResponse;
};

export type GetAgentStatsResponse = GetAgentStatsResponses[keyof GetAgentStatsResponses];

export type ListDocumentsData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: {
        /**
         * Part of the id or of the text
         */
        q?: string | null;
        /**
         * Tags to filter by; may be given several times
         */
        tags?: Array<string> | null;
        /**
         * any: shares a tag, or has none; all: holds every tag, or has none; any_strict, all_strict: the same without untagged memories; exact: has these tags and no others
         */
        tags_match?: 'any' | 'all' | 'any_strict' | 'all_strict' | 'exact';
        /**
         * The date that the period is about
         */
        time_field?: 'created_at' | 'updated_at' | null;
        /**
         * From here on, ISO 8601
         */
        start_date?: string | null;
        /**
         * Until here, ISO 8601
         */
        end_date?: string | null;
        /**
         * Most entries to return
         */
        limit?: number;
        /**
         * Entries to skip
         */
        offset?: number;
    };
    url: '/v1/default/banks/{bank_id}/documents';
};

export type ListDocumentsErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type ListDocumentsError = ListDocumentsErrors[keyof ListDocumentsErrors];

export type ListDocumentsResponses = {
    /**
     * Done
     */
    200: ListDocumentsResponse;
};

export type ListDocumentsResponse2 = ListDocumentsResponses[keyof ListDocumentsResponses];

export type ListDocumentChunksData = {
    body?: never;
    path: {
        /**
         * Bank id or alias
         */
        bank_id: string;
        /**
         * Document id; slashes may stand as they are
         */
        document_id: string;
    };
    query?: {
        /**
         * Most entries to return
         */
        limit?: number;
        /**
         * Entries to skip
         */
        offset?: number;
    };
    url: '/v1/default/banks/{bank_id}/documents/{document_id}/chunks';
};

export type ListDocumentChunksErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type ListDocumentChunksError = ListDocumentChunksErrors[keyof ListDocumentChunksErrors];

export type ListDocumentChunksResponses = {
    /**
     * Done
     */
    200: ListChunksResponse;
};

export type ListDocumentChunksResponse = ListDocumentChunksResponses[keyof ListDocumentChunksResponses];

export type ReprocessDocumentData = {
    body?: never;
    path: {
        /**
         * Bank id or alias
         */
        bank_id: string;
        /**
         * Document id; slashes may stand as they are
         */
        document_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/documents/{document_id}/reprocess';
};

export type ReprocessDocumentErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type ReprocessDocumentError = ReprocessDocumentErrors[keyof ReprocessDocumentErrors];

export type ReprocessDocumentResponses = {
    /**
     * Queued
     */
    200: ReprocessDocumentResponse;
};

export type ReprocessDocumentResponse2 = ReprocessDocumentResponses[keyof ReprocessDocumentResponses];

export type GetDocumentHistoryData = {
    body?: never;
    path: {
        /**
         * Bank id or alias
         */
        bank_id: string;
        /**
         * Document id; slashes may stand as they are
         */
        document_id: string;
    };
    query?: {
        /**
         * Most entries to return
         */
        limit?: number;
        /**
         * Entries to skip
         */
        offset?: number;
    };
    url: '/v1/default/banks/{bank_id}/documents/{document_id}/history';
};

export type GetDocumentHistoryErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type GetDocumentHistoryError = GetDocumentHistoryErrors[keyof GetDocumentHistoryErrors];

export type GetDocumentHistoryResponses = {
    /**
     * Done
     */
    200: DocumentHistoryResponse;
};

export type GetDocumentHistoryResponse = GetDocumentHistoryResponses[keyof GetDocumentHistoryResponses];

export type DeleteDocumentData = {
    body?: never;
    path: {
        /**
         * Bank id or alias
         */
        bank_id: string;
        /**
         * Document id; slashes may stand as they are
         */
        document_id: string;
    };
    query?: {
        /**
         * Tell in `report` what went and what was set going
         */
        report?: boolean;
    };
    url: '/v1/default/banks/{bank_id}/documents/{document_id}';
};

export type DeleteDocumentErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type DeleteDocumentError = DeleteDocumentErrors[keyof DeleteDocumentErrors];

export type DeleteDocumentResponses = {
    /**
     * Done
     */
    200: DeleteDocumentResponse;
};

export type DeleteDocumentResponse2 = DeleteDocumentResponses[keyof DeleteDocumentResponses];

export type GetDocumentData = {
    body?: never;
    path: {
        /**
         * Bank id or alias
         */
        bank_id: string;
        /**
         * Document id; slashes may stand as they are
         */
        document_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/documents/{document_id}';
};

export type GetDocumentErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type GetDocumentError = GetDocumentErrors[keyof GetDocumentErrors];

export type GetDocumentResponses = {
    /**
     * Done
     */
    200: DocumentResponse;
};

export type GetDocumentResponse = GetDocumentResponses[keyof GetDocumentResponses];

export type UpdateDocumentData = {
    body: UpdateDocumentRequest;
    path: {
        /**
         * Bank id or alias
         */
        bank_id: string;
        /**
         * Document id; slashes may stand as they are
         */
        document_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/documents/{document_id}';
};

export type UpdateDocumentErrors = {
    /**
     * The request is not as specified, or holds what the bank's memory defense or the model refuses
     */
    422: UnprocessableRequest;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type UpdateDocumentError = UpdateDocumentErrors[keyof UpdateDocumentErrors];

export type UpdateDocumentResponses = {
    /**
     * Done
     */
    200: UpdateDocumentResponse;
};

export type UpdateDocumentResponse2 = UpdateDocumentResponses[keyof UpdateDocumentResponses];

export type GetBankAttachmentData = {
    body?: never;
    path: {
        /**
         * Bank id or alias
         */
        bank_id: string;
        /**
         * As in the attachments of a document, chunk or memory
         */
        attachment_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/attachments/{attachment_id}';
};

export type GetBankAttachmentErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type GetBankAttachmentError = GetBankAttachmentErrors[keyof GetBankAttachmentErrors];

export type GetBankAttachmentResponses = {
    /**
     * The bytes, with their declared media type
     */
    200: unknown;
};

export type GetChunkData = {
    body?: never;
    path: {
        /**
         * {bank}_{document}_{index}; slashes may stand as they are
         */
        chunk_id: string;
    };
    query?: never;
    url: '/v1/default/chunks/{chunk_id}';
};

export type GetChunkErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type GetChunkError = GetChunkErrors[keyof GetChunkErrors];

export type GetChunkResponses = {
    /**
     * Done
     */
    200: ChunkResponse;
};

export type GetChunkResponse = GetChunkResponses[keyof GetChunkResponses];

export type FileRetainData = {
    body: BodyFileRetain;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/files/retain';
};

export type FileRetainErrors = {
    /**
     * The request is not as specified, or holds what the bank's memory defense or the model refuses
     */
    422: UnprocessableRequest;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type FileRetainError = FileRetainErrors[keyof FileRetainErrors];

export type FileRetainResponses = {
    /**
     * Stored and queued
     */
    200: FileRetainResponse;
};

export type FileRetainResponse2 = FileRetainResponses[keyof FileRetainResponses];

export type DownloadFileData = {
    body?: never;
    path: {
        /**
         * storage_key of the export's operation; slashes may stand as they are
         */
        key: string;
    };
    query?: never;
    url: '/v1/default/files/download/{key}';
};

export type DownloadFileErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type DownloadFileError = DownloadFileErrors[keyof DownloadFileErrors];

export type DownloadFileResponses = {
    /**
     * The archive
     */
    200: unknown;
};

export type GetGraphData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: {
        /**
         * Kind: world, experience or observation
         */
        type?: string | null;
        /**
         * Most memories; at most 10,000 are drawn, and the reply names the limit that held
         */
        limit?: number;
        /**
         * Words that the text contains
         */
        q?: string | null;
        /**
         * Tags to filter by; may be given several times
         */
        tags?: Array<string> | null;
        /**
         * As in a list of memories, but that all tags are wanted unless it is said
         */
        tags_match?: 'any' | 'all' | 'any_strict' | 'all_strict' | 'exact';
        /**
         * Memories of this document
         */
        document_id?: string | null;
        /**
         * Memories of this chunk: {bank}_{document}_{index}
         */
        chunk_id?: string | null;
        /**
         * pending, done or failed
         */
        consolidation_state?: string | null;
        /**
         * Memories about this entity (UUID)
         */
        entity_id?: string | null;
        /**
         * The date that the period is about
         */
        time_field?: 'created_at' | 'updated_at' | 'mentioned_at' | 'occurred_start' | 'occurred_end' | null;
        /**
         * From here on, ISO 8601
         */
        start_date?: string | null;
        /**
         * Until here, ISO 8601
         */
        end_date?: string | null;
    };
    url: '/v1/default/banks/{bank_id}/graph';
};

export type GetGraphErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type GetGraphError = GetGraphErrors[keyof GetGraphErrors];

export type GetGraphResponses = {
    /**
     * Done
     */
    200: GraphDataResponse;
};

export type GetGraphResponse = GetGraphResponses[keyof GetGraphResponses];

export type GetEntityGraphData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: {
        /**
         * Most edges; at most 10,000 are drawn, and the reply names the limit that held
         */
        limit?: number;
        /**
         * Least memories that mention both ends of an edge
         */
        min_count?: number;
        /**
         * Tags to filter by; may be given several times
         */
        tags?: Array<string> | null;
        /**
         * any: shares a tag, or has none; all: holds every tag, or has none; any_strict, all_strict: the same without untagged memories; exact: has these tags and no others
         */
        tags_match?: 'any' | 'all' | 'any_strict' | 'all_strict' | 'exact';
        /**
         * Tag groups as JSON text: a list of {tags, match}, {and: [...]}, {or: [...]} and {not: {...}}, which must all hold
         */
        tag_groups?: string | null;
    };
    url: '/v1/default/banks/{bank_id}/entities/graph';
};

export type GetEntityGraphErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type GetEntityGraphError = GetEntityGraphErrors[keyof GetEntityGraphErrors];

export type GetEntityGraphResponses = {
    /**
     * Done
     */
    200: EntityGraphResponse;
};

export type GetEntityGraphResponse = GetEntityGraphResponses[keyof GetEntityGraphResponses];

export type GetMemoriesTimeseriesData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: {
        /**
         * 1h (by minute), 12h or 1d (by hour), 7d, 30d or 90d (by day); any other word is 7d
         */
        period?: string;
        /**
         * created_at, mentioned_at or occurred_start; any other word is created_at
         */
        time_field?: string;
    };
    url: '/v1/default/banks/{bank_id}/stats/memories-timeseries';
};

export type GetMemoriesTimeseriesErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type GetMemoriesTimeseriesError = GetMemoriesTimeseriesErrors[keyof GetMemoriesTimeseriesErrors];

export type GetMemoriesTimeseriesResponses = {
    /**
     * Done
     */
    200: MemoriesTimeseriesResponse;
};

export type GetMemoriesTimeseriesResponse = GetMemoriesTimeseriesResponses[keyof GetMemoriesTimeseriesResponses];

export type ListEntitiesData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: {
        /**
         * Part of the name, or without a tag filter of an alias
         */
        q?: string | null;
        /**
         * Most entries to return
         */
        limit?: number;
        /**
         * Entries to skip
         */
        offset?: number;
        /**
         * Tags to filter by; may be given several times
         */
        tags?: Array<string> | null;
        /**
         * any: shares a tag, or has none; all: holds every tag, or has none; any_strict, all_strict: the same without untagged memories; exact: has these tags and no others
         */
        tags_match?: 'any' | 'all' | 'any_strict' | 'all_strict' | 'exact';
        /**
         * Tag groups as JSON text: a list of {tags, match}, {and: [...]}, {or: [...]} and {not: {...}}, which must all hold
         */
        tag_groups?: string | null;
    };
    url: '/v1/default/banks/{bank_id}/entities';
};

export type ListEntitiesErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type ListEntitiesError = ListEntitiesErrors[keyof ListEntitiesErrors];

export type ListEntitiesResponses = {
    /**
     * Done
     */
    200: EntityListResponse;
};

export type ListEntitiesResponse = ListEntitiesResponses[keyof ListEntitiesResponses];

export type GetEntityData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
        /**
         * Entity id (UUID)
         */
        entity_id: string;
    };
    query?: {
        /**
         * Tags to filter by; may be given several times
         */
        tags?: Array<string> | null;
        /**
         * any: shares a tag, or has none; all: holds every tag, or has none; any_strict, all_strict: the same without untagged memories; exact: has these tags and no others
         */
        tags_match?: 'any' | 'all' | 'any_strict' | 'all_strict' | 'exact';
        /**
         * Tag groups as JSON text: a list of {tags, match}, {and: [...]}, {or: [...]} and {not: {...}}, which must all hold
         */
        tag_groups?: string | null;
    };
    url: '/v1/default/banks/{bank_id}/entities/{entity_id}';
};

export type GetEntityErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type GetEntityError = GetEntityErrors[keyof GetEntityErrors];

export type GetEntityResponses = {
    /**
     * Done
     */
    200: EntityDetailResponse;
};

export type GetEntityResponse = GetEntityResponses[keyof GetEntityResponses];

export type MergeEntitiesData = {
    body: MergeEntitiesRequest;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
        /**
         * Entity id (UUID)
         */
        entity_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/entities/{entity_id}/merge';
};

export type MergeEntitiesErrors = {
    /**
     * The request is not as specified, or holds what the bank's memory defense or the model refuses
     */
    422: UnprocessableRequest;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type MergeEntitiesError = MergeEntitiesErrors[keyof MergeEntitiesErrors];

export type MergeEntitiesResponses = {
    /**
     * Done
     */
    200: EntityDetailResponse;
};

export type MergeEntitiesResponse = MergeEntitiesResponses[keyof MergeEntitiesResponses];

export type AddEntityAliasData = {
    body: AddEntityAliasRequest;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
        /**
         * Entity id (UUID)
         */
        entity_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/entities/{entity_id}/aliases';
};

export type AddEntityAliasErrors = {
    /**
     * The request is not as specified, or holds what the bank's memory defense or the model refuses
     */
    422: UnprocessableRequest;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type AddEntityAliasError = AddEntityAliasErrors[keyof AddEntityAliasErrors];

export type AddEntityAliasResponses = {
    /**
     * Done
     */
    200: EntityDetailResponse;
};

export type AddEntityAliasResponse = AddEntityAliasResponses[keyof AddEntityAliasResponses];

export type RemoveEntityAliasData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
        /**
         * Entity id (UUID)
         */
        entity_id: string;
        /**
         * Name or id of the alias
         */
        alias: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/entities/{entity_id}/aliases/{alias}';
};

export type RemoveEntityAliasErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type RemoveEntityAliasError = RemoveEntityAliasErrors[keyof RemoveEntityAliasErrors];

export type RemoveEntityAliasResponses = {
    /**
     * Done
     */
    200: EntityDetailResponse;
};

export type RemoveEntityAliasResponse = RemoveEntityAliasResponses[keyof RemoveEntityAliasResponses];

export type SplitEntityData = {
    body: SplitEntityRequest;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
        /**
         * Entity id (UUID)
         */
        entity_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/entities/{entity_id}/split';
};

export type SplitEntityErrors = {
    /**
     * The request is not as specified, or holds what the bank's memory defense or the model refuses
     */
    422: UnprocessableRequest;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type SplitEntityError = SplitEntityErrors[keyof SplitEntityErrors];

export type SplitEntityResponses = {
    /**
     * Done
     */
    200: SplitEntityResponse;
};

export type SplitEntityResponse2 = SplitEntityResponses[keyof SplitEntityResponses];

export type RegenerateEntityObservationsData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
        /**
         * Entity id (UUID)
         */
        entity_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/entities/{entity_id}/regenerate';
};

export type RegenerateEntityObservationsErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type RegenerateEntityObservationsError = RegenerateEntityObservationsErrors[keyof RegenerateEntityObservationsErrors];

export type RegenerateEntityObservationsResponses = {
    /**
     * Done
     */
    200: EntityDetailResponse;
};

export type RegenerateEntityObservationsResponse = RegenerateEntityObservationsResponses[keyof RegenerateEntityObservationsResponses];

export type ListTagsData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: {
        /**
         * Pattern; * stands for anything, case does not matter
         */
        q?: string | null;
        /**
         * Whose tags: those of memories, or of mental models
         */
        source?: 'memories' | 'mental_models';
        /**
         * Most entries to return
         */
        limit?: number;
        /**
         * Entries to skip
         */
        offset?: number;
    };
    url: '/v1/default/banks/{bank_id}/tags';
};

export type ListTagsErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type ListTagsError = ListTagsErrors[keyof ListTagsErrors];

export type ListTagsResponses = {
    /**
     * Done
     */
    200: ListTagsResponse;
};

export type ListTagsResponse2 = ListTagsResponses[keyof ListTagsResponses];

export type TriggerConsolidationData = {
    body?: ConsolidationRequest;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/consolidate';
};

export type TriggerConsolidationErrors = {
    /**
     * The request is not as specified, or holds what the bank's memory defense or the model refuses
     */
    422: UnprocessableRequest;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type TriggerConsolidationError = TriggerConsolidationErrors[keyof TriggerConsolidationErrors];

export type TriggerConsolidationResponses = {
    /**
     * Done
     */
    200: ConsolidationResponse;
};

export type TriggerConsolidationResponse = TriggerConsolidationResponses[keyof TriggerConsolidationResponses];

export type RecoverConsolidationData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/consolidation/recover';
};

export type RecoverConsolidationErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type RecoverConsolidationError = RecoverConsolidationErrors[keyof RecoverConsolidationErrors];

export type RecoverConsolidationResponses = {
    /**
     * Done
     */
    200: RecoverConsolidationResponse;
};

export type RecoverConsolidationResponse2 = RecoverConsolidationResponses[keyof RecoverConsolidationResponses];

export type PreviewConsolidationStrategiesData = {
    body: ConsolidationStrategiesPreviewRequest;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/consolidation-strategies/preview';
};

export type PreviewConsolidationStrategiesErrors = {
    /**
     * The request is not as specified, or holds what the bank's memory defense or the model refuses
     */
    422: UnprocessableRequest;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type PreviewConsolidationStrategiesError = PreviewConsolidationStrategiesErrors[keyof PreviewConsolidationStrategiesErrors];

export type PreviewConsolidationStrategiesResponses = {
    /**
     * Done
     */
    200: ConsolidationStrategiesPreview;
};

export type PreviewConsolidationStrategiesResponse = PreviewConsolidationStrategiesResponses[keyof PreviewConsolidationStrategiesResponses];

export type ListObservationScopesData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: {
        /**
         * Most entries to return
         */
        limit?: number;
        /**
         * Entries to skip
         */
        offset?: number;
    };
    url: '/v1/default/banks/{bank_id}/observations/scopes';
};

export type ListObservationScopesErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type ListObservationScopesError = ListObservationScopesErrors[keyof ListObservationScopesErrors];

export type ListObservationScopesResponses = {
    /**
     * Done
     */
    200: ObservationScopesResponse;
};

export type ListObservationScopesResponse = ListObservationScopesResponses[keyof ListObservationScopesResponses];

export type PreviewPromptData = {
    body: PromptPreviewRequest;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/prompts/preview';
};

export type PreviewPromptErrors = {
    /**
     * The request is not as specified, or holds what the bank's memory defense or the model refuses
     */
    422: UnprocessableRequest;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type PreviewPromptError = PreviewPromptErrors[keyof PreviewPromptErrors];

export type PreviewPromptResponses = {
    /**
     * Done
     */
    200: PromptPreviewResponse;
};

export type PreviewPromptResponse = PreviewPromptResponses[keyof PreviewPromptResponses];

export type ListDirectivesData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: {
        /**
         * Tags to filter by; may be given several times. Untagged directives are shown as well
         */
        tags?: Array<string> | null;
        /**
         * any: shares a tag; all: holds every tag; exact: has these and no others
         */
        tags_match?: 'any' | 'all' | 'exact';
        /**
         * Only those in force
         */
        active_only?: boolean;
        /**
         * Most entries to return
         */
        limit?: number;
        /**
         * Entries to skip
         */
        offset?: number;
    };
    url: '/v1/default/banks/{bank_id}/directives';
};

export type ListDirectivesErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type ListDirectivesError = ListDirectivesErrors[keyof ListDirectivesErrors];

export type ListDirectivesResponses = {
    /**
     * Done
     */
    200: DirectiveListResponse;
};

export type ListDirectivesResponse = ListDirectivesResponses[keyof ListDirectivesResponses];

export type CreateDirectiveData = {
    body: CreateDirectiveRequest;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/directives';
};

export type CreateDirectiveErrors = {
    /**
     * The request is not as specified, or holds what the bank's memory defense or the model refuses
     */
    422: UnprocessableRequest;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type CreateDirectiveError = CreateDirectiveErrors[keyof CreateDirectiveErrors];

export type CreateDirectiveResponses = {
    /**
     * Done
     */
    200: DirectiveResponse;
};

export type CreateDirectiveResponse = CreateDirectiveResponses[keyof CreateDirectiveResponses];

export type DeleteDirectiveData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
        /**
         * Id of the directive
         */
        directive_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/directives/{directive_id}';
};

export type DeleteDirectiveErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type DeleteDirectiveError = DeleteDirectiveErrors[keyof DeleteDirectiveErrors];

export type DeleteDirectiveResponses = {
    /**
     * Done
     */
    200: unknown;
};

export type GetDirectiveData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
        /**
         * Id of the directive
         */
        directive_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/directives/{directive_id}';
};

export type GetDirectiveErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type GetDirectiveError = GetDirectiveErrors[keyof GetDirectiveErrors];

export type GetDirectiveResponses = {
    /**
     * Done
     */
    200: DirectiveResponse;
};

export type GetDirectiveResponse = GetDirectiveResponses[keyof GetDirectiveResponses];

export type UpdateDirectiveData = {
    body: UpdateDirectiveRequest;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
        /**
         * Id of the directive
         */
        directive_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/directives/{directive_id}';
};

export type UpdateDirectiveErrors = {
    /**
     * The request is not as specified, or holds what the bank's memory defense or the model refuses
     */
    422: UnprocessableRequest;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type UpdateDirectiveError = UpdateDirectiveErrors[keyof UpdateDirectiveErrors];

export type UpdateDirectiveResponses = {
    /**
     * Done
     */
    200: DirectiveResponse;
};

export type UpdateDirectiveResponse = UpdateDirectiveResponses[keyof UpdateDirectiveResponses];

export type ListMentalModelsData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: {
        /**
         * Tags to filter by; may be given several times
         */
        tags?: Array<string> | null;
        /**
         * any, all: shares or holds them, or has none; exact: has these and no others
         */
        tags_match?: 'any' | 'all' | 'exact';
        /**
         * metadata leaves out the content, content what it stands on
         */
        detail?: 'metadata' | 'content' | 'full';
        /**
         * Most entries to return
         */
        limit?: number;
        /**
         * Entries to skip
         */
        offset?: number;
        /**
         * Only models without a place in the tree of pages
         */
        exclude_knowledge_pages?: boolean;
    };
    url: '/v1/default/banks/{bank_id}/mental-models';
};

export type ListMentalModelsErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type ListMentalModelsError = ListMentalModelsErrors[keyof ListMentalModelsErrors];

export type ListMentalModelsResponses = {
    /**
     * Done
     */
    200: MentalModelListResponse;
};

export type ListMentalModelsResponse = ListMentalModelsResponses[keyof ListMentalModelsResponses];

export type CreateMentalModelData = {
    body: CreateMentalModelRequest;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/mental-models';
};

export type CreateMentalModelErrors = {
    /**
     * The request is not as specified, or holds what the bank's memory defense or the model refuses
     */
    422: UnprocessableRequest;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type CreateMentalModelError = CreateMentalModelErrors[keyof CreateMentalModelErrors];

export type CreateMentalModelResponses = {
    /**
     * Done
     */
    200: CreateMentalModelResponse;
};

export type CreateMentalModelResponse2 = CreateMentalModelResponses[keyof CreateMentalModelResponses];

export type DeleteMentalModelData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
        /**
         * Id of the mental model
         */
        mental_model_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/mental-models/{mental_model_id}';
};

export type DeleteMentalModelErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type DeleteMentalModelError = DeleteMentalModelErrors[keyof DeleteMentalModelErrors];

export type DeleteMentalModelResponses = {
    /**
     * Done
     */
    200: unknown;
};

export type GetMentalModelData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
        /**
         * Id of the mental model
         */
        mental_model_id: string;
    };
    query?: {
        /**
         * metadata leaves out the content, content what it stands on
         */
        detail?: 'metadata' | 'content' | 'full';
    };
    url: '/v1/default/banks/{bank_id}/mental-models/{mental_model_id}';
};

export type GetMentalModelErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type GetMentalModelError = GetMentalModelErrors[keyof GetMentalModelErrors];

export type GetMentalModelResponses = {
    /**
     * Done
     */
    200: MentalModelResponse;
};

export type GetMentalModelResponse = GetMentalModelResponses[keyof GetMentalModelResponses];

export type UpdateMentalModelData = {
    body: UpdateMentalModelRequest;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
        /**
         * Id of the mental model
         */
        mental_model_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/mental-models/{mental_model_id}';
};

export type UpdateMentalModelErrors = {
    /**
     * The request is not as specified, or holds what the bank's memory defense or the model refuses
     */
    422: UnprocessableRequest;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type UpdateMentalModelError = UpdateMentalModelErrors[keyof UpdateMentalModelErrors];

export type UpdateMentalModelResponses = {
    /**
     * Done
     */
    200: MentalModelResponse;
};

export type UpdateMentalModelResponse = UpdateMentalModelResponses[keyof UpdateMentalModelResponses];

export type ClearMentalModelData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
        /**
         * Id of the mental model
         */
        mental_model_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/mental-models/{mental_model_id}/clear';
};

export type ClearMentalModelErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type ClearMentalModelError = ClearMentalModelErrors[keyof ClearMentalModelErrors];

export type ClearMentalModelResponses = {
    /**
     * Done
     */
    200: MentalModelResponse;
};

export type ClearMentalModelResponse = ClearMentalModelResponses[keyof ClearMentalModelResponses];

export type RefreshMentalModelData = {
    body?: RefreshMentalModelRequest;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
        /**
         * Id of the mental model
         */
        mental_model_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/mental-models/{mental_model_id}/refresh';
};

export type RefreshMentalModelErrors = {
    /**
     * The request is not as specified, or holds what the bank's memory defense or the model refuses
     */
    422: UnprocessableRequest;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type RefreshMentalModelError = RefreshMentalModelErrors[keyof RefreshMentalModelErrors];

export type RefreshMentalModelResponses = {
    /**
     * Done
     */
    200: AsyncOperationSubmitResponse;
};

export type RefreshMentalModelResponse = RefreshMentalModelResponses[keyof RefreshMentalModelResponses];

export type DryRunRefreshMentalModelData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
        /**
         * Id of the mental model
         */
        mental_model_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/mental-models/{mental_model_id}/dry-run-refresh';
};

export type DryRunRefreshMentalModelErrors = {
    /**
     * The request is not as specified, or holds what the bank's memory defense or the model refuses
     */
    422: UnprocessableRequest;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type DryRunRefreshMentalModelError = DryRunRefreshMentalModelErrors[keyof DryRunRefreshMentalModelErrors];

export type DryRunRefreshMentalModelResponses = {
    /**
     * Done
     */
    200: MentalModelDryRunRefreshResult;
};

export type DryRunRefreshMentalModelResponse = DryRunRefreshMentalModelResponses[keyof DryRunRefreshMentalModelResponses];

export type GetMentalModelHistoryData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
        /**
         * Id of the mental model
         */
        mental_model_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/mental-models/{mental_model_id}/history';
};

export type GetMentalModelHistoryErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type GetMentalModelHistoryError = GetMentalModelHistoryErrors[keyof GetMentalModelHistoryErrors];

export type GetMentalModelHistoryResponses = {
    /**
     * Done
     */
    200: unknown;
};

export type ImportBankTemplateData = {
    body: BankTemplateManifest;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: {
        /**
         * Tell what would come of it, and keep nothing
         */
        dry_run?: boolean;
    };
    url: '/v1/default/banks/{bank_id}/import';
};

export type ImportBankTemplateErrors = {
    /**
     * The request is not as specified, or holds what the bank's memory defense or the model refuses
     */
    422: UnprocessableRequest;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type ImportBankTemplateError = ImportBankTemplateErrors[keyof ImportBankTemplateErrors];

export type ImportBankTemplateResponses = {
    /**
     * Done
     */
    200: BankTemplateImportResponse;
};

export type ImportBankTemplateResponse = ImportBankTemplateResponses[keyof ImportBankTemplateResponses];

export type ExportBankTemplateData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/export';
};

export type ExportBankTemplateErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type ExportBankTemplateError = ExportBankTemplateErrors[keyof ExportBankTemplateErrors];

export type ExportBankTemplateResponses = {
    /**
     * Done
     */
    200: BankTemplateManifest;
};

export type ExportBankTemplateResponse = ExportBankTemplateResponses[keyof ExportBankTemplateResponses];

export type GetBankTemplateSchemaData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/bank-template-schema';
};

export type GetBankTemplateSchemaErrors = {
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type GetBankTemplateSchemaError = GetBankTemplateSchemaErrors[keyof GetBankTemplateSchemaErrors];

export type GetBankTemplateSchemaResponses = {
    /**
     * Done
     */
    200: unknown;
};

export type ListBankTemplatesData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/bank-templates';
};

export type ListBankTemplatesErrors = {
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type ListBankTemplatesError = ListBankTemplatesErrors[keyof ListBankTemplatesErrors];

export type ListBankTemplatesResponses = {
    /**
     * Done
     */
    200: BankTemplateGalleryResponse;
};

export type ListBankTemplatesResponse = ListBankTemplatesResponses[keyof ListBankTemplatesResponses];

export type ExportBankTransferData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: {
        /**
         * Documents, memories, and what was learnt from them
         */
        include_data?: boolean;
        /**
         * Name, settings, directives and webhooks, the latter without their secrets
         */
        include_bank_config?: boolean;
        /**
         * The audit log and the trace of model calls
         */
        include_history?: boolean;
        /**
         * Only these documents; may be given several times. Then configuration and history stay out
         */
        document_id?: Array<string> | null;
    };
    url: '/v1/default/banks/{bank_id}/transfer/export';
};

export type ExportBankTransferErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type ExportBankTransferError = ExportBankTransferErrors[keyof ExportBankTransferErrors];

export type ExportBankTransferResponses = {
    /**
     * Queued; the operation tells how it goes and what came of it
     */
    202: BankTransferSubmitResponse;
};

export type ExportBankTransferResponse = ExportBankTransferResponses[keyof ExportBankTransferResponses];

export type ImportBankTransferData = {
    body: BodyImportBankTransfer;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: {
        /**
         * restore makes a bank, merge adds the documents to this one
         */
        mode?: string;
        /**
         * The bank to make; the archive's own name if unset
         */
        target_bank_id?: string | null;
        /**
         * With merge, for a document whose id is taken: skip, replace or new-id
         */
        document_conflict?: string;
        /**
         * Documents, memories, and what was learnt from them
         */
        include_data?: boolean | null;
        /**
         * Name, settings, directives and webhooks, the latter without their secrets
         */
        include_bank_config?: boolean | null;
        /**
         * The audit log and the trace of model calls
         */
        include_history?: boolean | null;
    };
    url: '/v1/default/banks/{bank_id}/transfer/import';
};

export type ImportBankTransferErrors = {
    /**
     * The request is not as specified, or holds what the bank's memory defense or the model refuses
     */
    422: UnprocessableRequest;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type ImportBankTransferError = ImportBankTransferErrors[keyof ImportBankTransferErrors];

export type ImportBankTransferResponses = {
    /**
     * Queued; the operation tells how it goes and what came of it
     */
    202: BankTransferSubmitResponse;
};

export type ImportBankTransferResponse = ImportBankTransferResponses[keyof ImportBankTransferResponses];

export type CloneBankData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query: {
        /**
         * The bank to make
         */
        target_bank_id: string;
        /**
         * Documents, memories, and what was learnt from them
         */
        include_data?: boolean;
        /**
         * Name, settings, directives and webhooks, the latter without their secrets
         */
        include_bank_config?: boolean;
        /**
         * The audit log and the trace of model calls
         */
        include_history?: boolean;
    };
    url: '/v1/default/banks/{bank_id}/clone';
};

export type CloneBankErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type CloneBankError = CloneBankErrors[keyof CloneBankErrors];

export type CloneBankResponses = {
    /**
     * Queued; the operation tells how it goes and what came of it
     */
    202: BankTransferSubmitResponse;
};

export type CloneBankResponse = CloneBankResponses[keyof CloneBankResponses];

export type ExportDocumentsData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: {
        /**
         * Only these documents; may be given several times
         */
        document_id?: Array<string> | null;
        /**
         * Observations with their evidence and history; of the whole bank alone
         */
        include_observations?: boolean;
        /**
         * Mental models and knowledge pages
         */
        include_knowledge_base?: boolean;
    };
    url: '/v1/default/banks/{bank_id}/document-transfer/export';
};

export type ExportDocumentsErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type ExportDocumentsError = ExportDocumentsErrors[keyof ExportDocumentsErrors];

export type ExportDocumentsResponses = {
    /**
     * Queued; the operation tells how it goes and what came of it
     */
    202: DocumentExportSubmitResponse;
};

export type ExportDocumentsResponse = ExportDocumentsResponses[keyof ExportDocumentsResponses];

export type ExportDocumentsSyncRemovedData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/document-transfer';
};

export type ExportDocumentsSyncRemovedErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type ExportDocumentsSyncRemovedError = ExportDocumentsSyncRemovedErrors[keyof ExportDocumentsSyncRemovedErrors];

export type ExportDocumentsSyncRemovedResponses = {
    /**
     * Done
     */
    200: unknown;
};

export type ImportDocumentsData = {
    body: BodyImportDocuments;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: {
        /**
         * For a document whose id is taken: skip, replace or new-id
         */
        on_conflict?: string;
    };
    url: '/v1/default/banks/{bank_id}/document-transfer';
};

export type ImportDocumentsErrors = {
    /**
     * The request is not as specified, or holds what the bank's memory defense or the model refuses
     */
    422: UnprocessableRequest;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type ImportDocumentsError = ImportDocumentsErrors[keyof ImportDocumentsErrors];

export type ImportDocumentsResponses = {
    /**
     * Queued; the operation tells how it goes and what came of it
     */
    202: DocumentImportSubmitResponse;
};

export type ImportDocumentsResponse = ImportDocumentsResponses[keyof ImportDocumentsResponses];

export type ListWebhooksData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: {
        /**
         * Most entries to return
         */
        limit?: number;
        /**
         * Entries to skip
         */
        offset?: number;
    };
    url: '/v1/default/banks/{bank_id}/webhooks';
};

export type ListWebhooksErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type ListWebhooksError = ListWebhooksErrors[keyof ListWebhooksErrors];

export type ListWebhooksResponses = {
    /**
     * Done
     */
    200: WebhookListResponse;
};

export type ListWebhooksResponse = ListWebhooksResponses[keyof ListWebhooksResponses];

export type CreateWebhookData = {
    body: CreateWebhookRequest;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/webhooks';
};

export type CreateWebhookErrors = {
    /**
     * The request is not as specified, or holds what the bank's memory defense or the model refuses
     */
    422: UnprocessableRequest;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type CreateWebhookError = CreateWebhookErrors[keyof CreateWebhookErrors];

export type CreateWebhookResponses = {
    /**
     * Done
     */
    201: WebhookResponse;
};

export type CreateWebhookResponse = CreateWebhookResponses[keyof CreateWebhookResponses];

export type DeleteWebhookData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
        /**
         * Id of the webhook
         */
        webhook_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/webhooks/{webhook_id}';
};

export type DeleteWebhookErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type DeleteWebhookError = DeleteWebhookErrors[keyof DeleteWebhookErrors];

export type DeleteWebhookResponses = {
    /**
     * Done
     */
    200: {
        success: boolean;
        message?: string | null;
        deleted_count?: number | null;
    };
};

export type DeleteWebhookResponse = DeleteWebhookResponses[keyof DeleteWebhookResponses];

export type UpdateWebhookData = {
    body: UpdateWebhookRequest;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
        /**
         * Id of the webhook
         */
        webhook_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/webhooks/{webhook_id}';
};

export type UpdateWebhookErrors = {
    /**
     * The request is not as specified, or holds what the bank's memory defense or the model refuses
     */
    422: UnprocessableRequest;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type UpdateWebhookError = UpdateWebhookErrors[keyof UpdateWebhookErrors];

export type UpdateWebhookResponses = {
    /**
     * Done
     */
    200: WebhookResponse;
};

export type UpdateWebhookResponse = UpdateWebhookResponses[keyof UpdateWebhookResponses];

export type ListWebhookDeliveriesData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
        /**
         * Id of the webhook
         */
        webhook_id: string;
    };
    query?: {
        /**
         * Most entries to return
         */
        limit?: number;
        /**
         * next_cursor of the page before
         */
        cursor?: string | null;
    };
    url: '/v1/default/banks/{bank_id}/webhooks/{webhook_id}/deliveries';
};

export type ListWebhookDeliveriesErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type ListWebhookDeliveriesError = ListWebhookDeliveriesErrors[keyof ListWebhookDeliveriesErrors];

export type ListWebhookDeliveriesResponses = {
    /**
     * Done
     */
    200: WebhookDeliveryListResponse;
};

export type ListWebhookDeliveriesResponse = ListWebhookDeliveriesResponses[keyof ListWebhookDeliveriesResponses];

export type GetKnowledgeBaseTreeData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: {
        /**
         * Tags to filter by; may be given several times
         */
        tags?: Array<string> | null;
        /**
         * any: shares a tag, or has none; all: holds every tag, or has none; any_strict, all_strict: the same without untagged memories; exact: has these tags and no others
         */
        tags_match?: 'any' | 'all' | 'any_strict' | 'all_strict' | 'exact';
        /**
         * Tag groups as JSON text: a list of {tags, match}, {and: [...]}, {or: [...]} and {not: {...}}, which must all hold
         */
        tag_groups?: string | null;
    };
    url: '/v1/default/banks/{bank_id}/knowledge-base/tree';
};

export type GetKnowledgeBaseTreeErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type GetKnowledgeBaseTreeError = GetKnowledgeBaseTreeErrors[keyof GetKnowledgeBaseTreeErrors];

export type GetKnowledgeBaseTreeResponses = {
    /**
     * Done
     */
    200: KnowledgeTreeResponse;
};

export type GetKnowledgeBaseTreeResponse = GetKnowledgeBaseTreeResponses[keyof GetKnowledgeBaseTreeResponses];

export type CreateKnowledgeFolderData = {
    body: CreateFolderRequest;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/knowledge-base/folders';
};

export type CreateKnowledgeFolderErrors = {
    /**
     * The request is not as specified, or holds what the bank's memory defense or the model refuses
     */
    422: UnprocessableRequest;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type CreateKnowledgeFolderError = CreateKnowledgeFolderErrors[keyof CreateKnowledgeFolderErrors];

export type CreateKnowledgeFolderResponses = {
    /**
     * Made
     */
    201: KnowledgeNode;
};

export type CreateKnowledgeFolderResponse = CreateKnowledgeFolderResponses[keyof CreateKnowledgeFolderResponses];

export type CreateKnowledgePageData = {
    body: CreatePageRequest;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/knowledge-base/pages';
};

export type CreateKnowledgePageErrors = {
    /**
     * The request is not as specified, or holds what the bank's memory defense or the model refuses
     */
    422: UnprocessableRequest;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type CreateKnowledgePageError = CreateKnowledgePageErrors[keyof CreateKnowledgePageErrors];

export type CreateKnowledgePageResponses = {
    /**
     * Made
     */
    201: CreateKnowledgePageResponse;
};

export type CreateKnowledgePageResponse2 = CreateKnowledgePageResponses[keyof CreateKnowledgePageResponses];

export type GetKnowledgePageData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
        /**
         * Id of the page
         */
        page_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/knowledge-base/pages/{page_id}';
};

export type GetKnowledgePageErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type GetKnowledgePageError = GetKnowledgePageErrors[keyof GetKnowledgePageErrors];

export type GetKnowledgePageResponses = {
    /**
     * Done
     */
    200: KnowledgePageResponse;
};

export type GetKnowledgePageResponse = GetKnowledgePageResponses[keyof GetKnowledgePageResponses];

export type SearchKnowledgeBaseData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query: {
        /**
         * What to look for
         */
        q: string;
        /**
         * Most pages to return
         */
        limit?: number;
        /**
         * Tags to filter by; may be given several times
         */
        tags?: Array<string> | null;
        /**
         * any: shares a tag, or has none; all: holds every tag, or has none; any_strict, all_strict: the same without untagged memories; exact: has these tags and no others
         */
        tags_match?: 'any' | 'all' | 'any_strict' | 'all_strict' | 'exact';
        /**
         * Tag groups as JSON text: a list of {tags, match}, {and: [...]}, {or: [...]} and {not: {...}}, which must all hold
         */
        tag_groups?: string | null;
    };
    url: '/v1/default/banks/{bank_id}/knowledge-base/search';
};

export type SearchKnowledgeBaseErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type SearchKnowledgeBaseError = SearchKnowledgeBaseErrors[keyof SearchKnowledgeBaseErrors];

export type SearchKnowledgeBaseResponses = {
    /**
     * Done
     */
    200: KnowledgePageSearchResponse;
};

export type SearchKnowledgeBaseResponse = SearchKnowledgeBaseResponses[keyof SearchKnowledgeBaseResponses];

export type ExportKnowledgeBaseData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: {
        /**
         * flat: a page by its id, with its log beside it; tree: folders and safe file names
         */
        layout?: 'flat' | 'tree';
    };
    url: '/v1/default/banks/{bank_id}/knowledge-base/export';
};

export type ExportKnowledgeBaseErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type ExportKnowledgeBaseError = ExportKnowledgeBaseErrors[keyof ExportKnowledgeBaseErrors];

export type ExportKnowledgeBaseResponses = {
    /**
     * Done
     */
    200: KnowledgePageBundleResponse;
};

export type ExportKnowledgeBaseResponse = ExportKnowledgeBaseResponses[keyof ExportKnowledgeBaseResponses];

export type ImportKnowledgeBaseData = {
    body: KnowledgeImportRequest;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: {
        /**
         * Report what an import would do, and write nothing
         */
        dry_run?: boolean;
    };
    url: '/v1/default/banks/{bank_id}/knowledge-base/import';
};

export type ImportKnowledgeBaseErrors = {
    /**
     * The request is not as specified, or holds what the bank's memory defense or the model refuses
     */
    422: UnprocessableRequest;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type ImportKnowledgeBaseError = ImportKnowledgeBaseErrors[keyof ImportKnowledgeBaseErrors];

export type ImportKnowledgeBaseResponses = {
    /**
     * Done
     */
    200: KnowledgeImportResponse;
};

export type ImportKnowledgeBaseResponse = ImportKnowledgeBaseResponses[keyof ImportKnowledgeBaseResponses];

export type DeleteKnowledgeNodeData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
        /**
         * Id of a page or folder
         */
        node_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/knowledge-base/nodes/{node_id}';
};

export type DeleteKnowledgeNodeErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type DeleteKnowledgeNodeError = DeleteKnowledgeNodeErrors[keyof DeleteKnowledgeNodeErrors];

export type DeleteKnowledgeNodeResponses = {
    /**
     * Done
     */
    200: unknown;
};

export type UpdateKnowledgeNodeData = {
    body: UpdateNodeRequest;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
        /**
         * Id of a page or folder
         */
        node_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/knowledge-base/nodes/{node_id}';
};

export type UpdateKnowledgeNodeErrors = {
    /**
     * The request is not as specified, or holds what the bank's memory defense or the model refuses
     */
    422: UnprocessableRequest;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type UpdateKnowledgeNodeError = UpdateKnowledgeNodeErrors[keyof UpdateKnowledgeNodeErrors];

export type UpdateKnowledgeNodeResponses = {
    /**
     * Done
     */
    200: KnowledgeNode;
};

export type UpdateKnowledgeNodeResponse = UpdateKnowledgeNodeResponses[keyof UpdateKnowledgeNodeResponses];

export type ListOperationsData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: {
        /**
         * pending, processing, completed, failed or cancelled; any other value matches no operation
         */
        status?: string | null;
        /**
         * Type of operation, for example retain
         */
        type?: string | null;
        /**
         * Most entries to return
         */
        limit?: number;
        /**
         * Entries to skip
         */
        offset?: number;
        /**
         * Leave out operations that only stand for their parts
         */
        exclude_parents?: boolean;
    };
    url: '/v1/default/banks/{bank_id}/operations';
};

export type ListOperationsErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type ListOperationsError = ListOperationsErrors[keyof ListOperationsErrors];

export type ListOperationsResponses = {
    /**
     * Done
     */
    200: OperationsListResponse;
};

export type ListOperationsResponse = ListOperationsResponses[keyof ListOperationsResponses];

export type CancelOperationData = {
    body?: never;
    path: {
        /**
         * Bank id or alias
         */
        bank_id: string;
        /**
         * Operation id (UUID)
         */
        operation_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/operations/{operation_id}';
};

export type CancelOperationErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type CancelOperationError = CancelOperationErrors[keyof CancelOperationErrors];

export type CancelOperationResponses = {
    /**
     * Done
     */
    200: CancelOperationResponse;
};

export type CancelOperationResponse2 = CancelOperationResponses[keyof CancelOperationResponses];

export type GetOperationStatusData = {
    body?: never;
    path: {
        /**
         * Bank id or alias
         */
        bank_id: string;
        /**
         * Operation id (UUID)
         */
        operation_id: string;
    };
    query?: {
        /**
         * Send the stored request along
         */
        include_payload?: boolean;
    };
    url: '/v1/default/banks/{bank_id}/operations/{operation_id}';
};

export type GetOperationStatusErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type GetOperationStatusError = GetOperationStatusErrors[keyof GetOperationStatusErrors];

export type GetOperationStatusResponses = {
    /**
     * Done
     */
    200: OperationStatusResponse;
};

export type GetOperationStatusResponse = GetOperationStatusResponses[keyof GetOperationStatusResponses];

export type RetryOperationData = {
    body?: never;
    path: {
        /**
         * Bank id or alias
         */
        bank_id: string;
        /**
         * Operation id (UUID)
         */
        operation_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/operations/{operation_id}/retry';
};

export type RetryOperationErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type RetryOperationError = RetryOperationErrors[keyof RetryOperationErrors];

export type RetryOperationResponses = {
    /**
     * Done
     */
    200: RetryOperationResponse;
};

export type RetryOperationResponse2 = RetryOperationResponses[keyof RetryOperationResponses];

export type DeleteOperationData = {
    body?: never;
    path: {
        /**
         * Bank id or alias
         */
        bank_id: string;
        /**
         * Operation id (UUID)
         */
        operation_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/operations/{operation_id}/delete';
};

export type DeleteOperationErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type DeleteOperationError = DeleteOperationErrors[keyof DeleteOperationErrors];

export type DeleteOperationResponses = {
    /**
     * Done
     */
    200: DeleteOperationResponse;
};

export type DeleteOperationResponse2 = DeleteOperationResponses[keyof DeleteOperationResponses];

export type ListLlmRequestsData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: {
        /**
         * This call alone (UUID). Beyond the contract
         */
        id?: string | null;
        /**
         * success or error; any other value matches no call
         */
        status?: string | null;
        /**
         * What called: retain, reflect, consolidation, …
         */
        operation?: string | null;
        /**
         * What the call was for, for example retain_extract_facts
         */
        scope?: string | null;
        /**
         * Kind of call; this version keeps llm calls alone
         */
        call_type?: 'llm' | 'embedding' | 'rerank' | 'decision' | null;
        /**
         * Provider, for example openai
         */
        provider?: string | null;
        /**
         * Calls of this trace
         */
        trace_id?: string | null;
        /**
         * Calls about this document
         */
        document_id?: string | null;
        /**
         * Calls about this memory
         */
        memory_id?: string | null;
        /**
         * Page traces instead of calls: limit, offset and total count traces, each with all its calls in order
         */
        group?: boolean;
        /**
         * Started from here on, ISO 8601
         */
        start_date?: string | null;
        /**
         * Started until here, ISO 8601
         */
        end_date?: string | null;
        /**
         * Most entries to return
         */
        limit?: number;
        /**
         * Entries to skip
         */
        offset?: number;
    };
    url: '/v1/default/banks/{bank_id}/llm-requests';
};

export type ListLlmRequestsErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type ListLlmRequestsError = ListLlmRequestsErrors[keyof ListLlmRequestsErrors];

export type ListLlmRequestsResponses = {
    /**
     * Done
     */
    200: LlmRequestListResponse;
};

export type ListLlmRequestsResponse = ListLlmRequestsResponses[keyof ListLlmRequestsResponses];

export type LlmRequestStatsData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: {
        /**
         * Calls of this operation alone
         */
        operation?: string | null;
        /**
         * Kind of call; this version keeps llm calls alone
         */
        call_type?: 'llm' | 'embedding' | 'rerank' | 'decision' | null;
        /**
         * 1d (by hour), 7d or 30d (by day); any other word is 7d
         */
        period?: string;
    };
    url: '/v1/default/banks/{bank_id}/llm-requests/stats';
};

export type LlmRequestStatsErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type LlmRequestStatsError = LlmRequestStatsErrors[keyof LlmRequestStatsErrors];

export type LlmRequestStatsResponses = {
    /**
     * Done
     */
    200: LlmRequestStatsResponse;
};

export type LlmRequestStatsResponse2 = LlmRequestStatsResponses[keyof LlmRequestStatsResponses];

export type GetLlmUsageData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/llm-usage';
};

export type GetLlmUsageErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type GetLlmUsageError = GetLlmUsageErrors[keyof GetLlmUsageErrors];

export type GetLlmUsageResponses = {
    /**
     * Done
     */
    200: LlmUsageResponse;
};

export type GetLlmUsageResponse = GetLlmUsageResponses[keyof GetLlmUsageResponses];

export type TestBankLlmData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/health/llm';
};

export type TestBankLlmErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type TestBankLlmError = TestBankLlmErrors[keyof TestBankLlmErrors];

export type TestBankLlmResponses = {
    /**
     * Done
     */
    200: BankLlmHealthResponse;
};

export type TestBankLlmResponse = TestBankLlmResponses[keyof TestBankLlmResponses];

export type ListAuditLogsData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: {
        /**
         * Entries of this action alone, for example delete_document
         */
        action?: string | null;
        /**
         * http, mcp or system; any other value matches no entry
         */
        transport?: string | null;
        /**
         * Started from here on, ISO 8601
         */
        start_date?: string | null;
        /**
         * Started before this, ISO 8601
         */
        end_date?: string | null;
        /**
         * Most entries to return
         */
        limit?: number;
        /**
         * Entries to skip
         */
        offset?: number;
    };
    url: '/v1/default/banks/{bank_id}/audit-logs';
};

export type ListAuditLogsErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type ListAuditLogsError = ListAuditLogsErrors[keyof ListAuditLogsErrors];

export type ListAuditLogsResponses = {
    /**
     * Done
     */
    200: AuditLogListResponse;
};

export type ListAuditLogsResponse = ListAuditLogsResponses[keyof ListAuditLogsResponses];

export type AuditLogStatsData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
    };
    query?: {
        /**
         * Calls of this action alone
         */
        action?: string | null;
        /**
         * 1d (by hour), 7d or 30d (by day); any other word is 7d
         */
        period?: string;
    };
    url: '/v1/default/banks/{bank_id}/audit-logs/stats';
};

export type AuditLogStatsErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type AuditLogStatsError = AuditLogStatsErrors[keyof AuditLogStatsErrors];

export type AuditLogStatsResponses = {
    /**
     * Done
     */
    200: AuditLogStatsResponse;
};

export type AuditLogStatsResponse2 = AuditLogStatsResponses[keyof AuditLogStatsResponses];

export type GetAuditLogData = {
    body?: never;
    path: {
        /**
         * Bank id or alias, percent-encoded
         */
        bank_id: string;
        /**
         * As in the list
         */
        log_id: string;
    };
    query?: never;
    url: '/v1/default/banks/{bank_id}/audit-logs/{log_id}';
};

export type GetAuditLogErrors = {
    /**
     * The request is not as specified
     */
    422: HttpValidationError;
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type GetAuditLogError = GetAuditLogErrors[keyof GetAuditLogErrors];

export type GetAuditLogResponses = {
    /**
     * Done
     */
    200: AuditLogEntry;
};

export type GetAuditLogResponse = GetAuditLogResponses[keyof GetAuditLogResponses];

export type HealthEndpointHealthGetData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/health';
};

export type HealthEndpointHealthGetErrors = {
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type HealthEndpointHealthGetError = HealthEndpointHealthGetErrors[keyof HealthEndpointHealthGetErrors];

export type HealthEndpointHealthGetResponses = {
    /**
     * Ready
     */
    200: {
        [key: string]: unknown;
    };
};

export type HealthEndpointHealthGetResponse = HealthEndpointHealthGetResponses[keyof HealthEndpointHealthGetResponses];

export type GetReadinessData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/health/ready';
};

export type GetReadinessErrors = {
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type GetReadinessError = GetReadinessErrors[keyof GetReadinessErrors];

export type GetReadinessResponses = {
    /**
     * Ready
     */
    200: {
        [key: string]: unknown;
    };
};

export type GetReadinessResponse = GetReadinessResponses[keyof GetReadinessResponses];

export type GetLivenessData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/health/live';
};

export type GetLivenessErrors = {
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type GetLivenessError = GetLivenessErrors[keyof GetLivenessErrors];

export type GetLivenessResponses = {
    /**
     * Done
     */
    200: LivenessResponse;
};

export type GetLivenessResponse = GetLivenessResponses[keyof GetLivenessResponses];

export type GetVersionData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/version';
};

export type GetVersionErrors = {
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type GetVersionError = GetVersionErrors[keyof GetVersionErrors];

export type GetVersionResponses = {
    /**
     * Done
     */
    200: VersionResponse;
};

export type GetVersionResponse = GetVersionResponses[keyof GetVersionResponses];

export type MetricsEndpointMetricsGetData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/metrics';
};

export type MetricsEndpointMetricsGetErrors = {
    /**
     * Any other refusal
     */
    default: ErrorDetail;
};

export type MetricsEndpointMetricsGetError = MetricsEndpointMetricsGetErrors[keyof MetricsEndpointMetricsGetErrors];

export type MetricsEndpointMetricsGetResponses = {
    /**
     * The metrics
     */
    200: string;
};

export type MetricsEndpointMetricsGetResponse = MetricsEndpointMetricsGetResponses[keyof MetricsEndpointMetricsGetResponses];
