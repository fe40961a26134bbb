package biopage_test

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/clock"
	"linnet/internal/core/click"
	"linnet/internal/core/page"
	"linnet/internal/edge/biopage"
)

const workspaceID = "wsp_0000000000001"

// exitPage returns a page of which each block leads away, by the ids of the blocks.
func exitPage() (doc page.Document, destinations map[string][]string) {
	destinations = map[string][]string{}
	doc = document()
	doc.WorkspaceID, doc.Blocks = workspaceID, nil
	add := func(body page.Body, to ...string) {
		id := blockID[:len(blockID)-1] + string(rune('0'+len(doc.Blocks)))
		destinations[id] = to
		doc.Blocks = append(doc.Blocks, page.Block{ID: id, Visible: true, Body: body})
	}
	add(&page.Product{Title: "Engine", Price: "19.90", Currency: "EUR", URL: "https://shop.example/e?a=1&b=2"}, "https://shop.example/e?a=1&b=2")
	add(&page.Social{Items: []page.SocialItem{{Network: "github", URL: "https://github.com/ada"}, {Network: "website", URL: "https://ada.example/"}}},
		"https://github.com/ada", "https://ada.example/")
	add(&page.Image{MediaID: mediaID, URL: "https://example.com/i"}, "https://example.com/i")
	add(&page.Video{URL: "https://video.example/1"}, "https://video.example/1")
	add(&page.Map{Query: "St James's"}, "https://www.openstreetmap.org/search?query=St+James%27s")
	add(&page.Text{Text: "[a](https://a.example/) *[b](https://b.example/)*"}, "https://a.example/", "https://b.example/")
	add(&page.HTML{HTML: `<p><a href="https://c.example/">c</a> <a href="tel:+44201234">d</a> <a href="javascript:alert(1)">e</a>`},
		"https://c.example/", "tel:+44201234")
	add(&page.FAQ{Items: []page.Question{{Question: "Where?", Answer: "[Here](https://d.example/)"}}}, "https://d.example/")
	add(&page.Contact{Email: "ada@example.com", Phone: "+44 20 1234"}, "mailto:ada@example.com", "tel:+44201234")
	add(&page.Form{Title: "News", Button: "Send", Consent: "[Privacy](https://e.example/)"}, "https://e.example/")
	return doc, destinations
}

// visitsOf returns a function that requests a target of a page, and says what was counted.
func visitsOf(t *testing.T, h *biopage.Handler) func(method, target string) (*httptest.ResponseRecorder, []click.PageVisit) {
	t.Helper()
	return func(method, target string) (*httptest.ResponseRecorder, []click.PageVisit) {
		t.Helper()
		var visits []click.PageVisit
		w := httptest.NewRecorder()
		err := h.ServePage(w, httptest.NewRequest(method, target, nil), pageID, "", visitor, func(of click.PageVisit, answer func()) {
			visits = append(visits, of)
			answer()
		})
		if err != nil {
			t.Fatal(err)
		}
		return w, visits
	}
}

var exitHref = regexp.MustCompile(`href="(\?go=([^".]+)[^"]*)"`)

