// Interceptors: functions that see every request, response or error of a low-level client, and may replace it.
// In: functions. Out: the list of them, in the order in which they were added.

export class Interceptors<Interceptor> {
  fns: Array<Interceptor | null> = [];

  /** Adds a function; the number names it for `eject` and `update`. */
  use(fn: Interceptor): number {
    return this.fns.push(fn) - 1;
  }

  /** Takes a function away; the numbers of the others stay. */
  eject(id: number | Interceptor): void {
    const index = this.getInterceptorIndex(id);
    if (this.fns[index]) this.fns[index] = null;
  }

  exists(id: number | Interceptor): boolean {
    return Boolean(this.fns[this.getInterceptorIndex(id)]);
  }

  update(id: number | Interceptor, fn: Interceptor): number | Interceptor | false {
    const index = this.getInterceptorIndex(id);
    if (!this.fns[index]) return false;
    this.fns[index] = fn;
    return id;
  }

  getInterceptorIndex(id: number | Interceptor): number {
    return typeof id === "number" ? (this.fns[id] ? id : -1) : this.fns.indexOf(id);
  }

  clear(): void {
    this.fns = [];
  }
}

export type RequestInterceptor<Options> = (request: Request, options: Options) => Request | Promise<Request>;
export type ResponseInterceptor<Options> = (response: Response, request: Request, options: Options) => Response | Promise<Response>;
export type ErrorInterceptor<Options> = (error: unknown, response: Response, request: Request, options: Options) => unknown;

export interface Middleware<Options> {
  error: Interceptors<ErrorInterceptor<Options>>;
  request: Interceptors<RequestInterceptor<Options>>;
  response: Interceptors<ResponseInterceptor<Options>>;
}
