package denylist_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/denylist"
	"linnet/internal/core/event"
)

// feedStore stores one list in memory.
type feedStore struct {
	denylist.Store
	feed       denylist.Feed
	keys       []uint64
	exceptions []denylist.Exception
}

func (s *feedStore) Feeds(context.Context) ([]denylist.Feed, error) {
	return []denylist.Feed{s.feed}, nil
}

func (s *feedStore) FeedKeys(context.Context, string) ([]uint64, int64, error) {
	return s.keys, s.feed.Generation, nil
}

func (s *feedStore) Exceptions(context.Context) ([]denylist.Exception, error) {
	return s.exceptions, nil
}

func (s *feedStore) StoreFeedCheck(_ context.Context, f denylist.Feed, keys []uint64) error {
	s.feed = f
	if keys != nil {
		s.keys = keys
	}
	return nil
}

// feedsOf returns the lists in memory for the text of one.
func feedsOf(t testing.TB, text string, exceptions ...string) *denylist.Feeds {
	t.Helper()
	content, err := denylist.ParseFeed(strings.NewReader(text), 1000)
	if err != nil {
		t.Fatal(err)
	}
	store := &feedStore{feed: denylist.Feed{ID: "dnl_1", Generation: 1, Entries: len(content.Keys)}, keys: content.Keys}
	for _, pattern := range exceptions {
		normal, err := denylist.NormalizeException(pattern)
		if err != nil {
			t.Fatal(err)
		}
		store.exceptions = append(store.exceptions, denylist.Exception{Pattern: normal})
	}
	feeds := denylist.NewFeeds(store, slog.New(slog.DiscardHandler))
	if err := feeds.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	return feeds
}

func TestFeeds_MatchesEntries(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		list            string
		matches, misses []string
		exceptions      []string
	}{
		"host with its subdomains": {
			list:    "Evil.Example. # comment\r\n*.other.example\n",
			matches: []string{"https://evil.example/x", "http://a.b.EVIL.example:8080/", "https://other.example/"},
			misses:  []string{"https://notevil.example/", "https://example/", "mailto:a@evil.example"},
		},
		"hosts file": {
			list:    "127.0.0.1 localhost\n0.0.0.0 0.0.0.0\n0.0.0.0\tads.example tracker.example # two\n::1 ip6-localhost\n",
			matches: []string{"https://ads.example/", "https://tracker.example/"},
			misses:  []string{"http://localhost/", "http://127.0.0.1/", "http://0.0.0.0/"},
		},
		"URL": {
			list:    "http://203.0.113.7:8081/bin.sh\nhttps://files.example/u/mallory/\nhttps://root.example\n",
			matches: []string{"https://203.0.113.7/bin.sh?x=1", "https://files.example/u/mallory", "https://files.example/u/%6dallory/a", "https://root.example/any"},
			misses:  []string{"https://203.0.113.7/", "https://files.example/u/mallory2", "https://files.example/u", "https://a.root.example/"},
		},
		"URL with a query": {
			list:    "https://shop.example/go?id=3\n",
			matches: []string{"https://shop.example/go?id=3#top"},
			misses:  []string{"https://shop.example/go?id=4", "https://shop.example/go"},
		},
		"international names": {
			list:    "münchen-böse.example\n",
			matches: []string{"https://xn--mnchen-bse-lcb8d.example/", "https://MÜNCHEN-BÖSE.example/"},
		},
		"exceptions": {
			list:       "bit.ly\nhttps://bit.ly/\nhttps://bit.ly/evil\nsub.bit.ly\nhttps://ok.example/a\n",
			exceptions: []string{"BIT.ly", "https://ok.example/a/"},
			matches:    []string{"https://bit.ly/evil", "https://sub.bit.ly/"},
			misses:     []string{"https://bit.ly/", "https://bit.ly/fine", "https://www.bit.ly/", "https://ok.example/a"},
		},
	} {
		feeds := feedsOf(t, c.list, c.exceptions...)
		for _, address := range c.matches {
			if !feeds.Listed(address) {
				t.Errorf("%s: %s is not listed", name, address)
			}
		}
		for _, address := range c.misses {
			if feeds.Listed(address) {
				t.Errorf("%s: %s is listed", name, address)
			}
		}
	}
}

