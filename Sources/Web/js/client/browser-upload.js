// Sends files, and says how much of them has been sent.

/**
 * Only XMLHttpRequest tells how much of a body has been sent.
 * @type {import("../davenport/platform.js").Platform["upload"]}
 */
export function upload(address, file, headers, signal, onProgress) {
    return new Promise((resolve, reject) => {
        const request = new XMLHttpRequest();
        request.open("PUT", address);
        for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
        request.upload.onprogress = event => onProgress(event.loaded / Math.max(1, event.total));
        request.onload = () => {
            const pairs = request.getAllResponseHeaders().trim().split("\r\n").map(line => line.split(/: (.*)/s).slice(0, 2));
            const isEmpty = request.status === 204 || request.status === 304;
            const headers = /** @type {[string, string][]} */ (pairs);
            resolve(new Response(isEmpty ? null : request.responseText, { status: request.status, headers }));
        };
        request.onerror = () => reject(new TypeError("The file couldn't be sent."));
        request.onabort = () => reject(signal.reason);
        signal.addEventListener("abort", () => request.abort());
        request.send(file);
    });
}
