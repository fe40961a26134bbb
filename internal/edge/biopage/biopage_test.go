package biopage_test

import (
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/click"
	"linnet/internal/core/media"
	"linnet/internal/core/page"
	"linnet/internal/core/page/theme"
	"linnet/internal/edge/biopage"
)

var noon = time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC)

// source is a page in memory.
type source struct {
	doc   page.Document
	err   error
	reads int
}

func (s *source) Published(context.Context, string) (page.Published, error) {
	s.reads++
	return page.NewPublished(s.doc), s.err
}

func (*source) Respond(context.Context, page.Public, page.Answer) error { return nil }

const (
	linkID  = "lnk_0000000000001"
	pageID  = "bio_0000000000001"
	blockID = "blk_0000000000001"
	mediaID = "med_0000000000001"
)

// document returns a page with a block of each kind.
func document() page.Document {
	block := func(number byte, body page.Body) page.Block {
		return page.Block{ID: blockID[:len(blockID)-1] + string('0'+number%10), Visible: true, Body: body}
	}
	return page.Document{
		URL: "https://go.example.com/@ada",
		Page: page.Page{ID: pageID, Handle: "ada", PublishedRevision: 3, PublishedAt: noon, Content: page.Content{
			Title: "Ada Lovelace", Description: "Mathematician.\nWriter.", Theme: theme.Theme{Preset: theme.Default},
			Blocks: []page.Block{
				block(1, &page.Link{LinkID: linkID, Title: "Portfolio"}),
				block(2, &page.Heading{Text: "Talks", Level: 2}),
				block(3, &page.Text{Text: "I write **programs**."}),
				block(4, &page.Video{URL: "https://www.video.example/1"}),
				block(5, &page.Social{Items: []page.SocialItem{{Network: "github", URL: "https://github.com/ada"}}}),
				block(6, &page.Contact{Email: "ada@example.com", Phone: "+44 20 1234"}),
				block(7, &page.VCard{Name: "Ada; Lovelace", Email: "ada@example.com"}),
				block(8, &page.FAQ{Items: []page.Question{{Question: "Who?", Answer: "Ada."}}}),
				block(9, &page.Countdown{At: noon.Add(26 * time.Hour), Text: "Launch"}),
				{ID: "blk_0000000000010", Visible: true, Body: &page.QR{LinkID: linkID}},
				{ID: "blk_0000000000011", Visible: true, Body: &page.Product{Title: "Engine", Price: "19.90", Currency: "EUR", URL: "https://example.com/e"}},
				{ID: "blk_0000000000012", Visible: true, Body: &page.Group{Title: "More", Blocks: []page.Block{
					{ID: "blk_0000000000013", Visible: true, Body: &page.Map{Query: "St James's Square, London"}},
				}}},
				{ID: "blk_0000000000014", Visible: true, Body: &page.Divider{}},
				{ID: "blk_0000000000015", Visible: true, Body: &page.Image{MediaID: mediaID, URL: "https://example.com/i"}},
				{ID: "blk_0000000000016", Visible: true, Body: &page.Gallery{Items: []page.GalleryItem{{MediaID: mediaID}, {MediaID: "med_0000000000009"}}}},
				{ID: "blk_0000000000018", Visible: true, Body: &page.HTML{HTML: "<h3>Hours</h3><p>8–18"}},
			},
		}},
		Media: map[string]media.Media{mediaID: {
			ID: mediaID, Hash: "0123456789abcdef00", Width: 640, Height: 480, Widths: []int{320, 640}, Alt: `Ada "at" her <desk>`, Focal: media.Point{X: 25, Y: 100},
		}},
		MediaURL: "https://go.example.com",
		Links:    map[string]page.LinkFacts{linkID: {ShortURL: "https://go.example.com/launch", URL: "https://example.com/"}},
	}
}

func TestHandler_ShowsTheEndOfACountdownInTheZoneOfTheWorkspace(t *testing.T) {
	t.Parallel()
	doc := document()
	for zone, want := range map[string]string{
		"Europe/Berlin": `<time datetime="2026-04-02T14:00:00Z">2 Apr 2026, 16:00 CEST</time>`,
		"Asia/Kolkata":  `<time datetime="2026-04-02T14:00:00Z">2 Apr 2026, 19:30 IST</time>`,
		"":              `<time datetime="2026-04-02T14:00:00Z">2 Apr 2026, 14:00 UTC</time>`,
	} {
		if doc.Zone = nil; zone != "" {
			var err error
			if doc.Zone, err = time.LoadLocation(zone); err != nil {
				t.Fatal(err)
			}
		}
		if html, err := preview(t, doc); err != nil || !strings.Contains(string(html), want) {
			at := strings.Index(string(html), "<time")
			t.Errorf("%s: %v, %.90s, want %s", zone, err, html[max(at, 0):], want)
		}
	}
}

