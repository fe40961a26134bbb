package pagetitle_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/domain"
	"linnet/internal/core/event"
	"linnet/internal/core/link"
	"linnet/internal/core/pagetitle"
	"linnet/internal/core/queue"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

var _ pagetitle.Store = (*records.Store)(nil)

// harness is a link service on a real store, with one workspace.
type harness struct {
	*link.Service

	store *records.Store
	clock *clock.Manual
	owner access.Actor
}

func (*harness) Hash(_ context.Context, plain string) (string, error) { return plain, nil }

// onBoth runs a test on a new store of each engine.
func onBoth(t *testing.T, run func(t *testing.T, h *harness)) {
	t.Helper()
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		h := &harness{store: s, clock: clock.NewManual(testkit.Day()), owner: testkit.Owner(t, s)}
		h.Service = link.New(link.Deps{Store: s, Domains: domain.New(domain.Deps{Store: s, Clock: h.clock}), Hasher: h, Clock: h.clock}, testkit.Unguarded{})
		run(t, h)
	})
}

func (h *harness) create(t *testing.T, d link.Draft) *link.Link {
	t.Helper()
	l, err := h.Create(t.Context(), h.owner, d)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// web is a pagetitle.Pages with titles and errors by URL. It counts the fetches.
type web struct {
	mu      sync.Mutex
	titles  map[string]string
	errs    map[string]error
	fetches map[string]int
	during  func() // called during each fetch
}

// Title implements pagetitle.Pages.
func (w *web) Title(_ context.Context, url string) (string, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.fetches == nil {
		w.fetches = map[string]int{}
	}
	w.fetches[url]++
	if w.during != nil {
		w.during()
	}
	return w.titles[url], w.errs[url]
}

func (w *web) count(url string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.fetches[url]
}

// fetcher returns a queue that fetches titles.
func (h *harness) fetcher(pages pagetitle.Pages) *queue.Queue {
	fetcher := pagetitle.New(pagetitle.Deps{Store: h.store, Pages: pages, Clock: h.clock})
	return queue.New(queue.Deps{
		Store: h.store, Kinds: []queue.Kind{fetcher.Kind()}, Clock: h.clock, Log: slog.New(slog.DiscardHandler),
	})
}

// fetchUntil runs a new fetcher until cond holds.
func (h *harness) fetchUntil(t *testing.T, pages pagetitle.Pages, cond func() bool) {
	t.Helper()
	runUntil(t, h.fetcher(pages), cond)
}

// runUntil runs the fetcher until cond holds.
func runUntil(t *testing.T, fetcher *queue.Queue, cond func() bool) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		fetcher.Run(ctx)
	}()
	defer func() {
		stop()
		<-ended
	}()
	deadline := time.After(20 * time.Second)
	poll := time.NewTicker(5 * time.Millisecond)
	defer poll.Stop()
	for !cond() {
		fetcher.OnEvent(event.Event{Kind: event.TasksAdded, SubjectID: pagetitle.TaskKind})
		select {
		case <-deadline:
			t.Fatal("the condition did not hold within 20 seconds")
		case <-poll.C:
		}
	}
}

