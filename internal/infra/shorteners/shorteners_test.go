package shorteners_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/retrieval"
	"linnet/internal/core/routing"
	"linnet/internal/core/transfer"
	"linnet/internal/infra/outbound"
	"linnet/internal/infra/shorteners"
	"linnet/internal/testkit/testshorteners"
)

// cells are those of a link.
type cells = map[transfer.Field]string

// opener returns an opener as the install has it, which may call the fakes.
func opener() *shorteners.Opener {
	return shorteners.NewOpener(outbound.New(outbound.Options{
		Allow:       []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")},
		NoRedirects: true,
		MaxBody:     shorteners.MaxAnswer + 1,
	}), clock.System{})
}

// fakes returns a new fake of each shortener.
func fakes() map[retrieval.Shortener]func(testing.TB) *testshorteners.Shortener {
	return map[retrieval.Shortener]func(testing.TB) *testshorteners.Shortener{
		retrieval.Bitly:     testshorteners.Bitly,
		retrieval.Dub:       testshorteners.Dub,
		retrieval.Kutt:      testshorteners.Kutt,
		retrieval.Rebrandly: testshorteners.Rebrandly,
		retrieval.Shlink:    testshorteners.Shlink,
		retrieval.ShortIO:   testshorteners.ShortIO,
		retrieval.YOURLS:    testshorteners.YOURLS,
	}
}

// walk reads all pages as the job does: it repeats a call that is refused for now. Each call
// has a new source, as after a restart. between runs before each call.
func walk(t *testing.T, c retrieval.Connection, between func(call int)) (links []retrieval.Link, failures map[fault.Code]int) {
	t.Helper()
	failures = map[fault.Code]int{}
	for cursor, call := "", 1; ; call++ {
		if call > 500 {
			t.Fatal("the list has no end")
		}
		if between != nil {
			between(call)
		}
		page, err := opener().Open(c).Page(context.Background(), cursor)
		if code := fault.CodeOf(err); code == fault.RateLimited || code == fault.Unavailable {
			failures[code]++
			if retry := retryOf(err); code == fault.RateLimited && retry != time.Second {
				t.Fatalf("the wait after 429 is %v", retry)
			}
			continue
		}
		if err != nil {
			t.Fatalf("page at %q: %v", cursor, err)
		}
		links = append(links, page.Links...)
		if page.Next == "" {
			return links, failures
		}
		if page.Next == cursor {
			t.Fatalf("the page at %q leads to itself", cursor)
		}
		cursor = page.Next
	}
}

func retryOf(err error) time.Duration {
	f, ok := err.(*fault.Error) //nolint:errorlint // sources return it as it is
	if !ok {
		return 0
	}
	return f.Retry
}

// byID returns the cells of links by id. A link that was read twice must have the same ones.
func byID(t *testing.T, links []retrieval.Link) map[string]cells {
	t.Helper()
	out := map[string]cells{}
	for _, l := range links {
		if l.ID == "" {
			t.Errorf("a link has no id: %v", l.Cells)
		}
		if before, twice := out[l.ID]; twice && !same(before, l.Cells) {
			t.Errorf("%s has other cells when it is read again: %v, %v", l.ID, before, l.Cells)
		}
		out[l.ID] = l.Cells
	}
	return out
}

func same(a, b cells) bool {
	for _, field := range transfer.Fields() {
		if a[field] != b[field] {
			return false
		}
	}
	return true
}

func TestSource_ReturnsEachLinkThroughFailures(t *testing.T) {
	t.Parallel()
	for from, open := range fakes() {
		t.Run(string(from), func(t *testing.T) {
			t.Parallel()
			peer := open(t)
			links, failures := walk(t, retrieval.Connection{From: from, URL: peer.URL, Key: peer.Key}, nil)
			if failures[fault.RateLimited] == 0 || failures[fault.Unavailable] != 2 {
				t.Errorf("failures are %v", failures)
			}
			checkLinks(t, peer, links)
		})
	}
}

// checkLinks checks that links are those of a fake: all that were there before, and no others.
func checkLinks(t *testing.T, peer *testshorteners.Shortener, links []retrieval.Link) {
	t.Helper()
	got, all := byID(t, links), peer.All()
	if len(all) <= testshorteners.Count {
		t.Errorf("no link was created meanwhile")
	}
	for _, l := range all {
		of, ok := got[peer.ID(l)]
		delete(got, peer.ID(l))
		if !ok {
			if l.N < testshorteners.Count {
				t.Errorf("link %d (%s) is missing", l.N, peer.ID(l))
			}
			continue
		}
		checkCells(t, peer, l, of)
	}
	for id, of := range got {
		t.Errorf("%q is no link of the shortener: %v", id, of)
	}
}

// checkCells checks what links of all shorteners have, and that an import can read all cells.
func checkCells(t *testing.T, peer *testshorteners.Shortener, l testshorteners.Link, of cells) {
	t.Helper()
	if of[transfer.URL] != l.URL || of[transfer.ShortURL] != peer.Short(l) {
		t.Errorf("link %d has the cells %v", l.N, of)
	}
	for field := range of {
		if !slices.Contains(transfer.Fields(), field) {
			t.Errorf("imports have no column %q", field)
		}
	}
	var rules []routing.Rule
	if text := of[transfer.Rules]; text != "" {
		if err := json.Unmarshal([]byte(text), &rules); err != nil {
			t.Errorf("link %d: the rules %q: %v", l.N, text, err)
		}
	}
	var split []routing.Branch
	if text := of["split"]; text != "" {
		if err := json.Unmarshal([]byte(text), &split); err != nil {
			t.Errorf("link %d: the split %q: %v", l.N, text, err)
		}
	}
	if err := routing.ValidateRules(rules); err != nil {
		t.Errorf("link %d: %v", l.N, err)
	}
	if err := routing.ValidateSplit(split); err != nil {
		t.Errorf("link %d: %v", l.N, err)
	}
}

