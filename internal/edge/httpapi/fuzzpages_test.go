//go:build unix

package httpapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"linnet/internal/core/click"
	"linnet/internal/core/page"
	"linnet/internal/edge/biopage"
	"linnet/internal/edge/httpapi"
)

// Targets of FuzzRequestCost whose costs are in other texts than the body of a request.
const (
	matchSite   = "POST /bio-pages/match-site" // the style sheet of the website
	publicPage  = "public page"                // the blocks of the page
	mediaUpload = "POST /media"                // the file
)

// addTenantTexts adds the texts whose costs once grew faster than their length.
func addTenantTexts(f *testing.F, targets []string) {
	f.Helper()
	add := func(target string, texts ...string) {
		for _, text := range texts {
			f.Add(uint8(slices.Index(targets, target)), "", text) //nolint:gosec // a few targets
		}
	}
	add(matchSite,
		"html["+strings.Repeat("a", 200_000)+"]{"+strings.Repeat("--a:1;", 50_000)+"}",
		strings.Repeat("html,", 250)+"html{"+strings.Repeat("--a:1;", 100_000)+"}",
		":root{--a:"+strings.Repeat("var(--a)", 100_000)+"}body{color:var(--a)}",
		strings.Repeat("@media{", 100_000), strings.Repeat("html{--a:1}", 80_000))
	unclosed := strings.Repeat("<b><i><u><s><em><strong><small><code>", 3) + strings.Repeat("<p>x", 1100)
	many := func(n int, body page.Body) string {
		blocks := slices.Repeat([]page.Block{{Visible: true, Body: body}}, n)
		text, err := json.Marshal(map[string]any{"title": "T", "blocks": blocks})
		if err != nil {
			f.Fatal(err)
		}
		return string(text)
	}
	group := func(body page.Body) page.Body {
		return &page.Group{Title: "T", Blocks: slices.Repeat([]page.Block{{Visible: true, Body: body}}, 98)}
	}
	for _, text := range []string{
		many(14, &page.HTML{HTML: unclosed}), many(50, &page.HTML{HTML: strings.Repeat("<b><p>x</b>", 450)}),
		many(50, &page.Text{Text: strings.Repeat("[", 5000)}), many(1, &page.Text{Text: strings.Repeat("[a](", 60_000)}),
		many(99, &page.Text{Text: strings.Repeat("'", 2500)}), many(1, group(&page.Text{Text: strings.Repeat("*a", 1200)})),
		many(100, group(&page.Divider{})), many(60, &page.FAQ{Items: slices.Repeat([]page.Question{{Question: "Q", Answer: "**a**"}}, 30)}),
		`{"title":"T","blocks":` + strings.Repeat(`[{"type":"group","title":"T","blocks":`, 28) + `[{"type":"text","text":"` + strings.Repeat("a", 900_000) + `"}]` + strings.Repeat("}]", 28) + `}`,
	} {
		add("POST /bio-pages/preview", text)
		add(publicPage, text)
	}
	add(mediaUpload, string(pngOf(1)), string(noise(600)), "GIF89a", strings.Repeat("\x89PNG", 1000))
}

// noise returns a PNG of a side that compresses badly.
func noise(side int) []byte {
	img := image.NewGray(image.Rect(0, 0, side, side))
	state := uint32(1)
	for i := range img.Pix {
		state = state*1664525 + 1013904223
		img.SetGray(i%side, i/side, color.Gray{uint8(state >> 24)})
	}
	var b bytes.Buffer
	_ = png.Encode(&b, img)
	return b.Bytes()
}

// costInstall is an install with a published page.
type costInstall struct {
	*install
	token, pageID string
	public        *biopage.Handler
}

func newCostInstall(f *testing.F) *costInstall {
	f.Helper()
	in := newInstall(f)
	u := in.signUp(f)
	made := u.call(f, "POST", "/bio-pages", map[string]any{"title": "T", "handle": "costs"}).want(f, http.StatusCreated).json(f)
	return &costInstall{in, u.token, made["id"].(string), biopage.New(biopage.Deps{Source: withForm{in.pages}, Clock: in.clock})}
}

