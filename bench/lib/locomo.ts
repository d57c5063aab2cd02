// LoCoMo dev: long conversations with questions and labelled evidence. Evaluation data: read where it lies, never copied.
// In: HINDSIGHT_BENCH_DATA (default: ../shared/data beside the checkout). Out: conversations with dated turns and their questions.

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { repository } from "./server.js";

export interface Turn {
  /** Such as `D3:7`. */
  readonly id: string;
  readonly session: number;
  readonly speaker: string;
  /** `Speaker: text`, with the caption of a shared photo behind it. */
  readonly text: string;
  readonly at: Date;
}

export interface Question {
  readonly text: string;
  /** 1 multi-hop, 2 temporal, 3 open domain, 4 single-hop, 5 adversarial. */
  readonly category: number;
  /** Ids of turns that exist; never empty. */
  readonly evidence: readonly string[];
}

export interface Conversation {
  readonly name: string;
  readonly turns: readonly Turn[];
  readonly sessionAt: ReadonlyMap<number, Date>;
  readonly questions: readonly Question[];
}

interface RawTurn {
  readonly speaker: string;
  readonly text: string;
  readonly dia_id: string;
  readonly blip_caption?: string;
}

interface RawConversation {
  readonly sample_id: string;
  readonly conversation: Readonly<Record<string, string | readonly RawTurn[]>>;
  readonly qa: readonly { readonly question: string; readonly category: number; readonly evidence?: readonly string[] }[];
}

export function dataFolder(): string {
  return process.env.HINDSIGHT_BENCH_DATA ?? path.join(repository, "../shared/data");
}

export function dataFile(...parts: readonly string[]): string {
  const folder = dataFolder();
  const file = path.join(folder, ...parts);
  if (!existsSync(file))
    throw new Error(
      `The evaluation data ${parts.join("/")} is not at ${folder}. It does not ship with the project; name its folder in HINDSIGHT_BENCH_DATA.`,
    );
  return file;
}

export function locomo(): readonly Conversation[] {
  const raw = JSON.parse(readFileSync(dataFile("locomo", "locomo-dev.json"), "utf8")) as readonly RawConversation[];
  return raw.map((one) => {
    const turns: Turn[] = [];
    const sessionAt = new Map<number, Date>();
    for (let session = 1; Array.isArray(one.conversation[`session_${session}`]); session += 1) {
      const at = sessionTime(String(one.conversation[`session_${session}_date_time`]));
      sessionAt.set(session, at);
      (one.conversation[`session_${session}`] as readonly RawTurn[]).forEach((turn, index) => {
        const photo = turn.blip_caption ? ` [shares a photo: ${turn.blip_caption}]` : "";
        turns.push({
          id: turn.dia_id,
          session,
          speaker: turn.speaker,
          text: `${turn.speaker}: ${turn.text}${photo}`,
          at: new Date(at.getTime() + index * 20_000),
        });
      });
    }
    const known = new Set(turns.map((turn) => turn.id));
    const questions = one.qa
      .map((qa) => ({
        text: qa.question,
        category: qa.category,
        evidence: [...new Set((qa.evidence ?? []).flatMap((entry) => entry.match(/D\d+:\d+/g) ?? []).filter((id) => known.has(id)))],
      }))
      .filter((question) => question.evidence.length > 0);
    return { name: one.sample_id, turns, sessionAt, questions };
  });
}

/** "1:56 pm on 8 May, 2023", taken as UTC. */
function sessionTime(text: string): Date {
  const parts = /^(\d+):(\d+) (am|pm) on (\d+) (\w+),? (\d{4})$/i.exec(text.trim());
  if (!parts) throw new Error(`LoCoMo: "${text}" is no session time`);
  const [, hour, minute, half, day, month, year] = parts;
  const at = Date.parse(`${day} ${month} ${year} ${hour}:${minute} ${half} UTC`);
  if (Number.isNaN(at)) throw new Error(`LoCoMo: "${text}" is no date`);
  return new Date(at);
}
