package domain

import (
	"context"
	"fmt"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/webhost"
)

// Bounds of checks.
const (
	checkBurst   = 10 // requested checks of a domain at once, then one per checkEvery
	checkEvery   = 5 * time.Second
	maxChecked   = 50_000           // domains whose requested checks are limited
	checkTimeout = 10 * time.Second // of all queries of one check
	createWait   = 3 * time.Second  // for the addresses of the default domain
	targetTTL    = 5 * time.Minute  // of the addresses of the default domain
	checkBatch   = 100
	checkWorkers = 8
)

// Verify checks the records of a domain now and returns it with the result. It is
// RateLimited after many calls, and Conflict when another workspace has verified
// the host.
func (s *Service) Verify(ctx context.Context, a access.Actor, id string) (Detail, error) {
	if err := access.Require(a, access.ManageDomains); err != nil {
		return Detail{}, err
	}
	d, err := s.deps.Store.Domain(ctx, a.WorkspaceID, id)
	if err != nil {
		return Detail{}, err
	}
	if err := live(&d); err != nil {
		return Detail{}, err
	}
	if d.IsDefault() {
		return s.detail(ctx, d), nil
	}
	if wait := s.checks.Take(d.ID).Wait; wait > 0 {
		return Detail{}, fault.New(fault.RateLimited, "This domain was checked many times. Wait a few seconds.").RetryAfter(wait)
	}
	d, err = s.check(ctx, a.By(), d)
	if err != nil {
		return Detail{}, err
	}
	return s.detail(ctx, d), nil
}

// check queries the DNS, stores the result and notifies of a changed status.
func (s *Service) check(ctx context.Context, by event.Actor, d Domain) (Domain, error) {
	if s.deps.Resolver == nil {
		return d, fault.New(fault.Unavailable, "This node does not check the DNS.")
	}
	own, err := s.Default(ctx)
	if err != nil {
		return d, err
	}
	queries, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	target, addrs := s.target(queries, own.Host)
	seen := observe(queries, s.deps.Resolver, &d, target, addrs)
	if ctx.Err() != nil {
		return d, ctx.Err()
	}
	var previous Status
	saved, err := s.save(ctx, d.WorkspaceID, d.ID, func(before Domain, next *Domain) ([]event.Event, error) {
		if err := live(&before); err != nil {
			return nil, err
		}
		previous = before.Status
		now := s.deps.Clock.Now()
		next.observe(seen, now)
		kind, changed := statusEvent(before.Status, next.Status)
		if !changed {
			return nil, nil
		}
		return []event.Event{event.New(by, kind, d.WorkspaceID, d.ID, event.Updated(before.state(), next.state()), now)}, nil
	})
	if err != nil {
		return d, err
	}
	if (saved.Status == Failing) != (previous == Failing) {
		s.notify(ctx, saved)
	}
	return saved, nil
}

// observe applies the result of a check.
func (d *Domain) observe(seen observation, now time.Time) {
	d.Records, d.CheckedAt = seen.records, now
	if d.Status != Pending && seen.route == present {
		d.RouteSeen = true
	}
	switch {
	case d.Status == Pending && seen.ownership == present:
		d.Status, d.VerifiedAt, d.RouteSeen = Verified, now, seen.route == present
	case d.Status == Verified && (seen.ownership == absent || d.RouteSeen && seen.route == absent):
		d.Status, d.FailingSince = Failing, now
	case d.Status == Failing && seen.ownership == present && (seen.route == present || !d.RouteSeen):
		d.Status, d.FailingSince = Verified, time.Time{}
	}
	d.NextCheckAt = nextCheck(d, now)
	if seen.ownership == unknown || seen.route == unknown {
		d.NextCheckAt = now.Add(min(d.NextCheckAt.Sub(now), 10*time.Minute))
	}
}

