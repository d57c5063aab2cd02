// The recall page.
// In: a bank and the state in the address. Out: the page.

import { useTranslation } from "react-i18next";
import { Page } from "../../kit/page";

export function RecallPage() {
  const { t } = useTranslation("recall");
  return <Page title={t("title")}>{null}</Page>;
}
