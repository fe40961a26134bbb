package biopage_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/media"
	"linnet/internal/core/page"
	"linnet/internal/edge/biopage"
	"linnet/internal/testkit"
)

// unclosed is custom HTML whose open elements a parser repeats in each paragraph.
var unclosed = strings.Repeat("<b><i><u><s><em><strong><small><code>", 3) + strings.Repeat("<p>x", 1100)

// withBlocks returns the document of a page with n blocks of a body.
func withBlocks(n int, body func(i int) page.Body) page.Document {
	doc := document()
	doc.Blocks = nil
	for i := range n {
		doc.Blocks = append(doc.Blocks, page.Block{ID: fmt.Sprintf("blk_%013d", i+1), Visible: true, Body: body(i)})
	}
	return doc
}

// large returns documents whose pages would be longer than page.MaxHTML.
func large() map[string]page.Document {
	gallery := withBlocks(99, func(int) page.Body {
		items := make([]page.GalleryItem, 30)
		for i := range items {
			items[i].MediaID = fmt.Sprintf("med_%013d", i)
		}
		return &page.Gallery{Items: items}
	})
	gallery.Media = map[string]media.Media{}
	for i := range 30 {
		id := fmt.Sprintf("med_%013d", i)
		gallery.Media[id] = media.Media{ID: id, Hash: strings.Repeat("0", 64), Widths: []int{320, 640, 1280}, Focal: media.Point{X: i, Y: i}}
	}
	codes := withBlocks(99, func(i int) page.Body { return &page.QR{LinkID: fmt.Sprintf("lnk_%013d", i)} })
	codes.Links = map[string]page.LinkFacts{}
	for i := range 99 {
		codes.Links[fmt.Sprintf("lnk_%013d", i)] = page.LinkFacts{ShortURL: fmt.Sprintf("https://%s.example/%d", strings.Repeat("long", 20), i)}
	}
	return map[string]page.Document{
		"quotes":    withBlocks(99, func(int) page.Body { return &page.Text{Text: strings.Repeat("'", 2500)} }),
		"galleries": gallery,
		"codes":     codes,
		"one group": withBlocks(1, func(int) page.Body {
			return &page.Group{Title: "More", Blocks: withBlocks(60, func(int) page.Body { return &page.Text{Text: strings.Repeat("'", 2500)} }).Blocks}
		}),
		"profiles": withBlocks(60, func(int) page.Body {
			items := slices.Repeat([]page.SocialItem{{Network: "website", URL: "https://example.com/?" + strings.Repeat("&", 100)}}, 30)
			return &page.Social{Items: items}
		}),
	}
}

func TestRenderer_RefusesPagesThatAreNotShownWhole(t *testing.T) {
	t.Parallel()
	docs := large()
	docs["custom HTML"] = withBlocks(14, func(int) page.Body { return &page.HTML{HTML: unclosed} })
	docs["custom HTML in a group"] = withBlocks(1, func(int) page.Body {
		return &page.Group{Title: "More", Blocks: []page.Block{{ID: blockID, Visible: true, Body: &page.HTML{HTML: unclosed}}}}
	})
	long := document()
	long.Title = strings.Repeat("'", 100_000)
	docs["a title"] = long
	at := map[string]string{"custom HTML": "blocks[0].html", "custom HTML in a group": "blocks[0].blocks[0].html"}
	for name, doc := range docs {
		want := at[name]
		if want == "" {
			want = "blocks"
		}
		_, err := preview(t, doc)
		var f *fault.Error
		if !errors.As(err, &f) || f.Code != fault.Invalid || len(f.Fields) != 1 || f.Fields[0].Field != want {
			t.Errorf("%s: %v, want a fault at %s", name, err, want)
		}
	}
}

