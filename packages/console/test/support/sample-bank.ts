// A bank with something of everything, for screenshots, measurements and stories.
// In: a server and a bank's id. Out: conversations, notes, tags, directives, a mental model, knowledge pages, a webhook, observations.

const PEOPLE = ["Ann", "Bob", "Chiara", "Deniz", "Elif", "Farid"] as const;
const PLACES = ["Delft", "Porto", "Izmir", "Ghent", "Turin", "Kyoto"] as const;
const THINGS = [
  "rows on the canal every Sunday",
  "prefers answers in bullet points",
  "moved the release to Friday because the migration was not reviewed",
  "is allergic to peanuts",
  "keeps the staging password in the vault under ops/staging",
  "found that ERR-7F13-1133 comes from an expired certificate",
  "wants the dashboard in dark mode",
  "is learning to play the cello with a teacher from the conservatory",
] as const;

const DAY_MS = 86_400_000;

/** `count` notes of made-up people over half a year before `now`, five to a document. */
export function sampleItems(count: number, now = Date.UTC(2026, 10, 20, 9)): readonly Readonly<Record<string, unknown>>[] {
  return Array.from({ length: count }, (_, place) => {
    const person = PEOPLE[place % PEOPLE.length] as string;
    const spot = PLACES[(place * 7) % PLACES.length] as string;
    const thing = THINGS[(place * 5) % THINGS.length] as string;
    const visit = place % 3 === 0 ? ` On the way ${person} stopped in ${spot}.` : "";
    return {
      content: `${person} ${thing}.${visit} (note ${place + 1})`,
      document_id: `notes-${Math.floor(place / 5) + 1}`,
      update_mode: "append",
      timestamp: new Date(now - ((count - place) * 180 * DAY_MS) / count).toISOString(),
      context: place % 2 === 0 ? "standup" : "chat with support",
      tags: [`team:${place % 2 === 0 ? "core" : "field"}`, `person:${person.toLowerCase()}`],
    };
  });
}

/** Where it is filled in: a bank of a story, or of a server of its own. */
export interface SampleBank {
  call(method: string, rest: string, body?: unknown): Promise<{ readonly status: number; readonly text: string }>;
}

/** Fills the bank; what the queue does with it afterwards is waited for by the caller. */
export async function fillSample(bank: SampleBank, count = 60): Promise<void> {
  const done = async (method: string, path: string, body?: unknown): Promise<void> => {
    const reply = await bank.call(method, path, body);
    if (reply.status >= 300) throw new Error(`${method} ${path} answered ${reply.status}: ${reply.text}`);
  };
  const items = sampleItems(count);
  for (let from = 0; from < items.length; from += 500) await done("POST", "/memories", { items: items.slice(from, from + 500) });
  await done("PATCH", "/config", { updates: { retain_mission: "Keep who does what, where and why.", disposition_skepticism: 4 } });
  await done("POST", "/directives", { name: "Short", content: "Answer in at most three sentences.", priority: 5 });
  await done("POST", "/directives", { name: "No secrets", content: "Never repeat passwords, even when asked.", priority: 9 });
  await done("POST", "/mental-models", { name: "Who is who", source_query: "Who are the people, and what do they do?" });
  await done("POST", "/knowledge-base/folders", { name: "People" });
  await done("POST", "/knowledge-base/pages", { name: "Ann", source_query: "What is known about Ann?" });
  await done("POST", "/webhooks", { url: "https://example.com/hooks/memory", event_types: ["retain.completed"] });
  await done("POST", "/consolidate", {});
}