// read returns the cells of all links of a fake that has no faults, by the number of the link.
func read(t *testing.T, from retrieval.Shortener, peer *testshorteners.Shortener) map[int]cells {
	t.Helper()
	peer.SetFaults(testshorteners.Faults{})
	links, _ := walk(t, retrieval.Connection{From: from, URL: peer.URL, Key: peer.Key}, nil)
	if len(links) != testshorteners.Count {
		t.Errorf("%d links were read, want %d", len(links), testshorteners.Count)
	}
	got, out := byID(t, links), map[int]cells{}
	for _, l := range peer.All() {
		out[l.N] = got[peer.ID(l)]
	}
	return out
}

// checkLink checks all cells of a link.
func checkLink(t *testing.T, name string, got, want cells) {
	t.Helper()
	for _, field := range transfer.Fields() {
		if got[field] != want[field] {
			t.Errorf("%s: %s is %q, want %q", name, field, got[field], want[field])
		}
	}
}

func TestSource_ReadsOnWhereLinksAreDeleted(t *testing.T) {
	t.Parallel()
	for from, open := range fakes() {
		t.Run(string(from), func(t *testing.T) {
			t.Parallel()
			peer := open(t)
			peer.SetFaults(testshorteners.Faults{GrowAfter: []int{1}})
			deleted := func(l testshorteners.Link) bool { return l.N%100 == 1 } // on each page, those read too
			links, _ := walk(t, retrieval.Connection{From: from, URL: peer.URL, Key: peer.Key}, func(call int) {
				if call == 2 || call == 4 {
					peer.Delete(func(l testshorteners.Link) bool { return deleted(l) && (call == 4 || l.N > 900) })
				}
			})
			got := byID(t, links)
			for _, l := range peer.All() {
				if _, ok := got[peer.ID(l)]; !ok && l.N < testshorteners.Count {
					t.Errorf("link %d (%s) is missing", l.N, peer.ID(l))
				}
			}
		})
	}
}

func TestSource_NamesTheFieldOfAWrongConnection(t *testing.T) {
	t.Parallel()
	html := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("<!doctype html><title>Welcome</title>"))
	}))
	t.Cleanup(html.Close)
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{"ok":true}`)) }))
	t.Cleanup(other.Close)
	missing := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(missing.Close)
	for from, open := range fakes() {
		t.Run(string(from), func(t *testing.T) {
			t.Parallel()
			peer := open(t)
			peer.SetFaults(testshorteners.Faults{})
			for _, of := range []struct{ name, url, key, field string }{
				{"wrong key", peer.URL, "another-key", "key"},
				{"pages", html.URL, peer.Key, "url"},
				{"another API", other.URL, peer.Key, "url"},
				{"no API", missing.URL, peer.Key, "url"},
			} {
				_, err := opener().Open(retrieval.Connection{From: from, URL: of.url, Key: of.key}).Page(context.Background(), "")
				if !fault.Is(err, fault.Invalid) || !fault.Names(err, of.field) {
					t.Errorf("%s: %v", of.name, err)
				}
			}
		})
	}
}

func TestSource_SendsTheKeyToNoOtherHost(t *testing.T) {
	t.Parallel()
	for from, open := range fakes() {
		t.Run(string(from), func(t *testing.T) {
			t.Parallel()
			peer := open(t)
			redirecting := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, peer.URL+r.URL.RequestURI(), http.StatusTemporaryRedirect)
			}))
			t.Cleanup(redirecting.Close)
			_, err := opener().Open(retrieval.Connection{From: from, URL: redirecting.URL, Key: peer.Key}).Page(context.Background(), "")
			if !fault.Is(err, fault.Invalid) || !fault.Names(err, "url") || !strings.Contains(err.Error(), peer.URL[:strings.LastIndex(peer.URL, ":")]) {
				t.Errorf("a redirect is %v", err)
			}
			if keys := peer.Keys(); len(keys) != 0 {
				t.Errorf("the target of the redirect has received %q", keys)
			}
		})
	}
}

func TestSource_CallsNoPrivateNetwork(t *testing.T) {
	t.Parallel()
	peer := testshorteners.Kutt(t)
	public := shorteners.NewOpener(outbound.New(outbound.Options{NoRedirects: true}), clock.System{})
	_, err := public.Open(retrieval.Connection{From: retrieval.Kutt, URL: peer.URL, Key: peer.Key}).Page(context.Background(), "")
	if !fault.Is(err, fault.Invalid) || !fault.Names(err, "url") {
		t.Errorf("a private address is %v", err)
	}
	if keys := peer.Keys(); len(keys) != 0 {
		t.Errorf("the private address has received %q", keys)
	}
}

func clicks(l testshorteners.Link) string {
	if l.Clicks == 0 {
		return ""
	}
	return strconv.FormatInt(l.Clicks, 10)
}