// A page that was saved before there were bounds, or whose links have changed, is shown as far
// as it fits.
func TestHandler_BoundsTheBytesOfAPage(t *testing.T) {
	t.Parallel()
	for name, doc := range large() {
		w, err := serve(biopage.New(biopage.Deps{Source: &source{doc: doc}, Clock: clock.NewManual(noon)}), "/@ada")
		if n := w.Body.Len(); err != nil || n > page.MaxHTML || n < page.MaxHTML/2 && name != "one group" || !strings.HasSuffix(w.Body.String(), "</html>\n") {
			t.Errorf("%s: %d bytes, %v", name, n, err)
		}
	}
	old := withBlocks(14, func(int) page.Body { return &page.HTML{HTML: "<h2>Opening &amp; more</h2>" + unclosed} })
	w, err := serve(biopage.New(biopage.Deps{Source: &source{doc: old}, Clock: clock.NewManual(noon)}), "/@ada")
	html := w.Body.String()
	if err != nil || len(html) > 14*5000+headBytes || strings.Count(html, "Opening &amp; more") != 14 || strings.Contains(html, "<strong>") {
		t.Errorf("custom HTML: %d bytes, %v", len(html), err)
	}
}

const headBytes = 32 << 10

// many serves the same document at many ids.
type many struct{ doc page.Document }

func (s many) Published(context.Context, string) (page.Published, error) {
	return page.NewPublished(s.doc), nil
}

func (many) Respond(context.Context, page.Public, page.Answer) error { return nil }

// 150 pages of 450 KB and one of their states were 270 MB in a cache that counts pages.
//
//nolint:paralleltest // it measures the memory of the process
func TestHandler_BoundsTheMemoryOfItsPages(t *testing.T) {
	doc := withBlocks(90, func(int) page.Body { return &page.Text{Text: strings.Repeat("'", 1000)} })
	doc.Blocks = append(doc.Blocks, page.Block{ID: formID, Visible: true, Body: &page.Form{Title: "News", Button: "Send", Consent: "Yes"}})
	h := biopage.New(biopage.Deps{Source: many{doc}, Clock: clock.NewManual(noon)})
	const bound = 64<<20 + 16<<20 // pages and their states
	before := heap()
	for i := range 150 {
		for _, target := range []string{"/@ada", "/@ada?sent=" + formID} {
			w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, target, nil)
			r.Header.Set("Accept-Encoding", "gzip")
			addr := netip.AddrFrom4([4]byte{192, 0, byte(i), 1})
			if err := h.ServePage(w, r, fmt.Sprint("bio_", i), "", addr, answerAtOnce); err != nil {
				t.Fatal(err)
			}
		}
	}
	if grown := heap() - before; grown > bound*5/4 {
		t.Errorf("the cached pages take %d MiB, more than %d", grown>>20, bound>>20)
	} else {
		t.Logf("%d MiB", grown>>20)
	}
	runtime.KeepAlive(h)
}

func heap() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc) //nolint:gosec // far below 8 EiB
}

// stateful returns a page with 85 codes, a form and players.
func stateful() page.Document {
	doc := withBlocks(85, func(int) page.Body { return &page.QR{LinkID: linkID} })
	doc.Blocks = append(doc.Blocks, withPlayers().Blocks...)
	doc.Blocks = append(doc.Blocks, page.Block{ID: formID, Visible: true, Body: &page.Form{Title: "News", Button: "Send", Consent: "Yes"}})
	return doc
}