// Blocks that each page of withForm begins with.
const (
	costForm   = "blk_0000000000001"
	costPlayer = "blk_0000000000002"
)

// withForm is a source of pages that begin with a form and a video.
type withForm struct{ *page.Service }

// Published implements biopage.Source.
func (s withForm) Published(ctx context.Context, id string) (page.Published, error) {
	published, err := s.Service.Published(ctx, id)
	if err != nil {
		return published, err
	}
	public, err := published.At(noon)
	if err != nil {
		return published, err
	}
	doc := *public.Document()
	doc.Blocks = slices.Concat([]page.Block{
		{ID: costForm, Visible: true, Body: &page.Form{Title: "News", Button: "Send", Consent: "Yes"}},
		{ID: costPlayer, Visible: true, Body: &page.Video{URL: "https://www.youtube.com/watch?v=dQw4w9WgXcQ"}},
	}, doc.Blocks)
	return page.NewPublished(doc), nil
}

// call returns the processor time of a target: of a public page, that of the costliest request.
func (c *costInstall) call(t *testing.T, target, query, body string) time.Duration {
	t.Helper()
	c.clock.Advance(time.Minute) // budgets are whole again
	switch target {
	case publicPage:
		return c.visit(t, body)
	case matchSite:
		c.site.css = body
		return c.send(t, target, query, "", `{"url":"https://example.com/"}`)
	case mediaUpload:
		return c.send(t, target, query, strings.TrimPrefix(asForm, "Content-Type: "), mediaForm("An image", []byte(body)))
	}
	return c.send(t, target, query, "", body)
}

func (c *costInstall) send(t *testing.T, target, query, contentType, body string) time.Duration {
	t.Helper()
	method, path, _ := strings.Cut(target, " ")
	r := httptest.NewRequestWithContext(t.Context(), method, httpapi.Prefix+path, strings.NewReader(body))
	r.URL.RawQuery = query
	r.Header.Set("Authorization", "Bearer "+c.token)
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	w := httptest.NewRecorder()
	before := processorTime(t)
	c.api.ServeHTTP(w, r)
	cost := processorTime(t) - before
	if w.Code >= http.StatusInternalServerError {
		t.Errorf("%s: status %d", target, w.Code)
	}
	return cost
}

// visit stores and publishes the blocks of a body, and requests the page in all its states.
func (c *costInstall) visit(t *testing.T, body string) time.Duration {
	t.Helper()
	most := max(c.send(t, "PATCH /bio-pages/"+c.pageID, "", "", body), c.send(t, "POST /bio-pages/"+c.pageID+"/publish", "", "", "{}"))
	c.public.Forget(c.pageID)
	for _, query := range []string{"", "sent=" + costForm, "play=" + costPlayer, "failing"} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/@costs?"+query, nil)
		if query == "failing" {
			fields := url.Values{"block": {costForm}, "email": {"x"}}
			r = httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/@costs", strings.NewReader(fields.Encode()))
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		}
		r.Header.Set("Accept-Encoding", "gzip")
		w, visitor := httptest.NewRecorder(), netip.MustParseAddr("192.0.2.1")
		before := processorTime(t)
		var err error
		if r.Method == http.MethodPost {
			err = c.public.ServeForm(w, r, c.pageID, "", visitor)
		} else {
			err = c.public.ServePage(w, r, c.pageID, "", visitor, func(_ click.PageVisit, answer func()) { answer() })
		}
		most = max(most, processorTime(t)-before)
		if err != nil || w.Code >= http.StatusInternalServerError || w.Body.Len() > page.MaxHTML {
			t.Errorf("%s: %d bytes, status %d, %v", fmt.Sprintf("page with %q", query), w.Body.Len(), w.Code, err)
		}
	}
	return most
}
