// The script for zsh, with what each word means beside it.
// In: the places. Out: functions, bound to the command; also as a file `_hindsight` of the fpath.

import { type Place, quoted } from "./places.js";
import { cases, tables } from "./tables.js";

/** The name `path` is the shell's own there: a variable of that name would take its commands away. */
export const zsh = (places: readonly Place[]): string => `#compdef hindsight
# Completion of hindsight for zsh: eval "$(hindsight completion zsh)" behind compinit
${tables(places)}_hindsight_commands() {
  case "$1" in
${cases(places, (place) => described(place, (word) => !word.startsWith("-")))}
  esac
}
_hindsight_options() {
  case "$1" in
${cases(places, (place) => described(place, (word) => word.startsWith("-")))}
  esac
}
_hindsight() {
  local at="" below valued known="" asked="" skip="" word key
  local -a entries=() names=()
  integer i n=0
  for ((i = 2; i < CURRENT; i++)); do
    word="\${(Q)words[i]}"
    if [[ -n "$skip" ]]; then skip=""; continue; fi
    _hindsight_valued "$at"
    if [[ "$valued" == *"|$word|"* ]]; then skip="$word"; continue; fi
    [[ "$word" == -* ]] && continue
    _hindsight_below "$at"
    if [[ " $below " == *" $word "* ]]; then at="\${at:+$at }$word"; else n=$((n + 1)); fi
  done
  if [[ -n "$skip" ]]; then
    key="$at $skip"
    _hindsight_known "\${key# }" || { _files; return }
  elif [[ "$PREFIX" == -* ]]; then
    _hindsight_options "$at"
    _describe option entries
    return
  elif ! _hindsight_known "$at $n"; then
    _hindsight_commands "$at"
    if ((\${#entries})); then _describe command entries; else _files; fi
    return
  fi
  if [[ -n "$asked" ]]; then
    names=("\${(@f)$("\${(Q)words[1]}" complete "$asked" 2> /dev/null)}")
  else
    names=(\${=known})
  fi
  compadd -- "\${(@)names:#}"
}
if [[ "\${funcstack[1]}" == _hindsight ]]; then _hindsight "$@"; else compdef _hindsight hindsight; fi
`;

function described({ words }: Place, isMeant: (word: string) => boolean): string {
  const entries = words.filter(({ word }) => isMeant(word)).map(({ word, meaning }) => quoted(`${word.replaceAll(":", "\\:")}:${meaning}`));
  return entries.length === 0 ? "" : `entries=(${entries.join(" ")})`;
}
