// What is wrong with a value, where the schema is a choice of several: of the forms it may have, the one that it came nearest to is meant.

/** The part of a Zod issue that is read: `errors` are the issues of each form of a union. */
export interface SchemaIssue {
  readonly message: string;
  readonly path: readonly PropertyKey[];
  readonly errors?: readonly (readonly SchemaIssue[])[] | undefined;
}

/** The issue that lies deepest inside the value, its path from the top. An issue without forms is itself. */
export function deepestIssue(issue: SchemaIssue, above: readonly PropertyKey[] = []): SchemaIssue {
  const path = [...above, ...issue.path];
  const inner = (issue.errors ?? []).flat().map((one) => deepestIssue(one, path));
  const deepest = inner.reduce<SchemaIssue | null>((best, one) => (best === null || one.path.length > best.path.length ? one : best), null);
  return deepest !== null && deepest.path.length > path.length ? deepest : { message: issue.message, path };
}
