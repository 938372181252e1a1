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
            try {
                resolve(answerOf(request));
            } catch (error) {
                reject(error);
            }
        };
        request.onerror = () => reject(new TypeError("The file couldn’t be sent."));
        request.onabort = () => reject(signal.reason);
        signal.addEventListener("abort", () => request.abort());
        request.send(file);
    });
}

/** The statuses of answers without a body, for which `Response` takes none. */
const bodyless = [204, 205, 304];

/**
 * What came as an answer, from whomever it is: it may have no header at all.
 * @param {XMLHttpRequest} request
 * @throws if there can be no such answer.
 */
function answerOf(request) {
    const lines = request.getAllResponseHeaders().trim().split("\r\n").filter(Boolean);
    const headers = /** @type {[string, string][]} */ (lines.map(line => line.split(/: ?(.*)/s).slice(0, 2)));
    const { status } = request;
    return new Response(bodyless.includes(status) ? null : request.responseText, { status, headers });
}
