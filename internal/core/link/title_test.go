package link_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/event"
	"linnet/internal/core/link"
	"linnet/internal/infra/records"
)

var _ link.TitleStore = (*records.Store)(nil)

// pages are the web: titles by address. Reads are told.
type pages struct {
	mu     sync.Mutex
	titles map[string]string
	errs   map[string]error
	reads  map[string]int
	during func() // called while a page is read
}

// Title is link.Pages'.
func (p *pages) Title(_ context.Context, url string) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.reads == nil {
		p.reads = map[string]int{}
	}
	p.reads[url]++
	if p.during != nil {
		p.during()
	}
	return p.titles[url], p.errs[url]
}

func (p *pages) count(url string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.reads[url]
}

// run lets a titler work until cond holds.
func (b *bench) run(t *testing.T, p *pages, cond func() bool) {
	t.Helper()
	b.work(t, link.NewTitler(b.store, p, b.clk, slog.New(slog.DiscardHandler)), cond)
}

func (b *bench) work(t *testing.T, titler *link.Titler, cond func() bool) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		titler.Run(ctx)
	}()
	defer func() {
		stop()
		<-ended
	}()
	deadline := time.After(20 * time.Second)
	poll := time.NewTicker(5 * time.Millisecond)
	defer poll.Stop()
	for !cond() {
		titler.Hear(event.Event{Kind: event.LinkCreated})
		select {
		case <-deadline:
			t.Fatal("it did not come about in 20 seconds")
		case <-poll.C:
		}
	}
}

func (b *bench) get(t *testing.T, id string) *link.Link {
	t.Helper()
	l, err := b.Get(t.Context(), b.owner, id)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// waiting reports whether a task is due within a day.
func (b *bench) waiting(t *testing.T) bool {
	t.Helper()
	return b.due(t, 24*time.Hour) > 0
}

// due counts the tasks that are due in some time.
func (b *bench) due(t *testing.T, in time.Duration) int {
	t.Helper()
	n, err := b.store.TitlesDue(t.Context(), b.clk.Now().Add(in))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

const shop, blog = "https://shop.example/spring", "https://blog.example/post"

func TestAnEmptyTitleIsThePages(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		p := &pages{titles: map[string]string{shop: "Spring sale"}}
		untitled, titled, mail := b.make(t, link.Draft{URL: shop}), b.make(t, link.Draft{URL: shop, Title: "Mine"}), b.make(t, link.Draft{URL: "mailto:a@example.com"})
		if untitled.ShownTitle() != "" {
			t.Errorf("creating the link waited for %q", untitled.ShownTitle())
		}
		b.run(t, p, func() bool { return b.get(t, untitled.ID).ShownTitle() == "Spring sale" })
		if got := b.get(t, titled.ID); got.ShownTitle() != "Mine" || got.PageTitle != "" {
			t.Errorf("the own title became %q", got.ShownTitle())
		}
		if b.waiting(t) || p.count(shop) != 1 || b.get(t, mail.ID).ShownTitle() != "" {
			t.Errorf("%d reads of one page for one link", p.count(shop))
		}
		got := b.get(t, untitled.ID)
		if got.Version != 1 || !got.UpdatedAt.Equal(untitled.UpdatedAt) {
			t.Errorf("the page's title is a version of the link: %d, %v", got.Version, got.UpdatedAt)
		}
		history, err := b.History(t.Context(), b.owner, untitled.ID)
		if err != nil || len(history) != 1 {
			t.Errorf("it is in the history: %v, %v", history, err)
		}
		found, err := b.List(t.Context(), b.owner, link.Filter{Search: "SPRING sale"})
		if err != nil || found.Total != 1 || found.Links[0].ID != untitled.ID {
			t.Errorf("a search for it found %d links, %v", found.Total, err)
		}
	})
}

func TestSomebodyWhoEditsIsNotDisturbedByATitle(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		p := &pages{titles: map[string]string{shop: "Spring sale"}}
		l := b.make(t, link.Draft{URL: shop})
		b.run(t, p, func() bool { return b.get(t, l.ID).ShownTitle() != "" })
		// Loaded before the title came, stored after it.
		changed, err := b.Update(t.Context(), b.owner, l.ID, l.Version, link.Patch{Comments: link.To("for May")})
		if err != nil || changed.Version != 2 {
			t.Fatalf("%v, %v", changed, err)
		}
		if got := b.get(t, l.ID); got.ShownTitle() != "Spring sale" || got.Comments != "for May" {
			t.Errorf("the link is now %q, %q", got.ShownTitle(), got.Comments)
		}
		// A form that sends back what it was shown has not written a title.
		if _, err := b.Update(t.Context(), b.owner, l.ID, 2, link.Patch{Title: link.To("Spring sale"), Comments: link.To("for June")}); err != nil {
			t.Fatal(err)
		}
		if got := b.get(t, l.ID); got.Title != "" || got.ShownTitle() != "Spring sale" {
			t.Errorf("the page's title became a person's: %q", got.Title)
		}
		// Nothing of this asked the page again.
		if b.waiting(t) {
			t.Error("the page is to be read again")
		}
	})
}

