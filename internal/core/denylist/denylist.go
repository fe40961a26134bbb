// Package denylist blocks destinations by the rules of the install's operators and by
// the lists that they subscribe to.
//
// # Rules of the operator
//
// A rule is a host, a domain (with subdomains), a prefix (host and start of the path)
// or a pattern on host, path and query whose only wildcard is *. Hosts are compared as
// browsers resolve them; paths are percent-decoded and without dot segments, so that an
// encoded path does not evade a prefix. A path that the server decodes twice can: block
// the host then. Rules are in memory, for each redirect: map lookups, and at most 100
// patterns in linear time. RE2 has a larger factor, and dots that match any character
// are a common mistake in rules for hosts.
//
// # Lists
//
//   - An entry is the first 8 bytes of its SHA-256, sorted. A lookup hashes the host,
//     its parents and the prefixes of the path. With two million entries, a wrong match
//     is expected once in 10^13 lookups. A Bloom filter needs a third of the memory,
//     but its wrong matches block links of others.
//   - The copy in use stays after a failed download, after a restart, and when a new
//     copy has lost more than nine tenths of its entries, until an operator accepts it.
//   - Links are checked when they are saved. One node compares all links after a change
//     of the lists, and every 6 hours, and sets blocked; redirects read only that. A
//     lookup for each visit would cost about 2 µs on all nodes.
//   - The link is unblocked when the entry is gone. An operator cannot unblock it
//     before, but can add an exception, which cancels exactly one host or URL on all
//     lists.
//   - Destinations that exist only at the visit, such as forwarded paths, are compared
//     by the link's own URL.
package denylist

import (
	"context"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"

	"linnet/internal/base/loop"
	"linnet/internal/core/event"
	"linnet/internal/core/webhost"
)

// reloadEvery bounds the delay of a change whose event was missed.
const reloadEvery = time.Minute

// Store stores the rules and the deny-lists, and reads the destinations of links.
type Store interface {
	// BlockRules returns all rules.
	BlockRules(ctx context.Context) ([]Rule, error)
	// Feeds returns all lists, the oldest first.
	Feeds(ctx context.Context) ([]Feed, error)
	// FeedKeys returns the keys of the copy in use, and its generation.
	FeedKeys(ctx context.Context, id string) (keys []uint64, generation int64, err error)
	// Exceptions returns all exceptions.
	Exceptions(ctx context.Context) ([]Exception, error)
	// StoreFeedCheck stores the result of an update: the times, the error, and with
	// keys a new copy, whose generation it sets. It returns NotFound for a list that
	// was deleted.
	StoreFeedCheck(ctx context.Context, f Feed, keys []uint64) error
	// LinkDestinations returns up to limit links that are not deleted and whose id
	// is above after, in the order of their ids: all, or those that a list blocks.
	LinkDestinations(ctx context.Context, after string, limit int, listed bool) ([]Destinations, error)
}

// List is the set of rules. It is safe for concurrent use.
type List struct {
	store Store
	log   *slog.Logger
	rules atomic.Pointer[rules]
	wake  chan struct{}
}

// New returns an empty list. Reload loads it from store, Run updates it.
func New(store Store, log *slog.Logger) *List {
	l := &List{store: store, log: log, wake: make(chan struct{}, 1)}
	l.rules.Store(&rules{})
	return l
}

// Blocked reports whether a rule blocks a destination. It does not block.
func (l *List) Blocked(address string) bool { return l.rules.Load().match(address) != "" }

// Host returns the name of the host of a destination, or of a bare host, as browsers
// resolve it. It is empty for an address without a host, such as mailto:, and for one
// that browsers reject.
func Host(address string) string {
	parse := webhost.Parse
	switch {
	case strings.Contains(address, "://"), strings.ContainsAny(address, `/\`):
		parse = webhost.Of
	case strings.Contains(address, ":") && strings.ContainsAny(address, "@?"):
		return ""
	}
	host, err := parse(address)
	if err != nil {
		return ""
	}
	return host.Name()
}

// Reload reads the list from the store.
func (l *List) Reload(ctx context.Context) error {
	all, err := l.store.BlockRules(ctx)
	if err != nil {
		return err
	}
	l.rules.Store(compile(all))
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
	loop.Task{Name: "reload of block rules", Every: reloadEvery, Delay: reloadEvery, Wake: l.wake, Do: l.Reload, Log: l.log}.Run(ctx)
}
