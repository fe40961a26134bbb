package server

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/netaddr"
)

// Bounds of all connections together.
const (
	writeTimeout  = 30 * time.Second // of one write, until the client has read it
	maxPerAddress = 1000             // connections of an IPv4 address or an IPv6 /64
	evictAfter    = 5 * time.Second  // idle time after which a connection may be evicted
	tickEvery     = time.Second      // resolution of a connection's times
	warnEvery     = time.Minute      // least time between two warnings
)

// limits bounds the connections of a listener. The zero value bounds only the
// time of a write.
type limits struct {
	total      int                   // concurrent connections; 0: unlimited
	perAddress int                   // of one network (netaddr.Site); 0: unlimited
	exempt     func(netip.Addr) bool // addresses without the limit perAddress, such as proxies; nil: none
}

// boundedListener accepts connections within limits. At the limit it evicts the
// connection with the longest time since its last write, so that idle clients
// cannot exhaust the limit. It closes connections whose write takes longer than
// writeTimeout.
//
// A timer per listener replaces a deadline per connection: setting and clearing
// one costs more than the rest of the accounting.
type boundedListener struct {
	net.Listener
	limits limits
	clock  clock.Clock
	log    *slog.Logger

	began time.Time
	ticks atomic.Int64 // time since began in units of tickEvery, as of the last tick
	timer *time.Timer  // runs tick

	mu       sync.Mutex // guards the fields below
	open     map[*boundedConn]struct{}
	networks map[netip.Prefix]int
	warned   time.Time
	closed   bool
}

func newBoundedListener(l net.Listener, bounds limits, c clock.Clock, log *slog.Logger) *boundedListener {
	steady := clock.Steady(c)
	b := &boundedListener{
		Listener: l, limits: bounds, clock: steady, log: log, began: steady.Now(),
		open: map[*boundedConn]struct{}{}, networks: map[netip.Prefix]int{},
	}
	b.timer = time.AfterFunc(tickEvery, b.tick)
	return b
}

// Accept returns the next connection within the limits.
func (l *boundedListener) Accept() (net.Conn, error) {
	for {
		raw, err := l.Listener.Accept()
		if err != nil {
			if !errors.Is(err, net.ErrClosed) {
				l.warn("accepting a connection failed", "err", err)
			}
			return nil, err
		}
		if conn := l.admit(raw); conn != nil {
			return conn, nil
		}
		_ = raw.Close()
	}
}

// Close stops listening. Accepted connections stay open; their writes are no
// longer timed.
func (l *boundedListener) Close() error {
	l.mu.Lock()
	l.closed = true
	l.timer.Stop()
	l.mu.Unlock()
	return l.Listener.Close()
}

// admit registers a connection. It returns nil when the limits refuse it.
func (l *boundedListener) admit(raw net.Conn) *boundedConn {
	conn := &boundedConn{Conn: raw, listener: l}
	conn.active.Store(l.ticks.Load())
	network, limited := l.networkOf(raw)
	l.mu.Lock()
	defer l.mu.Unlock()
	if limited && l.networks[network] >= l.limits.perAddress {
		l.warnLocked("connection limit of an address reached", "network", network.String(), "limit", l.limits.perAddress)
		return nil
	}
	if l.limits.total > 0 && len(l.open) >= l.limits.total && !l.evict() {
		l.warnLocked("connection limit reached", "limit", l.limits.total)
		return nil
	}
	if limited {
		conn.network = network
		l.networks[network]++
	}
	l.open[conn] = struct{}{}
	return conn
}

// networkOf returns the network whose limit applies to a connection; limited is
// false when none does.
func (l *boundedListener) networkOf(raw net.Conn) (network netip.Prefix, limited bool) {
	peer, ok := raw.RemoteAddr().(*net.TCPAddr)
	if !ok || l.limits.perAddress == 0 {
		return netip.Prefix{}, false
	}
	addr := peer.AddrPort().Addr().Unmap().WithZone("")
	if l.limits.exempt != nil && l.limits.exempt(addr) {
		return netip.Prefix{}, false
	}
	network = netaddr.Site(addr)
	return network, network.IsValid()
}

// evict closes the connection that has been idle for longest. It returns false
// when none has been idle for evictAfter; l.mu is held.
func (l *boundedListener) evict() bool {
	oldest, limit := (*boundedConn)(nil), l.ticks.Load()-int64(evictAfter/tickEvery)
	for conn := range l.open {
		if at := conn.active.Load(); at < limit {
			oldest, limit = conn, at
		}
	}
	if oldest == nil {
		return false
	}
	l.removeLocked(oldest)
	l.warnLocked("connection limit reached, evicting idle connections", "limit", l.limits.total)
	_ = oldest.Conn.Close()
	return true
}

// tick advances the clock of the connections and closes those whose write has
// timed out.
func (l *boundedListener) tick() {
	now := int64(l.clock.Now().Sub(l.began) / tickEvery)
	l.ticks.Store(now)
	var stalled []*boundedConn
	l.mu.Lock()
	for conn := range l.open {
		if conn.writing.Load() && now-conn.active.Load() >= int64(writeTimeout/tickEvery) {
			stalled = append(stalled, conn)
		}
	}
	if !l.closed {
		l.timer.Reset(tickEvery)
	}
	l.mu.Unlock()
	for _, conn := range stalled {
		_ = conn.Close() // the pending write fails
	}
}

func (l *boundedListener) remove(conn *boundedConn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.removeLocked(conn)
}

func (l *boundedListener) removeLocked(conn *boundedConn) {
	if _, open := l.open[conn]; !open {
		return
	}
	delete(l.open, conn)
	if !conn.network.IsValid() {
		return
	}
	if l.networks[conn.network]--; l.networks[conn.network] == 0 {
		delete(l.networks, conn.network)
	}
}

func (l *boundedListener) warn(message string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.warnLocked(message, args...)
}

// warnLocked logs at most one line each warnEvery; l.mu is held.
func (l *boundedListener) warnLocked(message string, args ...any) {
	now := l.clock.Now()
	if !l.warned.IsZero() && now.Sub(l.warned) < warnEvery {
		return
	}
	l.warned = now
	l.log.Log(context.Background(), slog.LevelWarn, message, args...)
}

// boundedConn is a connection of a boundedListener. Writes are made by one
// goroutine at a time, as net/http does.
type boundedConn struct {
	net.Conn
	listener *boundedListener
	network  netip.Prefix // whose limit applies; the zero Prefix: none
	active   atomic.Int64 // listener.ticks when it was accepted or the last write began
	writing  atomic.Bool  // a write is pending
}

// Write writes b. It fails when the client has not read it within writeTimeout,
// rounded to tickEvery.
func (c *boundedConn) Write(b []byte) (int, error) {
	c.active.Store(c.listener.ticks.Load())
	c.writing.Store(true)
	n, err := c.Conn.Write(b)
	c.writing.Store(false)
	return n, err
}

// ReadFrom copies r through Write, so that each part is timed on its own.
func (c *boundedConn) ReadFrom(r io.Reader) (int64, error) {
	return io.Copy(struct{ io.Writer }{c}, r)
}

// CloseWrite closes the sending half where the connection supports it.
func (c *boundedConn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// Close closes the connection and removes it from the listener's accounts.
func (c *boundedConn) Close() error {
	c.listener.remove(c)
	return c.Conn.Close()
}
