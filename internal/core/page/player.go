package page

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Player is the player of a video or of music that another site offers for the pages
// of others.
type Player struct {
	Site string // the name of the site, such as YouTube
	URL  string // of the document for an iframe; always https
	// Width and Height are the size in pixels. The player of music is as wide as the
	// page and has a Width of 0.
	Width, Height int
}

// Origin returns the origin of the player, such as https://player.vimeo.com.
func (p Player) Origin() string {
	rest := strings.TrimPrefix(p.URL, "https://")
	host, _, _ := strings.Cut(rest, "/")
	return "https://" + host
}

// site derives players from the addresses of one site.
type site struct {
	name  string
	hosts []string // without www.
	// player returns the player of an address. Its parts are validated.
	player func(u *url.URL) (Player, bool)
}

// Sizes of players in pixels.
const (
	wideWidth, wideHeight = 560, 315
	tallWidth, tallHeight = 315, 560
	trackHeight           = 152 // of one track or episode
	listHeight            = 352 // of an album or a playlist
)

//nolint:gochecknoglobals // an immutable table
var sites = []site{
	{"YouTube", []string{"youtube.com", "m.youtube.com", "music.youtube.com", "youtu.be", "youtube-nocookie.com"}, youTube},
	{"Vimeo", []string{"vimeo.com", "player.vimeo.com"}, vimeo},
	{"Dailymotion", []string{"dailymotion.com", "dai.ly"}, dailymotion},
	{"TikTok", []string{"tiktok.com"}, tikTok},
	{"Spotify", []string{"open.spotify.com"}, spotify},
	{"SoundCloud", []string{"soundcloud.com", "m.soundcloud.com", "w.soundcloud.com"}, soundCloud},
	{"Apple Music", []string{"music.apple.com", "embed.music.apple.com"}, appleMusic},
	{"Deezer", []string{"deezer.com", "widget.deezer.com"}, deezer},
}

// PlayerOf returns the player of the address of a video or of music; ok is false for
// other sites and for addresses without a player.
func PlayerOf(address string) (p Player, ok bool) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.User != nil || u.Port() != "" {
		return Player{}, false
	}
	host := strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
	for _, s := range sites {
		for _, known := range s.hosts {
			if host == known {
				p, ok = s.player(u)
				p.Site = s.name
				return p, ok
			}
		}
	}
	return Player{}, false
}

var (
	videoID = regexp.MustCompile(`^[A-Za-z0-9_-]{6,64}$`)
	number  = regexp.MustCompile(`^[0-9]{1,20}$`)
	shortID = regexp.MustCompile(`^[A-Za-z0-9]{1,64}$`)
	appleID = regexp.MustCompile(`^[A-Za-z0-9.-]{1,80}$`)
)

// segments returns the parts of the path, of which there are at least n; missing ones
// are empty.
func segments(u *url.URL, n int) []string {
	parts := strings.Split(strings.Trim(u.Path, "/"), "/")
	for len(parts) < n {
		parts = append(parts, "")
	}
	return parts
}

// maxStart bounds the start of a video.
const maxStart = 24 * time.Hour

// startOf returns prefix and suffix around the second at which a video starts, by the
// parameter t or start of its address, such as 90, 90s or 1m30s, or by its fragment; empty
// without one.
func startOf(u *url.URL, prefix, suffix string) string {
	fragment, _ := url.ParseQuery(u.Fragment) // of a malformed one, what can be read
	for _, text := range []string{u.Query().Get("t"), u.Query().Get("start"), fragment.Get("t")} {
		if number.MatchString(text) {
			text += "s"
		}
		if d, err := time.ParseDuration(text); err == nil && d >= time.Second && d <= maxStart {
			return prefix + strconv.Itoa(int(d/time.Second)) + suffix
		}
	}
	return ""
}

func youTube(u *url.URL) (Player, bool) {
	const base = "https://www.youtube-nocookie.com/embed/"
	parts, query := segments(u, 2), u.Query()
	id := query.Get("v")
	wide := Player{Width: wideWidth, Height: wideHeight}
	switch {
	case strings.EqualFold(u.Hostname(), "youtu.be"):
		id = parts[0]
	case parts[0] == "playlist":
		if list := query.Get("list"); videoID.MatchString(list) {
			wide.URL = base + "videoseries?list=" + list
			return wide, true
		}
		return Player{}, false
	case parts[0] == "shorts":
		if videoID.MatchString(parts[1]) {
			return Player{URL: base + parts[1] + startOf(u, "?start=", ""), Width: tallWidth, Height: tallHeight}, true
		}
		return Player{}, false
	case parts[0] == "live" || parts[0] == "embed":
		id = parts[1]
	}
	wide.URL = base + id + startOf(u, "?start=", "")
	return wide, videoID.MatchString(id)
}

