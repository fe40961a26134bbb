package biopage_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/account"
	"linnet/internal/core/page"
	"linnet/internal/edge/biopage"
	"linnet/internal/testkit"
)

// responses stores the responses of page.Service.
type responses struct {
	page.Store
	got []page.Response
}

func (s *responses) AddResponse(_ context.Context, r page.Response) error {
	s.got = append(s.got, r)
	return nil
}

// formFixture is a public page with a form.
type formFixture struct {
	*biopage.Handler
	stored *responses
	clock  *clock.Manual
}

const formID = "blk_0000000000099"

// formSource serves a document, and responds as page.Service does.
type formSource struct {
	source
	*page.Service
}

func (s *formSource) Published(ctx context.Context, id string) (page.Published, error) {
	return s.source.Published(ctx, id)
}

func (s *formSource) Respond(ctx context.Context, p page.Public, a page.Answer) error {
	return s.Service.Respond(ctx, p, a)
}

func newFormFixture(change func(*page.Block), edits ...func(*page.Document)) *formFixture {
	doc := document()
	for _, edit := range edits {
		edit(&doc)
	}
	form := page.Block{ID: formID, Visible: true, Body: &page.Form{Title: "Newsletter", Button: "Subscribe", Consent: "I agree to **mails**."}}
	if change != nil {
		change(&form)
	}
	doc.Blocks = append(doc.Blocks, page.Block{ID: "blk_0000000000098", Visible: true, Body: &page.Group{Title: "Mails", Blocks: []page.Block{form}}})
	f := &formFixture{stored: &responses{}, clock: clock.NewManual(noon)}
	f.Handler = biopage.New(biopage.Deps{Source: &formSource{source{doc: doc}, page.New(page.Deps{Store: f.stored, CheckEmail: account.CheckEmail, Clock: f.clock}, testkit.Unguarded{})}, Clock: f.clock})
	return f
}

// send posts a form from an address.
func (f *formFixture) send(t *testing.T, addr string, fields url.Values) (*httptest.ResponseRecorder, error) {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, "/@ada?lnt=x", strings.NewReader(fields.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w := httptest.NewRecorder()
	err := f.ServeForm(w, r, pageID, "", netip.MustParseAddr(addr))
	return w, err
}

func filled(change ...string) url.Values {
	fields := url.Values{"block": {formID}, "email": {" Bob@Example.com "}, "consent": {"yes"}}
	for i := 0; i < len(change); i += 2 {
		fields.Set(change[i], change[i+1])
	}
	return fields
}

func TestServeForm_StoresTheResponse(t *testing.T) {
	t.Parallel()
	f := newFormFixture(nil)
	shown, err := serve(f.Handler, "/@ada")
	if err != nil || !strings.Contains(shown.Body.String(), `<form class="c f" method="post" id="`+formID+`">`) ||
		!strings.Contains(shown.Body.String(), `<strong>mails</strong>`) || !strings.Contains(shown.Body.String(), `<button class="b" dir="auto">Subscribe</button>`) {
		t.Fatalf("%v, %s", err, shown.Body)
	}
	w, err := f.send(t, "192.0.2.1", filled())
	if err != nil || w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/@ada?sent="+formID+"#"+formID {
		t.Fatalf("%d %q, %v", w.Code, w.Header().Get("Location"), err)
	}
	if len(f.stored.got) != 1 {
		t.Fatalf("stored %+v", f.stored.got)
	}
	r := f.stored.got[0]
	if r.Email != "bob@example.com" || r.PageID != pageID || r.BlockID != formID || r.Form != "Newsletter" || r.Consent != "I agree to **mails**." {
		t.Errorf("stored %+v", r)
	}
	thanks, err := serve(f.Handler, "/@ada?sent="+formID)
	html := thanks.Body.String()
	if err != nil || !strings.Contains(html, `<p role="status">Thank you.`) || strings.Contains(html, `name="email"`) || !strings.Contains(html, `<details class="c" open>`) ||
		thanks.Header().Get("Cache-Control") != "private, no-store" {
		t.Errorf("%v, %v, %s", err, thanks.Header(), html)
	}
	if policy := thanks.Header().Get("Content-Security-Policy"); policy != shown.Header().Get("Content-Security-Policy") || policy == "" {
		t.Errorf("policy %q", policy)
	}
}

