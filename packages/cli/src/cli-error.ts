// What the command line complains of.

/** A failure that is told to the user in one line, with what to do about it. */
export class CliError extends Error {
  /** The server answered and refused; false when nothing came of asking it. */
  readonly isAnswer: boolean;
  /** What the server answered; null when it did not, or when it is not about one answer. */
  readonly answer: Answer | null;

  constructor(message: string, options: ErrorOptions & { readonly isAnswer?: boolean; readonly answer?: Answer } = {}) {
    super(message, options);
    this.answer = options.answer ?? null;
    this.isAnswer = options.isAnswer ?? this.answer !== null;
  }
}

/** Somebody at the terminal would rather not: what was asked for is not done. */
export class Interrupted extends CliError {
  constructor() {
    super("Stopped. Nothing was changed.");
  }
}

/** A refusal as it came: the HTTP status, and the text of the field `detail`; null when the body has none. */
export interface Answer {
  readonly status: number;
  readonly detail: string | null;
}
