package biopage_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/core/click"
	"linnet/internal/core/page"
	"linnet/internal/edge/biopage"
)

const (
	videoID = "blk_0000000000091"
	musicID = "blk_0000000000092"
	otherID = "blk_0000000000093"
)

// withPlayers returns a page with a video, music in a group, and a video of a site
// without a player.
func withPlayers() page.Document {
	doc := document()
	doc.Blocks = []page.Block{
		{ID: videoID, Visible: true, EndsAt: noon.Add(time.Hour), Body: &page.Video{URL: "https://www.youtube.com/watch?v=dQw4w9WgXcQ"}},
		{ID: blockID, Visible: true, Body: &page.Group{Title: "Songs", Blocks: []page.Block{
			{ID: musicID, Visible: true, Body: &page.Music{URL: "https://open.spotify.com/track/4cOdK2wGLETKBW3PvgPWqT"}},
		}}},
		{ID: otherID, Visible: true, Body: &page.Video{URL: "https://video.example/1"}},
	}
	return doc
}

func TestHandler_LoadsPlayersOnlyAfterAClick(t *testing.T) {
	t.Parallel()
	now := clock.NewManual(noon)
	h := biopage.New(biopage.Deps{Source: &source{doc: withPlayers()}, Clock: now})
	views := 0
	get := func(target string) (html string, header http.Header) {
		t.Helper()
		w := httptest.NewRecorder()
		err := h.ServePage(w, httptest.NewRequest(http.MethodGet, target, nil), pageID, "", visitor, func(of click.PageVisit, answer func()) {
			if of.BlockID == "" {
				views++
			}
			answer()
		})
		if err != nil || w.Code != http.StatusOK {
			t.Fatalf("%s: %d, %v", target, w.Code, err)
		}
		return w.Body.String(), w.Header()
	}
	for _, target := range []string{"/@ada", "/@ada?play=" + otherID, "/@ada?play=" + blockID, "/@ada?play=blk_0000000000077"} {
		html, header := get(target)
		for _, want := range []string{
			`href="?play=` + videoID + "#" + videoID + `" data-url="https://www.youtube.com/watch?v=dQw4w9WgXcQ"`,
			`href="?play=` + musicID + "#" + musicID + `"`, `href="?go=` + otherID + `.1" data-url="https://video.example/1"`,
		} {
			if !strings.Contains(html, want) {
				t.Errorf("%s lacks %s: %s", target, want, html)
			}
		}
		if strings.Contains(html, "<iframe") || strings.Contains(header.Get("Content-Security-Policy"), "frame-src") {
			t.Errorf("%s has a frame, or may have one: %v", target, header)
		}
	}
	if views != 4 {
		t.Errorf("%d views, want 4", views)
	}

	html, header := get("/@ada?play=" + musicID)
	for _, want := range []string{
		`<div class="v" id="` + musicID + `"><iframe src="https://open.spotify.com/embed/track/4cOdK2wGLETKBW3PvgPWqT" title="Listen on Spotify" height="152"`,
		`<details class="c" open>`, `<a href="?go=` + musicID + `.1" rel="noopener nofollow">Listen on Spotify</a>`,
	} {
		if !strings.Contains(html, want) {
			t.Errorf("the page with a player lacks %s: %s", want, html)
		}
	}
	if n := strings.Count(html, "<iframe"); n != 1 || views != 4 {
		t.Errorf("%d frames, %d views", n, views)
	}
	if got := header.Get("Content-Security-Policy"); !strings.HasSuffix(got, "; frame-src https://open.spotify.com") {
		t.Errorf("policy %s", got)
	}
	if header.Get("Cache-Control") != "private, no-store" || header.Get("X-Robots-Tag") != "noindex" {
		t.Errorf("headers %v", header)
	}
	now.Advance(2 * time.Hour)
	if html, _ := get("/@ada?play=" + videoID); strings.Contains(html, "<iframe") {
		t.Error("the player of a block after its end is shown")
	}
}
