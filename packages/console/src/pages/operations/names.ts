// Types of operations in words.
// In: a type as the API names it. Out: what it does, in the person's language; a type that is new to the console by its own name.

import { useTranslation } from "react-i18next";

export function useOperationName(): (type: string) => string {
  const { t } = useTranslation("operations");
  return (type) => t(`types.${type}` as "types.retain", { defaultValue: type.replaceAll("_", " ") });
}
