// Who speaks: the label at the start of a line (`Ann:`, `[10:32] Ann:`, `**User:**`, `用户：`) and what role it names.
import type { Role } from "../../memory.js";
import { isActor, isAmbiguousName, known } from "../entities/name-lexicon.js";

/** A line that begins with a label. `text` is what follows; `stamp` the time written with the label. */
export interface LabelledLine {
  readonly label: string;
  readonly text: string;
  readonly stamp: string | null;
  /** How much the form alone says that this is speech: a time or chat mark-up beside the name, or a bare `Name:`. */
  readonly isMarked: boolean;
}

const ROLE_WORDS: Readonly<Record<Role, string>> = {
  user: "user|human|customer|client|caller|patient|student|me|you|interviewee|guest|用户|客户|顾客|用戶|ユーザー|お客様|사용자|고객|nutzer|benutzer|kunde|utilisateur|usuario|cliente|utente|пользователь|клиент",
  assistant:
    "assistant|ai|bot|chatbot|agent|support|model|gpt|chatgpt|claude|gemini|copilot|llm|helper|interviewer|operator|advisor|助手|助理|客服|机器人|機器人|アシスタント|어시스턴트|상담원|assistent|asistente|assistente|ассистент|помощник",
  system: "system|developer|系统|系統|システム|시스템|система",
  tool: "tool|function|工具|ツール|도구",
};
const ROLE_OF_WORD: ReadonlyMap<string, Role> = new Map(
  (Object.entries(ROLE_WORDS) as [Role, string][]).flatMap(([role, words]) => words.split("|").map((word): [string, Role] => [word, role])),
);

/** Labels of notes, letters, logs, forms and documents. None of them speaks. */
const NOT_SPEAKERS: ReadonlySet<string> = new Set(
  `note notes nb warning warnings caution danger important attention tip tips hint hints info information debug trace notice error errors fatal critical
  todo fixme hack xxx bug issue issues fix fixed summary abstract overview introduction conclusion background context description details detail example examples
  e.g i.e eg ie ps p.s pps re fw fwd aw wg subject from to cc bcc date time sent received title topic agenda attendees participants present absent location place venue
  address phone telephone tel email e-mail mail fax url link links website web http https ftp file files path name names age gender sex birthday born city country state zip
  status priority type kind category tags tag keywords version author authors owner assignee created updated modified due deadline start end begin finish duration
  id key value default price cost total amount quantity qty number no size length weight height width color colour ingredients directions instructions method steps step
  task tasks action actions goal goals objective objectives result results output input request response reply body header headers footer source sources reference references
  see usage command commands code question questions answer answers problem problems solution solutions reason reasons cause causes effect pros cons advantages disadvantages
  monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december today yesterday tomorrow
  morning afternoon evening breakfast lunch dinner remember reminder update updates edit edited correction disclaimer copyright license legend caption figure table chapter section part page
  appendix changelog changes added removed deprecated security features feature requirements requirement install installation setup configuration config features plan plans decision decisions
  outcome outcomes lesson lessons next previous current first second third finally last fact facts opinion definition meaning rule rules preference preferences hobby hobbies
  host port user_id username password token language framework database environment platform os
  achtung hinweis anmerkung wichtig zusammenfassung fehler betreff von an datum uhrzeit ort thema beispiel frage antwort
  attention remarque résumé exemple objet erreur nota ejemplo resumen asunto fecha importante aviso atención atenção resumo exemplo nota bene
  注意 备注 備註 说明 說明 提示 警告 错误 錯誤 总结 總結 摘要 标题 標題 主题 主題 时间 時間 日期 地点 地點 例如 比如 重要 问题 問題 答案 原因 结果 結果 参考 附件 姓名 年龄 电话 地址 注 例
  注意事項 補足 備考 要約 件名 日時 場所 例 名前 住所 電話
  참고 주의 경고 요약 제목 날짜 장소 예 이름 주소 전화 внимание примечание итог ошибка тема дата пример важно`
    .split(/\s+/u)
    .filter((word) => word !== ""),
);

const PARTICLES: ReadonlySet<string> = new Set(
  "van von der den de da di del della dos la le al el bin ibn ben ter ten y e of the und and & zu zur".split(" "),
);

const CLOCK = String.raw`\d{1,2}[:：]\d{2}(?:[:：]\d{2}(?:[.,]\d+)?)?(?:\s?[AaPp]\.?[Mm]\.?)?`;
const DAY = String.raw`\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|\d{4}年\d{1,2}月\d{1,2}日`;
const STAMP = String.raw`(?:(?:${DAY})(?:[T,\s]+(?:${CLOCK})?(?:\s?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}))?)?|${CLOCK})`;
const NAME = String.raw`[^\s:：\[\]()<>*"“”{}|=][^:：\[\]()<>*"“”{}|=\n]{0,39}?`;
const COLON = String.raw`\s?(?::(?=\s|$|["“'])|：)`;

