// The files of a model that the user gave. In: two settings. Out: paths that exist, or `configuration_invalid` naming the variable.

import { statSync } from "node:fs";
import path from "node:path";
import { HindsightError } from "../../errors.js";
import type { ModelSpec } from "./protocol.js";

export interface ModelFiles extends Pick<ModelSpec, "modelPath" | "tokenizerPath" | "modelSha256" | "tokenizerSha256"> {
  /** A short name: the folder and the file of the model. */
  readonly title: string;
}

/** `tokenizer` may be a `tokenizer.json`, a folder that holds one, or empty for the folder of the model. */
export function modelFiles(model: string, tokenizer: string, settingPrefix: string): ModelFiles {
  if (model.trim() === "") {
    throw new HindsightError("configuration_invalid", `${settingPrefix}_MODEL_PATH is missing: the path of a model.onnx.`);
  }
  const modelPath = path.resolve(model);
  const wanted = path.resolve(tokenizer === "" ? path.dirname(modelPath) : tokenizer);
  const tokenizerPath = isFolder(wanted) ? path.join(wanted, "tokenizer.json") : wanted;
  mustBeFile(modelPath, `${settingPrefix}_MODEL_PATH`);
  mustBeFile(tokenizerPath, `${settingPrefix}_TOKENIZER_NAME_OR_PATH`);
  const title = `${path.basename(path.dirname(modelPath))}/${path.basename(modelPath)}`;
  return { modelPath, tokenizerPath, modelSha256: null, tokenizerSha256: null, title };
}

function isFolder(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function mustBeFile(file: string, setting: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) {
    throw new HindsightError("configuration_invalid", `${setting}: there is no file ${file}.`);
  }
}
