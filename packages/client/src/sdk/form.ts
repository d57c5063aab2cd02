// Forms: the body of an upload.
// In: an object. Out: a form with an entry for each value, and for each entry of a list.

export function formOf(body: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each === undefined || each === null) continue;
      if (each instanceof Blob) form.append(name, each);
      else form.append(name, typeof each === "string" ? each : JSON.stringify(each));
    }
  }
  return form;
}
