// The first evening with the client that openapi-generator generates for TypeScript: node evening.js API TENANT CODE.

import {
    AccountsApi, CommentsApi, Configuration, DashboardApi, FriendsApi, InvitesApi, Problem, ProblemFromJSON, ResponseError, RoomsApi, SignedIn,
} from "./client";

declare const process: { argv: string[]; exit(status: number): never };

const [api, tenant, code] = process.argv.slice(2);
const password = "popcorn-and-sofa";

function check(holds: boolean, what: string): asserts holds {
    if (!holds) throw new Error(what);
}

function signedIn(token?: string): Configuration {
    return new Configuration({ basePath: api, accessToken: token });
}

function signUp(code: string, username: string): Promise<SignedIn> {
    const newUser = { invite: code, email: `${username}@example.org`, password, username };
    return new AccountsApi(signedIn()).signUp({ newUser, davenportTenant: tenant });
}

// The reason of a refusal, by the document's code.
async function refusal(request: Promise<unknown>): Promise<Problem> {
    try {
        await request;
    } catch (error) {
        if (error instanceof ResponseError) return ProblemFromJSON(await error.response.json());
        throw error;
    }
    throw new Error("nothing was refused");
}

async function evening() {
    const refused = await refusal(signUp(code, "a"));
    check(refused.code === "invalid" && refused.errors?.[0].field === "username", JSON.stringify(refused));

    const ada = signedIn((await signUp(code, "ada")).token);
    const invite = await new InvitesApi(ada).createInvite({ newInvite: { note: "for Bea" } });
    const joined = await signUp(invite.code, "bea");
    const bea = signedIn(joined.token);
    check((await new FriendsApi(ada).listFriends()).friends[0].username === "bea", "they are no friends");

    const subject = {
        kind: "tv" as const, showID: 95396, season: 1, episode: 1, showTitle: "Severance", episodeTitle: "Good News About Hell",
    };
    const room = await new RoomsApi(ada).createRoom({ newRoom: { subject, memberIDs: [joined.user.id] } });
    const comments = new CommentsApi(ada);
    const first = await comments.createComment({ roomID: room.id, newComment: { content: "15:43 that hallway!" } });
    check(first.seconds === 943 && first.content === "that hallway!", JSON.stringify(first));
    const second = { seconds: 410, content: "crying in the car park. I feel seen" };
    await new CommentsApi(bea).createComment({ roomID: room.id, newComment: second });
    const page = await new CommentsApi(bea).listComments({ roomID: room.id });
    check(page.items.map(comment => comment.seconds).join() === "410,943", JSON.stringify(page));
    check((await new RoomsApi(ada).markWatched({ roomID: room.id })).attention === "read", "there is something to read");
    const [section] = (await new DashboardApi(ada).showDashboard()).sections;
    check(section.rooms[0].id === room.id && section.group.title === "Severance", JSON.stringify(section));

    const missing = await refusal(comments.createComment({ roomID: joined.user.id, newComment: { content: "where?" } }));
    check(missing.code === "not_found", JSON.stringify(missing));
    const logIn = (word: string) =>
        new AccountsApi(new Configuration({ basePath: api, username: "ada@example.org", password: word })).logIn({ davenportTenant: tenant });
    check((await logIn(password)).user.username === "ada", "somebody else is logged in");
    check((await refusal(logIn("popcorn"))).code === "invalid_credentials", "a wrong password is taken");
}

evening().catch(error => {
    console.error(error);
    process.exit(1);
});
