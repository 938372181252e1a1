import DavenportAPI

extension DavenportClient {
    /// My challenges, newest first, with my score and rank.
    public var listChallenges: Call<ChallengeQuery, Page<Challenge>> { Call(self, Endpoints.listChallenges) }
    /// My streak, and the best that I played.
    public var showPlayProfile: Call<NoInput, PlayProfile> { Call(self, Endpoints.showPlayProfile) }
    /// Say who reads my name in results and on boards: everyone, or my friends.
    public var changePlayProfile: Call<PlayProfileChange, PlayProfile> { Call(self, Endpoints.changePlayProfile) }
    /// Each word that I ever played, in any challenge, with how often and what it scored.
    public var listMyWords: Call<MyWordQuery, Page<MyWord>> { Call(self, Endpoints.listMyWords) }
    /// My week in the daily challenges, up to today.
    public var showPlayWeek: Call<PlayWeekQuery, PlayWeek> { Call(self, Endpoints.showPlayWeek) }
}
