// `fetch` that tells how much of an upload has gone, which the browser's own does not.
// In: what is told. Out: a function in place of `fetch`, for one call of the SDK.

/** `onSent` gets a share between 0 and 1. */
export function sendingFetch(onSent: (share: number) => void): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const body = await request.blob();
    return await new Promise<Response>((resolve, reject) => {
      const call = new XMLHttpRequest();
      call.open(request.method, request.url);
      request.headers.forEach((value, name) => {
        call.setRequestHeader(name, value);
      });
      call.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 1);
      call.onload = () => resolve(new Response(call.responseText, { status: call.status, headers: headersOf(call) }));
      call.onerror = () => reject(new TypeError("The server was not reached"));
      call.onabort = () => reject(new DOMException("Aborted", "AbortError"));
      request.signal.addEventListener("abort", () => call.abort());
      call.send(body);
    });
  };
}

const headersOf = (call: XMLHttpRequest): Headers =>
  new Headers(
    call
      .getAllResponseHeaders()
      .split("\r\n")
      .filter((line) => line.includes(":"))
      .map((line): [string, string] => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]),
  );
