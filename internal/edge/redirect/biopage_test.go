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
	"linnet/internal/core/routing"
	"linnet/internal/core/visitor"
	"linnet/internal/edge/redirect"
)

const pageID = "bio_3kq7c8v0d5m2a"

// pages serves one bio page of workspace 9.
type pages struct{ err error }

func (p *pages) ServePage(w http.ResponseWriter, r *http.Request, id string, _ netip.Addr, record func(string, func())) error {
	if p.err != nil {
		return p.err
	}
	write := func() { _, _ = fmt.Fprint(w, "page ", id) }
	if r.Method == http.MethodHead {
		write()
		return nil
	}
	record(ident.Text(ident.Workspace, 9), write)
	return nil
}

func (*pages) ServeForm(http.ResponseWriter, *http.Request, string, netip.Addr) error { return nil }

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
		"User-Agent: browser", "Referer: https://social.example/ada", "Sec-Purpose: prefetch")
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
		At: noon, WorkspaceID: 9, DomainID: 1, PageID: number, Outcome: visitor.Viewed, Trigger: click.TriggerLink, RequestReason: visitor.BotPrefetch,
		Addr: netip.MustParseAddr("192.0.2.1"), Alias: "@ada", Query: "utm_source=x", UserAgent: "browser", Referrer: "https://social.example/ada",
	}
	if hits[0] != want {
		t.Errorf("recorded %+v, want %+v", hits[0], want)
	}
	if n := s.Outcomes()[string(visitor.Viewed)]; n != 1 {
		t.Errorf("%d views are counted", n)
	}
}

func TestHandler_RecordsViewsByThePrivacyOfTheDomain(t *testing.T) {
	t.Parallel()
	s := siteWithPage(t, &pages{})
	s.own.Privacy = domain.PrivacyAggregate
	s.records.domains[ownHost] = s.own
	s.send(http.MethodGet, "http://"+ownHost+"/@ada", "", "Referer: https://social.example/ada?secret")
	hits := s.journal.all()
	if len(hits) != 1 || hits[0].Addr.IsValid() || !hits[0].Aggregate || hits[0].Referrer != "https://social.example" {
		t.Errorf("recorded %+v", hits)
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