func (h *harness) get(t *testing.T, id string) *link.Link {
	t.Helper()
	l, err := h.Get(t.Context(), h.owner, id)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// hasTasks reports whether a task is due within a day.
func (h *harness) hasTasks(t *testing.T) bool {
	t.Helper()
	return h.due(t, 24*time.Hour) > 0
}

// due returns how many tasks are due after the given time.
func (h *harness) due(t *testing.T, in time.Duration) int {
	t.Helper()
	n, err := h.store.TasksDue(t.Context(), pagetitle.TaskKind, h.clock.Now().Add(in))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

const shop, blog = "https://shop.example/spring", "https://blog.example/post"

func TestFetcher_StoresTitleOfPageForUntitledLink(t *testing.T) {
	onBoth(t, func(t *testing.T, h *harness) {
		p := &web{titles: map[string]string{shop: "Spring sale"}}
		untitled, titled, mail := h.create(t, link.Draft{Settings: link.Settings{URL: shop}}), h.create(t, link.Draft{Settings: link.Settings{URL: shop, Title: "Mine"}}), h.create(t, link.Draft{Settings: link.Settings{URL: "mailto:a@example.com"}})
		if untitled.ShownTitle() != "" {
			t.Errorf("the new link already has the title %q", untitled.ShownTitle())
		}
		h.fetchUntil(t, p, func() bool { return h.get(t, untitled.ID).ShownTitle() == "Spring sale" })
		if got := h.get(t, titled.ID); got.ShownTitle() != "Mine" || got.PageTitle != "" {
			t.Errorf("the own title became %q", got.ShownTitle())
		}
		if h.hasTasks(t) || p.count(shop) != 1 || h.get(t, mail.ID).ShownTitle() != "" {
			t.Errorf("%d fetches of one page for one link, or tasks left", p.count(shop))
		}
		got := h.get(t, untitled.ID)
		if got.Version != 1 || !got.UpdatedAt.Equal(untitled.UpdatedAt) {
			t.Errorf("the page title changed the version or time: %d, %v", got.Version, got.UpdatedAt)
		}
		history, err := h.History(t.Context(), h.owner, untitled.ID)
		if err != nil || len(history) != 1 {
			t.Errorf("the page title is in the history: %v, %v", history, err)
		}
		found, err := h.List(t.Context(), h.owner, link.Filter{Search: "SPRING sale"})
		if err != nil || found.Total != 1 || found.Links[0].ID != untitled.ID {
			t.Errorf("a search for the page title found %d links, %v", found.Total, err)
		}
	})
}

func TestFetcher_LeavesLinkVersionUnchanged(t *testing.T) {
	onBoth(t, func(t *testing.T, h *harness) {
		p := &web{titles: map[string]string{shop: "Spring sale"}}
		l := h.create(t, link.Draft{Settings: link.Settings{URL: shop}})
		h.fetchUntil(t, p, func() bool { return h.get(t, l.ID).ShownTitle() != "" })
		// An edit based on the version from before the fetch.
		changed, err := h.Update(t.Context(), h.owner, l.ID, []int64{l.Version}, func(d *link.Draft) { d.Comments = "for May" })
		if err != nil || changed.Version != 2 {
			t.Fatalf("%v, %v", changed, err)
		}
		if got := h.get(t, l.ID); got.ShownTitle() != "Spring sale" || got.Comments != "for May" {
			t.Errorf("the link is now %q, %q", got.ShownTitle(), got.Comments)
		}
		// A client that sends back the shown title does not make it the own title.
		if _, err := h.Update(t.Context(), h.owner, l.ID, []int64{2}, func(d *link.Draft) { d.Title = "Spring sale"; d.Comments = "for June" }); err != nil {
			t.Fatal(err)
		}
		if got := h.get(t, l.ID); got.Title != "" || got.ShownTitle() != "Spring sale" {
			t.Errorf("the page title became the own title: %q", got.Title)
		}
		if h.hasTasks(t) {
			t.Error("a task was added for an unchanged destination")
		}
	})
}

func TestFetcher_FetchesAgainWhenDestinationChanges(t *testing.T) {
	onBoth(t, func(t *testing.T, h *harness) {
		p := &web{titles: map[string]string{shop: "Spring sale", blog: "A post"}}
		l := h.create(t, link.Draft{Settings: link.Settings{URL: shop}})
		shown := func(want string) func() bool {
			return func() bool { return h.get(t, l.ID).ShownTitle() == want }
		}
		h.fetchUntil(t, p, shown("Spring sale"))
		update := func(edit link.Edit, want string) {
			t.Helper()
			l, err := h.Update(t.Context(), h.owner, l.ID, nil, edit)
			if err != nil || l.ShownTitle() != want {
				t.Fatalf("%q, %v; want %q", l.ShownTitle(), err, want)
			}
			if got := h.get(t, l.ID).ShownTitle(); got != want {
				t.Errorf("stored %q, want %q", got, want)
			}
		}
		update(func(d *link.Draft) { d.URL = blog }, "")
		h.fetchUntil(t, p, shown("A post"))
		update(func(d *link.Draft) { d.Title = "Mine" }, "Mine")
		update(func(d *link.Draft) { d.URL = shop }, "Mine")
		if h.hasTasks(t) {
			t.Error("a task was added for a link with a title of its own")
		}
		h.clock.Advance(time.Minute)
		update(func(d *link.Draft) { d.Title = "" }, "")
		h.fetchUntil(t, p, shown("Spring sale"))
		found, err := h.List(t.Context(), h.owner, link.Filter{Search: "post"})
		if err != nil || found.Total != 0 {
			t.Errorf("a search still finds the previous page title: %v", err)
		}
	})
}

func TestFetcher_DropsTitleOfLinkChangedDuringFetch(t *testing.T) {
	onBoth(t, func(t *testing.T, h *harness) {
		l := h.create(t, link.Draft{Settings: link.Settings{URL: shop}})
		p := &web{titles: map[string]string{shop: "Spring sale"}}
		p.during = func() {
			if _, err := h.Update(t.Context(), h.owner, l.ID, nil, func(d *link.Draft) { d.Title = "Mine" }); err != nil {
				t.Error(err)
			}
		}
		h.fetchUntil(t, p, func() bool { return p.count(shop) == 1 && !h.hasTasks(t) })
		if got := h.get(t, l.ID); got.Title != "Mine" || got.PageTitle != "" || got.Version != 2 {
			t.Errorf("%+v", got)
		}
		gone := h.create(t, link.Draft{Settings: link.Settings{URL: blog}})
		p = &web{titles: map[string]string{blog: "A post"}, during: func() {
			if err := h.Delete(t.Context(), h.owner, gone.ID); err != nil {
				t.Error(err)
			}
		}}
		h.fetchUntil(t, p, func() bool { return p.count(blog) == 1 && !h.hasTasks(t) })
	})
}

func TestFetcher_TriesUnavailablePageThreeTimes(t *testing.T) {
	onBoth(t, func(t *testing.T, h *harness) {
		down := fault.New(fault.Unavailable, "down")
		p := &web{errs: map[string]error{shop: down, blog: fault.New(fault.Invalid, "never")}}
		h.create(t, link.Draft{Settings: link.Settings{URL: shop}})
		h.create(t, link.Draft{Settings: link.Settings{URL: blog}})
		h.fetchUntil(t, p, func() bool { return p.count(shop) == 1 && p.count(blog) == 1 && h.idle(t) })
		for _, wait := range []time.Duration{29 * time.Second, 2 * time.Second, 119 * time.Second, 2 * time.Second} {
			h.clock.Advance(wait)
			h.fetchUntil(t, p, func() bool { return h.idle(t) })
		}
		if p.count(shop) != 3 || p.count(blog) != 1 || h.hasTasks(t) {
			t.Errorf("%d fetches of the unavailable page, %d of the invalid one", p.count(shop), p.count(blog))
		}
	})
}

func TestFetcher_ClaimsTaskWithExpiredLease(t *testing.T) {
	onBoth(t, func(t *testing.T, h *harness) {
		l := h.create(t, link.Draft{Settings: link.Settings{URL: shop}})
		// A worker claims the task and ends without completing it.
		lease := 2 * time.Minute
		claim := queue.Claim{
			Lease: queue.Lease{Kind: pagetitle.TaskKind, Owner: "another node"}, Now: h.clock.Now(), Until: h.clock.Now().Add(lease),
		}
		if _, err := h.store.ClaimTask(t.Context(), claim); err != nil {
			t.Fatal(err)
		}
		if _, err := h.store.ClaimTask(t.Context(), claim); !fault.Is(err, fault.NotFound) {
			t.Fatalf("a second claim of a leased task: %v", err)
		}
		h.clock.Advance(lease)
		h.fetchUntil(t, &web{titles: map[string]string{shop: "Spring sale"}}, func() bool { return h.get(t, l.ID).ShownTitle() == "Spring sale" })
	})
}

func TestFetcher_SendsOneRequestPerSecondToAHost(t *testing.T) {
	onBoth(t, func(t *testing.T, h *harness) {
		p := &web{titles: map[string]string{}}
		for _, path := range []string{"1", "2", "3"} {
			p.titles["https://shop.example/"+path] = "Page " + path
			h.create(t, link.Draft{Settings: link.Settings{URL: "https://shop.example/" + path}})
		}
		fetcher := h.fetcher(p)
		fetches := func() (n int) {
			for url := range p.titles {
				n += p.count(url)
			}
			return n
		}
		for second := range 3 {
			runUntil(t, fetcher, func() bool { return h.idle(t) })
			if got := fetches(); got != second+1 {
				t.Errorf("after %d s: %d fetches", second, got)
			}
			h.clock.Advance(time.Second)
		}
	})
}

// idle reports whether no task is due or leased. Leases are longer than the
// longest wait for a retry.
func (h *harness) idle(t *testing.T) bool {
	t.Helper()
	return h.due(t, 0) == 0 && h.due(t, 24*time.Hour) == h.due(t, 3*time.Minute)
}

func TestFetcher_TruncatesAndRejectsPageTitles(t *testing.T) {
	onBoth(t, func(t *testing.T, h *harness) {
		long, odd := h.create(t, link.Draft{Settings: link.Settings{URL: shop}}), h.create(t, link.Draft{Settings: link.Settings{URL: blog}})
		p := &web{titles: map[string]string{shop: strings.Repeat("é", link.MaxTitle+1), blog: "a\x00b"}, errs: map[string]error{blog: errors.New("odd")}}
		h.fetchUntil(t, p, func() bool { return h.get(t, long.ID).ShownTitle() != "" && p.count(blog) > 0 && !h.hasTasks(t) })
		if got := h.get(t, long.ID).ShownTitle(); got != strings.Repeat("é", link.MaxTitle-1)+"…" {
			t.Errorf("%d bytes were stored", len(got))
		}
		if got := h.get(t, odd.ID).ShownTitle(); got != "" {
			t.Errorf("%q was stored", got)
		}
	})
}