// answerAtOnce records nothing.
func answerAtOnce(_ click.PageVisit, answer func()) { answer() }

// visitor is the address of visitors.
var visitor = netip.MustParseAddr("192.0.2.1")

// preview returns the preview of a document.
func preview(t testing.TB, doc page.Document) ([]byte, error) {
	t.Helper()
	b, err := page.NewRendering().Begin(t.Context(), doc.WorkspaceID)
	if err != nil {
		t.Fatal(err)
	}
	defer b.End()
	return biopage.NewRenderer().Preview(b, doc, noon)
}

func serve(h *biopage.Handler, target string, headers ...string) (*httptest.ResponseRecorder, error) {
	r := httptest.NewRequest(http.MethodGet, target, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	err := h.ServePage(w, r, pageID, "", visitor, answerAtOnce)
	return w, err
}

func TestHandler_ServesHTMLWithoutScripts(t *testing.T) {
	t.Parallel()
	h := biopage.New(biopage.Deps{Source: &source{doc: document()}, Clock: clock.NewManual(noon)})
	w, err := serve(h, "/@ada")
	if err != nil || w.Code != http.StatusOK {
		t.Fatalf("%d %v", w.Code, err)
	}
	html := w.Body.String()
	for _, want := range []string{
		`<title dir="auto">Ada Lovelace</title>`, `<h1 dir="auto">Ada Lovelace</h1>`, `<p dir="auto">Mathematician.</p>`, `<p dir="auto">Writer.</p>`,
		`href="https://go.example.com/launch?lnt=bio&amp;lnb=0000000000001.0000000000001"`, `<h2 dir="auto">Talks</h2>`,
		`<strong>programs</strong>`, `video.example`, `>GitHub</a>`, `<a href="?go=blk_0000000000006.1"><bdi dir="ltr">ada@example.com</bdi></a>`, `<a href="?go=blk_0000000000006.2"><bdi dir="ltr">&#43;44 20 1234</bdi></a>`,
		`href="?vcard=blk_0000000000007"`, `<summary dir="auto">Who?</summary>`, `1 day, 2 hours`, `<svg role="img"`, `19.90 EUR`,
		`https://www.openstreetmap.org/search?query=St&#43;James%27s&#43;Square%2C&#43;London`, `<hr>`,
	} {
		if !strings.Contains(html, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if n := strings.Count(html, "<script"); n != 1 || !strings.Contains(html, `<script type="application/ld+json">`) {
		t.Errorf("%d script elements", n)
	}
	for _, never := range []string{"data-block", "ZgotmplZ", "<iframe", "style=\""} {
		if strings.Contains(html, never) {
			t.Errorf("the page contains %s", never)
		}
	}
}

func TestHandler_DescribesTheProfileAsJSONLD(t *testing.T) {
	t.Parallel()
	w, err := serve(biopage.New(biopage.Deps{Source: &source{doc: document()}, Clock: clock.NewManual(noon)}), "/@ada")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(w.Body.String(), `<script type="application/ld+json">`)
	text, _, _ := strings.Cut(rest, "</script>")
	var got struct {
		Type string `json:"@type"`
		Main struct {
			Name   string   `json:"name"`
			SameAs []string `json:"sameAs"`
		} `json:"mainEntity"`
	}
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	if got.Type != "ProfilePage" || got.Main.Name != "Ada Lovelace" || len(got.Main.SameAs) != 1 || got.Main.SameAs[0] != "https://github.com/ada" {
		t.Errorf("got %+v", got)
	}
}

func TestHandler_AllowsItsStyleSheetByHash(t *testing.T) {
	t.Parallel()
	w, err := serve(biopage.New(biopage.Deps{Source: &source{doc: document()}, Clock: clock.NewManual(noon)}), "/@ada")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(w.Body.String(), "<style>")
	style, _, _ := strings.Cut(rest, "</style>")
	sum := sha256.Sum256([]byte(style))
	policy := w.Header().Get("Content-Security-Policy")
	if strings.Contains(policy, "script-src") {
		t.Errorf("policy %q allows scripts", policy)
	}
	for _, want := range []string{"default-src 'none'", "connect-src 'self'", "frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'", base64.StdEncoding.EncodeToString(sum[:])} {
		if !strings.Contains(policy, want) {
			t.Errorf("policy %q lacks %s", policy, want)
		}
	}
}

func TestHandler_AnswersNotModifiedAndCompresses(t *testing.T) {
	t.Parallel()
	h := biopage.New(biopage.Deps{Source: &source{doc: document()}, Clock: clock.NewManual(noon)})
	first, err := serve(h, "/@ada")
	if err != nil {
		t.Fatal(err)
	}
	again, err := serve(h, "/@ada", "If-None-Match", first.Header().Get("ETag"))
	if err != nil || again.Code != http.StatusNotModified || again.Body.Len() != 0 {
		t.Errorf("%d %v", again.Code, err)
	}
	packed, err := serve(h, "/@ada", "Accept-Encoding", "br, gzip")
	if err != nil || packed.Header().Get("Content-Encoding") != "gzip" {
		t.Fatalf("%v %v", packed.Header(), err)
	}
	if n := packed.Body.Len(); n > 14<<10 {
		t.Errorf("%d bytes compressed", n)
	}
	reader, err := gzip.NewReader(packed.Body)
	if err != nil {
		t.Fatal(err)
	}
	if plain, err := io.ReadAll(reader); err != nil || string(plain) != first.Body.String() {
		t.Errorf("the compressed page differs: %v", err)
	}
}

func TestHandler_RendersAgainAfterAnEviction(t *testing.T) {
	t.Parallel()
	s := &source{doc: document()}
	h := biopage.New(biopage.Deps{Source: s, Clock: clock.NewManual(noon)})
	read := func(want int) {
		t.Helper()
		if _, err := serve(h, "/@ada"); err != nil || s.reads != want {
			t.Errorf("%d reads, want %d: %v", s.reads, want, err)
		}
	}
	read(1)
	read(1)
	h.Forget(pageID)
	read(2)
	h.ForgetLink("lnk_0000000000009")
	read(2)
	h.ForgetLink(linkID)
	read(3)
	h.ForgetAll()
	read(4)
}

func TestHandler_FollowsTheSchedules(t *testing.T) {
	t.Parallel()
	now := clock.NewManual(noon)
	doc := document()
	doc.Blocks = []page.Block{
		{ID: blockID, Visible: true, StartsAt: noon.Add(time.Minute), EndsAt: noon.Add(2 * time.Minute), Body: &page.Heading{Text: "Sale", Level: 2}},
		{ID: blockID, Visible: false, Body: &page.Heading{Text: "Hidden", Level: 2}},
		{ID: blockID, Visible: true, Body: &page.Link{LinkID: linkID, Title: "Portfolio"}},
	}
	doc.Links = map[string]page.LinkFacts{linkID: {ShortURL: "https://go.example.com/launch", EndsAt: noon.Add(3 * time.Minute)}}
	doc.EndsAt = noon.Add(4 * time.Minute)
	h := biopage.New(biopage.Deps{Source: &source{doc: doc}, Clock: now})
	for _, want := range []struct{ sale, link bool }{{false, true}, {true, true}, {false, true}, {false, false}} {
		w, err := serve(h, "/@ada")
		if err != nil {
			t.Fatal(err)
		}
		html := w.Body.String()
		if strings.Contains(html, "Sale") != want.sale || strings.Contains(html, "Portfolio") != want.link || strings.Contains(html, "Hidden") {
			t.Errorf("at %s: want %+v", now.Now(), want)
		}
		now.Advance(time.Minute)
	}
	if _, err := serve(h, "/@ada"); !fault.Is(err, fault.NotFound) {
		t.Errorf("after its end: %v", err)
	}
}

func TestHandler_ReturnsTheErrorsOfItsSource(t *testing.T) {
	t.Parallel()
	for _, want := range []error{fault.New(fault.NotFound, "no"), fault.New(fault.Gone, "gone"), errors.New("down")} {
		w, err := serve(biopage.New(biopage.Deps{Source: &source{err: want}, Clock: clock.NewManual(noon)}), "/@ada")
		if !errors.Is(err, want) || w.Body.Len() > 0 {
			t.Errorf("got %v, want %v", err, want)
		}
	}
}

func TestHandler_ServesContactsAsFiles(t *testing.T) {
	t.Parallel()
	h := biopage.New(biopage.Deps{Source: &source{doc: document()}, Clock: clock.NewManual(noon)})
	w, err := serve(h, "/@ada?vcard=blk_0000000000007")
	if err != nil || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/vcard") {
		t.Fatalf("%v %v", w.Header(), err)
	}
	if got := w.Header().Get("Content-Disposition"); got != "attachment; filename=contact.vcf" {
		t.Errorf("the file is %q", got)
	}
	if body := w.Body.String(); !strings.Contains(body, "N:;Ada\\; Lovelace;;;\r\nFN:Ada\\; Lovelace\r\n") || !strings.HasPrefix(body, "BEGIN:VCARD\r\n") {
		t.Errorf("got %q", body)
	}
	if w, err := serve(h, "/@ada?vcard=blk_0000000000001"); err != nil || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") {
		t.Errorf("another block: %v %v", w.Header(), err)
	}
}

func TestHandler_ServesOnlyContactsThatVisitorsSee(t *testing.T) {
	t.Parallel()
	contact := page.Block{ID: blockID, Visible: true, Body: &page.VCard{Name: "Ada"}}
	ended, scheduled, hidden := contact, contact, contact
	ended.EndsAt, scheduled.StartsAt, hidden.Visible = noon, noon.Add(time.Minute), false
	inGroup := func(visible bool) page.Block {
		return page.Block{ID: "blk_0000000000002", Visible: visible, Body: &page.Group{Title: "More", Blocks: []page.Block{contact}}}
	}
	for name, c := range map[string]struct {
		block page.Block
		want  bool
	}{
		"visible": {contact, true}, "ended": {ended, false}, "scheduled": {scheduled, false}, "hidden": {hidden, false},
		"in a group": {inGroup(true), true}, "in a hidden group": {inGroup(false), false},
	} {
		doc := document()
		doc.Blocks = []page.Block{c.block}
		w, err := serve(biopage.New(biopage.Deps{Source: &source{doc: doc}, Clock: clock.NewManual(noon)}), "/@ada?vcard="+blockID)
		if got := strings.HasPrefix(w.Header().Get("Content-Type"), "text/vcard"); err != nil || got != c.want {
			t.Errorf("%s: %v, %v", name, w.Header(), err)
		}
	}
}

func TestRenderer_PreviewMarksEachBlock(t *testing.T) {
	t.Parallel()
	doc := document()
	doc.Blocks = append(doc.Blocks, page.Block{ID: "blk_0000000000017", Visible: true, Body: &page.Link{Title: "New", URL: "javascript:alert(1)"}})
	html, err := preview(t, doc)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(html), " data-block="); n != 18 {
		t.Errorf("%d blocks are marked, want 18", n)
	}
	if strings.Contains(string(html), "javascript:") {
		t.Error("the preview contains an address that was not validated")
	}
}