func TestParseFeed_SkipsHostileLines(t *testing.T) {
	t.Parallel()
	list := "\xef\xbb\xbfevil.example\n" + strings.Repeat("a", 100_000) + ".example\n" +
		"<html><body>Login</body></html>\n||adblock.example^\n\"1\",\"http://csv.example/\"\ncom\nfile:///etc/passwd\njavascript:alert(1)\n\x00\x01\n" +
		"! a comment\n// another\n\n   \n"
	got, err := denylist.ParseFeed(strings.NewReader(list), 1000)
	if err != nil || len(got.Keys) != 1 || got.Skipped != 8 {
		t.Errorf("%d entries, %d skipped, %v", len(got.Keys), got.Skipped, err)
	}
}

func TestParseFeed_BoundsEntries(t *testing.T) {
	t.Parallel()
	var list strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&list, "a%d.example\nSAME.example\n", i)
	}
	if _, err := denylist.ParseFeed(strings.NewReader(list.String()), 1000); !errors.Is(err, denylist.ErrTooManyEntries) {
		t.Errorf("error %v", err)
	}
	got, err := denylist.ParseFeed(strings.NewReader(list.String()), 3001)
	if err != nil || len(got.Keys) != 3001 {
		t.Errorf("%d entries, %v", len(got.Keys), err)
	}
}

// FuzzParseFeed checks that a line that is an entry matches the destination that it
// names, and that no file makes ParseFeed fail.
func FuzzParseFeed(f *testing.F) {
	for _, line := range []string{
		"evil.example", "0.0.0.0 a.example b.example", "https://x.example/a/../b?q#f", "http://[2001:db8::1]:80/x", "||x^", "# c",
		"*.x.example", "https://x.example/%2e%2e/a", "\xff\xfe", "https://a.example\\b",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		got, err := denylist.ParseFeed(strings.NewReader(line), 10_000)
		if errors.Is(err, denylist.ErrTooManyEntries) || errors.Is(err, bufio.ErrBufferFull) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		entry, ok := strings.CutPrefix(line, "https://")
		if !ok || len(got.Keys) != 1 || strings.ContainsAny(line, " \t\r\n\v\f\u0085\u00a0#") {
			return
		}
		if feeds := feedsOf(t, line); !feeds.Listed("http://"+entry) && strings.Count(entry, "/") < 30 {
			t.Errorf("%q does not match itself", line)
		}
	})
}

// server is a fetcher whose response a test sets.
type server struct {
	list        string
	err         error
	notModified bool
}

func (s *server) Fetch(_ context.Context, _ denylist.Feed, limit int) (denylist.Fetched, error) {
	if s.err != nil || s.notModified {
		return denylist.Fetched{NotModified: s.notModified}, s.err
	}
	content, err := denylist.ParseFeed(strings.NewReader(s.list), limit)
	return denylist.Fetched{Content: content, ETag: `"1"`}, err
}

// hostsList returns a list of n hosts.
func hostsList(n int) string {
	var list strings.Builder
	for i := range n {
		fmt.Fprintf(&list, "evil%d.example\n", i)
	}
	return list.String()
}

