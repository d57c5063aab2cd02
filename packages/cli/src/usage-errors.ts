// What was wrong with the words of a command line, said so that nothing private is said.
// In: the message of the library that reads the words. Out: the message as it is told.

/** Letters and dashes alone: what somebody meant as an option looks so, a key or a note does not. */
const LIKE_AN_OPTION = /^--?[a-z][a-z-]{0,40}$/i;

/** A text that begins with a dash is taken for an option; it may be a private key, so it is not repeated. */
export function usageError(message: string): string {
  return message.replace(/^error: unknown option '([\s\S]*?)'(?=\n|$)/, (whole, given: string) => {
    const [option = "", ...value] = given.split("=");
    if (!LIKE_AN_OPTION.test(option))
      return "error: what begins with a dash is taken for an option. Put -- before a text that begins so, behind all options: hindsight retain BANK -- TEXT";
    return value.length === 0 ? whole : `error: unknown option '${option}'`;
  });
}
