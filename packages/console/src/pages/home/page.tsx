// The home page.
// In: a bank and the state in the address. Out: the page.

import { useTranslation } from "react-i18next";
import { Page } from "../../kit/page";

export function HomePage() {
  const { t } = useTranslation("home");
  return <Page title={t("title")}>{null}</Page>;
}
