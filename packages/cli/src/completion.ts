// What a shell offers while a command is typed.
// In: the tree of commands. Out: a script for bash, zsh or fish that knows every command, option and choice without asking anybody.

import type { Command, Option } from "commander";

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/** A place in the tree, by its whole path (`bank list`; empty for the root), with all that may stand behind it. */
interface Place {
  readonly path: string;
  readonly names: readonly string[];
  readonly words: readonly { readonly word: string; readonly meaning: string }[];
  /** Options that take a value: what may be given, when that is known. */
  readonly values: readonly { readonly flags: readonly string[]; readonly choices: readonly string[] }[];
}

export function completionScript(root: Command, shell: Shell): string {
  const places = placesOf(root, "");
  if (shell === "fish") return fish(places);
  // zsh runs the completions of bash, when it is told to.
  return shell === "zsh" ? `#compdef hindsight\nautoload -Uz bashcompinit && bashcompinit\n${bash(places)}` : bash(places);
}

function placesOf(command: Command, path: string): readonly Place[] {
  const shown = command.commands.filter((each) => !isHidden(each));
  const below = command.commands.flatMap((each) =>
    [each.name(), ...each.aliases()].flatMap((name) => placesOf(each, path === "" ? name : `${path} ${name}`)),
  );
  const options = command.options.filter((option) => !option.hidden);
  const words = [
    ...shown.map((each) => ({ word: each.name(), meaning: each.description() })),
    ...options.flatMap((option) => flagsOf(option).map((word) => ({ word, meaning: option.description }))),
    { word: "--help", meaning: "show help" },
  ];
  const values = command.options
    .filter((option) => option.required || option.optional)
    .map((option) => ({ flags: flagsOf(option), choices: option.argChoices ?? [] }));
  return [{ path, names: command.commands.flatMap((each) => [each.name(), ...each.aliases()]), words, values }, ...below];
}

const flagsOf = ({ short, long }: Option): readonly string[] => [short, long].filter((flag) => flag !== undefined);

const isHidden = (command: Command): boolean => (command as unknown as { readonly _hidden: boolean })._hidden;

/** A `case` over the whole path of a command; the path is found by walking over the words that are typed already. */
function bash(places: readonly Place[]): string {
  const cases = (of: (place: Place) => string): string =>
    places
      .map((place) => [place.path, of(place)] as const)
      .filter(([, text]) => text !== "")
      .map(([path, text]) => `    ${quoted(path)}) ${text} ;;`)
      .join("\n");
  const valued = (place: Place): string => place.values.flatMap(({ flags }) => flags).join("|");
  const choices = places.flatMap((place) =>
    place.values
      .filter((value) => value.choices.length > 0)
      .flatMap(({ flags, choices: all }) =>
        flags.map((flag) => `    ${quoted(`${place.path} ${flag}`)}) offered=${quoted(all.join(" "))} ;;`),
      ),
  );
  return `# Completion of hindsight for bash: eval "$(hindsight completion bash)"
_hindsight_below() {
  case "$1" in
${cases((place) => (place.names.length === 0 ? "" : `below=${quoted(place.names.join(" "))}`))}
    *) below="" ;;
  esac
}
_hindsight_valued() {
  case "$1" in
${cases((place) => (valued(place) === "" ? "" : `valued=${quoted(`|${valued(place)}|`)}`))}
    *) valued="" ;;
  esac
}
_hindsight_words() {
  case "$1" in
${cases((place) => `offered=${quoted(place.words.map(({ word }) => word).join(" "))}`)}
  esac
}
_hindsight_choices() {
  case "$1" in
${choices.join("\n")}
    *) return 1 ;;
  esac
}
_hindsight() {
  local typed="\${COMP_WORDS[COMP_CWORD]}" path="" below valued offered="" kept="" word skip="" i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    if [ -n "$skip" ]; then skip=""; continue; fi
    _hindsight_valued "$path"
    if [[ "$valued" == *"|$word|"* ]]; then skip="$word"; continue; fi
    _hindsight_below "$path"
    if [[ " $below " == *" $word "* ]]; then path="\${path:+$path }$word"; fi
  done
  COMPREPLY=()
  if [ -n "$skip" ]; then
    _hindsight_choices "$path $skip" || return 0
  else
    _hindsight_words "$path"
    # Options only where one begins: the shell's own completion offers files otherwise.
    if [[ "$typed" != -* ]]; then
      for word in $offered; do [[ "$word" == -* ]] || kept="$kept $word"; done
      offered="$kept"
    fi
  fi
  COMPREPLY=($(compgen -W "$offered" -- "$typed"))
}
complete -o default -F _hindsight hindsight
`;
}

function fish(places: readonly Place[]): string {
  const lines = places.flatMap((place) => {
    const here = quoted(`test (__hindsight_path) = "${place.path}"`);
    return place.words.map(({ word, meaning }) => {
      const what = word.startsWith("--") ? `-l ${word.slice(2)}` : word.startsWith("-") ? `-s ${word.slice(1)}` : `-a ${word}`;
      const value = place.values.find(({ flags }) => flags.includes(word));
      const takes = value === undefined ? "" : value.choices.length === 0 ? " -r" : ` -x -a ${quoted(value.choices.join(" "))}`;
      return `complete -c hindsight -n ${here} ${what}${takes} -d ${quoted(meaning)}`;
    });
  });
  return `# Completion of hindsight for fish: hindsight completion fish | source
function __hindsight_path
  set -l path ""
  for word in (commandline -opc)[2..-1]
    set -l next (string trim "$path $word")
    contains -- "$next" ${places
      .filter(({ path }) => path !== "")
      .map(({ path }) => quoted(path))
      .join(" ")}; and set path "$next"
  end
  echo "$path"
end
${lines.join("\n")}
`;
}

/** As one word of a shell. fish takes a quote within quotes as bash does when they are closed around it. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'"'"'`)}'`;
