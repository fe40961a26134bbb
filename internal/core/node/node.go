// Package node gives the nodes that share a click store their numbers, which make
// the ids of their clicks different.
package node

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/loop"
	"linnet/internal/core/click"
)

// MaxNumber is the highest number. Number 0 is for nodes with an embedded click store.
const MaxNumber = click.MaxNodes - 1

const (
	// leaseFor is so long that a node keeps its number through a long outage of the
	// records.
	leaseFor = 24 * time.Hour
	// renewEvery is the interval at which leases are renewed.
	renewEvery = time.Minute
	// releaseAfter is the time from the end of a node until another one may have its
	// number, which the clocks of two machines must not differ by.
	releaseAfter = time.Minute
	releaseLimit = 5 * time.Second // for the release at the end
)

// Node is a node as the records know it.
type Node struct {
	Number     int
	Source     string // the identity of its journal
	Name       string
	LeaseUntil time.Time
	SeenAt     time.Time // when the lease was renewed
}

// Store holds the leases.
type Store interface {
	// LeaseNode leases a number to the node of n.Source until n.LeaseUntil, or
	// prolongs its lease. It returns Conflict while all numbers are leased.
	LeaseNode(ctx context.Context, n Node, now time.Time) (number int, err error)
	// ReleaseNode ends the lease of a source at a time.
	ReleaseNode(ctx context.Context, source string, at time.Time) error
}

// Deps are the dependencies of a membership.
type Deps struct {
	Store    Store
	Source   string
	Name     string
	OnNumber func(number int) // called with each new number
	Clock    clock.Clock
	Log      *slog.Logger
}

// Membership is the lease of this process. It is safe for concurrent use.
type Membership struct {
	Deps

	mu     sync.Mutex
	number int
	until  time.Time
}

// Join leases a number for this node.
func Join(ctx context.Context, d Deps) (*Membership, error) {
	m := &Membership{Deps: d}
	if err := m.renew(ctx); err != nil {
		return nil, fmt.Errorf("lease a node number: %w", err)
	}
	return m, nil
}

// Run renews the lease until ctx ends and then releases the number.
func (m *Membership) Run(ctx context.Context) {
	loop.Task{Name: "node lease", Every: renewEvery, Delay: renewEvery, Log: m.Log, Do: m.renew}.Run(ctx)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), releaseLimit)
	defer cancel()
	if err := m.Store.ReleaseNode(ctx, m.Source, m.Clock.Now().Add(releaseAfter)); err != nil {
		m.Log.WarnContext(ctx, "node number not released", "err", err)
	}
}

func (m *Membership) renew(ctx context.Context) error {
	now := m.Clock.Now()
	until := now.Add(leaseFor)
	number, err := m.Store.LeaseNode(ctx, Node{Source: m.Source, Name: m.Name, LeaseUntil: until}, now)
	if err != nil {
		return err
	}
	m.mu.Lock()
	changed := number != m.number
	m.number, m.until = number, until
	m.mu.Unlock()
	if changed {
		m.OnNumber(number)
		m.Log.InfoContext(ctx, "node number leased", "node", m.Name, "number", number)
	}
	return nil
}

// Number returns the leased number.
func (m *Membership) Number() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.number
}

// Health returns an error when the lease has ended, because another node may have
// the number since.
func (m *Membership) Health() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.Clock.Now().Before(m.until) {
		return nil
	}
	return fmt.Errorf("the lease of node number %d ended at %s and could not be renewed", m.number, m.until.UTC().Format(time.RFC3339))
}