const FORMS: readonly { readonly pattern: RegExp; readonly isMarked: boolean }[] = [
  {
    pattern: new RegExp(String.raw`^\s*[\[(](?<stamp>${STAMP})\s*[\])]\s*(?:[-–—]\s*)?<?(?<label>${NAME})>?${COLON}\s*(?<text>.*)$`, "u"),
    isMarked: true,
  },
  {
    pattern: new RegExp(
      String.raw`^\s*[\[(]?(?<stamp>${STAMP})[\])]?\s*(?:[-–—|]\s*)?\s*<?(?<label>${NAME})>?${COLON}\s*(?<text>.*)$`,
      "u",
    ),
    isMarked: true,
  },
  {
    pattern: new RegExp(
      String.raw`^\s*\*{0,2}(?<label>${NAME})\*{0,2}\s*[\[(](?<stamp>[^\])\n]{0,12}?${STAMP}[^\])\n]{0,12}?)[\])]\*{0,2}${COLON}\*{0,2}\s*(?<text>.*)$`,
      "u",
    ),
    isMarked: true,
  },
  {
    pattern: new RegExp(
      String.raw`^\s*(?:\*\*|__|\*)(?<label>${NAME})(?:\s?[:：](?:\*\*|__|\*)|(?:\*\*|__|\*)\s?[:：])\s*(?<text>.*)$`,
      "u",
    ),
    isMarked: false,
  },
  { pattern: new RegExp(String.raw`^\s*<(?<label>${NAME})>\s?[:：]?\s*(?<text>.*)$`, "u"), isMarked: true },
  { pattern: new RegExp(String.raw`^\s*(?<label>${NAME})${COLON}\s*(?<text>.*)$`, "u"), isMarked: false },
];
/** A name and a time alone on a line, as chats and meeting recorders copy them: `Ann Lee  10:32 AM`, `Ann — Today at 10:32`. */
const HEADER = new RegExp(String.raw`^\s*(?<label>${NAME})(?:\s{2,}|\t|\s[—–]\s)(?:Today at |Yesterday at )?(?<stamp>${STAMP})\s*$`, "u");
const ROLE_HEADING = /^\s*#{1,6}\s+(?<label>[^\n:：]{1,40})[:：]?\s*$/u;

/** The longest line whose start is searched for a label. */
const MAX_LABEL_SPAN = 120;

/** Reads a line's label, or null when it has none that could be a speaker's. */
export function readLabel(line: string): LabelledLine | null {
  const head = line.slice(0, MAX_LABEL_SPAN);
  if (!/[:：>#]/u.test(head)) return null;
  const heading = ROLE_HEADING.exec(line)?.groups?.label?.trim();
  if (heading !== undefined) return roleOf(heading) === null ? null : { label: heading, text: "", stamp: null, isMarked: true };
  const header = HEADER.exec(line.length <= MAX_LABEL_SPAN ? line : "")?.groups;
  if (header !== undefined && couldBeSpeaker((header.label ?? "").trim(), false)) {
    return { label: (header.label as string).trim(), text: "", stamp: header.stamp ?? null, isMarked: false };
  }
  for (const { pattern, isMarked } of FORMS) {
    const groups = pattern.exec(head)?.groups;
    if (groups === undefined) continue;
    const label = (groups.label ?? "").trim();
    if (!couldBeSpeaker(label, isMarked)) continue;
    const text = line.slice(head.length - (groups.text ?? "").length);
    return { label, text: text.trim(), stamp: groups.stamp ?? null, isMarked };
  }
  return null;
}

/** The role that a label names (`User 1` too); null for a person's name. */
export function roleOf(label: string): Role | null {
  return (
    ROLE_OF_WORD.get(
      label
        .toLowerCase()
        .replace(/[\s_#-]*\d{1,3}$/u, "")
        .trim(),
    ) ?? null
  );
}

/**
 * Language-neutral test of a label: at most four words and 40 characters, letters first, every word capitalised (or of a script
 * without case, or a particle as `van`), digits only at the end (`Speaker 2`), and no word that labels notes, forms or logs.
 * Role words pass in any case. Beside a time stamp, or in a chat's mark-up, a lower-case handle passes too.
 */
export function couldBeSpeaker(label: string, isMarked: boolean): boolean {
  if (label === "" || label.length > 40 || !/^[\p{L}@]/u.test(label)) return false;
  if (roleOf(label) !== null) return true;
  const words = label.split(/\s+/u);
  if (words.length > 4 || words.some((word) => /[^\p{L}\p{N}\p{M}.'’_@·・&-]/u.test(word))) return false;
  if (NOT_SPEAKERS.has(label.toLowerCase()) || words.every((word) => NOT_SPEAKERS.has(word.toLowerCase()))) return false;
  if (/^\p{Lu}{4,}$/u.test(label) && NOT_SPEAKERS.has(label.toLowerCase())) return false;
  if (/\p{Lo}/u.test(label)) return label.length <= 12 && !/[\p{L}]{13,}/u.test(label);
  if (isMarked) return true;
  return words.every((word, index) => /^@?\p{Lu}/u.test(word) || (index > 0 && (PARTICLES.has(word) || /^\d{1,3}$/u.test(word))));
}

/** True for a label that names a role, or begins with a known first name. */
export function namesSomebody(label: string): boolean {
  return roleOf(label) !== null || known(label.split(/\s+/u)[0] as string) === "person";
}

/**
 * True when one labelled line, without others beside it, is taken as somebody's turn. There is no repetition to prove it, so ordinary
 * words (`Meeting:`, `Sprint review:`), abbreviations and product names (`API:`, `TypeScript:`) are not.
 */
export function speaksAlone({ label, isMarked }: LabelledLine): boolean {
  if (isMarked || namesSomebody(label)) return true;
  if (/^\p{Lu}{3,}$/u.test(label) || /\p{Ll}\p{Lu}/u.test(label)) return false;
  const words = label.split(/\s+/u).filter((word) => !/^\d+$/u.test(word));
  return !words.every((word) => known(word) === "common" && !isAmbiguousName(word)) || words.some(isActor);
}
