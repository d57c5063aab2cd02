// LangGraph.js: a long-term store in a bank.
// In: a client. Out: a BaseStore of `@langchain/langgraph-checkpoint`, which LangGraph brings along.

export { HindsightStore, type StoreClient, type StoreOptions } from "./store.js";
