/** First version, replaced next: by script alone. */
export function detectLanguage(text: string): string | null {
  if (/[\u3040-\u30ff]/.test(text)) return "ja";
  if (/[\uac00-\ud7af]/.test(text)) return "ko";
  if (/\p{Script=Han}/u.test(text)) return "zh";
  return null;
}
