package redirect_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"linnet/internal/core/click"
	"linnet/internal/core/domain"
	"linnet/internal/core/routing"
	"linnet/internal/edge/redirect"
)

func sha256Base64(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base64.StdEncoding.EncodeToString(sum[:])
}

func rawValues(values ...string) []json.RawMessage {
	var raw []json.RawMessage
	for _, v := range values {
		raw = append(raw, json.RawMessage(v))
	}
	return raw
}

func TestDirectory_ServesCachedLinksWhileTheRecordsAreDown(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	s.records.put(s.own, routing.Target{Alias: "a"})
	s.records.put(s.own, routing.Target{Alias: "w/*"})
	for _, path := range []string{"/a", "/w/x", "/w/y", "/none"} {
		s.send("GET", "http://localhost"+path, "")
	}
	before := s.records.reads.Load()
	s.records.down.Store(true)
	for path, want := range map[string]int{"/a": 302, "/A/": 302, "/w/x": 302, "/w/y": 302, "/none": 404, "/unseen": 503} {
		if got := s.send("GET", "http://localhost"+path, ""); got.StatusCode != want {
			t.Errorf("%s with the records down: %d, want %d", path, got.StatusCode, want)
		}
	}
	if reads := s.records.reads.Load() - before; reads != 1 {
		t.Errorf("%d reads, want one, of the alias that is not cached", reads)
	}
}

func TestDirectory_TreatsUnknownTargetKindAsNotFound(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	s.records.put(s.own, routing.Target{Kind: "album", Alias: "newer"})
	s.records.put(s.own, routing.Target{Kind: routing.KindLink, Alias: "link"})
	for path, want := range map[string]int{"/newer": 404, "/link": 302} {
		if got := s.send("GET", "http://localhost"+path, ""); got.StatusCode != want {
			t.Errorf("%s: %d, want %d", path, got.StatusCode, want)
		}
	}
}

func TestDirectory_ConcurrentMissesShareARead(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	s.records.put(s.own, routing.Target{Alias: "a"})
	s.send("GET", "http://localhost/warm", "")
	before := s.records.reads.Load()
	arrived := make(chan struct{}, 50)
	release := make(chan struct{})
	s.records.before = func() { <-release }
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			arrived <- struct{}{}
			if got := s.send("GET", "http://localhost/a", ""); got.StatusCode != http.StatusFound {
				t.Errorf("%d", got.StatusCode)
			}
		})
	}
	for range 50 {
		<-arrived
	}
	close(release)
	wg.Wait()
	if reads := s.records.reads.Load() - before; reads != 1 {
		t.Errorf("%d reads", reads)
	}
}

func TestDirectory_ForgetMakesChangesVisible(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	want := func(path, location string) {
		t.Helper()
		if got := s.send("GET", "http://localhost"+path, "").Header.Get("Location"); got != location {
			t.Errorf("%s redirects to %q, want %q", path, got, location)
		}
	}
	want("/New", "")
	s.records.put(s.own, routing.Target{Alias: "New", URL: "https://one.test/"})
	s.dir.Forget(s.own.ID, "New")
	want("/new", "https://one.test/")
	s.records.put(s.own, routing.Target{Alias: "New", URL: "https://two.test/"})
	want("/new", "https://one.test/")
	s.dir.Forget(s.own.ID, "new")
	want("/NEW", "https://two.test/")

	want("/docs/a", "")
	s.records.put(s.own, routing.Target{Alias: "docs/*", URL: "https://docs.test/"})
	s.dir.Forget(s.own.ID, "docs/*")
	want("/docs/a", "https://docs.test/")
	s.records.put(s.own, routing.Target{Alias: "docs/a", URL: "https://exact.test/"})
	s.dir.Forget(s.own.ID, "docs/a")
	want("/docs/a", "https://exact.test/")
	want("/docs/b", "https://docs.test/")

	delete(s.records.targets, s.own.ID+"/docs/*")
	s.dir.Forget(s.own.ID, "docs/*")
	want("/docs/b", "")

	s.records.domains[ownHost] = redirect.Domain{ID: s.own.ID, Host: ownHost, Settings: domain.Settings{NotFoundURL: "https://404.test/"}}
	s.dir.ForgetDomain(s.own.ID, ownHost)
	want("/docs/b", "https://404.test/")
}

