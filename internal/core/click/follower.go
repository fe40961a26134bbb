package click

import (
	"context"
	"time"

	"linnet/internal/base/clock"
)

const (
	// FollowEvery is the time between two calls of Follower.Poll.
	FollowEvery = 2 * time.Second
	// followWindow is the age up to which a stored click is published. Clicks that
	// waited longer in the journal of their node are not live.
	followWindow = 30 * time.Second
	// maxFollowed bounds the clicks of one query, over all workspaces.
	maxFollowed = 1_000
)

// SharedStore is a click store of several nodes.
type SharedStore interface {
	// Since returns the clicks of some workspaces, orphans and views included, that
	// have a time at or after at: the latest limit ones, oldest first. They have
	// neither Visitor nor Agent.
	Since(ctx context.Context, workspaces []uint64, at time.Time, limit int) ([]Click, error)
}

// FollowerDeps are the dependencies of a Follower.
type FollowerDeps struct {
	Pipeline *Pipeline
	Store    SharedStore
	Node     func() int // the number of this node in the ids of its clicks
	Clock    clock.Clock
}

// Follower publishes the clicks that other nodes stored to the subscribers of this
// node's pipeline. While there are no subscribers it sends no queries. It is for one
// goroutine.
//
// It queries the shared store every two seconds, for all followed workspaces at once,
// and skips the clicks of its own node, whose pipeline has published them. Clicks that
// waited longer than 30 seconds in a journal are not live; of more than 1,000 the latest
// are published. NOTIFY through PostgreSQL would send every click through the records,
// whether a dashboard is open or not, and nodes do not know each other's addresses.
type Follower struct {
	deps FollowerDeps

	polled time.Time            // time of the last poll
	since  map[uint64]time.Time // by workspace: earlier clicks are not published
	seen   map[uint64]struct{}  // ids in the result of the last query
}

// NewFollower returns a follower.
func NewFollower(deps FollowerDeps) *Follower {
	return &Follower{deps: deps, polled: deps.Clock.Now()}
}

// Poll publishes the clicks that other nodes stored since the last call. It is called
// each FollowEvery.
func (f *Follower) Poll(ctx context.Context) error {
	now := f.deps.Clock.Now()
	workspaces := f.subscribed(now)
	if len(workspaces) == 0 {
		f.seen = nil
		return nil
	}
	clicks, err := f.deps.Store.Since(ctx, workspaces, now.Add(-followWindow), maxFollowed)
	if err != nil {
		return err
	}
	f.deps.Pipeline.feed.publish(f.fresh(clicks), nil)
	return nil
}

// subscribed returns the workspaces with subscribers. A workspace that had none
// at the last poll starts with clicks after it.
func (f *Follower) subscribed(now time.Time) []uint64 {
	workspaces := f.deps.Pipeline.feed.workspaces()
	since := make(map[uint64]time.Time, len(workspaces))
	for _, id := range workspaces {
		start, followed := f.since[id]
		if !followed {
			start = f.polled
		}
		since[id] = start
	}
	f.since, f.polled = since, now
	return workspaces
}

// fresh returns the clicks of other nodes that were not in the last result.
func (f *Follower) fresh(clicks []Click) []Click {
	own := f.deps.Node()
	seen := make(map[uint64]struct{}, len(clicks))
	var fresh []Click
	for i := range clicks {
		c := &clicks[i]
		seen[c.ID] = struct{}{}
		if _, published := f.seen[c.ID]; published || NodeOfID(c.ID) == own || c.At.Before(f.since[c.WorkspaceID]) {
			continue
		}
		fresh = append(fresh, *c)
	}
	f.seen = seen
	return fresh
}
