package app

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/base/null"
	"linnet/internal/core/access"
	"linnet/internal/core/account"
	"linnet/internal/core/click"
	"linnet/internal/core/domain"
	"linnet/internal/core/page"
	"linnet/internal/core/visitor"
	"linnet/internal/edge/biopage"
	"linnet/internal/edge/redirect"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// hits is a click.Recorder in memory.
type hits []click.Hit

// Record implements click.Recorder.
func (h *hits) Record(hit *click.Hit, _ func()) error {
	*h = append(*h, *hit)
	return nil
}

// rootSite is a workspace with a custom domain and a published page, and the handler
// that serves them.
type rootSite struct {
	t        *testing.T
	store    *records.Store
	clock    *clock.Manual
	owner    access.Actor
	domains  *domain.Service
	pages    *page.Service
	redirect *redirect.Handler
	hits     *hits
	own      domain.Domain
}

const rootHost = "links.oatstreet.test"

func newRootSite(t *testing.T, store *records.Store) *rootSite {
	t.Helper()
	time, log := clock.NewManual(testkit.Day()), slog.New(slog.DiscardHandler)
	s := &rootSite{t: t, store: store, clock: time, owner: testkit.Owner(t, store), hits: &hits{}}
	s.own = s.addDomain(store, rootHost, s.owner.WorkspaceID)
	s.domains = domain.New(domain.Deps{Store: store, Clock: time, RootPage: rootPage(store)})
	s.pages = page.New(page.Deps{
		Store: store, CheckEmail: account.CheckEmail, Domains: s.domains,
		Renderer: biopage.NewRenderer(), Clock: time, Scheme: "https",
	}, testkit.Unguarded{})
	directory := redirect.NewDirectory(redirect.DirectoryDeps{Loader: recordLoader{store}, Clock: time, Log: log})
	t.Cleanup(directory.Close)
	public := biopage.New(biopage.Deps{Source: s.pages, Clock: time})
	store.Subscribe(evictor(directory))
	store.Subscribe(pageEvictor(directory, public))
	s.redirect = redirect.New(redirect.Config{
		Hosts: redirect.NewHosts(testkit.Host), Directory: directory, Loader: recordLoader{store}, Recorder: s.hits,
		Client: func(*http.Request) netip.Addr { return netip.MustParseAddr("192.0.2.1") }, Clock: time, Log: log, Pages: public,
		Guards: redirect.Guards{
			Blocked: testkit.Unguarded{}.Blocked, OrphanBudget: testkit.Unthrottled{}, LinkAttempts: testkit.Unthrottled{}, Attempts: testkit.Unthrottled{},
		},
	})
	return s
}

func (s *rootSite) addDomain(store *records.Store, host, workspaceID string) domain.Domain {
	s.t.Helper()
	return testkit.Domain(s.t, store, workspaceID, host)
}

// page creates a page on a domain, "" for the default one, and publishes it.
func (s *rootSite) page(handle, host string, publish bool) page.Document {
	s.t.Helper()
	title := "Page " + handle
	d, err := s.pages.Create(s.t.Context(), s.owner, page.Draft{Handle: handle, Domain: host, Content: page.Content{Title: title}})
	if err == nil && publish {
		d, err = s.pages.Publish(s.t.Context(), s.owner, d.ID, nil)
	}
	if err != nil {
		s.t.Fatal(err)
	}
	return d
}

func (s *rootSite) setRoot(pageID string) error {
	_, err := s.domains.Update(s.t.Context(), s.owner, s.own.ID, func(d *domain.Settings) { d.RootPageID = null.Text(pageID) })
	return err
}

// get returns the status, the destination and the body of a visit.
func (s *rootSite) get(address string) (status int, location, body string) {
	w := httptest.NewRecorder()
	s.redirect.ServeHTTP(w, httptest.NewRequest(http.MethodGet, address, nil))
	return w.Code, w.Header().Get("Location"), w.Body.String()
}

// wantRoot fails the test unless the root shows a page with the title.
func (s *rootSite) wantRoot(title string) {
	s.t.Helper()
	status, _, body := s.get("http://" + rootHost + "/")
	if status != http.StatusOK || !strings.Contains(body, `<h1 dir="auto">`+title+"</h1>") {
		s.t.Errorf("the root has status %d, want a page with the title %q:\n%.300s", status, title, body)
	}
}

func (s *rootSite) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

