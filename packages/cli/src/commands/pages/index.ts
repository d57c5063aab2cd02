// hindsight pages …: the knowledge pages of a bank, a tree of folders and pages. Each verb is a file of its own, listed here.

import type { Command } from "commander";
import type { Api } from "../../api.js";
import type { Output } from "../../output.js";
import type { Verb } from "../../verb.js";
import { pagesMove, pagesRename, pagesUpdate } from "./pages-change.js";
import { pagesCreate } from "./pages-create.js";
import { pagesDelete } from "./pages-delete.js";
import { pagesExport } from "./pages-export.js";
import { pagesFolder } from "./pages-folder.js";
import { pagesGet } from "./pages-get.js";
import { pagesHistory } from "./pages-history.js";
import { pagesImport } from "./pages-import.js";
import { pagesList } from "./pages-list.js";
import { pagesSearch } from "./pages-search.js";
import { pagesSync } from "./pages-sync.js";

/** In the order of the help. */
const VERBS: readonly Verb[] = [
  pagesList,
  pagesGet,
  pagesHistory,
  pagesSearch,
  pagesCreate,
  pagesFolder,
  pagesRename,
  pagesMove,
  pagesUpdate,
  pagesDelete,
  pagesExport,
  pagesImport,
  pagesSync,
];

export function pages(program: Command, connect: () => Api, print: () => Output): void {
  const group = program
    .command("pages")
    .alias("knowledge-base")
    .description("knowledge pages: list, read, write, move and search them, and have them as files");
  for (const verb of VERBS) verb(group, connect, print);
}
