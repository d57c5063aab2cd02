import { readdirSync, readFileSync } from "node:fs";
import type { GalleryTemplate } from "../domain/templates.js";

/** src/templates and dist/templates lie equally deep. */
const FOLDER = new URL("../../assets/templates/", import.meta.url);

let gallery: readonly GalleryTemplate[] | null = null;

/** The templates that are shipped, by id. Read once. */
export function templateGallery(): readonly GalleryTemplate[] {
  gallery ??= readdirSync(FOLDER)
    .filter((file) => file.endsWith(".json"))
    .sort()
    .map((file) => ({ id: file.replace(/\.json$/, ""), ...JSON.parse(readFileSync(new URL(file, FOLDER), "utf8")) }) as GalleryTemplate);
  return gallery;
}
