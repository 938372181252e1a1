// Prints the operations of docs/openapi.json that accept guesses of passwords or codes.

const guessed = ["invalid_credentials", "wrong_password", "invite_invalid"];
// These operations answer a wrong code as they answer an unknown id, so no response of theirs names the code.
const silent = ["joinChallenge"];
const { paths } = JSON.parse(require("node:fs").readFileSync("docs/openapi.json", "utf8"));
for (const { operationId, responses } of Object.values(paths).flatMap(Object.values)) {
    const answers = Object.values(responses).map(({ $ref }) => $ref ?? "");
    if (silent.includes(operationId) || guessed.some((code) => answers.some((answer) => answer.includes(code)))) console.log(operationId);
}
