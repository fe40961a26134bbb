package link_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"linnet/internal/core/link"
	"linnet/internal/testkit"
)

// slowPages never answer for hosts that begin with "slow" while the reader
// runs; all others answer at once.
type slowPages struct {
	mu    sync.Mutex
	slow  int // reads of slow pages under way
	most  int // the highest slow
	quick int // reads of other pages
}

// Title is link.Pages'.
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

func TestTitler_LeavesReadersToOtherWorkspaces(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		for i := range 8 {
			b.make(t, link.Draft{URL: fmt.Sprintf("https://slow%d.example/", i)})
		}
		other := testkit.Owner(t, b.store)
		if _, err := b.Create(t.Context(), other, link.Draft{URL: shop}); err != nil {
			t.Fatal(err)
		}
		p := &slowPages{}
		b.work(t, link.NewTitler(b.store, p, b.clk, slog.New(slog.DiscardHandler)), func() bool {
			most, quick := p.counts()
			return most >= 2 && quick == 1
		})
		if most, _ := p.counts(); most != 2 {
			t.Errorf("%d readers for the slow pages of one workspace, want 2", most)
		}
	})
}
