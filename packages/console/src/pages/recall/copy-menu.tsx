// Taking the request along, as curl, TypeScript or Python; or its answer, as text for a language model.
// In: the question and the settings. Out: a menu; the chosen form is in the clipboard.

import { Clipboard } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useBank } from "../../app/use-bank";
import { Button } from "../../kit/button";
import { Menu, MenuItem } from "../../kit/menu";
import { useErrorToast, useToast } from "../../kit/toast";
import { runPrompt } from "./queries";
import type { RecallSettings } from "./settings";
import { asCurl, asPython, asTypeScript } from "./snippets";

const FORMS = { curl: asCurl, TypeScript: asTypeScript, Python: asPython } as const;

export function CopyMenu({
  query,
  settings,
  disabled,
}: {
  readonly query: string;
  readonly settings: RecallSettings;
  readonly disabled: boolean;
}) {
  const { t } = useTranslation("recall");
  const bank = useBank();
  const toast = useToast();
  const onError = useErrorToast();
  return (
    <Menu
      trigger={
        <Button icon={Clipboard} disabled={disabled}>
          {t("copyAs")}
        </Button>
      }
    >
      {Object.entries(FORMS).map(([name, form]) => (
        <MenuItem
          key={name}
          onSelect={() => {
            navigator.clipboard.writeText(form(bank, query, settings)).then(() => toast({ title: t("copiedAs", { name }) }), onError);
          }}
        >
          {name}
        </MenuItem>
      ))}
      <MenuItem
        onSelect={() => {
          const name = t("asPrompt");
          runPrompt(bank, query, settings)
            .then((text) => navigator.clipboard.writeText(text))
            .then(() => toast({ title: t("copiedAs", { name }) }), onError);
        }}
      >
        {t("asPrompt")}
      </MenuItem>
    </Menu>
  );
}
