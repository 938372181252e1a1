// The choice of an episode: season, then episode. The first aired one that these people have no room of is chosen already.
import { el, fill } from "../../dom.js";
import { replica, session } from "../../client.js";
import { answers } from "../../client/answers.js";
import { field } from "../controls/form.js";
import { failure, skeleton } from "../controls/states.js";
import { dayText } from "../controls/time.js";

/** @typedef {import("../../types/wire.js").Episode} Episode */

/**
 * @param {number} showID
 * @param {{signal: AbortSignal, others: () => string[], onChange: () => void}} options
 */
export function episodePicker(showID, { signal, others, onChange }) {
    const node = el("div", { class: "stack" }, skeleton(2));
    const season = field("Season", { name: "season", input: el("select") });
    const episode = field("Episode", { name: "episode", input: el("select") });
    const note = el("p", { class: "tiny soft" });
    const trouble = el("div", {});
    /** @type {Episode[]} */
    let episodes = [];
    let isChosenByHand = false;

    async function load() {
        try {
            const { answer: show, stale } = await answers.read("lookUpShow", { path: { showID } });
            if (signal.aborted) return;
            fill(season.input, ...show.seasons.map((one) => el("option", { value: String(one.season) },
                one.title ?? `Season ${one.season}`)));
            const first = latestSeason() ?? show.seasons.find((one) => one.season > 0)?.season ?? show.seasons[0]?.season;
            if (first !== undefined) season.input.value = String(first);
            fill(note, show.attribution, (show.stale || stale) && " An old answer of the catalogue.");
            fill(node, el("div", { class: "pair" }, season.node, episode.node), trouble, note);
            await loadSeason();
        } catch (problem) {
            fill(node, failure(problem, load));
        }
    }

    async function loadSeason() {
        episodes = [];
        fill(episode.input);
        fill(trouble);
        try {
            const { answer } = await answers.read("lookUpSeason", { path: { showID, season: Number(season.input.value) } });
            if (signal.aborted || answer.season !== Number(season.input.value)) return;
            episodes = answer.episodes;
            fill(episode.input, ...episodes.map((one) => el("option", { value: String(one.episode) }, episodeWords(one))));
            preselect();
        } catch (problem) {
            fill(trouble, failure(problem, loadSeason));
        }
    }

    /** The rooms that exactly these people have of the show. */
    const taken = () => {
        const wanted = new Set([...others(), session.current()?.userID]);
        return replica.rooms().filter(({ subject, members }) => subject.kind === "tv" && subject.showID === showID
            && members.length === wanted.size && members.every((member) => wanted.has(member.user.id)))
            .flatMap(({ subject }) => subject.kind === "tv" ? [subject] : []);
    };
    const latestSeason = () => taken().map((one) => one.season).sort((one, other) => other - one)[0];

    function preselect() {
        if (isChosenByHand) return;
        const had = new Set(taken().filter((one) => one.season === Number(season.input.value)).map((one) => one.episode));
        const free = episodes.find((one) => hasAired(one) && !had.has(one.episode)) ?? episodes[0];
        if (free) episode.input.value = String(free.episode);
        onChange();
    }

    season.input.addEventListener("change", () => {
        isChosenByHand = false;
        loadSeason();
    });
    episode.input.addEventListener("change", () => {
        isChosenByHand = true;
        onChange();
    });
    load();
    return {
        node,
        chosen: () => episodes.find((one) => String(one.episode) === episode.input.value),
        peopleChanged: preselect,
    };
}

/** @param {Episode} one */
function episodeWords(one) {
    const aired = one.airDate ? `from ${dayText(new Date(`${one.airDate}T12:00:00`))}` : "not aired";
    return [`${one.episode}`, one.title && ` · ${one.title}`, !hasAired(one) && ` (${aired})`].filter(Boolean).join("");
}

/** @param {Episode} episode */
function hasAired({ airDate }) {
    return airDate === undefined || Date.parse(`${airDate}T00:00:00Z`) - 14 * 3_600_000 <= replica.now();
}