func vimeo(u *url.URL) (Player, bool) {
	parts := segments(u, 2)
	if parts[0] == "video" || parts[0] == "channels" { // player.vimeo.com/video/1, vimeo.com/channels/name/1
		parts = append(parts[len(parts)-1:], "")
	}
	if !number.MatchString(parts[0]) {
		return Player{}, false
	}
	address := "https://player.vimeo.com/video/" + parts[0] + "?dnt=1"
	if shortID.MatchString(parts[1]) { // of an unlisted video
		address += "&h=" + parts[1]
	}
	return Player{URL: address + startOf(u, "#t=", "s"), Width: wideWidth, Height: wideHeight}, true
}

func dailymotion(u *url.URL) (Player, bool) {
	parts := segments(u, 2)
	id := parts[0]
	if id == "video" {
		id = parts[1]
	}
	address := "https://geo.dailymotion.com/player.html?video=" + id + startOf(u, "&startTime=", "")
	return Player{URL: address, Width: wideWidth, Height: wideHeight}, shortID.MatchString(id)
}

func tikTok(u *url.URL) (Player, bool) {
	parts := segments(u, 3)
	ok := strings.HasPrefix(parts[0], "@") && parts[1] == "video" && number.MatchString(parts[2])
	return Player{URL: "https://www.tiktok.com/player/v1/" + parts[2], Width: tallWidth, Height: tallHeight}, ok
}

// listHeightOf returns the height of the player of a kind of music.
func listHeightOf(kind string) int {
	switch kind {
	case "track", "song", "episode":
		return trackHeight
	}
	return listHeight
}

func spotify(u *url.URL) (Player, bool) {
	parts := segments(u, 2)
	if strings.HasPrefix(parts[0], "intl-") || parts[0] == "embed" {
		parts = append(parts[1:], "")
	}
	switch kind := parts[0]; kind {
	case "track", "album", "playlist", "artist", "episode", "show":
		return Player{URL: "https://open.spotify.com/embed/" + kind + "/" + parts[1], Height: listHeightOf(kind)}, shortID.MatchString(parts[1])
	}
	return Player{}, false
}

func soundCloud(u *url.URL) (Player, bool) {
	if strings.HasPrefix(u.Path, "/player") { // the address in an embed code
		track, err := url.Parse(u.Query().Get("url"))
		if err != nil || track.Hostname() != "soundcloud.com" && track.Hostname() != "api.soundcloud.com" {
			return Player{}, false
		}
		clean := url.URL{Scheme: "https", Host: track.Hostname(), Path: track.Path}
		return soundCloudPlayer(&clean, strings.Contains(track.Path, "/playlists/") || strings.Contains(track.Path, "/sets/")), true
	}
	parts := segments(u, 2)
	if parts[0] == "" || parts[1] == "" {
		return Player{}, false
	}
	return soundCloudPlayer(&url.URL{Scheme: "https", Host: "soundcloud.com", Path: u.Path}, parts[1] == "sets"), true
}

func soundCloudPlayer(track *url.URL, isList bool) Player {
	p := Player{URL: "https://w.soundcloud.com/player/?url=" + url.QueryEscape(track.String()), Height: trackHeight}
	if isList {
		p.Height = listHeight
	}
	return p
}

func appleMusic(u *url.URL) (Player, bool) {
	parts := segments(u, 3) // us/album/name/1
	last := parts[len(parts)-1]
	kind := parts[1]
	if kind != "album" && kind != "song" && kind != "playlist" || !appleID.MatchString(last) {
		return Player{}, false
	}
	address := url.URL{Scheme: "https", Host: "embed.music.apple.com", Path: u.Path}
	if track := u.Query().Get("i"); number.MatchString(track) {
		address.RawQuery, kind = "i="+track, "song"
	}
	return Player{URL: address.String(), Height: listHeightOf(kind)}, true
}

func deezer(u *url.URL) (Player, bool) {
	parts := segments(u, 2)
	if n := len(parts); n > 2 { // after a language, or /widget/auto
		parts = parts[n-2:]
	}
	switch kind := parts[0]; kind {
	case "track", "album", "playlist", "episode", "show":
		return Player{URL: "https://widget.deezer.com/widget/auto/" + kind + "/" + parts[1], Height: listHeightOf(kind)}, number.MatchString(parts[1])
	}
	return Player{}, false
}
