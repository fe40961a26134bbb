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

// connections are the open connections of one or more listeners, within common
// limits. At the limit the connection with the longest time since its last write
// is evicted, so that idle clients cannot exhaust the limit. A connection whose
// write takes longer than writeTimeout is closed.
//
// A timer for all replaces a deadline per connection: setting and clearing one
// costs more than the rest of the accounting.
type connections struct {
	limits limits
	clock  clock.Clock
	log    *slog.Logger

	began time.Time
	ticks atomic.Int64 // time since began in units of tickEvery, as of the last tick
	timer *time.Timer  // runs tick

	mu        sync.Mutex // guards the fields below
	open      map[*boundedConn]struct{}
	networks  map[netip.Prefix]int
	warned    time.Time
	listeners int // open ones
}

func newConnections(bounds limits, c clock.Clock, log *slog.Logger) *connections {
	steady := clock.Steady(c)
	conns := &connections{
		limits: bounds, clock: steady, log: log, began: steady.Now(),
		open: map[*boundedConn]struct{}{}, networks: map[netip.Prefix]int{},
	}
	conns.timer = time.AfterFunc(tickEvery, conns.tick)
	return conns
}

// listener returns a listener that accepts the connections of l within the limits.
func (c *connections) listener(l net.Listener) *boundedListener {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.listeners++
	return &boundedListener{Listener: l, connections: c}
}

// boundedListener is a listener of connections.
type boundedListener struct {
	net.Listener
	*connections

	closed sync.Once
}

func newBoundedListener(l net.Listener, bounds limits, c clock.Clock, log *slog.Logger) *boundedListener {
	return newConnections(bounds, c, log).listener(l)
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
// longer timed once all listeners are closed.
func (l *boundedListener) Close() error {
	l.closed.Do(l.release)
	return l.Listener.Close()
}

// release ends the timer when the last listener closes.
func (c *connections) release() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.listeners--; c.listeners == 0 {
		c.timer.Stop()
	}
}

// admit registers a connection. It returns nil when the limits refuse it.
func (c *connections) admit(raw net.Conn) *boundedConn {
	conn := &boundedConn{Conn: raw, all: c}
	conn.active.Store(c.ticks.Load())
	network, limited := c.networkOf(raw)
	c.mu.Lock()
	defer c.mu.Unlock()
	if limited && c.networks[network] >= c.limits.perAddress {
		c.warnLocked("connection limit of an address reached", "network", network.String(), "limit", c.limits.perAddress)
		return nil
	}
	if c.limits.total > 0 && len(c.open) >= c.limits.total && !c.evict() {
		c.warnLocked("connection limit reached", "limit", c.limits.total)
		return nil
	}
	if limited {
		conn.network = network
		c.networks[network]++
	}
	c.open[conn] = struct{}{}
	return conn
}

// networkOf returns the network whose limit applies to a connection; limited is
// false when none does.
func (c *connections) networkOf(raw net.Conn) (network netip.Prefix, limited bool) {
	peer, ok := raw.RemoteAddr().(*net.TCPAddr)
	if !ok || c.limits.perAddress == 0 {
		return netip.Prefix{}, false
	}
	addr := peer.AddrPort().Addr().Unmap().WithZone("")
	if c.limits.exempt != nil && c.limits.exempt(addr) {
		return netip.Prefix{}, false
	}
	network = netaddr.Site(addr)
	return network, network.IsValid()
}

// evict closes the connection that has been idle for longest. It returns false
// when none has been idle for evictAfter; c.mu is held.
func (c *connections) evict() bool {
	oldest, limit := (*boundedConn)(nil), c.ticks.Load()-int64(evictAfter/tickEvery)
	for conn := range c.open {
		if at := conn.active.Load(); at < limit {
			oldest, limit = conn, at
		}
	}
	if oldest == nil {
		return false
	}
	c.removeLocked(oldest)
	c.warnLocked("connection limit reached, evicting idle connections", "limit", c.limits.total)
	_ = oldest.Conn.Close()
	return true
}

// tick advances the clock of the connections and closes those whose write has
// timed out.
func (c *connections) tick() {
	now := int64(c.clock.Now().Sub(c.began) / tickEvery)
	c.ticks.Store(now)
	var stalled []*boundedConn
	c.mu.Lock()
	for conn := range c.open {
		if conn.writing.Load() && now-conn.active.Load() >= int64(writeTimeout/tickEvery) {
			stalled = append(stalled, conn)
		}
	}
	if c.listeners > 0 {
		c.timer.Reset(tickEvery)
	}
	c.mu.Unlock()
	for _, conn := range stalled {
		_ = conn.Close() // the pending write fails
	}
}

func (c *connections) remove(conn *boundedConn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.removeLocked(conn)
}

func (c *connections) removeLocked(conn *boundedConn) {
	if _, open := c.open[conn]; !open {
		return
	}
	delete(c.open, conn)
	if !conn.network.IsValid() {
		return
	}
	if c.networks[conn.network]--; c.networks[conn.network] == 0 {
		delete(c.networks, conn.network)
	}
}

func (c *connections) warn(message string, args ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.warnLocked(message, args...)
}

// warnLocked logs at most one line each warnEvery; c.mu is held.
func (c *connections) warnLocked(message string, args ...any) {
	now := c.clock.Now()
	if !c.warned.IsZero() && now.Sub(c.warned) < warnEvery {
		return
	}
	c.warned = now
	c.log.Log(context.Background(), slog.LevelWarn, message, args...)
}

// boundedConn is one of the connections. Writes are made by one
// goroutine at a time, as net/http does.
type boundedConn struct {
	net.Conn
	all     *connections
	network netip.Prefix // whose limit applies; the zero Prefix: none
	active  atomic.Int64 // all.ticks when it was accepted or the last write began
	writing atomic.Bool  // a write is pending
}

// Write writes b. It fails when the client has not read it within writeTimeout,
// rounded to tickEvery.
func (c *boundedConn) Write(b []byte) (int, error) {
	c.active.Store(c.all.ticks.Load())
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

// Close closes the connection and removes it from the accounts.
func (c *boundedConn) Close() error {
	c.all.remove(c)
	return c.Conn.Close()
}
