package page_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"linnet/internal/core/page"
)

func TestPlayerOf_KnowsTheAddressesOfEachSite(t *testing.T) {
	t.Parallel()
	const tube, vimeo, spotify = "https://www.youtube-nocookie.com/embed/", "https://player.vimeo.com/video/", "https://open.spotify.com/embed/"
	for address, want := range map[string]struct {
		site, url     string
		width, height int
	}{
		"https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3":              {"YouTube", tube + "dQw4w9WgXcQ?start=3", 560, 315},
		"https://youtu.be/dQw4w9WgXcQ?t=1h2m3s":                        {"YouTube", tube + "dQw4w9WgXcQ?start=3723", 560, 315},
		"https://www.youtube.com/embed/dQw4w9WgXcQ?start=90":           {"YouTube", tube + "dQw4w9WgXcQ?start=90", 560, 315},
		"https://youtu.be/dQw4w9WgXcQ?t=-5s":                           {"YouTube", tube + "dQw4w9WgXcQ", 560, 315},
		"https://youtu.be/dQw4w9WgXcQ?t=99999999999999999999":          {"YouTube", tube + "dQw4w9WgXcQ", 560, 315},
		"https://youtu.be/dQw4w9WgXcQ?t=%22onload%3D":                  {"YouTube", tube + "dQw4w9WgXcQ", 560, 315},
		"https://vimeo.com/76979871#t=1m30s":                           {"Vimeo", vimeo + "76979871?dnt=1#t=90s", 560, 315},
		"https://www.dailymotion.com/video/x8abc12?start=75":           {"Dailymotion", "https://geo.dailymotion.com/player.html?video=x8abc12&startTime=75", 560, 315},
		"https://youtu.be/dQw4w9WgXcQ?si=x":                            {"YouTube", tube + "dQw4w9WgXcQ", 560, 315},
		"http://M.YouTube.com/live/dQw4w9WgXcQ":                        {"YouTube", tube + "dQw4w9WgXcQ", 560, 315},
		"https://www.youtube.com/embed/dQw4w9WgXcQ":                    {"YouTube", tube + "dQw4w9WgXcQ", 560, 315},
		"https://youtube.com/shorts/dQw4w9WgXcQ":                       {"YouTube", tube + "dQw4w9WgXcQ", 315, 560},
		"https://www.youtube.com/playlist?list=PLabc_def":              {"YouTube", tube + "videoseries?list=PLabc_def", 560, 315},
		"https://vimeo.com/76979871":                                   {"Vimeo", vimeo + "76979871?dnt=1", 560, 315},
		"https://vimeo.com/channels/staffpicks/76979871":               {"Vimeo", vimeo + "76979871?dnt=1", 560, 315},
		"https://vimeo.com/76979871/abc123":                            {"Vimeo", vimeo + "76979871?dnt=1&h=abc123", 560, 315},
		"https://player.vimeo.com/video/76979871":                      {"Vimeo", vimeo + "76979871?dnt=1", 560, 315},
		"https://www.dailymotion.com/video/x8abc12":                    {"Dailymotion", "https://geo.dailymotion.com/player.html?video=x8abc12", 560, 315},
		"https://dai.ly/x8abc12":                                       {"Dailymotion", "https://geo.dailymotion.com/player.html?video=x8abc12", 560, 315},
		"https://www.tiktok.com/@oat/video/7106594312292453675":        {"TikTok", "https://www.tiktok.com/player/v1/7106594312292453675", 315, 560},
		"https://open.spotify.com/track/4cOdK2wGLETKBW3PvgPWqT?si=x":   {"Spotify", spotify + "track/4cOdK2wGLETKBW3PvgPWqT", 0, 152},
		"https://open.spotify.com/intl-de/album/4cOdK2wGLETKBW3PvgPWq": {"Spotify", spotify + "album/4cOdK2wGLETKBW3PvgPWq", 0, 352},
		"https://open.spotify.com/embed/episode/4cOdK2wGLETKBW3PvgPWq": {"Spotify", spotify + "episode/4cOdK2wGLETKBW3PvgPWq", 0, 152},
		"https://soundcloud.com/oat/one?in=x":                          {"SoundCloud", "https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Foat%2Fone", 0, 152},
		"https://soundcloud.com/oat/sets/two":                          {"SoundCloud", "https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Foat%2Fsets%2Ftwo", 0, 352},
		"https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/playlists/7&color=x": {
			"SoundCloud", "https://w.soundcloud.com/player/?url=https%3A%2F%2Fapi.soundcloud.com%2Fplaylists%2F7", 0, 352},
		"https://music.apple.com/gb/album/oats/1440833098":              {"Apple Music", "https://embed.music.apple.com/gb/album/oats/1440833098", 0, 352},
		"https://music.apple.com/gb/album/oats/1440833098?i=1440833099": {"Apple Music", "https://embed.music.apple.com/gb/album/oats/1440833098?i=1440833099", 0, 152},
		"https://www.deezer.com/en/track/3135556":                       {"Deezer", "https://widget.deezer.com/widget/auto/track/3135556", 0, 152},
		"https://widget.deezer.com/widget/dark/playlist/3135556":        {"Deezer", "https://widget.deezer.com/widget/auto/playlist/3135556", 0, 352},
	} {
		got, ok := page.PlayerOf(address)
		if !ok || got != (page.Player{Site: want.site, URL: want.url, Width: want.width, Height: want.height}) {
			t.Errorf("%s: %+v, %v", address, got, ok)
		}
	}
}

