package pagetitle_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/core/access"
	"linnet/internal/core/link"
	"linnet/internal/core/pagetitle"
	"linnet/internal/core/queue"
	"linnet/internal/testkit"
)

// slowPages blocks fetches from hosts that begin with "slow" until the context
// ends and answers all others at once.
type slowPages struct {
	mu    sync.Mutex
	slow  int // fetches of slow pages under way
	most  int // the highest slow
	quick int // fetches of other pages
}

// Title implements pagetitle.Pages.
func (p *slowPages) Title(ctx context.Context, url string) (string, error) {
	p.mu.Lock()
	if !strings.HasPrefix(url, "https://slow") {
		defer p.mu.Unlock()
		p.quick++
		return "A title", nil
	}
	p.slow++
	p.most = max(p.most, p.slow)
	p.mu.Unlock()
	<-ctx.Done()
	return "", ctx.Err()
}

func (p *slowPages) counts() (most, quick int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.most, p.quick
}

func TestFetcher_LimitsWorkersPerWorkspace(t *testing.T) {
	onBoth(t, func(t *testing.T, h *harness) {
		for i := range 8 {
			h.create(t, link.Draft{Settings: link.Settings{URL: fmt.Sprintf("https://slow%d.example/", i)}})
		}
		other := testkit.Owner(t, h.store)
		if _, err := h.Create(t.Context(), other, link.Draft{Settings: link.Settings{URL: shop}}); err != nil {
			t.Fatal(err)
		}
		p := &slowPages{}
		h.fetchUntil(t, p, func() bool {
			most, quick := p.counts()
			return most >= 2 && quick == 1
		})
		if most, _ := p.counts(); most != 2 {
			t.Errorf("%d workers on the slow pages of one workspace, want 2", most)
		}
	})
}

func TestFetcher_ServesAWorkspaceBesideTwoSlowOnes(t *testing.T) {
	onBoth(t, func(t *testing.T, h *harness) {
		create := func(owner access.Actor, url string) {
			if _, err := h.Create(t.Context(), owner, link.Draft{Settings: link.Settings{URL: url}}); err != nil {
				t.Fatal(err)
			}
		}
		for _, owner := range []access.Actor{h.owner, testkit.Owner(t, h.store)} {
			for i := range 4 {
				create(owner, fmt.Sprintf("https://slow%d-%s.example/", i, owner.WorkspaceID[4:]))
			}
		}
		p := &slowPages{}
		h.fetchUntil(t, p, func() bool {
			most, quick := p.counts()
			if most == 4 && quick == 0 && h.due(t, 0) == 4 { // both workspaces have their share
				create(testkit.Owner(t, h.store), shop)
			}
			return quick == 1
		})
	})
}

func TestFetcher_EndsASlowFetch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fetcher := pagetitle.New(pagetitle.Deps{Pages: &slowPages{}, Clock: clock.System{}})
		begin := time.Now()
		err := fetcher.Kind().Handle(t.Context(), queue.Task{Payload: "https://slow.example/"})
		if !queue.Retryable(err) || time.Since(begin) != 10*time.Second {
			t.Errorf("after %v: %v", time.Since(begin), err)
		}
	})
}
