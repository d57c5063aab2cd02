// embedded: memory beside the program that uses it, with nothing to set up.
// In: a folder, a database URL or a profile. Out: HindsightEmbedded, in this process and without a socket; HindsightServer, in a process that programs share.
// Both are used by the methods of `@hindsight-memory/client`; the server itself is loaded on first use.

export { HindsightEmbedded, type HindsightEmbeddedOptions } from "./hindsight-embedded.js";
export { HindsightServer, type HindsightServerOptions } from "./hindsight-server.js";
export { portOfProfile } from "./profile.js";
export {
  changeProfileSettings,
  type ProfileSettings,
  readProfileSettings,
  type SettingsChange,
  settingsFileOf,
} from "./profile-settings.js";