func TestHandler_ShowsImagesWithTheirFocalPoint(t *testing.T) {
	t.Parallel()
	doc := document()
	doc.AvatarID = mediaID
	doc.Blocks[0].Body.(*page.Link).Thumbnail = mediaID
	w, err := serve(biopage.New(biopage.Deps{Source: &source{doc: doc}, Clock: clock.NewManual(noon)}), "/@ada")
	if err != nil {
		t.Fatal(err)
	}
	const file = "https://go.example.com/media/" + mediaID + "/0123456789abcdef-"
	for _, want := range []string{
		`src="` + file + `640.jpg" srcset="` + file + `320.webp 320w,` + file + `640.webp 640w"`,
		`width="640" height="480" alt="Ada &#34;at&#34; her &lt;desk&gt;" class="f25-100" loading="lazy"`,
		`img.f25-100{object-position:25% 100%}`, `"image":"` + file + `640.jpg"`, `alt="" class="f25-100"`,
	} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s is not in %s", want, w.Body)
		}
	}
	if n := strings.Count(w.Body.String(), "<img "); n != 4 { // an image that was deleted is not shown
		t.Errorf("%d images, want 4", n)
	}
	if got := w.Header().Get("Content-Security-Policy"); !strings.Contains(got, "img-src 'self' data: https://go.example.com;") {
		t.Errorf("policy %s", got)
	}
}

func TestHandler_ForgetMediaEvictsPagesWithTheImage(t *testing.T) {
	t.Parallel()
	s := &source{doc: document()}
	h := biopage.New(biopage.Deps{Source: s, Clock: clock.NewManual(noon)})
	for i, forget := range []string{"med_0000000000002", mediaID, ""} {
		if _, err := serve(h, "/@ada"); err != nil {
			t.Fatal(err)
		}
		if want := []int{1, 1, 2}[i]; s.reads != want {
			t.Errorf("%d reads, want %d", s.reads, want)
		}
		h.ForgetMedia(forget)
	}
}
