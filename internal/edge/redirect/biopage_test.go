package redirect_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/click"
	"linnet/internal/core/domain"
	"linnet/internal/core/locale"
	"linnet/internal/core/routing"
	"linnet/internal/core/visitor"
	"linnet/internal/edge/redirect"
)

const pageID = "bio_3kq7c8v0d5m2a"

// pages serves one bio page of workspace 9, whose block opens an address.
type pages struct{ err error }

const (
	openedID  = "blk_5hq1v9x2c7n4a"
	openedURL = "https://shop.example/e?utm_source=page"
)

func (p *pages) ServePage(w http.ResponseWriter, r *http.Request, id string, _ locale.Fixed, _ netip.Addr, record func(click.PageVisit, func())) error {
	if p.err != nil {
		return p.err
	}
	if r.URL.Query().Has("go") {
		visit := click.PageVisit{WorkspaceID: ident.Text(ident.Workspace, 9), BlockID: openedID, URL: openedURL}
		record(visit, func() { http.Redirect(w, r, visit.URL, http.StatusFound) })
		return nil
	}
	write := func() { _, _ = fmt.Fprint(w, "page ", id) }
	if r.Method == http.MethodHead {
		write()
		return nil
	}
	record(click.PageVisit{WorkspaceID: ident.Text(ident.Workspace, 9)}, write)
	return nil
}

func (*pages) ServeForm(http.ResponseWriter, *http.Request, string, locale.Fixed, netip.Addr) error {
	return nil
}

func siteWithPage(t *testing.T, p *pages) *site {
	t.Helper()
	s := newSite(t, func(c *redirect.Config) { c.Pages = p })
	s.records.put(s.own, routing.Target{Kind: routing.KindPage, Alias: "@ada", PageID: pageID})
	return s
}

func TestHandler_RecordsViewsOfPages(t *testing.T) {
	t.Parallel()
	s := siteWithPage(t, &pages{})
	response := s.send(http.MethodGet, "http://"+ownHost+"/@ada?utm_source=x", "",
		"User-Agent: browser", "Referer: https://social.example/ada", "Sec-Fetch-Dest: image")
	body, _ := io.ReadAll(response.Body)
	if string(body) != "page "+pageID {
		t.Errorf("the response is %q", body)
	}
	s.send(http.MethodHead, "http://"+ownHost+"/@ada", "")
	hits := s.journal.all()
	if len(hits) != 1 {
		t.Fatalf("%d hits are recorded, want 1", len(hits))
	}
	number, _ := ident.Number(pageID)
	want := click.Hit{
		At: noon, WorkspaceID: 9, DomainID: 1, PageID: number, Outcome: visitor.Viewed, Trigger: click.TriggerLink, RequestReason: visitor.BotSubresource,
		Addr: netip.MustParseAddr("192.0.2.1"), Alias: "@ada", Query: "utm_source=x", UserAgent: "browser", Referrer: "https://social.example/ada",
	}
	if hits[0] != want {
		t.Errorf("recorded %+v, want %+v", hits[0], want)
	}
	if n := s.Outcomes()[string(visitor.Viewed)]; n != 1 {
		t.Errorf("%d views are counted", n)
	}
}

func TestHandler_RecordsClicksOnBlocksOfPages(t *testing.T) {
	t.Parallel()
	s := siteWithPage(t, &pages{})
	target := "http://" + ownHost + "/@ada?go=x&qr=1"
	response := s.send(http.MethodGet, target, "", "User-Agent: browser", "Referer: http://localhost:8080/@ada")
	if response.StatusCode != http.StatusFound || response.Header.Get("Location") != openedURL {
		t.Errorf("status %d to %q", response.StatusCode, response.Header.Get("Location"))
	}
	s.send(http.MethodGet, target, "", "Sec-Fetch-Dest: image")
	s.send(http.MethodHead, target, "")
	hits := s.journal.all()
	if len(hits) != 3 || hits[1].RequestReason != visitor.BotSubresource || hits[2].RequestReason != visitor.BotHead {
		t.Fatalf("recorded %+v", hits)
	}
	pageNumber, _ := ident.Number(pageID)
	block, _ := ident.Number(openedID)
	want := click.Hit{
		At: noon, WorkspaceID: 9, DomainID: 1, PageID: pageNumber, BlockID: block, Outcome: visitor.Opened, Trigger: click.TriggerBio, URL: openedURL,
		Addr: netip.MustParseAddr("192.0.2.1"), Alias: "@ada", Query: "go=x&qr=1", UserAgent: "browser", // the page is no referrer
	}
	if hits[0] != want {
		t.Errorf("recorded %+v, want %+v", hits[0], want)
	}
	if n := s.Outcomes()[string(visitor.Opened)]; n != 3 {
		t.Errorf("%d clicks are counted", n)
	}
}

