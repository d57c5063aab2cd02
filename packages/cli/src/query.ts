// Query parameters of a request.
// In: fields, of which undefined ones are left out and lists are repeated. Out: `?a=1&b=2`, or nothing.

export function query(fields: Readonly<Record<string, string | boolean | readonly string[] | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const each of Array.isArray(value) ? value : value === undefined ? [] : [String(value)]) search.append(name, each);
  }
  return search.size === 0 ? "" : `?${search}`;
}
