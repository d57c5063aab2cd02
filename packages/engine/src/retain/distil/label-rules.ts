import type { LabelField, LabelGroup } from "./types.js";

/** The section of the prompt about the bank's own vocabulary. Descriptions are the bank's, put in as they are. */
export function labelRules(groups: readonly LabelGroup[], allowsFreeForm: boolean): string {
  const lines = groups.flatMap((group) => fieldLines(group.key, group, group.optional ? "" : ", always to be filled", ""));
  return [
    "# Labels",
    "labels: an object with one field for each group below. Fill a group only where the fact clearly falls under it; leave it null, or an empty list, where it does not or where you are unsure. Of a fixed choice use the given values only, spelled as they are given.",
    ...lines,
    ...(allowsFreeForm ? [] : ["The labels are all that is wanted: entities is always an empty list."]),
  ].join("\n");
}

const KIND: Readonly<Record<LabelGroup["type"], string>> = {
  value: "one of the values",
  "multi-values": "a list of any of the values",
  text: "a short text of your own",
  "multi-text": "a list of short texts of your own",
  map: "a list of objects with the fields",
};

function fieldLines(name: string, field: LabelField, note: string, indent: string): readonly string[] {
  return [
    `${indent}- ${name} (${KIND[field.type]}${note})${field.description === "" ? "" : `: ${field.description}`}`,
    ...field.values.map(({ value, description }) => `${indent}  - "${value}"${description === "" ? "" : `: ${description}`}`),
    ...Object.entries(field.fields).flatMap(([inner, innerField]) => fieldLines(inner, innerField, "", `${indent}  `)),
  ];
}
