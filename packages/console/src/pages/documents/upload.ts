// Files on their way to the server, one request each, so that one that is refused holds up no other.
// In: files with their fields. Out: the state of each; `send` sends what has not gone yet.

import { sdk } from "@hindsight-memory/client";
import { useEffect, useRef, useState } from "react";
import { on, read } from "../../api/client";
import { invalidateBank } from "../../api/queries";
import { queries } from "../../app/query-client";
import { sendingFetch } from "./sending";

export interface ChosenFile {
  readonly key: string;
  readonly file: File;
  readonly documentId: string;
  readonly context: string;
  readonly tags: readonly string[];
  readonly state: "chosen" | "sending" | "queued" | "refused";
  /** How much has gone, 0 to 1. */
  readonly share: number;
  readonly error: unknown;
}

const chosen = (file: File): ChosenFile => ({
  key: crypto.randomUUID(),
  file,
  documentId: "",
  context: "",
  tags: [],
  state: "chosen",
  share: 0,
  error: null,
});

export function useUpload(bank: string) {
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const sending = useRef<AbortController | null>(null);
  useEffect(() => () => sending.current?.abort(), []); // who closes the dialog sends no more
  const change = (key: string, changes: Partial<ChosenFile>): void =>
    setFiles((all) => all.map((each) => (each.key === key ? { ...each, ...changes } : each)));
  const sendOne = async ({ key, file, documentId, context, tags }: ChosenFile, parser: string, signal: AbortSignal): Promise<void> => {
    change(key, { state: "sending", share: 0, error: null });
    const metadata = {
      ...(documentId.trim() === "" ? {} : { document_id: documentId.trim() }),
      ...(context.trim() === "" ? {} : { context: context.trim() }),
      ...(tags.length === 0 ? {} : { tags }),
    };
    const request = JSON.stringify({ ...(parser === "" ? {} : { parser }), files_metadata: [metadata] });
    try {
      await read(
        sdk.fileRetain({ ...on(bank), body: { files: [file], request }, signal, fetch: sendingFetch((share) => change(key, { share })) }),
      );
      change(key, { state: "queued", share: 1 });
    } catch (error) {
      change(key, { state: "refused", error });
    }
  };
  return {
    files,
    isSending: files.some(({ state }) => state === "sending"),
    add: (more: readonly File[]): void => setFiles((all) => [...all, ...more.map(chosen)]),
    remove: (key: string): void => setFiles((all) => all.filter((each) => each.key !== key)),
    change,
    async send(parser: string): Promise<void> {
      const controller = new AbortController();
      sending.current = controller;
      const { signal } = controller;
      for (const file of files) if (file.state !== "queued" && !signal.aborted) await sendOne(file, parser, signal);
      await invalidateBank(queries, bank);
    },
  };
}
