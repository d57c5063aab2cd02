// Types: a program that is written for the published client compiles with ours.
// Checked by tsc alone (npm run types); nothing here runs.

import type * as ours from "@hindsight-memory/client";
import type * as theirs from "@vectorize-io/hindsight-client";

type Methods<T> = { [K in keyof T]: T[K] };
type Differing<Ours, Theirs> = { [K in keyof Theirs]-?: K extends keyof Ours ? (Ours[K] extends Theirs[K] ? never : K) : K }[keyof Theirs];

/** Compiles only when no name of theirs is missing here, or cannot stand in for theirs. */
type None<Names extends never> = Names;

/** The API of 1.1 knows an outcome of a dry run that 0.9.1, whose types these are, did not. */
type NewOutcome = "dryRunRefreshMentalModel";
export type Client = None<Exclude<Differing<Methods<ours.HindsightClient>, Methods<theirs.HindsightClient>>, NewOutcome>>;
export type Failure = None<Differing<ours.HindsightError, theirs.HindsightError>>;
/** What a program passes in: theirs must do for ours. */
export type Options = None<
  Differing<theirs.HindsightClientOptions, Pick<ours.HindsightClientOptions, keyof theirs.HindsightClientOptions>>
>;

type Sdk = typeof ours.sdk;
type TheirSdk = typeof theirs.sdk;
export type Functions = None<Exclude<keyof TheirSdk, keyof Sdk>>;
/** What theirs take, ours take. */
type First<F> = F extends (options: infer O) => unknown ? Parts<NonNullable<O>> : never;
type Parts<O> = { [K in keyof O & ("path" | "query" | "body")]: O[K] };
type Refusing = { [K in keyof TheirSdk & keyof Sdk]: First<TheirSdk[K]> extends First<Sdk[K]> ? never : K }[keyof TheirSdk & keyof Sdk];
/** The API of 1.1 names the values of tags_match here, and the fields of a template. */
type Stricter = "getGraph" | "listDocuments" | "importBankTemplate";
export type Arguments = None<Exclude<Refusing, Stricter>>;
type Data<F> = F extends (options: never) => Promise<infer R> ? Extract<R, { error: undefined }>["data" & keyof R] : never;
type Lacking = { [K in keyof TheirSdk & keyof Sdk]: Data<Sdk[K]> extends Data<TheirSdk[K]> ? never : K }[keyof TheirSdk & keyof Sdk];
export type Replies = None<Lacking>;