func TestUpdater_KeepsTheCopyInUse(t *testing.T) {
	t.Parallel()
	store := &feedStore{feed: denylist.Feed{ID: "dnl_1"}}
	remote := &server{list: hostsList(100)}
	times := clock.NewManual(time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC))
	updater := denylist.NewUpdater(store, remote, times, slog.New(slog.DiscardHandler))
	update := func(accept bool) denylist.Feed {
		t.Helper()
		f, err := updater.Update(t.Context(), store.feed, accept)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	if f := update(false); f.Error != "" || f.Entries != 100 || f.Generation != 1 || f.NextAt.Sub(times.Now()) < denylist.FeedInterval {
		t.Fatalf("first update: %+v", f)
	}
	for name, set := range map[string]func(){
		"failure":     func() { remote.err = errors.New("connection refused") },
		"shrunk":      func() { remote.err, remote.list = nil, hostsList(9) },
		"empty":       func() { remote.list = "" },
		"a web page":  func() { remote.list = "<!doctype html>\n<title>Sign in</title>\n" },
		"unavailable": func() { remote.err = fault.New(fault.Unavailable, "The server of the list returned the status 503.") },
	} {
		remote.err = nil
		set()
		if f := update(false); f.Error == "" || f.Entries != 100 || f.Generation != 1 || len(store.keys) != 100 {
			t.Errorf("%s: %+v with %d keys", name, f, len(store.keys))
		}
	}
	remote.err, remote.notModified = nil, true
	if f := update(false); f.Error != "" || f.Entries != 100 || f.Generation != 1 {
		t.Errorf("not modified: %+v", f)
	}
	remote.notModified, remote.list = false, hostsList(9)
	if f := update(true); f.Error != "" || f.Entries != 9 || f.Generation != 2 {
		t.Errorf("accepted: %+v", f)
	}
}

func TestUpdater_UpdatesWhatIsDue(t *testing.T) {
	t.Parallel()
	times := clock.NewManual(time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC))
	store := &feedStore{feed: denylist.Feed{ID: "dnl_1", NextAt: times.Now().Add(time.Minute)}}
	updater := denylist.NewUpdater(store, &server{list: hostsList(3)}, times, slog.New(slog.DiscardHandler))
	for _, step := range []struct {
		wait    time.Duration
		paused  bool
		entries int
	}{{0, false, 0}, {time.Minute, true, 0}, {0, false, 3}} {
		times.Advance(step.wait)
		store.feed.Paused = step.paused
		if err := updater.UpdateDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		if store.feed.Entries != step.entries {
			t.Errorf("%+v: %d entries", step, store.feed.Entries)
		}
	}
}

func TestCheckFeed_RejectsBadAddresses(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"", "http://lists.example/x", "lists.example", "https://", "https://a:b@lists.example/", "ftp://x/", "https://x.example/" + strings.Repeat("a", 2000)} {
		if _, _, err := denylist.CheckFeed("", address); !fault.Is(err, fault.Invalid) {
			t.Errorf("%q: %v", address, err)
		}
	}
	if name, _, err := denylist.CheckFeed(" ", "https://lists.example/x"); err != nil || name != "lists.example" {
		t.Errorf("name %q, %v", name, err)
	}
}

func TestFeeds_ReloadsOnItsEvents(t *testing.T) {
	t.Parallel()
	store := &feedStore{feed: denylist.Feed{ID: "dnl_1"}}
	feeds := denylist.NewFeeds(store, slog.New(slog.DiscardHandler))
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); feeds.Run(ctx) }()
	content, err := denylist.ParseFeed(strings.NewReader("evil.example"), 10)
	if err != nil {
		t.Fatal(err)
	}
	store.feed.Generation, store.keys = 1, content.Keys
	feeds.OnEvent(event.Event{Kind: event.DenylistFetched})
	for deadline := time.After(10 * time.Second); !feeds.Listed("https://evil.example/"); {
		select {
		case <-deadline:
			t.Fatal("not reloaded")
		case <-time.After(time.Millisecond):
		}
	}
	stop()
	<-done
}

func BenchmarkFeeds_Match(b *testing.B) {
	var list strings.Builder
	for i := range 200_000 {
		fmt.Fprintf(&list, "evil%d.example\n", i)
	}
	content, err := denylist.ParseFeed(strings.NewReader(list.String()), denylist.MaxFeedEntries)
	if err != nil {
		b.Fatal(err)
	}
	feeds := denylist.NewFeeds(&feedStore{feed: denylist.Feed{ID: "dnl_1", Generation: 1}, keys: content.Keys}, slog.New(slog.DiscardHandler))
	if err := feeds.Reload(b.Context()); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if feeds.Listed("https://www.shop.example.com/spring/collection?utm_source=newsletter&utm_medium=email") {
			b.Fatal("listed")
		}
	}
}

