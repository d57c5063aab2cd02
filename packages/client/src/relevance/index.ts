// How good a recall is: questions with what they should find, and how much of it the first results hold.
// In: lines of a JSONL file, replies of recall. Out: cases, judgements, metrics. Pure: `hindsight eval`, the console's workbench and bench/quality ask, this judges.
// docs/recall-evaluation.md defines each metric.

export { type CaseProblem, type CaseRequest, type Expected, type ReadCases, type RelevanceCase, readCases, writeCases } from "./cases.js";
export {
  type Hits,
  type Judged,
  type JudgedCase,
  judge,
  judgeReply,
  type RecalledReply,
  type RelevanceRequest,
  requestFor,
} from "./judge.js";
export { isMetric, METRICS, type Metrics, metric, metricsOf } from "./metrics.js";
