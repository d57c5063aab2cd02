// What stands in an address, read with care: anyone may type anything there.
// In: the parsed query of an address. Out: values of the right type, or the preset where one is absent or makes no sense.
// Presets are left out of the address, so that links stay short.

type Search = Record<string, unknown>;

export const text = (search: Search, name: string): string | undefined => {
  const value = search[name];
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
};

export const oneOf = <Choice extends string>(search: Search, name: string, choices: readonly Choice[]): Choice | undefined => {
  const value = search[name];
  return choices.find((choice) => choice === value);
};

export const integer = (search: Search, name: string, min: number, max: number): number | undefined => {
  const value = Number(search[name]);
  return search[name] !== undefined && Number.isInteger(value) && value >= min && value <= max ? value : undefined;
};

export const flag = (search: Search, name: string): true | undefined =>
  search[name] === true || search[name] === "true" ? true : undefined;

export const list = (search: Search, name: string): readonly string[] | undefined => {
  const value = search[name];
  const all = Array.isArray(value) ? value.map(String) : typeof value === "string" ? [value] : [];
  return all.length > 0 ? all : undefined;
};
