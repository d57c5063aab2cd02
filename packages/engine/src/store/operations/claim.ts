/** A worker's hold on an operation. Every claim has a worker id of its own, so who lost a claim can write nothing under it. */
export interface Claim {
  readonly operationId: string;
  readonly workerId: string;
}
