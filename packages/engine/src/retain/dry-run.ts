import { randomUUID } from "node:crypto";
import { readConfigUpdates, resolveBankSettings } from "../config/index.js";
import type { RequestContext } from "../context.js";
import { attachmentIdsIn } from "../domain/attachments.js";
import type { DryRunFact, DryRunRequest, DryRunResult } from "../domain/dry-run.js";
import type { Unit } from "../domain/memory.js";
import type { BankScope } from "../domain/scope.js";
import type { DefensePolicy } from "../guard/defense/index.js";
import { addUsage, type CallOrigin, type MessagePart, NO_USAGE, type TokenUsage } from "../providers/llm/index.js";
import { type BankRow, readBank } from "../store/banks/read-bank.js";
import { breathe, inSteps } from "./breathe.js";
import { attachmentLimits, type ReadContent, readContent } from "./content.js";
import { requireSome, screeningItems } from "./defend.js";
import { distil } from "./distil/index.js";
import { extract } from "./extract.js";
import { type GuardedItem, guard } from "./guard.js";
import { sideBySide } from "./read.js";
import { defenseOf, type RetainSettings, retainSettings, underStrategy } from "./settings.js";
import { type Piece, split, withReadings } from "./split.js";

/**
 * Cuts a content into chunks and reads the facts in them, as a retain would with the same settings; writes nothing and embeds nothing. A bank that does not
 * exist (null) is not made: the server's settings hold then. Throws what `retain` throws for bad and for blocked content, `bad_argument` for an override that is none,
 * and what the models throw.
 */
export async function dryRunExtract(
  ctx: RequestContext,
  bankId: string,
  bank: BankScope | null,
  request: DryRunRequest,
): Promise<DryRunResult> {
  const row = bank === null ? null : await readBank(ctx.db, bank);
  const given = readContent(request.content, "content", attachmentLimits(ctx.settings));
  const item = await screened(ctx, itemOf(request, given, ctx), defenseOf(ctx, row));
  const read = { text: item.content, attachments: item.attachments, blobs: item.blobs };
  const pieces = split(item, settingsOf(ctx, bankId, bank, row, request));
  const distilled = await readAll(ctx, bank, pieces, read);
  const blockOf = blocksOf(request.content, read);
  const facts = distilled.pieces.map((piece, chunkIndex) => piece.units.map((unit) => factOf(unit, piece, chunkIndex, blockOf)));
  return {
    facts: facts.flat(),
    chunks: pieces.map(({ text }, index) => ({ text, factCount: facts[index]?.length ?? 0 })),
    usage: distilled.usage,
  };
}

function itemOf({ timestamp, context, strategy }: DryRunRequest, read: ReadContent, ctx: RequestContext): GuardedItem {
  const given = { content: read.text, timestamp: timestamp ?? null, context: context ?? null, strategy: strategy ?? null };
  const [item] = guard({ items: [given] }, ctx.now(), attachmentLimits(ctx.settings));
  return { ...(item as GuardedItem), attachments: read.attachments, blobs: read.blobs };
}

/** As a retain would send it to a model: a preview is no way around the bank's memory defense. */
async function screened(ctx: RequestContext, item: GuardedItem, policy: DefensePolicy): Promise<GuardedItem> {
  const left = await inSteps(screeningItems([item], policy), breathe(ctx.signal));
  requireSome(left);
  return left.items[0] ?? item;
}

/** The request's overrides over the strategy's over the bank's over the server's. */
function settingsOf(
  ctx: RequestContext,
  bankId: string,
  bank: BankScope | null,
  row: BankRow | null,
  request: DryRunRequest,
): RetainSettings {
  const overrides = readConfigUpdates(request.overrides ?? {}).set;
  const inForce = resolveBankSettings(ctx.settings.bank, row?.config ?? {});
  const named = underStrategy(ctx, inForce, request.strategy ?? inForce.retain_default_strategy);
  const language = request.outputLanguage ?? ctx.settings.llmOutputLanguage;
  const server = { ...ctx, settings: { ...ctx.settings, llmOutputLanguage: language } };
  return retainSettings(server, resolveBankSettings(named, overrides), { bankId: bank?.bankId ?? bankId, name: row?.name ?? null });
}

interface ReadPieces {
  readonly pieces: readonly Piece[];
  readonly usage: TokenUsage;
}

/** Has the model read the chunks that it is to read, side by side; the others stay as they are. */
async function readAll(ctx: RequestContext, bank: BankScope | null, pieces: readonly Piece[], read: ReadContent): Promise<ReadPieces> {
  const done = [...pieces];
  const traceId = randomUUID();
  let usage: TokenUsage = NO_USAGE;
  await sideBySide(ctx.signal, ctx.settings.retainWallTimeout * 1000, [...pieces.entries()], async ([index, piece], signal) => {
    const { settings, text, item, toRead } = piece;
    if (toRead === null || settings.distil === null) return;
    const origin: CallOrigin = { bank, operation: "dry_run_extract", traceId };
    const attachments = partsOf(text, read, settings.maxAttachments);
    const chunk = { text, index, total: pieces.length, item: { ...item, said: toRead.said }, attachments };
    const found = await distil(ctx.models, chunk, settings.distil, origin, signal);
    usage = addUsage(usage, found.usage);
    done[index] = withReadings(piece, found.readings);
  });
  return { pieces: done, usage };
}

/** The attachments of a text as they came with the request: nothing is stored. */
function partsOf(
  text: string,
  { attachments, blobs }: ReadContent,
  most: number,
): readonly { readonly id: string; readonly part: MessagePart }[] {
  return attachmentIdsIn(text)
    .slice(0, most)
    .flatMap((id) => {
      const attachment = attachments.find((one) => one.id === id);
      const bytes = blobs.find((blob) => blob.hash === attachment?.hash)?.bytes;
      if (attachment === undefined || bytes === undefined) return []; // a text that only looks like a placeholder
      const { kind, mediaType, filename } = attachment;
      return [{ id, part: { type: kind, mediaType, bytes, ...(filename === null ? {} : { filename }) } }];
    });
}

type BlockOf = ReadonlyMap<string, DryRunFact["attachments"][number]>;

/** Where each attachment first stands among the blocks of the content. */
function blocksOf(content: DryRunRequest["content"], { attachments, blobs }: ReadContent): BlockOf {
  const blocks = typeof content === "string" ? [] : [...content.entries()].filter(([, block]) => block.type !== "text");
  const hashes = blobs.map(({ hash }) => hash);
  return new Map(
    attachments.flatMap(({ id, hash, kind, mediaType }) => {
      const blockIndex = blocks[hashes.indexOf(hash)]?.[0];
      return blockIndex === undefined ? [] : [[id, { blockIndex, kind, mediaType }] as const];
    }),
  );
}

/** Nothing is embedded, so no encoder has to read it. */
const ANY_LANGUAGE = { languages: "any" } as const;

function factOf(unit: Unit, piece: Piece, chunkIndex: number, blockOf: BlockOf): DryRunFact {
  const fact = extract(unit, piece, ANY_LANGUAGE);
  return {
    text: unit.text,
    kind: fact.kind,
    occurred: fact.occurred,
    entities: fact.mentions.map(({ name }) => name),
    chunkIndex,
    attachments: fact.attachmentIds.flatMap((id) => blockOf.get(id) ?? []),
  };
}
