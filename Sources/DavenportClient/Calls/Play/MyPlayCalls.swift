import DavenportAPI

extension DavenportClient {
    /// List your challenges, newest first, with your score and rank.
    public var listChallenges: Call<ChallengeQuery, Page<Challenge>> { Call(self, Endpoints.listChallenges) }
    /// Retrieve your streak and your best plays.
    public var showPlayProfile: Call<NoInput, PlayProfile> { Call(self, Endpoints.showPlayProfile) }
    /// Choose who sees your name in results and on boards: everyone, or your friends.
    public var changePlayProfile: Call<PlayProfileChange, PlayProfile> { Call(self, Endpoints.changePlayProfile) }
    /// List the words that you have played in any challenge, with counts and best scores.
    public var listMyWords: Call<MyWordQuery, Page<MyWord>> { Call(self, Endpoints.listMyWords) }
    /// Retrieve your week in the daily challenges, up to today.
    public var showPlayWeek: Call<PlayWeekQuery, PlayWeek> { Call(self, Endpoints.showPlayWeek) }
}
