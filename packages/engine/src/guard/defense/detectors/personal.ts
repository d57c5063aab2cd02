// Numbers and addresses that belong to a person.
// In: nothing. Out: detectors, where the format has a checksum with that.

import {
  ibanLength,
  isBrazilianCpf,
  isCardNumber,
  isChineseIdentityNumber,
  isSocialSecurityNumber,
  isSpanishIdentityNumber,
} from "./checksums.js";
import { type Detector, personal, wholly } from "./detector.js";

/** Digits behind "0." are a fraction: one in ten has a card's checksum. */
const CARD = String.raw`(?:\A|[^0-9A-Za-z_.]|(?:\A|[^0-9])\.)([0-9]{4}(?:[ -]?[0-9]{4}[ -]?[0-9]{4}[ -]?[0-9]{1,7}|[ -]?[0-9]{6}[ -]?[0-9]{5}))`;
const BY_NAME = { isInSensitiveData: false } as const;

export const PERSONAL_DATA: readonly Detector[] = [
  personal("credit_card", /[0-9]{4}[ -]?[0-9]{4}/, CARD, { measure: wholly(isCardNumber) }),
  personal("ssn_us", /[0-9]{3}-[0-9]{2}-[0-9]{4}/, String.raw`\b[0-9]{3}-[0-9]{2}-[0-9]{4}`, { measure: wholly(isSocialSecurityNumber) }),
  personal("iban", /[A-Z]{2}[0-9]{2} ?[A-Z0-9]{4}/, String.raw`\b[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?`, {
    measure: ibanLength,
    isClosed: false,
  }),
  personal("china_id_card", /[0-9]{17}/, String.raw`\b[1-8][0-9]{5}(?:19|20)[0-9]{2}[01][0-9][0-3][0-9]{4}[0-9Xx]`, {
    measure: wholly(isChineseIdentityNumber),
  }),
  personal("brazil_cpf", /[0-9]{3}\.[0-9]{3}\.[0-9]{3}-/, String.raw`\b[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}`, {
    measure: wholly(isBrazilianCpf),
  }),
  personal("spain_dni", /[0-9]{7}-?[A-Z]/, String.raw`\b(?:[0-9]{8}|[XYZ][0-9]{7})-?[A-Z]`, {
    ...BY_NAME,
    measure: wholly(isSpanishIdentityNumber),
  }),
  personal(
    "uk_nino",
    /[A-Z]{2} ?[0-9]{2} ?[0-9]{2}/,
    String.raw`\b[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?[0-9]{2} ?[0-9]{2} ?[0-9]{2} ?[A-D]`,
    BY_NAME,
  ),
  personal("email_address", "@", String.raw`\b[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}`, BY_NAME),
  personal(
    "phone_number",
    /[0-9]{2}/,
    String.raw`\+[1-9][0-9]{0,2}[ .-]?(?:\([0-9]{1,4}\)[ .-]?)?[0-9]{2,4}(?:[ .-]?[0-9]{2,4}){1,4}`,
    BY_NAME,
  ),
];