func TestServeForm_ShowsProblemsWithWhatWasTyped(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fields url.Values
		want   []string
	}{
		"no address":      {filled("email", ""), []string{"Enter an email address", "checked"}},
		"invalid address": {filled("email", `"><script>alert(1)</script>`), []string{"Enter an email address", `value="&#34;&gt;&lt;script&gt;`}},
		"no top domain":   {filled("email", "ada@x"), []string{"Enter an email address"}},
		"a name":          {filled("email", "Bob <bob@example.com>"), []string{"Enter an email address"}},
		"a long address":  {filled("email", strings.Repeat("a", 250)+"@example.com"), []string{"Enter an email address"}},
		"two addresses":   {filled("email", "a@example.com,b@example.com"), []string{"Enter an email address"}},
		"not agreed":      {filled("consent", ""), []string{"Check the box to agree.", `value=" Bob@Example.com "`}},
	} {
		f := newFormFixture(nil)
		w, err := f.send(t, "192.0.2.1", c.fields)
		if err != nil || w.Code != http.StatusUnprocessableEntity || len(f.stored.got) != 0 || w.Header().Get("Cache-Control") != "private, no-store" {
			t.Errorf("%s: %d, %v, stored %v", name, w.Code, err, f.stored.got)
		}
		for _, want := range c.want {
			if !strings.Contains(w.Body.String(), want) {
				t.Errorf("%s: the page lacks %s", name, want)
			}
		}
		if strings.Contains(w.Body.String(), "<script>alert") {
			t.Errorf("%s: the page contains what was typed", name)
		}
	}
}

func TestServeForm_IgnoresPrograms(t *testing.T) {
	t.Parallel()
	f := newFormFixture(nil)
	w, err := f.send(t, "192.0.2.1", filled("website", "https://spam.example"))
	if err != nil || w.Code != http.StatusSeeOther || len(f.stored.got) != 0 {
		t.Errorf("%d, %v, stored %v", w.Code, err, f.stored.got)
	}
}

func TestServeForm_LimitsANetwork(t *testing.T) {
	t.Parallel()
	f := newFormFixture(nil)
	for range 10 {
		if w, err := f.send(t, "192.0.2.1", filled()); err != nil || w.Code != http.StatusSeeOther {
			t.Fatalf("%d, %v", w.Code, err)
		}
	}
	w, err := f.send(t, "192.0.2.1", filled())
	if err != nil || w.Code != http.StatusTooManyRequests || !strings.Contains(w.Body.String(), "Please try again in") || len(f.stored.got) != 10 {
		t.Errorf("%d, %v, stored %d", w.Code, err, len(f.stored.got))
	}
	if w, err := f.send(t, "198.51.100.1", filled()); err != nil || w.Code != http.StatusSeeOther {
		t.Errorf("another network: %d, %v", w.Code, err)
	}
}

func TestServeForm_RejectsOtherRequests(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*page.Block)
		fields url.Values
	}{
		"another block":  {nil, filled("block", "blk_0000000000001")},
		"no block":       {nil, url.Values{}},
		"a hidden form":  {func(b *page.Block) { b.Visible = false }, filled()},
		"an ended form":  {func(b *page.Block) { b.EndsAt = noon }, filled()},
		"a future form":  {func(b *page.Block) { b.StartsAt = noon.Add(time.Hour) }, filled()},
		"a heading's id": {nil, filled("block", "blk_0000000000002")},
	} {
		f := newFormFixture(c.change)
		if w, err := f.send(t, "192.0.2.1", c.fields); !fault.Is(err, fault.NotFound) || len(f.stored.got) != 0 {
			t.Errorf("%s: %d, %v, stored %v", name, w.Code, err, f.stored.got)
		}
	}
	f := newFormFixture(nil)
	for _, kind := range []string{"", "text/plain", "multipart/form-data; boundary=x", "application/json"} {
		r := httptest.NewRequest(http.MethodPost, "/@ada", strings.NewReader(filled().Encode()))
		r.Header.Set("Content-Type", kind)
		if err := f.ServeForm(httptest.NewRecorder(), r, pageID, "", netip.MustParseAddr("192.0.2.1")); !fault.Is(err, fault.NotFound) {
			t.Errorf("%q: %v", kind, err)
		}
	}
	if _, err := f.send(t, "192.0.2.1", filled("email", strings.Repeat("a", 10_000))); !fault.Is(err, fault.NotFound) {
		t.Errorf("a large body: %v", err)
	}
}
