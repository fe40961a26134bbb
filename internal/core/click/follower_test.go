package click_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/core/click"
)

// sharedStore holds the clicks of all nodes.
type sharedStore struct {
	mu      sync.Mutex
	clicks  []click.Click
	err     error
	queries int
}

func (s *sharedStore) add(clicks ...click.Click) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clicks = append(s.clicks, clicks...)
}

func (s *sharedStore) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.err = err
}

func (s *sharedStore) Since(_ context.Context, workspaces []uint64, at time.Time, limit int) ([]click.Click, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.queries++
	var found []click.Click
	for _, c := range s.clicks {
		if slices.Contains(workspaces, c.WorkspaceID) && !c.At.Before(at) {
			found = append(found, c)
		}
	}
	return found[max(len(found)-limit, 0):], s.err
}

// clickOf returns a click that a node records now.
func clickOf(node int, workspace uint64) click.Click {
	var ids click.IDs
	ids.SetNode(node)
	id, at := ids.New(time.Now())
	return click.Click{ID: id, At: at, WorkspaceID: workspace, LinkID: 1}
}

// received returns the ids in a feed's buffer.
func received(feed *click.Subscription) (ids []uint64) {
	for range len(feed.C) {
		c := <-feed.C
		ids = append(ids, c.ID)
	}
	return ids
}

func TestFollower_PublishesTheClicksOfOtherNodesOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const here, there = 1, 2
		store := &sharedStore{}
		pipeline := click.NewPipeline(click.PipelineDeps{Clock: clock.System{}})
		follower := click.NewFollower(click.FollowerDeps{
			Pipeline: pipeline, Store: store, Node: func() int { return here }, Clock: clock.System{},
		})
		var failed error
		wait := func() {
			for range 3 {
				time.Sleep(click.FollowEvery) // of the bubble
				failed = follower.Poll(t.Context())
			}
		}

		store.add(clickOf(there, 7))
		wait()
		if store.queries != 0 {
			t.Errorf("%d queries without a subscriber", store.queries)
		}

		feed := pipeline.Subscribe(7, 10)
		defer feed.Close()
		first := clickOf(there, 7)
		time.Sleep(time.Millisecond)
		store.add(clickOf(here, 7), first, clickOf(there, 8))
		wait()
		if got := received(feed); !slices.Equal(got, []uint64{first.ID}) {
			t.Errorf("got the clicks %d, want %d: neither this node's, another workspace's, nor earlier ones", got, first.ID)
		}

		store.fail(errors.New("the store is away"))
		second := clickOf(there, 7)
		store.add(second)
		wait()
		if got := received(feed); got != nil || failed == nil {
			t.Errorf("got %d and the error %v from a store that fails", got, failed)
		}
		store.fail(nil)
		wait()
		wait()
		if got := received(feed); !slices.Equal(got, []uint64{second.ID}) {
			t.Errorf("got %d after the failure, want %d once", got, second.ID)
		}
	})
}
