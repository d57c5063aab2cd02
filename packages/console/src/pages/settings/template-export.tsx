// The set-up of the bank as a template: its own settings, mental models and directives, without any memory.
// In: a bank. Out: JSON to copy or to save as a file.

import { useQuery } from "@tanstack/react-query";
import { FileDown } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/button";
import { Code } from "../../kit/copy";
import { Card } from "../../kit/page";
import { Loaded } from "../../kit/states";
import { templateQuery } from "./queries";

export function TemplateExport({ bank }: { readonly bank: string }) {
  const { t } = useTranslation("settings");
  const template = useQuery(templateQuery(bank));
  return (
    <Card title={t("templates.export")}>
      <p className="text-sm text-ink-soft">{t("templates.exportLead")}</p>
      <Loaded query={template}>
        {(manifest) => {
          const text = JSON.stringify(manifest, null, 2);
          return (
            <>
              <Code label={t("templates.export")} text={text} />
              <span>
                <Button icon={FileDown} onClick={() => saveFile(`${bank.replace(/[^\w.-]/g, "_")}-template.json`, text)}>
                  {t("templates.saveFile")}
                </Button>
              </span>
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}

function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