// nextCheck returns when to check a domain next: a pending one every few minutes
// on its first day, then less often for a month; a failing one every hour; a
// verified one once a day, at a time that drifts by up to an hour so that checks
// spread over the day.
func nextCheck(d *Domain, now time.Time) time.Time {
	age := now.Sub(d.CreatedAt)
	switch {
	case d.Status == Verified:
		return now.Add(23*time.Hour + time.Duration(ident.Uint64()%uint64(time.Hour))) //nolint:gosec // less than an hour
	case d.Status == Failing:
		return now.Add(time.Hour)
	case age < time.Hour:
		return now.Add(2 * time.Minute)
	case age < 24*time.Hour:
		return now.Add(5 * time.Minute)
	case age < 30*24*time.Hour:
		return now.Add(12 * time.Hour)
	default:
		return time.Time{}
	}
}

// statusEvent returns the kind of the event of a changed status.
func statusEvent(before, after Status) (kind event.Kind, changed bool) {
	switch {
	case before == after:
		return "", false
	case after == Failing:
		return event.DomainFailing, true
	default:
		return event.DomainVerified, true
	}
}

func (s *Service) notify(ctx context.Context, d Domain) {
	if s.deps.Notify == nil {
		return
	}
	if err := s.deps.Notify(ctx, d); err != nil {
		s.deps.Log.ErrorContext(ctx, "notification of a domain's status failed", "domain", d.ID, "status", string(d.Status), "err", err)
	}
}

// CheckDue checks all domains whose next check is due. A domain that cannot be
// checked does not stop the others.
func (s *Service) CheckDue(ctx context.Context) error {
	for ctx.Err() == nil {
		now := s.deps.Clock.Now()
		due, err := s.deps.Store.DomainsDue(ctx, now, checkBatch)
		if err != nil || len(due) == 0 {
			return err
		}
		var workers errgroup.Group
		workers.SetLimit(checkWorkers)
		failed := make([]error, len(due))
		for i, d := range due {
			workers.Go(func() error {
				failed[i] = s.checkInBackground(ctx, d, now)
				return nil
			})
		}
		_ = workers.Wait() // no worker returns an error
		for i, err := range failed {
			if err != nil {
				return fmt.Errorf("check %s: %w", due[i].Host, err)
			}
		}
	}
	return ctx.Err()
}

// checkInBackground checks a domain. It postpones the next check when another
// workspace has verified the host in the meantime.
func (s *Service) checkInBackground(ctx context.Context, d Domain, now time.Time) error {
	_, err := s.check(ctx, event.Actor{Kind: event.System}, d)
	switch {
	case fault.Is(err, fault.NotFound): // deleted in the meantime
		return nil
	case !fault.Is(err, fault.Conflict):
		return err
	}
	_, err = s.save(ctx, d.WorkspaceID, d.ID, func(_ Domain, next *Domain) ([]event.Event, error) {
		next.NextCheckAt = now.Add(24 * time.Hour)
		return nil, nil
	})
	return err
}

// targetCache caches the addresses of the default domain.
type targetCache struct {
	mu    sync.Mutex
	host  string
	addrs []netip.Addr
	at    time.Time
}

// target returns the name of the default domain without its port, and its
// addresses, none when they cannot be resolved.
func (s *Service) target(ctx context.Context, ownHost string) (string, []netip.Addr) {
	name := webhost.Name(ownHost)
	if addr, err := netip.ParseAddr(name); err == nil {
		return name, []netip.Addr{addr}
	}
	if webhost.IsLoopback(ownHost) {
		return name, []netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1}), netip.IPv6Loopback()}
	}
	c, now := &s.targets, s.deps.Clock.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.host == name && now.Sub(c.at) < targetTTL || s.deps.Resolver == nil {
		return name, c.addrs
	}
	route, err := s.deps.Resolver.Route(ctx, name)
	if err != nil {
		s.deps.Log.WarnContext(ctx, "resolving the default domain failed", "host", name, "err", err)
		return name, c.addrs
	}
	c.host, c.addrs, c.at = name, route.Addrs, now
	return name, c.addrs
}

// expectedRoutes returns the route records of a new domain.
func (s *Service) expectedRoutes(ctx context.Context, host, ownHost string) []Record {
	ctx, cancel := context.WithTimeout(ctx, createWait)
	defer cancel()
	target, addrs := s.target(ctx, ownHost)
	return routeRecords(host, target, addrs)
}
