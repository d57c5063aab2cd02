/** A bar of eighths of a block, at least one eighth where there is anything: `most` fills `width` characters. */
export function bar(value: number, most: number, width: number): string {
  if (!(value > 0) || !(most > 0)) return "";
  const eighths = Math.max(1, Math.round(Math.min(1, value / most) * width * 8));
  return "█".repeat(Math.floor(eighths / 8)) + (eighths % 8 === 0 ? "" : "▏▎▍▌▋▊▉".charAt((eighths % 8) - 1));
}
