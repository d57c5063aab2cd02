// Run in a process of its own, with its own TZ: prints the zone's offsets and the answers of the tables.

import { answers } from "./answers.js";

const offsets = [new Date(2024, 0, 1), new Date(2024, 6, 1)].map((date) => date.getTimezoneOffset());
process.stdout.write(JSON.stringify({ offsets, answers: answers() }));
