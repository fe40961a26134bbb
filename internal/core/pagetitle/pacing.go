package pagetitle

import (
	"context"
	"maps"
	"sync"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/link"
)

// Limits on the fetches of one workspace and of one host.
const (
	workspaceWorkers = 2              // so that slow hosts of one workspace leave workers to the others
	claimInterval    = time.Second    // between claims that skip a workspace at its limit, which may scan all its tasks
	hostInterval     = time.Second    // between two requests to one host
	maxHostDelay     = 24 * time.Hour // tasks that one host would delay for longer are dropped
	maxHosts         = 1000           // hosts remembered before past ones are evicted
)

// claim leases a task of a workspace that has fewer than workspaceWorkers
// fetches under way, and counts it; the caller must release it. It is NotFound
// when there is no such task, and within claimInterval of a claim that skipped a
// workspace at its limit.
func (f *Fetcher) claim(ctx context.Context, now time.Time) (Task, error) {
	f.claimLock.Lock()
	defer f.claimLock.Unlock()
	full := f.fullWorkspaces()
	if len(full) > 0 {
		at := clock.Steady(f.clock).Now()
		if at.Before(f.nextClaim) {
			return Task{}, fault.New(fault.NotFound, "No title task can be claimed yet.")
		}
		f.nextClaim = at.Add(claimInterval)
	}
	task, err := f.store.ClaimTitle(ctx, now, now.Add(leaseTime), full)
	if err != nil {
		return Task{}, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.active[task.WorkspaceID]++
	return task, nil
}

// fullWorkspaces returns the workspaces that have workspaceWorkers fetches
// under way.
func (f *Fetcher) fullWorkspaces() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var full []string
	for id, n := range f.active {
		if n >= workspaceWorkers {
			full = append(full, id)
		}
	}
	return full
}

func (f *Fetcher) release(workspaceID string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.active[workspaceID]--; f.active[workspaceID] == 0 {
		delete(f.active, workspaceID)
	}
}

// hostPacer spaces the requests to one host by hostInterval. It is safe for
// concurrent use.
type hostPacer struct {
	mu       sync.Mutex
	next     map[string]time.Time // the next free slot, by host
	reserved map[Task]time.Time   // slots of postponed tasks
}

func newHostPacer() *hostPacer {
	return &hostPacer{next: map[string]time.Time{}, reserved: map[Task]time.Time{}}
}

// reserve returns when the task may be fetched: now, or at a later slot that is
// reserved for it, so that it is fetched when it is claimed again. ok is false
// when that slot is more than maxHostDelay away; nothing is reserved then.
func (p *hostPacer) reserve(task Task, now time.Time) (due time.Time, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, found := p.reserved[task]; found {
		delete(p.reserved, task)
		return now, true
	}
	p.evict(now)
	host := link.URLHost(task.URL)
	due = p.next[host]
	if due.Before(now) {
		due = now
	}
	if due.Sub(now) > maxHostDelay {
		return due, false
	}
	p.next[host] = due.Add(hostInterval)
	if due.After(now) {
		p.reserved[task] = due
	}
	return due, true
}

// evict removes what has passed once there are more than maxHosts hosts. A
// task whose link got another destination never uses its slot.
func (p *hostPacer) evict(now time.Time) {
	if len(p.next) <= maxHosts {
		return
	}
	maps.DeleteFunc(p.next, func(_ string, at time.Time) bool { return at.Before(now) })
	maps.DeleteFunc(p.reserved, func(_ Task, at time.Time) bool { return at.Add(leaseTime).Before(now) })
}