func TestHandler_ClicksOnAPageHaveTheReferrerOfItsView(t *testing.T) {
	t.Parallel()
	const own, social, mail = "Referer: http://localhost:8080/@ada", "https://social.example/ada", "https://mail.example/"
	for name, c := range map[string]struct {
		privacy         domain.Privacy
		views           []string // their referrers
		target, browser string   // of the click
		want            string
	}{
		"a block":                  {domain.PrivacyFull, []string{social}, "/@ada?go=x", "Firefox", social},
		"a link":                   {domain.PrivacyFull, []string{social}, "/launch", "Firefox", social},
		"the last view counts":     {domain.PrivacyFull, []string{social, mail}, "/@ada?go=x", "Firefox", mail},
		"the last view has none":   {domain.PrivacyFull, []string{social, ""}, "/@ada?go=x", "Firefox", ""},
		"the page was loaded anew": {domain.PrivacyFull, []string{social, "http://localhost:8080/@ada"}, "/launch", "Firefox", social},
		"another visitor":          {domain.PrivacyFull, []string{social}, "/@ada?go=x", "Safari", ""},
		"no addresses":             {domain.PrivacyNoAddress, []string{social}, "/@ada?go=x", "Firefox", ""},
		"aggregate":                {domain.PrivacyAggregate, []string{social}, "/@ada?go=x", "Firefox", ""},
	} {
		s := siteWithPage(t, &pages{})
		s.own.Privacy = c.privacy
		s.records.domains[ownHost] = s.own
		s.records.put(s.own, routing.Target{Alias: "launch", URL: "https://example.com/"})
		for _, referrer := range c.views {
			s.send(http.MethodGet, "http://"+ownHost+"/@ada", "", "User-Agent: Firefox", "Referer: "+referrer)
		}
		s.send(http.MethodGet, "http://"+ownHost+c.target, "", "User-Agent: "+c.browser, own)
		hits := s.journal.all()
		if got := hits[len(hits)-1].Referrer; len(hits) != len(c.views)+1 || got != c.want {
			t.Errorf("%s: %d hits, referrer %q, want %q", name, len(hits), got, c.want)
		}
		s.clock.Advance(31 * time.Minute)
		s.send(http.MethodGet, "http://"+ownHost+c.target, "", "User-Agent: "+c.browser, own)
		if hits := s.journal.all(); hits[len(hits)-1].Referrer != "" {
			t.Errorf("%s: %q half an hour later", name, hits[len(hits)-1].Referrer)
		}
	}
}

func TestHandler_OpensNoBlockedAddressOfAPage(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(c *redirect.Config) {
		c.Pages, c.Blocked = &pages{}, func(address string) bool { return address == openedURL }
	})
	s.records.put(s.own, routing.Target{Kind: routing.KindPage, Alias: "@ada", PageID: pageID})
	response := s.send(http.MethodGet, "http://"+ownHost+"/@ada?go=x", "")
	if response.StatusCode != http.StatusUnavailableForLegalReasons || response.Header.Get("Location") != "" || len(s.journal.all()) != 0 {
		t.Errorf("status %d, recorded %+v", response.StatusCode, s.journal.all())
	}
	if status := s.send(http.MethodGet, "http://"+ownHost+"/@ada", "").StatusCode; status != http.StatusOK {
		t.Errorf("the page: %d", status)
	}
}

func TestHandler_RecordsVisitsToPagesByThePrivacyOfTheDomain(t *testing.T) {
	t.Parallel()
	s := siteWithPage(t, &pages{})
	s.own.Privacy = domain.PrivacyAggregate
	s.records.domains[ownHost] = s.own
	for _, target := range []string{"/@ada", "/@ada?go=x"} {
		s.send(http.MethodGet, "http://"+ownHost+target, "", "Referer: https://social.example/ada?secret")
	}
	hits := s.journal.all()
	for _, hit := range hits {
		if !hit.Aggregate {
			t.Errorf("recorded %+v", hit)
		}
	}
	if len(hits) != 2 {
		t.Errorf("%d hits, want 2", len(hits))
	}
}

// A failure of the journal does not delay a page, and a page that is not public is
// no view.
func TestHandler_ServesPagesWithoutTheJournal(t *testing.T) {
	t.Parallel()
	p := &pages{}
	s := siteWithPage(t, p)
	s.journal.err = errors.New("no space left")
	if status := s.send(http.MethodGet, "http://"+ownHost+"/@ada", "").StatusCode; status != http.StatusOK || s.Lost() != 1 {
		t.Errorf("status %d, %d hits are lost", status, s.Lost())
	}
	s.journal.err, p.err = nil, fault.New(fault.NotFound, "not public")
	s.send(http.MethodGet, "http://"+ownHost+"/@ada", "")
	for _, hit := range s.journal.all()[1:] {
		if hit.Outcome == visitor.Viewed {
			t.Errorf("a page that is not public was viewed: %+v", hit)
		}
	}
}

func TestHandler_SaysWhenAPageIsRequestedTooOften(t *testing.T) {
	t.Parallel()
	s := siteWithPage(t, &pages{err: fault.New(fault.RateLimited, "Too many.").RetryAfter(1500 * time.Millisecond)})
	response := s.send(http.MethodGet, "http://"+ownHost+"/@ada?sent=blk_1", "")
	if response.StatusCode != http.StatusTooManyRequests || response.Header.Get("Retry-After") != "2" {
		t.Errorf("status %d, retry after %q", response.StatusCode, response.Header.Get("Retry-After"))
	}
}

func TestHandler_ServesPagesWhileTheJournalHangs(t *testing.T) {
	t.Parallel()
	s := siteWithPage(t, &pages{})
	s.journal.hangs = make(chan struct{})
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+"/@ada", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Host = ownHost
	answered := make(chan string, 1)
	go func() {
		defer close(answered)
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			return
		}
		defer response.Body.Close()
		first := make([]byte, len("page "+pageID))
		_, _ = io.ReadFull(response.Body, first)
		answered <- string(first)
	}()
	if got := <-answered; got != "page "+pageID || len(s.journal.all()) != 0 {
		t.Errorf("answered %q, recorded %v", got, s.journal.all())
	}
	close(s.journal.hangs)
	server.Close()
	if hits := s.journal.all(); len(hits) != 1 || hits[0].Outcome != visitor.Viewed {
		t.Errorf("recorded %+v", hits)
	}
}