func TestRootPage_IsServedAndCountedUntilItIsNotPublic(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, store *records.Store) {
		s := newRootSite(t, store)
		s.get("http://" + rootHost + "/") // the domain is cached from here on
		const fallback = "https://oatstreet.example/"
		_, err := s.domains.Update(t.Context(), s.owner, s.own.ID, func(d *domain.Settings) { d.RootURL = fallback })
		s.must(err)
		p := s.page("oats", rootHost, true)
		s.must(s.setRoot(p.ID))

		status, _, body := s.get("http://" + rootHost + "/")
		if want := `<link rel="canonical" href="https://` + rootHost + `/">`; status != http.StatusOK || !strings.Contains(body, want) {
			t.Errorf("status %d, want %s:\n%.400s", status, want, body)
		}
		number, _ := ident.Number(p.ID)
		if n := len(*s.hits); n != 1 || (*s.hits)[0].Outcome != visitor.Viewed || (*s.hits)[0].PageID != number {
			t.Errorf("%d hits: %+v", n, *s.hits)
		}
		if _, _, body := s.get("http://" + rootHost + "/oats"); !strings.Contains(body, `rel="canonical" href="https://`+rootHost+`/"`) {
			t.Errorf("the page at its handle:\n%.400s", body)
		}

		title := "Oat Street"
		_, err = s.pages.Update(t.Context(), s.owner, p.ID, nil, func(d *page.Draft) { d.Title = title })
		s.must(err)
		s.wantRoot("Page oats") // a draft is not public
		_, err = s.pages.Publish(t.Context(), s.owner, p.ID, nil)
		s.must(err)
		s.wantRoot("Oat Street")

		_, err = s.pages.Unpublish(t.Context(), s.owner, p.ID)
		s.must(err)
		if status, location, _ := s.get("http://" + rootHost + "/"); status != http.StatusFound || location != fallback {
			t.Errorf("unpublished: %d %q", status, location)
		}
		_, err = s.pages.Publish(t.Context(), s.owner, p.ID, nil)
		s.must(err)
		s.wantRoot("Oat Street")

		s.must(s.pages.Delete(t.Context(), s.owner, p.ID))
		if status, location, _ := s.get("http://" + rootHost + "/"); status != http.StatusFound || location != fallback {
			t.Errorf("deleted: %d %q", status, location)
		}
		if d, err := s.domains.Get(t.Context(), s.owner, s.own.ID); err != nil || d.RootPageID != "" {
			t.Errorf("the domain still names the page: %q %v", d.RootPageID, err)
		}
	})
}

func TestRootPage_OfTheDefaultDomainHasTheRootAsItsCanonicalAddress(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, store *records.Store) {
		s := newRootSite(t, store)
		p := s.page("ada", "", true)
		s.must(s.setRoot(p.ID))
		s.wantRoot("Page ada")
		got, err := s.pages.Get(t.Context(), s.owner, p.ID)
		if err != nil || got.RootURL != "https://"+rootHost+"/" || got.URL != "https://"+testkit.Host+"/@ada" {
			t.Errorf("addresses %q and %q, %v", got.URL, got.RootURL, err)
		}
		s.must(s.setRoot(""))
		if _, _, body := s.get("http://" + testkit.Host + "/@ada"); !strings.Contains(body, `rel="canonical" href="https://`+testkit.Host+`/@ada"`) {
			t.Errorf("without a root:\n%.400s", body)
		}
	})
}

func TestRootPage_IsAPublishedPageOfTheWorkspaceAndTheDomain(t *testing.T) {
	t.Parallel()
	s := newRootSite(t, testkit.SQLite(t))
	store := testkit.SQLite(t)
	elsewhere := newRootSite(t, store)
	s2 := elsewhere.addDomain(store, "other.oatstreet.test", elsewhere.owner.WorkspaceID)
	for name, c := range map[string]struct {
		site   *rootSite
		pageID string
		code   fault.Code
	}{
		"no page":              {s, "bio_0000000000001", fault.Invalid},
		"another workspace's":  {s, elsewhere.page("ada", "", true).ID, fault.Invalid},
		"a draft":              {s, s.page("draft", rootHost, false).ID, fault.Conflict},
		"of another domain":    {elsewhere, elsewhere.page("grace", s2.Host, true).ID, fault.Conflict},
		"of its own domain":    {s, s.page("own", rootHost, true).ID, ""},
		"of the default one":   {s, s.page("own", "", true).ID, ""},
		"none (always valid)":  {s, "", ""},
		"not an id of a page ": {s, "'; DROP TABLE bio_pages", fault.Invalid},
	} {
		err := c.site.setRoot(c.pageID)
		switch {
		case c.code == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case c.code != "" && !fault.Is(err, c.code):
			t.Errorf("%s: %v, want %s", name, err, c.code)
		}
	}
}