func TestATitleFollowsItsPage(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		p := &pages{titles: map[string]string{shop: "Spring sale", blog: "A post"}}
		l := b.make(t, link.Draft{URL: shop})
		shown := func(want string) func() bool {
			return func() bool { return b.get(t, l.ID).ShownTitle() == want }
		}
		b.run(t, p, shown("Spring sale"))
		update := func(patch link.Patch, want string) {
			t.Helper()
			l, err := b.Update(t.Context(), b.owner, l.ID, 0, patch)
			if err != nil || l.ShownTitle() != want {
				t.Fatalf("%q, %v; want %q", l.ShownTitle(), err, want)
			}
			if got := b.get(t, l.ID).ShownTitle(); got != want {
				t.Errorf("kept is %q, want %q", got, want)
			}
		}
		update(link.Patch{URL: link.To(blog)}, "")
		b.run(t, p, shown("A post"))
		update(link.Patch{Title: link.To("Mine")}, "Mine")
		update(link.Patch{URL: link.To(shop)}, "Mine")
		if b.waiting(t) {
			t.Error("a link with a title of its own waits for its page")
		}
		b.clk.Advance(time.Minute)
		update(link.Patch{Title: link.To("")}, "")
		b.run(t, p, shown("Spring sale"))
		found, err := b.List(t.Context(), b.owner, link.Filter{Search: "post"})
		if err != nil || found.Total != 0 {
			t.Errorf("the former page's title is still found: %v", err)
		}
	})
}

func TestATitleThatComesTooLateIsDropped(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		l := b.make(t, link.Draft{URL: shop})
		p := &pages{titles: map[string]string{shop: "Spring sale"}}
		p.during = func() {
			if _, err := b.Update(t.Context(), b.owner, l.ID, 0, link.Patch{Title: link.To("Mine")}); err != nil {
				t.Error(err)
			}
		}
		b.run(t, p, func() bool { return p.count(shop) == 1 && !b.waiting(t) })
		if got := b.get(t, l.ID); got.Title != "Mine" || got.PageTitle != "" || got.Version != 2 {
			t.Errorf("%+v", got)
		}
		gone := b.make(t, link.Draft{URL: blog})
		p = &pages{titles: map[string]string{blog: "A post"}, during: func() {
			if err := b.Delete(t.Context(), b.owner, gone.ID); err != nil {
				t.Error(err)
			}
		}}
		b.run(t, p, func() bool { return p.count(blog) == 1 && !b.waiting(t) })
	})
}

func TestAPageThatDoesNotAnswerIsTriedThreeTimes(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		down := fault.New(fault.Unavailable, "down")
		p := &pages{errs: map[string]error{shop: down, blog: fault.New(fault.Invalid, "never")}}
		b.make(t, link.Draft{URL: shop})
		b.make(t, link.Draft{URL: blog})
		b.run(t, p, func() bool { return p.count(shop) == 1 && p.count(blog) == 1 && b.settled(t) })
		for _, wait := range []time.Duration{29 * time.Second, 2 * time.Second, 119 * time.Second, 2 * time.Second} {
			b.clk.Advance(wait)
			b.run(t, p, func() bool { return b.settled(t) })
		}
		if p.count(shop) != 3 || p.count(blog) != 1 || b.waiting(t) {
			t.Errorf("%d reads of the page that is down, %d of the one that never will be", p.count(shop), p.count(blog))
		}
	})
}

func TestTitlesSurviveTheirReader(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		l := b.make(t, link.Draft{URL: shop})
		// Somebody takes the task and dies.
		lease := 2 * time.Minute
		if _, err := b.store.ClaimTitle(t.Context(), b.clk.Now(), b.clk.Now().Add(lease), nil); err != nil {
			t.Fatal(err)
		}
		if _, err := b.store.ClaimTitle(t.Context(), b.clk.Now(), b.clk.Now().Add(lease), nil); !fault.Is(err, fault.NotFound) {
			t.Fatalf("two have one task: %v", err)
		}
		b.clk.Advance(lease)
		b.run(t, &pages{titles: map[string]string{shop: "Spring sale"}}, func() bool { return b.get(t, l.ID).ShownTitle() == "Spring sale" })
	})
}

func TestOneHostIsCalledOnceASecond(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		p := &pages{titles: map[string]string{}}
		for _, path := range []string{"1", "2", "3"} {
			p.titles["https://shop.example/"+path] = "Page " + path
			b.make(t, link.Draft{URL: "https://shop.example/" + path})
		}
		titler := link.NewTitler(b.store, p, b.clk, slog.New(slog.DiscardHandler))
		reads := func() (n int) {
			for url := range p.titles {
				n += p.count(url)
			}
			return n
		}
		for second := range 3 {
			b.work(t, titler, func() bool { return b.settled(t) })
			if got := reads(); got != second+1 {
				t.Errorf("after %d s: %d reads", second, got)
			}
			b.clk.Advance(time.Second)
		}
	})
}

// settled reports whether nothing is due, and nothing is just being read: that
// is kept from others for longer than anything is put off.
func (b *bench) settled(t *testing.T) bool {
	t.Helper()
	return b.due(t, 0) == 0 && b.due(t, 24*time.Hour) == b.due(t, 3*time.Minute)
}

func TestWhatPagesSayIsBounded(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		long, odd := b.make(t, link.Draft{URL: shop}), b.make(t, link.Draft{URL: blog})
		p := &pages{titles: map[string]string{shop: strings.Repeat("é", link.MaxTitle+1), blog: "a\x00b"}, errs: map[string]error{blog: errors.New("odd")}}
		b.run(t, p, func() bool { return b.get(t, long.ID).ShownTitle() != "" && p.count(blog) > 0 && !b.waiting(t) })
		if got := b.get(t, long.ID).ShownTitle(); got != strings.Repeat("é", link.MaxTitle-1)+"…" {
			t.Errorf("%d bytes were kept", len(got))
		}
		if got := b.get(t, odd.ID).ShownTitle(); got != "" {
			t.Errorf("%q was kept", got)
		}
	})
}
