// The console starts here: theme and language first, so that nothing flickers, then the router.
// In: the page that the server sent. Out: the console on it.

import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { setNonce } from "get-nonce";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { whenSignedOut } from "./api/client";
import { ApiError } from "./api/error";
import { queries } from "./app/query-client";
import { router } from "./app/router";
import { applyTheme } from "./app/theme";
import { startLanguage } from "./i18n";
import { ToastProvider } from "./kit/toast";
import { TooltipProvider } from "./kit/tooltip";
import "./styles.css";

applyTheme();
// The dialogs' scroll lock writes a style element; the Content-Security-Policy asks for this reply's nonce on it.
setNonce(document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "");
whenSignedOut(() => {
  queries.removeQueries({ queryKey: ["session"] });
  void router.invalidate();
});
await startLanguage();
const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no element #root.");
createRoot(root, {
  // What the server said, or that it was not reached, is shown where it was asked for; any other is a mistake of ours.
  onCaughtError: (error) => (error instanceof ApiError ? undefined : console.error(error)),
}).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <TooltipProvider>
        <ToastProvider>
          <RouterProvider router={router} />
        </ToastProvider>
      </TooltipProvider>
    </QueryClientProvider>
  </StrictMode>,
);