func TestPlayerOf_HasNoneForOtherAddresses(t *testing.T) {
	t.Parallel()
	for _, address := range []string{
		"", "https://example.com/watch?v=dQw4w9WgXcQ", "https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ", "https://youtube.com/@oat",
		"https://www.youtube.com/watch", "https://youtu.be/", "https://youtu.be/a\"b<c>d", "https://youtube.com/playlist?list=%22%3E%3Cscript%3E",
		"javascript://youtube.com/%0aalert(1)", "https://user@youtu.be/dQw4w9WgXcQ", "https://youtu.be:8443/dQw4w9WgXcQ", "ftp://youtu.be/dQw4w9WgXcQ",
		"https://vimeo.com/about", "https://vimeo.com/", "https://www.dailymotion.com/video/a-b", "https://www.tiktok.com/@oat", "https://open.spotify.com/user/oat",
		"https://open.spotify.com/track/../x", "https://soundcloud.com/oat", "https://w.soundcloud.com/player/?url=https://evil.example/tracks/1",
		"https://music.apple.com/gb/artist/oats/1440833098", "https://music.apple.com/", "https://www.deezer.com/en/track/x", "://",
	} {
		if p, ok := page.PlayerOf(address); ok {
			t.Errorf("%q has %+v", address, p)
		}
	}
}

// origins are all that players may have.
func origins() []string {
	return []string{
		"https://www.youtube-nocookie.com", "https://player.vimeo.com", "https://geo.dailymotion.com", "https://www.tiktok.com",
		"https://open.spotify.com", "https://w.soundcloud.com", "https://embed.music.apple.com", "https://widget.deezer.com",
	}
}

func FuzzPlayerOf(f *testing.F) {
	for _, seed := range []string{
		"https://youtu.be/dQw4w9WgXcQ", "https://vimeo.com/1/a", "https://soundcloud.com/a/b", "https://music.apple.com/gb/album/o/1?i=2",
		"https://open.spotify.com/track/1", "https://w.soundcloud.com/player/?url=https://api.soundcloud.com/tracks/1", "https://dai.ly/x",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, address string) {
		p, ok := page.PlayerOf(address)
		if !ok {
			return
		}
		u, err := url.Parse(p.URL)
		if err != nil || !slices.Contains(origins(), u.Scheme+"://"+u.Host) || p.Origin() != u.Scheme+"://"+u.Host || strings.ContainsAny(p.URL, "\"'<> \n") || p.Height == 0 {
			t.Errorf("%q has %+v: %v", address, p, err)
		}
	})
}
