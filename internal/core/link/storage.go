package link

import (
	"context"
	"fmt"
	"sync"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
)

// StorageLimits reports how many bytes of links and their versions a
// workspace's plan allows.
type StorageLimits interface {
	// StorageLimit returns the limit in bytes; 0: no limit.
	StorageLimit(ctx context.Context, workspaceID string) (int64, error)
}

// measuredFor is how long a measured size is used. Other nodes' writes are
// unseen until then.
const measuredFor = 10 * time.Minute

// measureEvery is how often a workspace that has reached its limit is measured
// anew, at most.
const measureEvery = 5 * time.Second

// maxMeasured bounds how many workspaces' sizes are cached.
const maxMeasured = 10_000

// storage refuses writes beyond a workspace's limit. A size is measured rarely
// and counted on in between: concurrent writes may exceed the limit by what
// they write at that moment. The nil storage has no limits.
type storage struct {
	limits StorageLimits
	clk    clock.Clock

	mu    sync.Mutex
	sizes map[string]measured
}

type measured struct {
	bytes int64
	at    time.Time
}

// LimitStorage returns a service that stores no more bytes of a workspace's
// links and versions than limits allow.
func (s *Service) LimitStorage(limits StorageLimits) *Service {
	c := *s
	c.storage = &storage{limits: limits, clk: s.clk, sizes: map[string]measured{}}
	return &c
}

// reserve counts size bytes that are about to be written. It is LimitReached
// when the workspace would exceed its limit.
func (st *storage) reserve(ctx context.Context, from Chronicle, workspaceID string, size int64) error {
	if st == nil || size == 0 {
		return nil
	}
	limit, err := st.limits.StorageLimit(ctx, workspaceID)
	if err != nil || limit == 0 {
		return err
	}
	if st.add(workspaceID, size, limit) {
		return nil
	}
	if st.age(workspaceID) >= measureEvery { // room may have been made since
		bytes, err := from.VersionBytes(ctx, workspaceID)
		if err != nil {
			return err
		}
		st.set(workspaceID, bytes)
		if st.add(workspaceID, size, limit) {
			return nil
		}
	}
	return fault.New(fault.LimitReached, fmt.Sprintf(
		"Your plan stores %d MiB of links and their history, and this change would exceed it. "+
			"Upgrade the plan, or delete links and free their aliases to make room.", limit>>20))
}

// add counts size and reports whether it fits. A size that is unknown or old
// does not fit: it must be measured.
func (st *storage) add(workspaceID string, size, limit int64) bool {
	st.mu.Lock()
	defer st.mu.Unlock()
	m, ok := st.sizes[workspaceID]
	if !ok || st.clk.Now().Sub(m.at) >= measuredFor || m.bytes+size > limit {
		return false
	}
	m.bytes += size
	st.sizes[workspaceID] = m
	return true
}

// age returns how long ago the workspace was measured.
func (st *storage) age(workspaceID string) time.Duration {
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.clk.Now().Sub(st.sizes[workspaceID].at) // of the zero time when it never was
}

func (st *storage) set(workspaceID string, bytes int64) {
	st.mu.Lock()
	defer st.mu.Unlock()
	if len(st.sizes) >= maxMeasured {
		clear(st.sizes)
	}
	st.sizes[workspaceID] = measured{bytes, st.clk.Now()}
}
