package link

import (
	"context"
	"fmt"
	"sync"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/plan"
)

const (
	measurementTTL  = 10 * time.Minute // images and writes of other nodes are not counted before it expires
	minMeasureDelay = 5 * time.Second  // between measurements of a workspace at its limit
	maxMeasurements = 10_000           // workspaces in the cache
)

// storage enforces the storage limits on changes of links. It measures a workspace
// rarely and adds up its changes of links in between, so concurrent writes may exceed
// the limit by their own size, as may images that were uploaded since the
// measurement.
type storage struct {
	limits plan.LimitsOf
	clock  clock.Clock

	mu    sync.Mutex
	sizes map[string]measurement
}

type measurement struct {
	bytes int64
	at    time.Time
}

// reserve counts size bytes that are about to be written. It is LimitReached if
// the workspace would exceed its limit.
func (st *storage) reserve(ctx context.Context, events Store, workspaceID string, size int64) error {
	if size == 0 {
		return nil
	}
	limits, err := st.limits(ctx, workspaceID)
	limit := limits.Storage
	if err != nil || limit == 0 {
		return err
	}
	if st.add(workspaceID, size, limit) {
		return nil
	}
	used, age := st.last(workspaceID)
	if age >= minMeasureDelay { // something may have been deleted since
		used, err = events.StoredBytes(ctx, workspaceID)
		if err != nil {
			return err
		}
		st.set(workspaceID, used)
		if st.add(workspaceID, size, limit) {
			return nil
		}
	}
	return errStorage(used, limit)
}

// release undoes the part of a reservation that was not written.
func (st *storage) release(workspaceID string, size int64) {
	if st == nil || size == 0 {
		return
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	if m, ok := st.sizes[workspaceID]; ok {
		m.bytes -= size
		st.sizes[workspaceID] = m
	}
}

// errStorage returns the fault of a change beyond the storage of the plan.
func errStorage(used, limit int64) error {
	return fault.New(fault.LimitReached, fmt.Sprintf(
		"Your plan stores %d MiB of links, their history and images, and this change would exceed it. "+
			"Delete unused images, or delete links and free their aliases, or upgrade the plan.", limit>>20)).
		Exceeds("storageMiB", used>>20, limit>>20)
}

// add counts size and reports whether it fits. Without a current measurement it
// reports false.
func (st *storage) add(workspaceID string, size, limit int64) bool {
	st.mu.Lock()
	defer st.mu.Unlock()
	m, ok := st.sizes[workspaceID]
	if !ok || st.clock.Now().Sub(m.at) >= measurementTTL || m.bytes+size > limit {
		return false
	}
	m.bytes += size
	st.sizes[workspaceID] = m
	return true
}

// last returns the size of the workspace as far as it is known, and the time since it
// was measured; a very long one if it never was.
func (st *storage) last(workspaceID string) (bytes int64, age time.Duration) {
	st.mu.Lock()
	defer st.mu.Unlock()
	m := st.sizes[workspaceID]
	return m.bytes, st.clock.Now().Sub(m.at)
}

func (st *storage) set(workspaceID string, bytes int64) {
	st.mu.Lock()
	defer st.mu.Unlock()
	if len(st.sizes) >= maxMeasurements {
		clear(st.sizes)
	}
	st.sizes[workspaceID] = measurement{bytes, st.clock.Now()}
}
