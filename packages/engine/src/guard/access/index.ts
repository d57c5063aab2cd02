// access: who may call, and as which tenant.
// In: the home schema's database. Out: keys, and the tenant that one stands for.

export { actOnKey, checkKey, keysOf } from "./keys.js";
export { keysBeside, serveKeyRequests } from "./requests.js";
