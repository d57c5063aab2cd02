// property-seed: the seed of the property tests.
// In: FUZZ in the environment. Out: fast-check with one fixed seed, or a new one for each run when FUZZ is set.
// A gate must say the same of the same code; a hunt (`FUZZ=1 npx vitest run …`) tries new values, and what it finds becomes a test.
import fc from "fast-check";

const SEED = 20_261_129;

if (process.env.FUZZ === undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });
