import DavenportAPI

// The wire's types; the stand-in has some by these names too.
typealias ShowAnswer = DavenportAPI.Show
typealias SeasonAnswer = DavenportAPI.Season
