// The script for fish, with what each word means beside it.
// In: the places. Out: functions, and one completion that asks them: a condition for each word would be tried at every key.

import { argumentsOf, type Known, type Place, valuesOf } from "./places.js";

export const fish = (places: readonly Place[]): string => `# Completion of hindsight for fish: hindsight completion fish | source
function __hindsight_below
  switch "$argv[1]"
${cases(places, ({ names }) => (names.length === 0 ? "" : `string split ' ' ${quoted(names.join(" "))}`))}
  end
end
function __hindsight_valued
  switch "$argv[1]"
${cases(places, ({ values }) => (values.length === 0 ? "" : `string split ' ' -- ${quoted(values.flatMap(({ flags }) => flags).join(" "))}`))}
  end
end
function __hindsight_words
  switch "$argv[1]"
${cases(places, ({ words }) => `printf '%s\\t%s\\n' ${words.map(({ word, meaning }) => `${quoted(word)} ${quoted(meaning)}`).join(" ")}`)}
  end
end
function __hindsight_known
  switch "$argv[1]"
${[...valuesOf(places), ...argumentsOf(places)]
  .filter(({ known }) => known !== null)
  .map(({ key, known }) => `    case ${quoted(key)}\n      ${told(known)}`)
  .join("\n")}
    case '*'
      return 1
  end
end
function __hindsight_complete
  set -l words (commandline -opc)
  set -l typed (commandline -ct)
  set -g __hindsight_command $words[1]
  set -l at ""
  set -l skip ""
  set -l n 0
  for word in $words[2..-1]
    if test -n "$skip"
      set skip ""
    else if contains -- "$word" (__hindsight_valued "$at")
      set skip "$word"
    else if string match -q -- '-*' "$word"
    else if contains -- "$word" (__hindsight_below "$at")
      set at (string trim "$at $word")
    else
      set n (math $n + 1)
    end
  end
  if test -n "$skip"
    __hindsight_known (string trim "$at $skip"); or __fish_complete_path "$typed"
  else if string match -q -- '-*' "$typed"
    __hindsight_words "$at" | string match -- '-*'
  else if not __hindsight_known "$at $n"
    set -l commands (__hindsight_words "$at" | string match -v -- '-*')
    if test (count $commands) -gt 0
      printf '%s\\n' $commands
    else
      __fish_complete_path "$typed"
    end
  end
end
complete -c hindsight -f -a '(__hindsight_complete)'
`;

const cases = (places: readonly Place[], of: (place: Place) => string): string =>
  places
    .map((place) => [place.path, of(place)] as const)
    .filter(([, text]) => text !== "")
    .map(([path, text]) => `    case ${quoted(path)}\n      ${text}`)
    .join("\n");

const told = (known: Known): string =>
  typeof known === "string" ? `$__hindsight_command complete ${known} 2>/dev/null` : `string split ' ' ${quoted((known ?? []).join(" "))}`;

/** As one word of fish, where a backslash counts within quotes. */
const quoted = (text: string): string => `'${text.replace(/[\\']/g, "\\$&")}'`;
