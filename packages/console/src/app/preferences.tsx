// Theme, language, keyboard help and the way out.
// In: choices. Out: two menus in the top bar.

import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { Check, Keyboard, Languages, LogOut, Moon, Sun, SunMoon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { logOut, sessionQuery } from "../api/session";
import { rememberLanguage } from "../i18n/chosen-language";
import { LANGUAGES, type Language } from "../i18n/languages";
import { IconButton } from "../kit/button";
import { Menu, MenuItem, MenuLabel, MenuLine } from "../kit/menu";
import { useErrorToast } from "../kit/toast";
import { queries } from "./query-client";
import { chooseTheme, useTheme } from "./theme";

const THEMES = { light: Sun, dark: Moon, system: SunMoon } as const;

export function Preferences({ onHelp }: { readonly onHelp: () => void }) {
  const { t, i18n } = useTranslation("shell");
  const theme = useTheme();
  const session = useQuery(sessionQuery);
  const router = useRouter();
  const onError = useErrorToast();
  const leave = useMutation({
    mutationFn: logOut,
    onSuccess: async () => {
      queries.clear();
      await router.invalidate();
    },
    onError, // who believes to have logged out leaves the session to the next person
  });
  const choose = (language: Language): void => {
    rememberLanguage(language);
    void i18n.changeLanguage(language);
  };
  return (
    <>
      <Menu trigger={<IconButton icon={Languages} label={t("language")} />}>
        {Object.entries(LANGUAGES).map(([code, name]) => (
          <MenuItem key={code} isChosen={i18n.language === code} onSelect={() => choose(code as Language)}>
            <span lang={code} className="grow">
              {name}
            </span>
            {i18n.language === code && <Check aria-hidden className="size-4" />}
          </MenuItem>
        ))}
      </Menu>
      <Menu trigger={<IconButton icon={THEMES[theme]} label={t("theme.label")} />}>
        <MenuLabel>{t("theme.label")}</MenuLabel>
        {(["light", "dark", "system"] as const).map((each) => (
          <MenuItem key={each} icon={THEMES[each]} isChosen={each === theme} onSelect={() => chooseTheme(each)}>
            {t(`theme.${each}`)}
          </MenuItem>
        ))}
        <MenuLine />
        <MenuItem icon={Keyboard} onSelect={onHelp}>
          {t("shortcuts.title")}
        </MenuItem>
        {session.data?.requires_login === true && (
          <MenuItem icon={LogOut} onSelect={() => leave.mutate()}>
            {t("logOut")}
          </MenuItem>
        )}
      </Menu>
    </>
  );
}
