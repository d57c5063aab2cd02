import { readStorageSpace } from "../../../src/store/spaces/read-storage-space.js";
import { tenantCase } from "../statement-cases.js";

export const cases = [tenantCase(readStorageSpace, ({ db, tenant }) => readStorageSpace(db, tenant))];
