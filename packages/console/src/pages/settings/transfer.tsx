// Ways in and out: the bank as an archive, and its set-up as a template.
// In: a bank; the operations that are followed stand in the address. Out: four cards.

import { ArchiveExport } from "./archive-export";
import { ArchiveImport } from "./archive-import";
import { TemplateExport } from "./template-export";
import { TemplateImport } from "./template-import";

export function Transfer({ bank }: { readonly bank: string }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <ArchiveExport bank={bank} />
        <TemplateExport bank={bank} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <ArchiveImport bank={bank} />
        <TemplateImport bank={bank} />
      </div>
    </div>
  );
}
