// Checksums of numbers that carry one.
// In: a number as it was written. Out: whether it holds.

const digitsOf = (text: string): readonly number[] => [...text.replace(/[^0-9]/g, "")].map(Number);

/** Luhn's formula (ISO/IEC 7812-1, annex B). */
export function passesLuhn(text: string): boolean {
  const sum = [...digitsOf(text)].reverse().reduce((total, digit, place) => {
    const doubled = place % 2 === 0 ? digit : digit * 2;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** Number ranges of the payment networks, each with the lengths of its cards. */
const NETWORKS: readonly (readonly [RegExp, readonly number[]])[] = [
  [/^4/, [13, 16, 19]],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  [/^3[47]/, [15]],
  [/^(?:6011|64[4-9]|65)/, [16, 17, 18, 19]],
  [/^3(?:0[0-5]|095|[689])/, [14, 16]],
  [/^35(?:2[89]|[3-8])/, [16]],
  [/^(?:62|81)/, [16, 17, 18, 19]],
  [/^(?:50|5[6-9]|6[0-9])/, [13, 14, 15, 16, 17, 18, 19]],
];

/** A card number: a network's range and length, and Luhn's formula. */
export function isCardNumber(text: string): boolean {
  const digits = text.replace(/[^0-9]/g, "");
  return NETWORKS.some(([range, lengths]) => range.test(digits) && lengths.includes(digits.length)) && passesLuhn(digits);
}

/** Numbers that the US Social Security Administration never gives out are none (areas 000, 666, 9xx; group 00; serial 0000). */
export function isSocialSecurityNumber(text: string): boolean {
  const [area = "", group, serial] = text.split("-");
  return area !== "000" && area !== "666" && !area.startsWith("9") && group !== "00" && serial !== "0000";
}

/** Characters of an IBAN by country (ISO 13616; the SWIFT registry of December 2024). */
const IBAN_LENGTHS: Readonly<Record<string, number>> = Object.fromEntries(
  (
    "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 " +
    "GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 " +
    "MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30"
  )
    .split(" ")
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** How much of a text from its start is an IBAN, in UTF-16 units, spaces included; 0 when it is none (length by country, remainder 1 modulo 97). */
export function ibanLength(text: string): number {
  const wanted = IBAN_LENGTHS[text.slice(0, 2)] ?? 0;
  let remainder = 0;
  let seen = "";
  let end = 0;
  for (; end < text.length && seen.length < wanted; end += 1) if (text[end] !== " ") seen += text[end];
  if (wanted === 0 || seen.length < wanted || /[A-Z0-9]/.test(text[end] ?? "")) return 0;
  for (const character of seen.slice(4) + seen.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1 ? end : 0;
}

const CHINESE_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/** A Chinese resident identity number: 17 digits with a date of birth in them, and the check character of GB 11643 (ISO 7064 mod 11-2). */
export function isChineseIdentityNumber(text: string): boolean {
  const month = Number(text.slice(10, 12));
  const day = Number(text.slice(12, 14));
  if (month < 1 || month > 12 || day < 1 || day > 31) return false;
  const sum = CHINESE_WEIGHTS.reduce((total, weight, place) => total + weight * Number(text[place]), 0);
  return "10X98765432"[sum % 11] === text[17]?.toUpperCase();
}

/** A Brazilian CPF: two check digits modulo 11; eleven equal digits are none. */
export function isBrazilianCpf(text: string): boolean {
  const digits = digitsOf(text);
  if (digits.length !== 11 || new Set(digits).size === 1) return false;
  const check = (count: number): number => {
    const sum = digits.slice(0, count).reduce((total, digit, place) => total + digit * (count + 1 - place), 0);
    return ((sum * 10) % 11) % 10;
  };
  return check(9) === digits[9] && check(10) === digits[10];
}

/** A Spanish DNI or NIE: the letter is the number modulo 23. */
export function isSpanishIdentityNumber(text: string): boolean {
  const plain = text.toUpperCase().replace(/-/g, "");
  const number = Number(plain.slice(0, -1).replace("X", "0").replace("Y", "1").replace("Z", "2"));
  return "TRWAGMYFPDXBNJZSQVHLCKE"[number % 23] === plain.at(-1);
}
