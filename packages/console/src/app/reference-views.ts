// Addresses of the reference's console, `/banks/<id>?view=…`, which people have in bookmarks and notes.
// In: their query. Out: our section.

import type { Section } from "./sections";

const VIEWS: Readonly<Record<string, Section["id"]>> = {
  home: "home",
  data: "memories",
  knowledge: "knowledge",
  recall: "recall",
  reflect: "reflect",
  documents: "documents",
  entities: "entities",
  profile: "settings",
};

export const sectionOfView = ({ view }: Record<string, unknown>): Section["id"] => VIEWS[String(view)] ?? "home";