// millionKeys returns the keys of a list with a million hosts.
func millionKeys(b *testing.B) []uint64 {
	b.Helper()
	file, err := os.Create(filepath.Join(b.TempDir(), "list.txt"))
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	w := bufio.NewWriter(file)
	for i := range 1_000_000 {
		fmt.Fprintf(w, "host-%d.phishing.example\n", i)
	}
	if err := w.Flush(); err != nil {
		b.Fatal(err)
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		b.Fatal(err)
	}
	content, err := denylist.ParseFeed(file, denylist.MaxFeedEntries)
	if err != nil {
		b.Fatal(err)
	}
	return slices.Clip(slices.Clone(content.Keys))
}

// freshKeys is a feedStore that allocates the keys at each read, as the records do.
type freshKeys struct{ *feedStore }

func (s freshKeys) FeedKeys(ctx context.Context, id string) ([]uint64, int64, error) {
	keys, generation, err := s.feedStore.FeedKeys(ctx, id)
	return slices.Clone(keys), generation, err
}

func heapInUse() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// BenchmarkFeeds_Memory reports the bytes in memory for each entry of a list with a
// million entries. The baseline is a set of the same entries as strings.
func BenchmarkFeeds_Memory(b *testing.B) {
	keys := millionKeys(b)
	store := freshKeys{&feedStore{feed: denylist.Feed{ID: "dnl_1", Generation: 1, Entries: len(keys)}, keys: keys}}
	b.Run("lists", func(b *testing.B) {
		for range b.N {
			before := heapInUse()
			feeds := denylist.NewFeeds(store, slog.New(slog.DiscardHandler))
			if err := feeds.Reload(b.Context()); err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(heapInUse()-before)/float64(len(keys)), "B/entry")
			if !feeds.Listed("https://www.host-7.phishing.example/") {
				b.Fatal("not listed")
			}
		}
	})
	b.Run("baseline: set of strings", func(b *testing.B) {
		for range b.N {
			before := heapInUse()
			set := make(map[string]struct{}, len(keys))
			for i := range len(keys) {
				set[fmt.Sprintf("host-%d.phishing.example", i)] = struct{}{}
			}
			b.ReportMetric(float64(heapInUse()-before)/float64(len(keys)), "B/entry")
			runtime.KeepAlive(set)
		}
	})
}

func TestUpdater_StoresAnAcceptedCopyWithoutEntries(t *testing.T) {
	t.Parallel()
	store := &feedStore{feed: denylist.Feed{ID: "dnl_1", Generation: 3, Entries: 2}, keys: []uint64{1, 2}}
	updater := denylist.NewUpdater(store, emptyList{}, clock.NewManual(time.Unix(0, 0)), slog.New(slog.DiscardHandler))
	if _, err := updater.Update(t.Context(), store.feed, true); err != nil {
		t.Fatal(err)
	}
	if len(store.keys) != 0 || store.feed.Entries != 0 || store.feed.Generation != 4 {
		t.Errorf("stored %d keys of %+v", len(store.keys), store.feed)
	}
}

// emptyList is a server whose list has no entries.
type emptyList struct{}

func (emptyList) Fetch(context.Context, denylist.Feed, int) (denylist.Fetched, error) {
	return denylist.Fetched{}, nil
}

func TestNormalizeException_ReturnsWhatAnExceptionCancels(t *testing.T) {
	t.Parallel()
	for pattern, want := range map[string]string{
		"Bit.LY": "bit.ly", "*.bit.ly": "bit.ly", "https://Bit.ly": "bit.ly", "https://bit.ly/": "bit.ly",
		"example.com/shop/": "example.com/shop", "example.com/shop?a=1#x": "example.com/shop?a=1", "example.com/?a": "example.com/?a",
	} {
		if got, err := denylist.NormalizeException(pattern); err != nil || got != want {
			t.Errorf("%s: %q %v, want %q", pattern, got, err, want)
		}
	}
	for _, pattern := range []string{"", "localhost", "ftp://bit.ly", "a b.example", strings.Repeat("a", denylist.MaxPattern) + ".example"} {
		if got, err := denylist.NormalizeException(pattern); fault.CodeOf(err) != fault.Invalid {
			t.Errorf("%s: %q %v", pattern, got, err)
		}
	}
}
