// Keys of the whole console: Ctrl-K, `g` and a letter for a section, `?` for the list of keys.
// In: key presses outside of fields. Out: navigation.

import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { SECTIONS } from "./sections";

/** How long after `g` the letter may come, in ms. */
const CHORD_MS = 1_200;

interface Handlers {
  readonly bankId: string | undefined;
  readonly onPalette: () => void;
  readonly onHelp: () => void;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

export function useShortcuts({ bankId, onPalette, onHelp }: Handlers): void {
  const navigate = useNavigate();
  useEffect(() => {
    let goesSince = 0;
    const press = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        onPalette();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || document.querySelector('[role="dialog"]') !== null)
        return;
      if (event.key === "?") onHelp();
      else if (event.key === "g") goesSince = Date.now();
      else if (Date.now() - goesSince < CHORD_MS) {
        goesSince = 0;
        const section = SECTIONS.find(({ shortcut }) => shortcut === event.key);
        if (section !== undefined && bankId !== undefined) void navigate({ to: `/banks/$bankId/${section.id}`, params: { bankId } });
      }
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [bankId, navigate, onPalette, onHelp]);
}
