package certs

import (
	"context"
	"maps"
	"sync/atomic"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/certificate"
	"linnet/internal/core/webhost"
)

// State returns the state of the certificate of host.
func (m *Manager) State(ctx context.Context, host string) (certificate.Status, error) {
	host = webhost.RequestedName(host)
	now := m.deps.Clock.Now()
	if cert := m.folder.find(host); cert != nil {
		if now.Before(cert.Leaf.NotAfter) {
			return certificate.Status{State: certificate.Valid, ExpiresAt: cert.Leaf.NotAfter}, nil
		}
		const expired = "The certificate of the server's operator has expired."
		return certificate.Status{State: certificate.Failed, ExpiresAt: cert.Leaf.NotAfter, Error: expired}, nil
	}
	if m.acme == nil {
		return certificate.Status{State: certificate.None}, nil
	}
	stored, err := m.deps.Store.Certificate(ctx, host)
	if fault.Is(err, fault.NotFound) {
		return certificate.Status{State: certificate.None}, nil
	}
	if err != nil {
		return certificate.Status{}, err
	}
	c := certificate.Status{State: certificate.Pending, ExpiresAt: stored.ExpiresAt, Error: stored.Error}
	switch {
	case now.Before(stored.ExpiresAt):
		c.State = certificate.Valid
	case stored.Error != "":
		c.State = certificate.Failed
	}
	return c, nil
}

// Health returns which own certificates cannot be loaded or have expired, nil for none.
func (m *Manager) Health(context.Context) error { return m.folder.health(m.deps.Clock.Now()) }

// Secured reports whether host has a valid certificate. It reads memory only;
// certificates of other nodes appear within half a minute.
func (m *Manager) Secured(host string) bool {
	host = webhost.RequestedName(host)
	now := m.deps.Clock.Now()
	if cert := m.folder.find(host); cert != nil {
		return now.Before(cert.Leaf.NotAfter)
	}
	return now.Before((*m.hosts.Load())[host])
}

// knows reports whether host is one of the install. It reads memory only; hosts that
// other nodes add appear with their event.
func (m *Manager) knows(host string) bool {
	_, known := (*m.hosts.Load())[host]
	return known || host == m.deps.DefaultHost
}

// refresh reads the hosts of the install with their certificates, and counts
// certificates by state. It reads again when setHosts has changed the hosts in the
// meantime.
func (m *Manager) refresh(ctx context.Context) error {
	for {
		before := m.hosts.Load()
		hosts, err := m.list(ctx)
		if err != nil || m.hosts.CompareAndSwap(before, &hosts) {
			return err
		}
	}
}

// list returns the hosts of the install with the end of their certificates, and
// counts certificates by state.
func (m *Manager) list(ctx context.Context) (map[string]time.Time, error) {
	served, err := m.deps.Hosts.TLSHosts(ctx)
	if err != nil {
		return nil, err
	}
	all, err := m.deps.Store.Certificates(ctx)
	if err != nil {
		return nil, err
	}
	now := m.deps.Clock.Now()
	hosts := map[string]time.Time{webhost.RequestedName(m.deps.DefaultHost): {}}
	for _, host := range served {
		hosts[webhost.RequestedName(host)] = time.Time{}
	}
	var valid, failed, pending int64
	for _, c := range all {
		switch {
		case now.Before(c.ExpiresAt):
			if _, ok := hosts[c.Host]; ok {
				hosts[c.Host] = c.ExpiresAt
			}
			valid++
		case c.Error != "":
			failed++
		default:
			pending++
		}
	}
	m.stats.valid.Store(valid)
	m.stats.broken.Store(failed)
	m.stats.pending.Store(pending)
	return hosts, nil
}

// addHost makes host one of the install. until is the end of its certificate; the
// zero time leaves the known one.
func (m *Manager) addHost(host string, until time.Time) {
	if until.IsZero() && m.knows(host) {
		return
	}
	m.setHosts(func(hosts map[string]time.Time) { hosts[host] = until })
}

// setHosts applies a change to the hosts in memory.
func (m *Manager) setHosts(change func(hosts map[string]time.Time)) {
	for {
		current := m.hosts.Load()
		next := maps.Clone(*current)
		change(next)
		if m.hosts.CompareAndSwap(current, &next) {
			return
		}
	}
}

type stats struct {
	orders, failures         atomic.Uint64
	unknown, limited, failed atomic.Uint64 // refused handshakes
	valid, pending, broken   atomic.Int64  // certificates, as of the last refresh
}

// Stats are counters since the start, and the certificates by state.
type Stats struct {
	Orders, Failures uint64
	// Refused counts handshakes without a certificate by reason: unknown host,
	// limited network, failed lookup or order.
	Unknown, Limited, Failed uint64
	ByState                  map[certificate.State]int64
}

// Stats returns the current counters.
func (m *Manager) Stats() Stats {
	s := &m.stats
	return Stats{
		Orders:   s.orders.Load(),
		Failures: s.failures.Load(),
		Unknown:  s.unknown.Load(),
		Limited:  s.limited.Load(),
		Failed:   s.failed.Load(),
		ByState: map[certificate.State]int64{
			certificate.Valid: s.valid.Load(), certificate.Pending: s.pending.Load(), certificate.Failed: s.broken.Load(),
		},
	}
}