// A state of a page cost 129 times what the cached page costs. Allocations stand for the work,
// because they do not depend on the machine.
//
//nolint:paralleltest // AllocsPerRun
func TestHandler_StatesCostAboutWhatThePageCosts(t *testing.T) {
	now := clock.NewManual(noon)
	h := biopage.New(biopage.Deps{Source: &formSource{source{doc: stateful()}, page.New(page.Deps{Clock: now, CheckEmail: refuse}, testkit.Unguarded{})}, Clock: now})
	cost := func(send func(w http.ResponseWriter) error) float64 {
		return testing.AllocsPerRun(20, func() {
			now.Advance(time.Minute) // limits are whole again
			if err := send(httptest.NewRecorder()); err != nil {
				t.Fatal(err)
			}
		})
	}
	get := func(target string) func(w http.ResponseWriter) error {
		return func(w http.ResponseWriter) error {
			r := httptest.NewRequest(http.MethodGet, target, nil)
			r.Header.Set("Accept-Encoding", "gzip")
			return h.ServePage(w, r, pageID, "", visitor, answerAtOnce)
		}
	}
	cached := cost(get("/@ada"))
	for name, c := range map[string]struct {
		send  func(w http.ResponseWriter) error
		times float64
	}{
		"a form that was sent": {get("/@ada?sent=" + formID), 2},
		"a player":             {get("/@ada?play=" + videoID), 2},
		"a player in a group":  {get("/@ada?play=" + musicID), 2},
		"a failing form": {func(w http.ResponseWriter) error {
			r := httptest.NewRequest(http.MethodPost, "/@ada", strings.NewReader(filled("email", "x").Encode()))
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			return h.ServeForm(w, r, pageID, "", visitor)
		}, 8},
	} {
		if n := cost(c.send); n > c.times*cached {
			t.Errorf("%s: %.0f allocations, the page %.0f", name, n, cached)
		}
	}
}

func refuse(faults *fault.List, _ string) { faults.Add("email", "No.") }

func TestHandler_CompressesTheStatesOfAPage(t *testing.T) {
	t.Parallel()
	f := newFormFixture(nil)
	for _, target := range []string{"/@ada?sent=" + formID, "POST"} {
		var plain, packed *httptest.ResponseRecorder
		for _, encoding := range []string{"identity", "gzip"} {
			r := httptest.NewRequest(http.MethodGet, "/@ada?sent="+formID, nil)
			if target == "POST" {
				r = httptest.NewRequest(http.MethodPost, "/@ada", strings.NewReader(filled("email", "x").Encode()))
				r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			}
			r.Header.Set("Accept-Encoding", encoding)
			w := httptest.NewRecorder()
			err := f.ServePage(w, r, pageID, "", visitor, answerAtOnce)
			if target == "POST" {
				w = httptest.NewRecorder()
				err = f.ServeForm(w, r, pageID, "", visitor)
			}
			if err != nil {
				t.Fatal(err)
			}
			if plain, packed = packed, w; encoding == "gzip" && w.Header().Get("Content-Encoding") != "gzip" {
				t.Errorf("%s: %v", target, w.Header())
			}
		}
		if plain.Body.Len() < 2*packed.Body.Len() || plain.Header().Get("Vary") != "Accept-Encoding" {
			t.Errorf("%s: %d bytes, %d compressed, %v", target, plain.Body.Len(), packed.Body.Len(), plain.Header())
		}
	}
}

func TestHandler_LimitsTheStatesOfANetwork(t *testing.T) {
	t.Parallel()
	for _, target := range []string{"/@ada?sent=" + formID, "/@ada?play=" + videoID} {
		h := biopage.New(biopage.Deps{Source: &source{doc: stateful()}, Clock: clock.NewManual(noon)})
		get := func(target, addr string) error {
			r := httptest.NewRequest(http.MethodGet, target, nil)
			return h.ServePage(httptest.NewRecorder(), r, pageID, "", netip.MustParseAddr(addr), answerAtOnce)
		}
		for i := range 60 {
			if err := get(target, "192.0.2.1"); err != nil {
				t.Fatalf("%s %d: %v", target, i, err)
			}
		}
		if err := get(target, "192.0.2.1"); !fault.Is(err, fault.RateLimited) {
			t.Errorf("%s: %v", target, err)
		}
		for _, other := range []string{"/@ada", "/@ada?sent=none", "/@ada?play=" + otherID} {
			if err := get(other, "192.0.2.1"); err != nil {
				t.Errorf("%s: %v", other, err)
			}
		}
		if err := get(target, "198.51.100.1"); err != nil {
			t.Errorf("another network: %v", err)
		}
	}
}
