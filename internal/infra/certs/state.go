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
	stored, err := m.deps.States.Certificate(ctx, host)
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

// Secured reports whether host has a valid certificate. It reads memory only;
// certificates of other nodes appear within half a minute.
func (m *Manager) Secured(host string) bool {
	host = webhost.RequestedName(host)
	now := m.deps.Clock.Now()
	if cert := m.folder.find(host); cert != nil {
		return now.Before(cert.Leaf.NotAfter)
	}
	return now.Before((*m.secured.Load())[host])
}

// refresh reads the list of valid certificates and counts certificates by state. It
// reads again when setSecured has changed the list in the meantime.
func (m *Manager) refresh(ctx context.Context) error {
	for {
		before := m.secured.Load()
		secured, err := m.list(ctx)
		if err != nil || m.secured.CompareAndSwap(before, &secured) {
			return err
		}
	}
}

// list returns the valid certificates by host, and counts certificates by state.
func (m *Manager) list(ctx context.Context) (map[string]time.Time, error) {
	all, err := m.deps.States.Certificates(ctx)
	if err != nil {
		return nil, err
	}
	now := m.deps.Clock.Now()
	secured := make(map[string]time.Time, len(all))
	var failed, pending int64
	for _, c := range all {
		switch {
		case now.Before(c.ExpiresAt):
			secured[c.Host] = c.ExpiresAt
		case c.Error != "":
			failed++
		default:
			pending++
		}
	}
	m.stats.valid.Store(int64(len(secured)))
	m.stats.broken.Store(failed)
	m.stats.pending.Store(pending)
	return secured, nil
}

// setSecured stores the end of a host's certificate in memory; the zero time
// removes it.
func (m *Manager) setSecured(host string, until time.Time) {
	for {
		current := m.secured.Load()
		if until.Equal((*current)[host]) {
			return
		}
		next := maps.Clone(*current)
		if until.IsZero() {
			delete(next, host)
		} else {
			next[host] = until
		}
		if m.secured.CompareAndSwap(current, &next) {
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
		Orders: s.orders.Load(), Failures: s.failures.Load(),
		Unknown: s.unknown.Load(), Limited: s.limited.Load(), Failed: s.failed.Load(),
		ByState: map[certificate.State]int64{
			certificate.Valid: s.valid.Load(), certificate.Pending: s.pending.Load(), certificate.Failed: s.broken.Load(),
		},
	}
}
