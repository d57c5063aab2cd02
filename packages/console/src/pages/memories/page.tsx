// The memories page.
// In: a bank and the state in the address. Out: the page.

import { useTranslation } from "react-i18next";
import { Page } from "../../kit/page";

export function MemoriesPage() {
  const { t } = useTranslation("memories");
  return <Page title={t("title")}>{null}</Page>;
}
