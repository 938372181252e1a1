// The choice of an episode: season, then episode. The first aired one that these people have no room of is chosen already.
import { el, fill } from "../../dom.js";
import { replica, session } from "../../client.js";
import { answers } from "../../client/answers.js";
import { phrase } from "../../phrases.js";
import { field } from "../controls/form.js";
import { isBefore } from "./room-row.js";
import { failure, skeleton } from "../controls/states.js";
import { dayText } from "../controls/time.js";

/** @typedef {import("../../types/wire.js").Episode} Episode */
/** @typedef {{season?: string, episode?: string}} EpisodeChoice what was chosen by hand */
/**
 * @typedef {object} Options
 * @property {AbortSignal} signal
 * @property {() => string[]} others the people who are chosen
 * @property {() => void} onChange
 * @property {EpisodeChoice} choice
 */

/** The choice of a show's season and episode. */
export class EpisodePicker {
    /** @type {readonly Episode[]} */
    episodes = [];

    /**
     * @param {number} showID
     * @param {Options} options
     */
    constructor(showID, options) {
        const { choice, onChange } = options;
        this.showID = showID;
        this.options = options;
        /** @type {EpisodeChoice} */
        this.choice = choice;
        this.season = field(phrase("watch.pick.season"), { name: "season", input: el("select"), onchange: () => {
            this.choice = { season: this.season.input.value };
            onChange();
            this.loadSeason();
        } });
        this.episode = field(phrase("watch.pick.episode"), { name: "episode", input: el("select"), onchange: () => {
            this.choice = { season: this.season.input.value, episode: this.episode.input.value };
            onChange();
        } });
        this.note = el("p", { class: "tiny soft" });
        this.trouble = el("div", {});
        this.node = el("div", { class: "stack" }, skeleton(2));
        this.load();
    }

    async load() {
        const { choice, episode, node, note, options, season, showID, trouble } = this;
        try {
            const { answer: show, stale } = await answers.read("lookUpShow", { path: { showID } });
            if (options.signal.aborted) return;
            fill(season.input, ...show.seasons.map((one) => el("option", { value: String(one.season) },
                one.title ?? phrase("watch.season", { season: String(one.season) }))));
            const first = choice.season ?? this.latestSeason() ?? show.seasons.find((one) => one.season > 0)?.season
                ?? show.seasons[0]?.season;
            if (first !== undefined) season.input.value = String(first);
            fill(note, show.attribution, (show.stale || stale) && ` ${phrase("watch.pick.old")}`);
            fill(node, el("div", { class: "pair" }, season.node, episode.node), trouble, note);
            await this.loadSeason();
        } catch (problem) {
            fill(node, failure(problem, () => this.load()));
        }
    }

    async loadSeason() {
        const { episode, options, season, showID, trouble } = this;
        this.episodes = [];
        fill(episode.input);
        fill(trouble);
        try {
            const { answer } = await answers.read("lookUpSeason", { path: { showID, season: Number(season.input.value) } });
            if (options.signal.aborted || answer.season !== Number(season.input.value)) return;
            this.episodes = answer.episodes;
            fill(episode.input, ...answer.episodes.map((one) => el("option", { value: String(one.episode) },
                episodeWords(one, this.isAhead(one)))));
            if (this.choice.episode !== undefined) episode.input.value = this.choice.episode;
            this.preselect();
        } catch (problem) {
            fill(trouble, failure(problem, () => this.loadSeason()));
        }
    }

    /** The rooms that exactly these people have of the show. */
    taken() {
        const wanted = new Set([...this.options.others(), session.current()?.userID]);
        return replica.rooms().filter(({ subject, members }) => subject.kind === "tv" && subject.showID === this.showID
            && members.length === wanted.size && members.every((member) => wanted.has(member.user.id)))
            .flatMap(({ subject }) => subject.kind === "tv" ? [subject] : []);
    }

    /**
     * Whether a room's episode before this one isn't watched yet, which this one's title may spoil.
     * @param {Episode} one
     */
    isAhead({ episode }) {
        const place = { season: Number(this.season.input.value), episode };
        return replica.rooms().some(({ attention, subject }) => attention === "watch" && subject.kind === "tv"
            && subject.showID === this.showID && isBefore(subject, place));
    }

    latestSeason() {
        return this.taken().map((one) => one.season).sort((one, other) => other - one)[0];
    }

    /** Chooses the first episode that is free, unless one was chosen by hand. */
    preselect() {
        const { choice, episode, episodes, options, season } = this;
        if (choice.episode !== undefined) return;
        const had = new Set(this.taken().filter((one) => one.season === Number(season.input.value)).map((one) => one.episode));
        const free = episodes.find((one) => hasAired(one) && !had.has(one.episode)) ?? episodes[0];
        if (free) episode.input.value = String(free.episode);
        options.onChange();
    }

    chosen() {
        return this.episodes.find((one) => String(one.episode) === this.episode.input.value);
    }
}

/**
 * @param {Episode} one
 * @param {boolean} isAhead
 */
function episodeWords(one, isAhead) {
    const episode = [one.episode, !isAhead && one.title].filter(Boolean).join(" · ");
    if (hasAired(one)) return episode;
    return one.airDate ? phrase("watch.pick.from", { episode, day: dayText(new Date(`${one.airDate}T12:00:00`)) })
        : phrase("watch.pick.notAired", { episode });
}

/** @param {Episode} episode */
function hasAired({ airDate }) {
    return airDate === undefined || Date.parse(`${airDate}T00:00:00Z`) - 14 * 3_600_000 <= replica.now();
}
