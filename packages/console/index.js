// Where the built console lies, for the server that serves it.
// In: nothing. Out: the absolute path of the folder with index.html and assets/; it is there once `npm run build` has run.
// Plain JavaScript: the package is data with a signpost.
import { fileURLToPath } from "node:url";

export const folder = fileURLToPath(new URL("dist", import.meta.url));
