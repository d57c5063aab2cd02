/** Who said a memory, as its text tells: "Ann: I moved to Delft." Pure. */

const LABEL = /^([^:：\n]{1,40})[:：]\s*/u;

/** The label that a text begins with; null where it has none. */
export function speakerOf(text: string): string | null {
  return LABEL.exec(text)?.[1] ?? null;
}

export function withoutSpeaker(text: string): string {
  return text.replace(LABEL, "");
}
