// Every address of the console, and the page behind it; all state that matters stands in the address.
// In: an address. Out: the page, loaded when it is first asked for. Addresses of the reference's console lead to the same places.

import { createRootRoute, createRoute, createRouter, redirect } from "@tanstack/react-router";
import { BASE } from "../api/client";
import { sessionQuery } from "../api/session";
import { part } from "../kit/part";
import { ErrorPage, NotFoundPage, PendingPage } from "../kit/states";
import { documentsSearch } from "../pages/documents/search";
import { entitiesSearch } from "../pages/entities/search";
import { homeSearch } from "../pages/home/search";
import { knowledgeSearch } from "../pages/knowledge/search";
import { memoriesSearch } from "../pages/memories/search";
import { operationsSearch } from "../pages/operations/search";
import { recallSearch } from "../pages/recall/search";
import { reflectSearch } from "../pages/reflect/search";
import { settingsSearch } from "../pages/settings/search";
import { queries } from "./query-client";
import { sectionOfView } from "./reference-views";
import { text } from "./search-params";
import { Shell } from "./shell";

const root = createRootRoute({ notFoundComponent: NotFoundPage, errorComponent: ErrorPage });

const login = createRoute({
  getParentRoute: () => root,
  path: "login",
  validateSearch: (search): { next?: string | undefined } => ({ next: text(search, "next") }),
  component: part(() => import("./login-page"), "LoginPage"),
});

/** Everything that needs a session. */
const inside = createRoute({
  getParentRoute: () => root,
  id: "inside",
  component: Shell,
  beforeLoad: async ({ location }) => {
    const session = await queries.ensureQueryData(sessionQuery);
    if (!session.authenticated) throw redirect({ to: "/login", search: { next: location.href } });
  },
});

const banks = createRoute({
  getParentRoute: () => inside,
  path: "/",
  component: part(() => import("./banks-page"), "BanksPage"),
});

const dashboard = createRoute({
  getParentRoute: () => inside,
  path: "dashboard",
  beforeLoad: () => {
    throw redirect({ to: "/" });
  },
});

const bank = createRoute({
  getParentRoute: () => inside,
  path: "banks/$bankId",
});

const bankIndex = createRoute({
  getParentRoute: () => bank,
  path: "/",
  beforeLoad: ({ params, search }) => {
    throw redirect({ to: `/banks/$bankId/${sectionOfView(search as Record<string, unknown>)}`, params, replace: true });
  },
});

const home = createRoute({
  getParentRoute: () => bank,
  path: "home",
  validateSearch: homeSearch,
  component: part(() => import("../pages/home/page"), "HomePage"),
});
const memories = createRoute({
  getParentRoute: () => bank,
  path: "memories",
  validateSearch: memoriesSearch,
  component: part(() => import("../pages/memories/page"), "MemoriesPage"),
});
const recall = createRoute({
  getParentRoute: () => bank,
  path: "recall",
  validateSearch: recallSearch,
  component: part(() => import("../pages/recall/page"), "RecallPage"),
});
const reflect = createRoute({
  getParentRoute: () => bank,
  path: "reflect",
  validateSearch: reflectSearch,
  component: part(() => import("../pages/reflect/page"), "ReflectPage"),
});
const knowledge = createRoute({
  getParentRoute: () => bank,
  path: "knowledge",
  validateSearch: knowledgeSearch,
  component: part(() => import("../pages/knowledge/page"), "KnowledgePage"),
});
const documents = createRoute({
  getParentRoute: () => bank,
  path: "documents",
  validateSearch: documentsSearch,
  component: part(() => import("../pages/documents/page"), "DocumentsPage"),
});
const entities = createRoute({
  getParentRoute: () => bank,
  path: "entities",
  validateSearch: entitiesSearch,
  component: part(() => import("../pages/entities/page"), "EntitiesPage"),
});
const operations = createRoute({
  getParentRoute: () => bank,
  path: "operations",
  validateSearch: operationsSearch,
  component: part(() => import("../pages/operations/page"), "OperationsPage"),
});
const settings = createRoute({
  getParentRoute: () => bank,
  path: "settings",
  validateSearch: settingsSearch,
  component: part(() => import("../pages/settings/page"), "SettingsPage"),
});

const sections = [home, memories, recall, reflect, knowledge, documents, entities, operations, settings] as const;

export const router = createRouter({
  routeTree: root.addChildren([login, inside.addChildren([banks, dashboard, bank.addChildren([bankIndex, ...sections])])]),
  basepath: BASE,
  defaultPreload: "intent",
  defaultPendingComponent: PendingPage,
  defaultErrorComponent: ErrorPage,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
