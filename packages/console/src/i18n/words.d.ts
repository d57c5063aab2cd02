// The keys of every area, so that a key that does not exist is no program.

import "i18next";
import type documents from "../locales/en/documents.json";
import type entities from "../locales/en/entities.json";
import type graph from "../locales/en/graph.json";
import type home from "../locales/en/home.json";
import type knowledge from "../locales/en/knowledge.json";
import type memories from "../locales/en/memories.json";
import type operations from "../locales/en/operations.json";
import type recall from "../locales/en/recall.json";
import type reflect from "../locales/en/reflect.json";
import type settings from "../locales/en/settings.json";
import type shell from "../locales/en/shell.json";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "shell";
    resources: {
      shell: typeof shell;
      graph: typeof graph;
      home: typeof home;
      memories: typeof memories;
      recall: typeof recall;
      reflect: typeof reflect;
      knowledge: typeof knowledge;
      documents: typeof documents;
      entities: typeof entities;
      settings: typeof settings;
      operations: typeof operations;
    };
  }
}
