import type { EntityKind } from "../../memory.js";
import { isChinese, jieba } from "../unspaced.js";
import type { Name } from "./capitalised-names.js";

const SURNAMES: ReadonlySet<string> = new Set(
  "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤張劉陳楊黃趙吳孫馬鄭謝許韓馮鄧蕭蔣葉蘇魏盧鍾譚陸範龍賀顧錢嚴".split(
    "",
  ),
);
const DOUBLE_SURNAME = /^(?:欧阳|司马|上官|诸葛|东方|皇甫|尉迟|公孙|慕容|令狐|司徒|夏侯|端木|歐陽|司馬|諸葛)/u;
const FAMILIAR = /^(?:小|老|阿)\p{Script=Han}{1,2}$/u;
/** Words the dictionary calls persons or places and nobody means so. */
const NOT_NAMES: ReadonlySet<string> = new Set(
  "小时 小学 小心 小孩 小说 小吃 小组 小朋友 小伙子 小区 小姐 老师 老人 老板 老家 老是 老婆 老公 老爸 老妈 老虎 老鼠 阿姨 高兴 高中 安全 安静 金额 方便 明白 田野 周末 周一 周二 周三 周四 周五 周六 周日 马上 马路 白天 白色 江湖 任务 程序 于是 万一 何时 何况 毛巾 石头 钱包 严重 高度 高速 方法 方式 方向 向上 夏天 武器 龙头 雷雨 金色 黄色 黄金 孔雀 中国人 老朋友 小猫 小狗 小鸟 小花 小树 小屋 老年 小事 小店 和好 温馨 英雄 智慧 晴朗".split(
    " ",
  ),
);
const KIND_OF_TAG: Readonly<Record<string, EntityKind>> = { nr: "person", nrfg: "person", nrt: "person", ns: "place", nt: "organisation" };

const JAPANESE_PERSON = /([\p{Script=Han}]{1,4}|[\p{Script=Katakana}ー]{2,8})(?=さん|くん|君|ちゃん|様|氏|先生|部長|課長|社長)/gu;
const JAPANESE_PLACE =
  /東京|大阪|京都|名古屋|横浜|神戸|札幌|福岡|仙台|広島|奈良|沖縄|北海道|九州|四国|日本|\p{Script=Han}{1,3}(?:市|県|駅|空港)|(?<=に)[\p{Script=Katakana}ー]{2,8}(?=に住)/gu;
const JAPANESE_ORGANISATION =
  /株式会社[\p{Script=Han}\p{Script=Katakana}ー]{2,8}|[\p{Script=Han}\p{Script=Katakana}ー]{2,8}(?:株式会社|大学|銀行|高校|病院)/gu;
const KOREAN_PERSON = /\p{Script=Hangul}{2,4}(?=\s?(?:씨|님|선생님|군|양|과장|부장|대리|팀장)(?!\p{Script=Hangul}{2}))/gu;
const KOREAN_PLACE =
  /서울|부산|인천|대구|대전|광주|울산|제주도?|수원|강남|한국|\p{Script=Hangul}{2,4}(?:역|공항)(?!\p{Script=Hangul}{2})/gu;
const KOREAN_ORGANISATION = /\p{Script=Hangul}{2,6}(?:대학교|은행|병원|전자|주식회사)/gu;

/** Names in Chinese, Japanese and Korean text. Chinese by the segmenter's tags and surnames, the others by what stands behind a name. */
export function unspacedNames(text: string): readonly Name[] {
  if (isChinese(text)) return chineseNames(text);
  const rules: readonly (readonly [RegExp, EntityKind])[] = /\p{Script=Hangul}/u.test(text)
    ? [
        [KOREAN_PERSON, "person"],
        [KOREAN_PLACE, "place"],
        [KOREAN_ORGANISATION, "organisation"],
      ]
    : [
        [JAPANESE_ORGANISATION, "organisation"],
        [JAPANESE_PERSON, "person"],
        [JAPANESE_PLACE, "place"],
      ];
  return rules.flatMap(([pattern, kind]) => (text.match(pattern) ?? []).map((name) => ({ name, kind })));
}

function chineseNames(text: string): readonly Name[] {
  const names: Name[] = [];
  for (const { word, tag } of jieba().tag(text, true)) {
    if (word.length < 2 || NOT_NAMES.has(word) || !/^[\p{Script=Han}·]+$/u.test(word)) continue;
    const kind = KIND_OF_TAG[tag] ?? null;
    if (kind === "place" || kind === "organisation") names.push({ name: word, kind });
    else if ((kind === "person" || tag === "x") && isChineseName(word, tag)) names.push({ name: word, kind: "person" });
  }
  return names;
}

function isChineseName(word: string, tag: string): boolean {
  if (DOUBLE_SURNAME.test(word)) return word.length <= 4;
  if (word.length > 3) return tag !== "x" && word.includes("·");
  return SURNAMES.has(word[0] as string) || (FAMILIAR.test(word) && tag === "nr");
}
