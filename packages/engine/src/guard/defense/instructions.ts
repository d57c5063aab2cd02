import { RE2JS } from "re2js";
import type { InstructionSign } from "../../domain/trust.js";
import { asItLooks } from "./readings.js";

/** One way in which a text speaks to the model that will read it. Pattern in RE2 syntax; every text that it matches passes the hint. */
interface Sign {
  readonly sign: InstructionSign;
  readonly hint: RegExp;
  readonly pattern: string;
}

const EN_OLD = "(?:previous|prior|earlier|above|preceding|existing|former|original|system|developer|safety)";
const EN_RULES =
  "(?:instructions?|directions?|prompts?|rules|guidelines|guardrails|directives|constraints|programming|training|context|commands?)";

const SIGNS: readonly Sign[] = [
  {
    sign: "override",
    hint: /ignore|disregard|forget|override|bypass|overrule/i,
    pattern: `(?i)\\b(?:ignore|disregard|forget|override|bypass|overrule)\\b[^.!?\\n]{0,30}\\b(?:${EN_OLD}\\s+(?:\\w+\\s+)?${EN_RULES}|(?:all|any|your|these|those|every)\\s+(?:of\\s+)?(?:(?:your|the|these|those)\\s+)?(?:\\w+\\s+)?(?:instructions|rules|guidelines|guardrails|directives|constraints|programming|prompts?)|(?:everything|anything|all)\\s+(?:that\\s+)?(?:was\\s+|is\\s+|you\\s+were\\s+|you\\s+have\\s+been\\s+)?(?:said\\s+|told\\s+)?(?:above|before\\s+this|previously|so\\s+far))`,
  },
  {
    sign: "override",
    hint: /忽略|无视|無視|忘记|忘記|不要遵守|不要遵循/,
    pattern:
      "(?:忽略|无视|無視|忘记|忘記|不要遵守|不要遵循)[^。！？\\n]{0,12}(?:指令|指示|规则|規則|提示词|提示詞|设定|設定|约束|限制|命令)",
  },
  {
    sign: "override",
    hint: /ignor|oubli|vergiss|missacht|olvid|игнориру|забуд/i,
    pattern:
      "(?i)(?:ignor(?:e|iere|ieren|a|ez|er)|oublie[rz]?|vergiss|missachte|olvida|игнорируй(?:те)?|забудь(?:те)?)[^.!?\\n]{0,40}(?:anweisung|vorgabe|regeln|instruccion|reglas|instructions? précédent|consignes|règles|инструкц|указани|правил)",
  },
  {
    sign: "role_change",
    hint: /you are now|from now on|pretend|act as|mode|do anything now|从现在|從現在/i,
    pattern:
      "(?i)\\b(?:from now on,?\\s+you\\s+(?:are\\s+an?|(?:will|must|shall)\\s+(?:only\\s+|always\\s+)?(?:act|answer|respond|reply|behave|follow|obey))\\b|you\\s+are\\s+now\\s+(?:an?\\s+|in\\s+)?(?:\\w+\\s+){0,3}(?:ai|assistant|agent|model|bot|mode|dan)\\b|(?:pretend|act)\\s+(?:to\\s+be|as\\s+if\\s+you|as)\\s+(?:an?\\s+)?(?:\\w+\\s+){0,3}(?:ai|assistant|model|system|dan)\\b|(?:jailbreak|developer|god|dan)\\s+mode\\s+(?:is\\s+)?(?:enabled|activated|on)\\b|do\\s+anything\\s+now\\b)|(?:从现在起|從現在起|从现在开始|從現在開始)[，, ]?你(?:是|必须|必須|要|将|將)",
  },
  {
    sign: "prompt_disclosure",
    hint: /prompt|instructions|提示词|提示詞/i,
    pattern:
      "(?i)\\b(?:reveal|print|output|repeat|show|display|leak|disclose|send|tell\\s+me|give\\s+me)\\b[^.!?\\n]{0,24}\\b(?:your|the|its)\\s+(?:(?:full|entire|exact|hidden|secret|initial|original)\\s+)?(?:system\\s+(?:prompt|message|instructions)|(?:hidden|initial|secret)\\s+(?:prompt|instructions))|(?:输出|打印|泄露|透露|告诉我)[^。！？\\n]{0,8}(?:系统提示|提示词|系统指令)",
  },
  {
    sign: "concealment",
    hint: /tell|mention|reveal|inform|不要告诉|不要告訴|别告诉/i,
    pattern:
      "(?i)\\b(?:do\\s+not|don'?t|never|without)\\s+(?:ever\\s+)?(?:tell(?:ing)?|inform(?:ing)?|mention(?:ing)?\\s+(?:this|it)\\s+to|reveal(?:ing)?\\s+(?:this|it)\\s+to|alert(?:ing)?|notify(?:ing)?)\\s+(?:the\\s+)?(?:users?|humans?|operators?|developers?|owners?|admins?)\\b|(?:不要|别|勿)(?:告诉|告訴|通知|让)(?:用户|用戶|使用者|主人)",
  },
  {
    sign: "standing_order",
    hint: /user|any(?:one|body)|someone|you a|you re|ing this|reads? this|用户|用戶|有人/i,
    pattern:
      "(?i)\\b(?:when(?:ever)?|if|each\\s+time|every\\s+time|any\\s+time)\\s+(?:the\\s+user|a\\s+user|users|anyone|anybody|someone|you\\s+(?:are\\s+asked|answer|reply|respond))\\b[^.!?\\n]{0,90}\\b(?:you\\s+(?:must|should|shall|will|have\\s+to)|always|never|instead|reply\\s+(?:with|that)|respond\\s+(?:with|that)|answer\\s+(?:with|that)|recommend|send\\s+(?:it|them|all|the)|forward)\\b|\\b(?:ai|assistants?|agents?|models?|llms?|chatbots?)\\s+(?:reading|processing|summari[sz]ing|who\\s+reads?|that\\s+reads?)\\s+this\\b|(?:当|當|如果|每当|每當)(?:用户|用戶|有人)[^。！？\\n]{0,40}(?:必须|必須|一律|总是|總是|不要|回答说|推荐|推薦)",
  },
  {
    sign: "chat_markup",
    hint: /<\|?\/?(?:system|im_start|im_end|endoftext|assistant|human|developer)|\[\/?INST\]|<<\/?SYS>>|<\/?(?:instructions?|tool_result|function_results|memor)|^\s{0,3}#{2,4} ?(?:system|instruction)/im,
    pattern:
      "(?im)<\\|?/?(?:system(?:_prompt|-reminder)?|im_start|im_end|endoftext|developer|eot_id|start_header_id)\\|?>|\\[/?INST\\]|<</?SYS>>|</?(?:instructions?|tool_results?|function_results?|memories|memory_data)>|^\\s{0,3}#{2,4} ?(?:system(?: prompt| message)?|instructions?|new instructions?) ?:",
  },
  {
    sign: "tool_call",
    hint: /<(?:tool_call|function_calls?|invoke|tool_use)|"?(?:tool_calls|function_call)"?/i,
    pattern: '(?i)<(?:tool_call|function_calls?|invoke|tool_use)\\b[^>]{0,80}>|"(?:tool_calls|function_call)"\\s{0,4}:',
  },
  {
    sign: "hidden_characters",
    // Tags (invisible ASCII) and overrides of writing direction; joiners and marks that ordinary text needs are none.
    hint: /[\u{e0020}-\u{e007e}\u202d\u202e\u2066-\u2068]/u,
    pattern: "[\\x{e0041}-\\x{e005a}\\x{e0061}-\\x{e007a}]{4,}|[\\x{202d}\\x{202e}]|[\\x{2066}-\\x{2068}][^\\x{2069}]{40,}",
  },
];

const COMPILED = new Map<Sign, RE2JS>();

/** Longest text that is looked at, in UTF-16 units: a memory is far shorter. */
export const LONGEST = 100_000;

/**
 * How a text tries to instruct whoever reads it, in the order of `INSTRUCTION_SIGNS`, each once; empty for almost every text. It says what the text looks like, not
 * what it is meant for: a note about prompt injection has such words too. Linear in the length of the text.
 */
export function instructionSigns(text: string): readonly InstructionSign[] {
  const looked = text.length > LONGEST ? text.slice(0, LONGEST) : text;
  const seen = asItLooks(looked);
  const texts = seen === null ? [looked] : [looked, seen.text];
  const found = SIGNS.filter((sign) => texts.some((each) => sign.hint.test(each) && compiled(sign).test(each)));
  return [...new Set(found.map(({ sign }) => sign))];
}

function compiled(sign: Sign): RE2JS {
  const known = COMPILED.get(sign) ?? RE2JS.compile(sign.pattern);
  COMPILED.set(sign, known);
  return known;
}
