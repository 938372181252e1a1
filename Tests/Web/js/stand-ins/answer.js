// What a page receives: as much of `Response` as clients read.

export class Answer {
    type = "basic";
    redirected = false;

    /**
     * @param {number} status
     * @param {Record<string, string>} headers
     * @param {string} [body]
     * @param {boolean} [isCutOff] whether the connection breaks within the body.
     */
    constructor(status, headers, body = "", isCutOff = false) {
        [this.status, this.headers, this.content, this.isCutOff] = [status, new Headers(headers), body, isCutOff];
    }

    get ok() { return this.status >= 200 && this.status < 300; }
    get statusText() { return ""; }

    async text() {
        if (this.isCutOff) throw new TypeError("network error");
        return this.content;
    }

    async json() { return JSON.parse(await this.text()); }
    async blob() { return new Blob([await this.text()], { type: this.headers.get("Content-Type") ?? "" }); }
    async arrayBuffer() { return new TextEncoder().encode(await this.text()).buffer; }
    clone() { return new Answer(this.status, Object.fromEntries(this.headers), this.content, this.isCutOff); }
}
