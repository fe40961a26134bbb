// Package denylist blocks destinations on hosts that the operator blocked.
package denylist

import (
	"context"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"

	"linnet/internal/base/loop"
	"linnet/internal/core/domain"
	"linnet/internal/core/event"
)

// reloadEvery bounds the delay of a change whose event was missed.
const reloadEvery = time.Minute

// Store stores the blocked hosts.
type Store interface {
	// BlockedHosts returns all blocked hosts, as Host returns them.
	BlockedHosts(ctx context.Context) ([]string, error)
}

// List is the set of blocked hosts. It is safe for concurrent use.
type List struct {
	store Store
	log   *slog.Logger
	hosts atomic.Pointer[map[string]struct{}]
	wake  chan struct{}
}

// New returns an empty list. Reload loads it from store, Run updates it.
func New(store Store, log *slog.Logger) *List {
	l := &List{store: store, log: log, wake: make(chan struct{}, 1)}
	l.hosts.Store(&map[string]struct{}{})
	return l
}

// Blocked reports whether the host of a destination, or a parent of it, is
// blocked. It does not block.
func (l *List) Blocked(address string) bool {
	hosts := *l.hosts.Load()
	if len(hosts) == 0 {
		return false
	}
	for host := Host(address); host != ""; {
		if _, ok := hosts[host]; ok {
			return true
		}
		_, parent, ok := strings.Cut(host, ".")
		if !ok {
			return false
		}
		host = parent
	}
	return false
}

// Host returns the host of a destination or a bare host as browsers resolve it,
// without its port. It is empty for an address without a host, such as mailto:.
func Host(address string) string {
	switch {
	case strings.Contains(address, "://"), strings.ContainsAny(address, `/\`):
		address = domain.Authority(address)
	case strings.Contains(address, ":") && strings.ContainsAny(address, "@?"):
		return ""
	}
	name, _ := domain.CanonicalHost(address)
	return name
}

// Reload reads the list from the store.
func (l *List) Reload(ctx context.Context) error {
	all, err := l.store.BlockedHosts(ctx)
	if err != nil {
		return err
	}
	hosts := make(map[string]struct{}, len(all))
	for _, host := range all {
		hosts[host] = struct{}{}
	}
	l.hosts.Store(&hosts)
	return nil
}

// OnEvent schedules a reload after an event that may have changed the list. It
// never blocks.
func (l *List) OnEvent(e event.Event) {
	if e.Kind != event.HostsBlocked && e.Kind != "" {
		return
	}
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// Run reloads the list on events, and each minute, until ctx ends.
func (l *List) Run(ctx context.Context) {
	loop.Task{Name: "reload of blocked hosts", Every: reloadEvery, Delay: reloadEvery, Wake: l.wake, Do: l.Reload, Log: l.log}.Run(ctx)
}
