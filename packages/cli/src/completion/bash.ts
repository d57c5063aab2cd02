// The script for bash: 3.2 and later, as macOS has it.
// In: the places. Out: functions, and the binding to the command.

import { type Place, quoted } from "./places.js";
import { cases, tables } from "./tables.js";

/**
 * Readline breaks words at colons, which ids of banks may hold: they are put together again, and what is offered is without what stands there already.
 * Names that the server tells are data: `compgen -W` would run what is written in them, so they are compared and quoted one by one.
 */
export const bash = (places: readonly Place[]): string => `# Completion of hindsight for bash: eval "$(hindsight completion bash)"
${tables(places)}_hindsight_words() {
  case "$1" in
${cases(places, ({ words }) => `known=${quoted(words.map(({ word }) => word).join(" "))}`)}
  esac
}
_hindsight() {
  local typed="" at="" below valued known="" asked="" skip="" word key i n=0 glue="" before=""
  local -a line=()
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    if [[ "$word" == : || "$word" == = || -n "$glue" ]] && ((\${#line[@]} > 0)); then
      line[\${#line[@]}-1]="\${line[\${#line[@]}-1]}$word"
      if [[ "$word" == : || "$word" == = ]]; then glue=1; else glue=""; fi
    else
      line+=("$word")
    fi
  done
  COMPREPLY=()
  ((\${#line[@]} > 0)) || return 0
  typed="\${line[\${#line[@]}-1]}"
  before="\${typed%"\${COMP_WORDS[COMP_CWORD]#[:=]}"}"
  for ((i = 0; i < \${#line[@]} - 1; i++)); do
    word="\${line[i]}"
    if [ -n "$skip" ]; then skip=""; continue; fi
    _hindsight_valued "$at"
    if [[ "$valued" == *"|$word|"* ]]; then skip="$word"; continue; fi
    [[ "$word" == -* ]] && continue
    _hindsight_below "$at"
    if [[ " $below " == *" $word "* ]]; then at="\${at:+$at }$word"; else n=$((n + 1)); fi
  done
  if [ -n "$skip" ]; then
    key="$at $skip"
    _hindsight_known "\${key# }" || return 0
  elif [[ "$typed" == -* ]] || ! _hindsight_known "$at $n"; then
    _hindsight_words "$at"
  fi
  if [ -n "$asked" ]; then
    type compopt > /dev/null 2>&1 && compopt +o default 2> /dev/null
    while IFS= read -r word; do
      [[ "$word" == "$typed"* ]] && COMPREPLY+=("$(printf %q "\${word#"$before"}")")
    done < <("\${COMP_WORDS[0]}" complete "$asked" 2> /dev/null)
    return 0
  fi
  for word in $known; do
    # Options only where one begins: the shell's own completion offers files otherwise.
    if [[ "$word" == "$typed"* ]] && { [[ "$typed" == -* ]] || [[ "$word" != -* ]] || [ -n "$skip" ]; }; then
      COMPREPLY+=("\${word#"$before"}")
    fi
  done
}
complete -o default -F _hindsight hindsight
`;
