package clickcount_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"linnet/internal/base/ident"
	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
	"linnet/internal/core/clickcount"
)

// store counts what the sink got and keeps what the keeper copied.
type store struct {
	mu     sync.Mutex
	clicks []click.Click
	shown  map[string]clickcount.Shown
	fail   bool
}

func (s *store) Position(context.Context) (uint64, error) { return 0, nil }

func (s *store) Append(_ context.Context, b click.Batch) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clicks = append(s.clicks, b.Clicks...)
	return nil
}

func (s *store) LinkCounts(_ context.Context, workspaceID uint64, links []uint64) (map[uint64]analytics.LinkCount, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	counts := map[uint64]analytics.LinkCount{}
	for _, c := range s.clicks {
		if c.WorkspaceID == workspaceID && c.Bot == "" && slices.Contains(links, c.LinkID) {
			n := counts[c.LinkID]
			n.Clicks++
			n.LastClickedAt = c.At
			counts[c.LinkID] = n
		}
	}
	return counts, nil
}

func (s *store) ShownClicks(_ context.Context, after string, limit int) ([]clickcount.Shown, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var ids []string
	for id := range s.shown {
		if id > after {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	out := []clickcount.Shown{}
	for _, id := range ids[:min(limit, len(ids))] {
		out = append(out, s.shown[id])
	}
	return out, nil
}

func (s *store) SetLinkClicks(_ context.Context, figures []clickcount.Clicks) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fail {
		return errors.New("the records are down")
	}
	for _, f := range figures {
		s.shown[f.LinkID] = clickcount.Shown{WorkspaceID: s.shown[f.LinkID].WorkspaceID, Clicks: f}
	}
	return nil
}

func (s *store) count(id string) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.shown[id].Clicks.Clicks
}

// office is a workspace with n links and no clicks.
func office(n int) (s *store, workspaceID uint64, ids []string) {
	workspace := ident.New(ident.Workspace)
	workspaceID, _ = ident.Number(workspace)
	s = &store{shown: map[string]clickcount.Shown{}}
	for range n {
		id := ident.New(ident.Link)
		s.shown[id] = clickcount.Shown{WorkspaceID: workspace, Clicks: clickcount.Clicks{LinkID: id}}
		ids = append(ids, id)
	}
	return s, workspaceID, ids
}

func clickOn(workspaceID uint64, id string) click.Click {
	n, _ := ident.Number(id)
	return click.Click{WorkspaceID: workspaceID, LinkID: n, At: time.UnixMilli(1_700_000_000_000).UTC()}
}

func TestFiguresFollowTheClickStore(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, workspaceID, ids := office(2)
		k := clickcount.New(s, s, slog.New(slog.DiscardHandler))
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go k.Run(ctx)

		bot := clickOn(workspaceID, ids[1])
		bot.Bot = "agent"
		orphan := click.Click{WorkspaceID: workspaceID}
		batch := click.Batch{Clicks: []click.Click{clickOn(workspaceID, ids[0]), clickOn(workspaceID, ids[0]), bot, orphan}}
		if err := k.Watch(s).Append(ctx, batch); err != nil {
			t.Fatal(err)
		}
		<-time.After(time.Second) // the bubble's time: until the next round is over
		if got := s.count(ids[0]); got != 2 {
			t.Errorf("the link shows %d clicks, not 2", got)
		}
		if got := s.count(ids[1]); got != 0 {
			t.Errorf("a bot counts: %d", got)
		}
	})
}

func TestWhatFailsIsTriedAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, workspaceID, ids := office(1)
		s.fail = true
		k := clickcount.New(s, s, slog.New(slog.DiscardHandler))
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go k.Run(ctx)
		if err := k.Watch(s).Append(ctx, click.Batch{Clicks: []click.Click{clickOn(workspaceID, ids[0])}}); err != nil {
			t.Fatal(err)
		}
		<-time.After(2 * time.Second)
		s.mu.Lock()
		s.fail = false
		s.mu.Unlock()
		<-time.After(2 * time.Second)
		if got := s.count(ids[0]); got != 1 {
			t.Errorf("the link shows %d clicks, not 1", got)
		}
	})
}

func TestAStartMendsWhatACrashLeft(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, workspaceID, ids := office(2500) // more than two pages
		last := slices.Max(ids)
		s.clicks = []click.Click{clickOn(workspaceID, last), clickOn(workspaceID, ids[0])}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go clickcount.New(s, s, slog.New(slog.DiscardHandler)).Run(ctx)
		<-time.After(2 * time.Second)
		if s.count(last) != 1 || s.count(ids[0]) == 0 {
			t.Errorf("after the start: %d and %d clicks", s.count(last), s.count(ids[0]))
		}
	})
}
