// What a header of a page says is screened as YAML reads it: a line that is folded there may hide a secret from whoever reads the file.

import { expect, test } from "vitest";
import { readPolicy } from "../../src/guard/defense/index.js";
import { readBundle } from "../../src/models/pages/import/read-bundle.js";
import { requireCleanHeaders, screenBundle } from "../../src/models/pages/import/screen-bundle.js";

test("a card number over two lines of a title refuses the import", async () => {
  const policy = readPolicy({ enabled: true, rules: [{ on: "sensitive_data", action: "redact" }] });
  const content = "---\ntype: page\ntitle: Card 4111 1111\n  1111 1111\ndescription: Whose?\n---\n\nText.\n";
  const { files } = screenBundle([{ path: "card.md", content }], policy);
  const bundle = await readBundle(files);
  expect(bundle.pages[0]?.name).toBe("Card 4111 1111 1111 1111");
  expect(() => requireCleanHeaders(bundle, policy)).toThrow("A header holds credit_card");
});
