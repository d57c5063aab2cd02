// A graph as a picture to take along.
// In: the graph as it is drawn. Out: the text of an SVG file, and a PNG made from it.

import type { Drawing } from "./drawing";
import { HIDDEN, pairsOf } from "./look";
import { short } from "./model";

const WIDTH = 1600;
const MARGIN = 40;
const LABEL_LENGTH = 60;
/** Labels of this many of the largest nodes. */
const LABELS = 60;

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

export function svgOf({ data, positions, shown: { radii, strokes } }: Pick<Drawing, "data" | "positions" | "shown">): string {
  if (strokes === null) return "";
  const nodes = data.nodes.flatMap(({ label }, at) =>
    strokes.states[at] === HIDDEN
      ? []
      : [
          {
            label: short(label, LABEL_LENGTH),
            radius: radii[at] as number,
            colour: strokes.nodeColours[at],
            x: positions[2 * at] as number,
            y: positions[2 * at + 1] as number,
          },
        ],
  );
  const [left, right] = extent(nodes.map(({ x }) => x));
  const [top, bottom] = extent(nodes.map(({ y }) => y));
  const scale = (WIDTH - 2 * MARGIN) / Math.max(right - left, bottom - top, 1);
  const place = (x: number, y: number): readonly string[] =>
    [MARGIN + (x - left) * scale, MARGIN + (y - top) * scale].map((each) => each.toFixed(1));
  const height = Math.round((bottom - top) * scale + 2 * MARGIN);
  const pairs = pairsOf(data);
  const lines = Array.from(strokes.links, (colour, link) => {
    const look = strokes.linkColours[colour - 1];
    if (look === undefined) return "";
    const [[x1, y1], [x2, y2]] = [0, 1].map((end) => {
      const node = pairs[2 * link + end] as number;
      return place(positions[2 * node] as number, positions[2 * node + 1] as number);
    }) as [readonly string[], readonly string[]];
    return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${look.colour}" stroke-width="${look.width}"/>`;
  });
  const circles = nodes.map(({ x, y, radius, colour, label }) => {
    const [cx, cy] = place(x, y);
    return `<circle cx="${cx}" cy="${cy}" r="${radius.toFixed(1)}" fill="${colour}"><title>${escaped(label)}</title></circle>`;
  });
  const labels = [...nodes]
    .sort((a, b) => b.radius - a.radius)
    .slice(0, LABELS)
    .map(({ x, y, radius, label }) => {
      const [cx, cy] = place(x, y);
      return `<text x="${cx}" y="${cy}" dx="${(radius + 3).toFixed(1)}" dy="4">${escaped(label)}</text>`;
    });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="sans-serif" font-size="12" fill="${strokes.ink}">`,
    `<rect width="100%" height="100%" fill="${strokes.ground}"/>`,
    ...lines.filter((line) => line !== ""),
    ...circles,
    ...labels,
    "</svg>",
  ].join("\n");
}

function extent(values: readonly number[]): readonly [number, number] {
  return values.length === 0
    ? [0, 0]
    : values.reduce<readonly [number, number]>(
        ([min, max], each) => [Math.min(min, each), Math.max(max, each)],
        [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
      );
}

/** Hands a file to the person. */
export function download(name: string, file: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** The picture as pixels; rejects where the browser cannot read its own picture. */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  image.src = address;
  try {
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    const file = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
    if (file === null) throw new Error("The picture could not be drawn.");
    return file;
  } finally {
    URL.revokeObjectURL(address);
  }
}
