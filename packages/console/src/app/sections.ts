// The sections of a bank, in the order of the sidebar.
// In: nothing. Out: path, icon and the key of the label; the command palette and the shortcuts use the same list.

import {
  BookOpenText,
  BrainCircuit,
  FileText,
  Home,
  ListChecks,
  type LucideIcon,
  MessageCircleQuestionMark,
  Search,
  Settings2,
  Waypoints,
} from "lucide-react";

export interface Section {
  readonly id: "home" | "memories" | "recall" | "reflect" | "knowledge" | "documents" | "entities" | "operations" | "settings";
  readonly icon: LucideIcon;
  /** Pressed after `g`. */
  readonly shortcut: string;
}

export const SECTIONS: readonly Section[] = [
  { id: "home", icon: Home, shortcut: "h" },
  { id: "memories", icon: BrainCircuit, shortcut: "m" },
  { id: "recall", icon: Search, shortcut: "r" },
  { id: "reflect", icon: MessageCircleQuestionMark, shortcut: "f" },
  { id: "knowledge", icon: BookOpenText, shortcut: "k" },
  { id: "documents", icon: FileText, shortcut: "d" },
  { id: "entities", icon: Waypoints, shortcut: "e" },
  { id: "operations", icon: ListChecks, shortcut: "o" },
  { id: "settings", icon: Settings2, shortcut: "s" },
];
