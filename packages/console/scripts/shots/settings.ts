// Pictures of the settings of a bank.
// In: nothing. Out: shots.

import { openFirst, press, type Shot } from "./shot.js";

export const SETTINGS_SHOTS: readonly Shot[] = [
  { name: "settings", at: "settings" },
  { name: "settings-configuration", at: "settings?tab=configuration" },
  { name: "settings-tools", at: "settings?tab=configuration&section=mcp" },
  { name: "settings-defense", at: "settings?tab=defense" },
  { name: "settings-webhooks", at: "settings?tab=webhooks" },
  { name: "settings-webhook", at: "settings?tab=webhooks", prepare: press("New webhook"), isWhole: false },
  {
    name: "settings-deliveries",
    at: "settings?tab=webhooks",
    prepare: async (page) => {
      await press(/Deliveries/)(page);
      await page.getByRole("dialog").waitFor();
    },
    isWhole: false,
  },
  { name: "settings-audit", at: "settings?tab=audit" },
  { name: "settings-audit-entry", at: "settings?tab=audit", prepare: openFirst, isWhole: false },
  { name: "settings-llm", at: "settings?tab=llm" },
  { name: "settings-transfer", at: "settings?tab=transfer" },
  { name: "settings-delete", at: "settings?tab=danger" },
  { name: "settings-delete-bank", at: "settings?tab=danger", prepare: press("Delete the bank"), isWhole: false },
];