func TestDirectory_ForgetDomainEvictsOnlyItsLinks(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	other := redirect.Domain{ID: "dom_0000000000009", Host: "other.test"}
	s.records.domains[other.Host] = other
	location := func(host string) string {
		return s.send("GET", "http://"+host+"/a", "").Header.Get("Location")
	}
	for _, d := range []redirect.Domain{s.own, other} {
		s.records.put(d, routing.Target{Alias: "a", URL: "https://one.test/"})
		location(d.Host)
		s.records.put(d, routing.Target{Alias: "a", URL: "https://two.test/"})
	}
	s.dir.ForgetDomain(s.own.ID, s.own.Host)
	if got := location(s.own.Host); got != "https://two.test/" {
		t.Errorf("the evicted domain redirects to %q", got)
	}
	if got := location(other.Host); got != "https://one.test/" {
		t.Errorf("the other domain redirects to %q, want its cached link", got)
	}
	s.records.put(s.own, routing.Target{Alias: "a", URL: "https://three.test/"})
	s.dir.Forget(s.own.ID, "a")
	if got := location(s.own.Host); got != "https://three.test/" {
		t.Errorf("after Forget the domain redirects to %q", got)
	}
}

// A node that missed an event serves the change within minutes. Entries stay
// cached while the records are unavailable.
func TestDirectory_RefreshesEntriesPeriodically(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSite(t, nil)
		defer s.dir.Close()
		location := func() string {
			got := s.send(http.MethodGet, "http://localhost/a", "").Header.Get("Location")
			synctest.Wait() // for the background refresh
			return got
		}
		s.records.put(s.own, routing.Target{Alias: "a", URL: "https://one.test/"})
		location()
		s.records.put(s.own, routing.Target{Alias: "a", URL: "https://two.test/"})
		time.Sleep(6 * time.Minute)
		s.records.down.Store(true)
		if first, second := location(), location(); first != "https://one.test/" || second != "https://one.test/" {
			t.Errorf("with the records down: %s, %s", first, second)
		}
		s.records.down.Store(false)
		time.Sleep(6 * time.Minute)
		if first, second := location(), location(); first != "https://one.test/" || second != "https://two.test/" {
			t.Errorf("with the records up again: %s, %s", first, second)
		}
		delete(s.records.targets, s.own.ID+"/a")
		time.Sleep(6 * time.Minute)
		location()
		if gone := location(); gone != "" {
			t.Errorf("the deleted link redirects to %s", gone)
		}
		s.records.put(s.own, routing.Target{Alias: "a", URL: "https://three.test/"})
		time.Sleep(16 * time.Second)
		if back := location(); back != "https://three.test/" {
			t.Errorf("the created link redirects to %q", back)
		}
	})
}

// A negative result of a read that overlaps the creation of the link must not be
// cached.
func TestDirectory_FindsLinkCreatedDuringARead(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	s.records.before = func() {
		s.records.before = nil
		s.dir.Forget(s.own.ID, "a") // the link is created right after the read
	}
	s.send("GET", "http://localhost/a", "")
	s.records.put(s.own, routing.Target{Alias: "a"})
	if got := s.send("GET", "http://localhost/a", ""); got.StatusCode != http.StatusFound {
		t.Errorf("%d: the negative entry outlived the creation", got.StatusCode)
	}
}

func TestHandler_AllocatesAtMostSixTimesPerVisit(t *testing.T) {
	s := newSite(t, func(c *redirect.Config) { c.Recorder = discard{} })
	s.records.put(s.own, routing.Target{Alias: "launch", URL: "https://example.com/landing?x=1", ForwardQuery: true})
	r := httptest.NewRequest(http.MethodGet, "http://localhost:8080/launch", nil)
	r.Header.Set("User-Agent", "Mozilla/5.0")
	w := &reusedWriter{header: map[string][]string{}}
	s.ServeHTTP(w, r)
	if w.status != 302 {
		t.Fatalf("status %d", w.status)
	}
	n := testing.AllocsPerRun(1000, func() {
		clear(w.header)
		s.ServeHTTP(w, r)
	})
	if n > 6 {
		t.Errorf("%v allocations", n)
	}
	t.Logf("%v allocations", n)
}

type discard struct{}

func (discard) Record(*click.Hit, func()) error { return nil }

func FuzzHandler_Path(f *testing.F) {
	s := newSite(f, func(c *redirect.Config) { c.Recorder = discard{} })
	s.records.put(s.own, routing.Target{Alias: "a", ForwardQuery: true})
	s.records.put(s.own, routing.Target{Alias: "docs/*", ForwardQuery: true, ForwardPath: true, URL: "https://example.com/{x}/y"})
	for _, path := range []string{"/a", "/a+", "/docs/%2F/x?a=%zz", "//a", "/%", "/\x00", "/docs/" + strings.Repeat("x/", 100)} {
		f.Add(path, "a=1")
	}
	f.Fuzz(func(t *testing.T, path, query string) {
		r := httptest.NewRequest(http.MethodGet, "http://localhost/", nil)
		r.URL.Path, r.URL.RawQuery, r.RequestURI = path, query, path+"?"+query
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		location := w.Header().Get("Location")
		if (w.Code/100 == 3) != (location != "") || w.Code/100 == 5 {
			t.Fatalf("%d %q", w.Code, location)
		}
		if location != "" && !strings.HasPrefix(location, "https://example.com/") {
			t.Fatalf("the path determined the host: %q", location)
		}
	})
}
