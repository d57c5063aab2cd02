// The embedded English encoder: where its files lie, what they must hash to and how the model wants to be called.
// In: nothing. Out: one typed manifest.
// Data only: the engine's local provider runs it, and checks the checksums whenever it loads it.

export { BACKGROUND_SENTENCES } from "./background.js";

/** A file of the model: its place, and the SHA-256 it must have (hexadecimal, lower case). */
export interface ModelFile {
  readonly url: URL;
  readonly sha256: string;
  /** Size in bytes. */
  readonly bytes: number;
}

/** All that a caller needs to run an encoder. */
export interface EncoderManifest {
  /** Stored with every vector; a different name means vectors that cannot be compared. */
  readonly name: string;
  readonly dimension: number;
  /** ISO 639-1 codes. */
  readonly languages: readonly string[];
  readonly model: ModelFile;
  readonly tokenizer: ModelFile;
  /** Put before every query, as in training. */
  readonly queryPrefix: string;
  /** Put before every stored text, as in training. */
  readonly passagePrefix: string;
  /**
   * Put behind the prefix of a passage that begins with no label of its own. The model was trained on passages with titles, and a bare statement sits
   * apart from them: with a label the answer is nearest for 84 of 95 questions instead of 75 (bench/calibration), MADial en R_frac@10 rises from .562 to
   * .622. Any label does it (15 tried, .58 to .63 and 67 to 85); texts that begin with a speaker have one.
   */
  readonly passageLabel: string;
  /** Longer inputs are cut here, special tokens included; the model's own limit is 512. */
  readonly maxTokens: number;
  readonly pooling: "mean" | "cls";
  readonly calibration: Calibration;
}

/** How a cosine of this model becomes a similarity. Measured by `bench/calibration`; figures in `docs/decisions/similarity-calibration.md`. */
export interface Calibration {
  /** Points of the map, rising in both coordinates; straight lines between them. */
  readonly points: readonly (readonly [cosine: number, similarity: number])[];
  /**
   * Some questions lie near everything (short ones, technical ones), others near nothing. A question's level is the mean cosine of its
   * `neighbours` nearest background sentences; `share` of its distance from `typicalLevel` is taken off its cosines before the map.
   */
  readonly background: {
    /** Vectors of `BACKGROUND_SENTENCES` as passages: little-endian float32, one after the other. */
    readonly vectors: ModelFile;
    readonly neighbours: number;
    readonly share: number;
    readonly typicalLevel: number;
  };
}

// `src/` and `dist/` are siblings, so one relative path serves sources and built code.
const weights = new URL("../weights/", import.meta.url);

/** e5-small-v2 (Wang et al., arXiv 2212.03533), int8: 33 M parameters, 384 numbers a text, English. Origin and licences: NOTICE. */
export const E5_SMALL_V2: EncoderManifest = {
  name: "e5-small-v2-int8",
  dimension: 384,
  languages: ["en"],
  model: {
    url: new URL("model.onnx", weights),
    sha256: "7d9092cb25f2bd1c023b7e8d2aa459044a02030ac880e5a59fdaf27af69f1ded",
    bytes: 34_014_367,
  },
  tokenizer: {
    url: new URL("tokenizer.json", weights),
    sha256: "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66",
    bytes: 711_396,
  },
  queryPrefix: "query: ",
  passagePrefix: "passage: ",
  passageLabel: "Fact: ",
  maxTokens: 256,
  pooling: "mean",
  calibration: {
    points: [
      [0.71, 0],
      [0.785, 0.3],
      [0.82, 0.6],
      [0.864, 0.85],
      [0.91, 0.97],
      [1, 1],
    ],
    background: {
      vectors: {
        url: new URL("background.f32", weights),
        sha256: "40e08d9b8a92c86f296bddf241d22355b11567611e756c875793c51a32b0efee",
        bytes: 98_304,
      },
      neighbours: 5,
      share: 0.5,
      typicalLevel: 0.73,
    },
  },
};