func TestHandler_CountsClicksOnEachBlockThatLeadsAway(t *testing.T) {
	t.Parallel()
	doc, want := exitPage()
	send := visitsOf(t, biopage.New(biopage.Deps{Source: &source{doc: doc}, Clock: clock.NewManual(noon)}))
	html, _ := send(http.MethodGet, "/@ada")
	got := map[string][]string{}
	for _, href := range exitHref.FindAllStringSubmatch(html.Body.String(), -1) {
		w, visits := send(http.MethodGet, "/@ada"+href[1])
		destination, block := w.Header().Get("Location"), href[2]
		got[block] = append(got[block], destination)
		if diff := cmp.Diff([]click.PageVisit{{WorkspaceID: workspaceID, BlockID: block, URL: destination}}, visits); diff != "" {
			t.Errorf("%s: %s", href[1], diff)
		}
		h := w.Header()
		if w.Code != http.StatusFound || h.Get("Cache-Control") != "private, no-store" || h.Get("Referrer-Policy") != "strict-origin-when-cross-origin" {
			t.Errorf("%s: %d %v", href[1], w.Code, h)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, direct := range regexp.MustCompile(`<a [^>]*href="[^?#]`).FindAllString(html.Body.String(), -1) {
		t.Errorf("not counted: %s", direct)
	}
}

func TestHandler_CountsOpenedContactsAndPlayers(t *testing.T) {
	t.Parallel()
	const contactID = "blk_0000000000098"
	doc := withPlayers()
	doc.WorkspaceID = workspaceID
	doc.Blocks = append(doc.Blocks, page.Block{ID: contactID, Visible: true, Body: &page.VCard{Name: "Ada"}})
	send := visitsOf(t, biopage.New(biopage.Deps{Source: &source{doc: doc}, Clock: clock.NewManual(noon)}))
	for target, want := range map[string][]click.PageVisit{
		"?vcard=" + contactID:        {{WorkspaceID: workspaceID, BlockID: contactID}},
		"?play=" + musicID:           {{WorkspaceID: workspaceID, BlockID: musicID, URL: "https://open.spotify.com/track/4cOdK2wGLETKBW3PvgPWqT"}},
		"?go=" + musicID + ".1":      {{WorkspaceID: workspaceID, BlockID: musicID, URL: "https://open.spotify.com/track/4cOdK2wGLETKBW3PvgPWqT"}},
		"?vcard=" + musicID:          {{WorkspaceID: workspaceID}}, // no contact: the page
		"?play=blk_0000000000099":    {{WorkspaceID: workspaceID}},
		"?vcard=blk_0000000000099&x": {{WorkspaceID: workspaceID}},
	} {
		for _, method := range []string{http.MethodGet, http.MethodHead} {
			if method == http.MethodHead && want[0].BlockID == "" {
				want = nil // HEAD of the page is no view
			}
			_, visits := send(method, "/@ada"+target)
			if diff := cmp.Diff(want, visits); diff != "" {
				t.Errorf("%s %s: %s", method, target, diff)
			}
		}
	}
}

// Nothing from a request is a destination, and what visitors do not see cannot be opened.
func TestHandler_OpensOnlyAddressesOfThePublishedPage(t *testing.T) {
	t.Parallel()
	doc, _ := exitPage()
	hidden, ended := &doc.Blocks[0], &doc.Blocks[1]
	hidden.Visible, ended.EndsAt = false, noon.Add(time.Hour)
	now := clock.NewManual(noon)
	send := visitsOf(t, biopage.New(biopage.Deps{Source: &source{doc: doc}, Clock: now}))
	if w, visits := send(http.MethodGet, "/@ada?go="+ended.ID+".2"); w.Header().Get("Location") != "https://ada.example/" || len(visits) != 1 {
		t.Errorf("before the end: %v, %v", w.Header(), visits)
	}
	now.Advance(2 * time.Hour)
	shown := doc.Blocks[2].ID
	for _, value := range []string{
		hidden.ID + ".1", ended.ID + ".1", shown, shown + ".", shown + ".0", shown + ".-1", shown + ".2", shown + ".1x", shown + ".99999999999999999999",
		"blk_0000000000099.1", "https://evil.example/", "//evil.example", "x", ".1", "%0d%0aSet-Cookie:x", linkID + ".1",
	} {
		w, visits := send(http.MethodGet, "/@ada?go="+value)
		if w.Code != http.StatusFound || w.Header().Get("Location") != doc.URL || len(visits) != 0 {
			t.Errorf("%s: %d to %q, counted %v", value, w.Code, w.Header().Get("Location"), visits)
		}
	}
	if w, visits := send(http.MethodGet, "/@ada?go="); w.Code != http.StatusOK || len(visits) != 1 {
		t.Errorf("nothing to open: %d, %v", w.Code, visits)
	}
}

func TestHandler_PreviewsLinkDirectly(t *testing.T) {
	t.Parallel()
	doc, destinations := exitPage()
	html, err := preview(t, doc)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(html), "?go=") {
		t.Error("a preview counts clicks")
	}
	for _, address := range slices.Concat(destinations[doc.Blocks[0].ID], destinations[doc.Blocks[7].ID]) {
		if !strings.Contains(string(html), strings.ReplaceAll(address, "&", "&amp;")) {
			t.Errorf("the preview lacks %s", address)
		}
	}
}

func TestHandler_NamesProfilesForNetworksThatVerifyThePage(t *testing.T) {
	t.Parallel()
	doc, _ := exitPage()
	w, err := serve(biopage.New(biopage.Deps{Source: &source{doc: doc}, Clock: clock.NewManual(noon)}), "/@ada")
	if err != nil || !strings.Contains(w.Body.String(), `<link rel="me" href="https://github.com/ada">`) {
		t.Errorf("the head: %v", err)
	}
}
